"""Data: what people ask each other for at a service desk, and how."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One attribute as written down here; lists of single words are strings.

    A one-word phrase does not count beside a word of `unless`, nor in a clause that has a word of
    `not_with`.
    """

    name: str
    phrases: tuple[str, ...]
    unless: str = ""
    not_with: str = ""
    pattern: str = ""
    other_names: str = ""


_COLOURS = (
    "black white red blue green yellow orange purple violet pink brown grey gray beige silver "
    "gold golden navy teal turquoise cream ivory maroon burgundy khaki olive lilac mint charcoal "
    "coral magenta cyan bronze copper indigo tan"
)
COLOURS: tuple[str, ...] = tuple(_COLOURS.split())
_SIZES = "xxs xs small medium large xl xxl xxxl"
SIZES: tuple[str, ...] = tuple(_SIZES.split())

ATTRIBUTES: tuple[Row, ...] = (
    Row(
        "name",
        (
            "name",
            "full name",
            "=who am I speaking with",
            "=who am I talking to",
            "=who am I chatting with",
            "=whom am I speaking with",
            "=who am I helping",
            "=who am I assisting",
            "=who do I have",
            "=who is this",
            "=who are you",
            "what should I call you",
            "what may I call you",
            "how should I address you",
            "how may I address you",
            "account holder",
            "how is your name spelled",
        ),
        unless="product item brand model company store business user network domain file "
        "street plan app device",
        other_names="full_name customer_name account_name account_holder",
    ),
    Row(
        "first_name",
        ("first name", "given name"),
        other_names="firstname given_name forename",
    ),
    Row(
        "last_name",
        ("last name", "family name"),
        other_names="lastname surname family_name",
    ),
    Row(
        "email",
        ("email", "email address", "mail address", "electronic mail", "inbox"),
        unless="confirmation send",
        pattern=r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
        other_names="email_address e_mail mail",
    ),
    Row(
        "phone_number",
        (
            "phone number",
            "contact number",
            "callback number",
            "call back number",
            "number reach you",
            "number call you",
            "number contact you",
            "number text you",
            "digits reach you",
            "line number",
            "affected line",
            "phone",
        ),
        unless="new broken",
        not_with="restart restarted reboot turn screen settings app use using model make brand "
        "kind data signal plan bill off on enable disable charger call show shows display see "
        "happening problem wrong which insert remove network mode reset",
        pattern=r"(?<![\w-])\+?\(?\d{1,4}\)?[\s.-]?\d{2,4}[\s.-]?\d{3,4}(?:[\s.-]?\d{2,4})?(?![\w-])",
        other_names="phone telephone mobile phone_no mobile_number contact_number line_number",
    ),
    Row(
        "postcode",
        ("postcode", "postal", "zip"),
        pattern=r"\b\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b",
        other_names="zip zip_code zipcode postal_code post_code",
    ),
    Row(
        "address",
        (
            "address",
            "delivery address",
            "shipping address",
            "postal address",
            "home address",
            "mailing address",
            "street address",
            "street",
            "where do you live",
            "where should it be sent",
            "where should it be shipped",
            "where should it be delivered",
            "where to send it",
            "where to ship it",
            "where to deliver",
            "=where is it going",
        ),
        unless="email mail ip mac web",
        pattern=r"\b\d{1,5}[a-z]?\s+(?:[A-Z][\w'.-]*\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|"
        r"Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Boulevard|Blvd|Square|Sq|Terrace|Close|Crescent|Row)\b",
        other_names="delivery_address shipping_address street_address new_address home_address",
    ),
    Row(
        "city",
        ("city", "town", "which city"),
        other_names="town",
    ),
    Row("country", ("country",)),
    Row(
        "birth_date",
        ("birthdate", "born", "when were you born", "day you were born"),
        other_names="birthdate date_of_birth dob birthday",
    ),
    Row("age", ("age", "how old are you")),
    Row(
        "order_number",
        (
            "order number",
            "=which order",
            "=what order",
            "=order details",
            "=order info",
            "=your order please",
            "=the order please",
            "confirmation number",
            "number on receipt",
            "number in confirmation email",
        ),
        other_names="order order_id order_no order_reference",
    ),
    Row(
        "customer_number",
        (
            "customer number",
            "account number",
            "member number",
            "membership number",
            "client number",
        ),
        other_names="customer_id account_id account_number user_id client_number member_number",
    ),
    Row("username", ("username", "user name", "login name")),
    Row("pin", ("pin", "pin code", "passcode", "security code", "access code")),
    Row("password", ("password",)),
    Row(
        "order_date",
        (
            "order date",
            "when did you buy it",
            "when did you order",
            "when placed",
            "date bought",
            "day ordered",
            "how long ago buy",
            "how long ago order",
        ),
        other_names="purchase_date date_of_purchase",
    ),
    Row(
        "delivery_date",
        (
            "delivery date",
            "when did it arrive",
            "when did you receive it",
            "when was it delivered",
            "date arrived",
            "how long ago arrive",
        ),
        other_names="date_of_delivery arrival_date",
    ),
    Row(
        "payment_method",
        (
            "payment method",
            "payment",
            "method of payment",
            "form of payment",
            "means of payment",
            "mode of payment",
            "type of payment",
            "payment option",
            "how did you pay",
            "how do you pay",
            "how would you like to pay",
            "how will you pay",
            "pay with",
            "paid with",
            "=which card",
            "=what card",
            "card to refund",
            "refund method",
            "where should the refund go",
            "where refund",
            "how refund",
            "refund to",
            "how money",
            "where money",
            "card to charge",
            "card use",
        ),
        other_names="payment payment_type refund_method refund_to",
    ),
    Row(
        "reason",
        (
            "why",
            "why return",
            "what is wrong",
            "what went wrong",
            "what was wrong",
            "what is the matter",
            "what happened",
            "cause",
            "motivation",
            "grounds",
            "not satisfied",
            "not happy with",
            "dissatisfied",
            "wrong",
        ),
        other_names="why motive return_reason cancel_reason cancellation_reason reason_for_return",
    ),
    Row(
        "colour",
        ("colour", "which colour", "finish"),
        pattern=r"\b(?:" + "|".join(COLOURS) + r")\b",
        other_names="color new_colour new_color",
    ),
    Row(
        "size",
        ("size", "dimensions", "how big", "how large", "sizing"),
        unless="screen file",
        pattern=r"\b(?:" + "|".join(SIZES) + r")\b|\bsize\s+(?:\d+(?:\.\d)?|x{0,3}[sml])\b",
        other_names="new_size",
    ),
    Row(
        "quantity",
        ("quantity", "how many", "number of items", "number of units", "how much of"),
        other_names="amount count number_of_items",
    ),
    Row(
        "product",
        (
            "product",
            "product name",
            "name of the product",
            "=which one",
            "=which ones",
            "=what did you order",
            "=what did you buy",
            "=what are you returning",
            "=what are you exchanging",
            "=what exactly are you returning",
            "=what thing",
            "=which thing",
            "description of the product",
        ),
        unless="number",
        other_names="item product_name item_name article",
    ),
    Row("model", ("model", "model name", "version", "make and model"), other_names="variant"),
    Row(
        "device",
        ("device", "phone model", "=what phone", "=which phone", "make of phone", "handset model"),
        other_names="phone_model handset",
    ),
    Row(
        "budget",
        ("budget", "price range", "how much spend", "maximum price", "how much willing to pay"),
        other_names="max_price price_limit",
    ),
    Row(
        "location",
        (
            "location",
            "=where are you",
            "=where are you right now",
            "where located",
            "whereabouts",
            "indoors or outdoors",
            "travelling",
            "abroad",
            "which country are you in",
        ),
        other_names="place whereabouts",
    ),
    Row(
        "since_when",
        (
            "since when",
            "how long",
            "when did it start",
            "when begin",
            "when notice",
            "when first",
            "how long been happening",
        ),
        other_names="start_of_problem problem_since",
    ),
)
