"""Data: who somebody is and how they are reached, as people ask each other for it."""

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


OF_PEOPLE: tuple[Row, ...] = (
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
            "identity",
            "identify yourself",
            "=who you are",
            "=who have I got",
            "=who have we got",
            "=is this mr",
            "=is this mrs",
            "=is this ms",
            "=am I speaking to",
            "=am I speaking with",
            "=am I talking to",
            "=whose account",
            "=whose line",
            "=whose phone",
            "=whose order",
            "=whose contract",
            "=whose name",
            "=how are you called",
            "=what are you called",
            "=what do they call you",
            "=what do people call you",
            "=what can I call you",
            "=what do I call you",
            "=whom do I have",
            "=who I have",
            "=who am I dealing with",
            "=who are you",
            "=and you are",
            "=who I am talking to",
            "=who I am speaking to",
            "=who I am speaking with",
            "=whom I am speaking with",
            "=what should I call you",
            "=what may I call you",
            "=how should I address you",
            "=how may I address you",
            "account holder",
            "how is your name spelled",
        ),
        unless="product item brand model company store business user network domain file "
        "street plan app device maiden mother father pet",
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
        ("email", "email address", "mail address", "electronic mail", "=mail", "inbox"),
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
            "=your phone please",
            "=have your mobile",
            "=your mobile please",
            "=and phone",
            "=phone and",
            "=, phone",
            "=or phone",
        ),
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
            "=should it go",
            "=will it go",
            "=is it going",
            "=where to",
            "=where are you moving",
            "=where are you moving to",
            "=moving to",
            "=off to",
            "=where is it headed",
            "=where is it heading",
            "=where are we sending",
            "=where are we shipping",
            "=where are we delivering",
            "destination",
            "=where does it go",
            "=where is it going",
        ),
        unless="email mail ip mac web",
        pattern=r"\b\d{1,5}[a-z]?\s+(?:[A-Z][\w'.-]*\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|"
        r"Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Boulevard|Blvd|Square|Sq|Terrace|Close|Crescent|Row)\b",
        other_names="delivery_address shipping_address street_address new_address home_address",
    ),
    Row("city", ("city", "town", "which city"), other_names="town"),
    Row("country", ("country",)),
    Row(
        "birth_date",
        ("birthdate", "born", "when were you born", "day you were born"),
        other_names="birthdate date_of_birth dob birthday",
    ),
    Row("age", ("age", "how old are you")),
)
