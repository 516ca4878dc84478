"""Questions without a mark, full stops that end nothing, and amounts as people type them."""

from __future__ import annotations

import pytest

from rut_domains.language.clauses import clauses, is_inverted, sentences
from rut_domains.language.directing import asks_state, commands
from rut_domains.language.manners import asks_to_repeat
from rut_domains.language.money import is_charge, written_out


@pytest.mark.parametrize(
    "text",
    [
        "whose account is it",
        "when were you born",
        "could you add your postcode",
        "so did u restart it yet",
        "is roaming on",
        "which number is it about",
        "would a voucher do",
    ],
)
def test_word_order_makes_a_question(text):
    assert is_inverted(text)
    assert clauses(text)[0].question


@pytest.mark.parametrize(
    "text",
    [
        "have a look in the app",
        "what I can do is the exchange",
        "should you need more help, write to us",
        "do it now",
        "when you ordered, the price was lower",
        "You're all set",
        "which the courier has",
    ],
)
def test_orders_conditions_and_relative_clauses_are_no_questions(text):
    assert not is_inverted(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Please give me order no. MK-4127 again", 1),
        ("your order no. please", 1),
        ("The answer is no. What is your postcode?", 2),
    ],
)
def test_no_with_a_stop_is_a_number_or_an_answer(text, count):
    assert len(sentences(text)) == count


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("seven quid", "7 pounds"),
        ("10 gigs", "10 GB"),
        ("ten gigabytes", "10 GB"),
        ("5gb", "5 GB"),
        ("a tenner", "10 pounds"),
        ("nine pounds ninety", "9.90 pounds"),
    ],
)
def test_colloquial_amounts_are_written_out(text, plain):
    assert written_out(f"that is {text}, ok?") == f"that is {plain}, ok?"


def test_what_is_deducted_is_a_charge_and_what_is_given_back_is_none():
    assert is_charge("we'd deduct 8 pounds from the refund")
    assert is_charge("7 pounds, ok?")
    assert not is_charge("a voucher of 10 pounds")


def test_orders_and_questions_of_state_are_told_apart():
    assert commands(clauses("pls approve it")[0])
    assert not commands(clauses("thanks for that")[0])
    assert asks_state(clauses("have you got data saver on?")[0])
    assert not asks_state(clauses("could you turn on data saver?")[0])


@pytest.mark.parametrize(
    "text", ["What do you mean?", "Sorry, could you say that again?", "sorry?"]
)
def test_asking_to_hear_it_again(text):
    assert asks_to_repeat(text)


@pytest.mark.parametrize("text", ["What is your name?", "I do not understand the order number"])
def test_other_questions_do_not_ask_to_hear_it_again(text):
    assert not asks_to_repeat(text)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "The order number and why you want to cancel?",
            ["The order number", "why you want to cancel"],
        ),
        ("Order number + why you cancel?", ["Order number", "why you cancel"]),
        ("name + postcode + email please", ["name + postcode + email please"]),
        ("I can add 5 GB + 2 GB.", ["I can add 5 GB + 2 GB"]),
    ],
)
def test_a_question_after_and_or_a_plus_is_a_clause_of_its_own(
    text: str, pieces: list[str]
) -> None:
    assert [clause.text for clause in clauses(text)] == pieces
