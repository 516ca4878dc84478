from __future__ import annotations

import pytest

from rut_domains.language.concepts import (
    canonical_name,
    common_attributes,
    find_values,
    mentions,
    merge_concepts,
)
from rut_domains.language.money import amount_after, amounts, numbers, spelt_number
from rut_domains.lexicon import Concept


def names(text):
    return [mention.name for mention in mentions(text, common_attributes())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Under which name was the order placed?", ["name"]),
        ("your name and email address please", ["name", "email"]),
        ("first and last name", ["first_name", "last_name"]),
        ("phone number, address and DOB", ["phone_number", "address", "birth_date"]),
        ("What's the best email to reach you?", ["email"]),
        ("What date did you buy it?", ["order_date"]),
        ("How would you like to be refunded?", ["refund_way"]),
        ("How did you pay?", ["payment_method"]),
        ("Could you give me the order no.?", ["order_number"]),
        ("How come you want to return it?", ["reason"]),
        ("what's the zip code", ["postcode"]),
        ("which color", ["colour"]),
        ("Please restart your phone", []),
        ("the product name", ["product"]),
    ],
)
def test_attributes_are_named(text, found):
    assert names(text) == found


def test_a_pack_adds_to_what_is_known():
    merged = merge_concepts(
        [
            Concept(name="order_number", phrases=("ticket code",), pattern=r"W-\d{4}"),
            Concept(name="plan", phrases=("plan name",)),
        ]
    )
    order = next(attribute for attribute in merged if attribute.name == "order_number")
    assert find_values("orders w-1023 and W-1023, W-9999", order) == ("w-1023", "W-1023", "W-9999")
    assert [mention.name for mention in mentions("your ticket code?", merged)] == ["order_number"]
    assert [mention.name for mention in mentions("which plan name", merged)] == ["plan"]


def test_a_broken_pattern_finds_nothing():
    broken = merge_concepts([Concept(name="x", phrases=("x",), pattern="(")])[-1]
    assert find_values("x (", broken) == ()


def test_other_names_of_an_attribute():
    assert canonical_name("Zip code") == "postcode"
    assert canonical_name("color") == "colour"
    assert canonical_name("plan") == "plan"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$12.50 and 1,200 euros", [12.5, 1200.0]),
        ("twenty-five dollars or a hundred and five bucks", [25.0, 105.0]),
        ("50 cents, USD 15, £3, 12,50 €", [0.5, 15.0, 3.0, 12.5]),
        ("W-1023 in 2 days", []),
    ],
)
def test_amounts(text, values):
    assert [amount.value for amount in amounts(text)] == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("there is a $15 restocking fee", 15.0),
        ("a restocking fee of 15 applies", 15.0),
        ("the restocking fee would be $20.00, in total $99", 20.0),
        ("a fee: fifteen dollars", None),
        ("nothing to pay", None),
    ],
)
def test_the_amount_beside_a_phrase(text, value):
    assert amount_after(("restocking fee",), text) == value


def test_numbers():
    assert numbers("2 of them, or twenty two, for W-1") == (2.0, 22.0)
    assert spelt_number("two thousand and five") == 2005
    assert spelt_number("hello") is None
