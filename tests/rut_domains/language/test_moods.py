from __future__ import annotations

import pytest

from rut_domains.language.clauses import clauses
from rut_domains.language.moods import (
    completed_clauses,
    is_claimed_working,
    is_done_at_large,
    is_negated,
    is_promised,
)

DONE = [
    "I have exchanged the kettle.",
    "It is done.",
    "Your return is booked.",
    "I've just gone ahead and cancelled order W-1.",
    "Your order has now been cancelled.",
    "Order cancelled.",
    "I can confirm that your refund was issued.",
    "The delivery address is now 12 Elm Street.",
    "Your exchange went through.",
    "We swapped the lamp for the green one.",
    "You're all set.",
    "Consider it done!",
    "That's sorted.",
    "You have been refunded.",
]
NOT_DONE = [
    "I will exchange the kettle.",
    "I'll have it cancelled.",
    "Shall I cancel it?",
    "I can exchange it.",
    "Before I have cancelled it, nothing happens.",
    "Once it has been cancelled, you get your money.",
    "If your order is cancelled, you pay nothing.",
    "It has not been cancelled.",
    "The order is going to be exchanged.",
    "I would have cancelled it.",
    "Everything is ready to be cancelled.",
    "It could be refunded.",
    "Has it been cancelled?",
    "I am processing your return.",
    "The refund is being processed.",
    "Let me get that exchanged.",
    "You need to have it confirmed.",
    "Almost done.",
    "We are about to cancel it.",
]


@pytest.mark.parametrize("text", DONE)
def test_reports_are_heard_as_done(text):
    assert completed_clauses(text)


@pytest.mark.parametrize("text", NOT_DONE)
def test_promises_questions_conditions_and_negations_are_not(text):
    assert not completed_clauses(text)


def test_done_at_large_names_nothing():
    def at_large(text):
        return any(is_done_at_large(clause) for clause in clauses(text))

    assert at_large("All done!")
    assert at_large("Your request has been processed.")
    assert at_large("Okay, that's taken care of.")
    assert not at_large("Your identity is confirmed.")
    assert not at_large("I have found your order.")
    assert not at_large("It will be done.")


def test_promises():
    assert is_promised(clauses("I will cancel it")[0])
    assert is_promised(clauses("We're sending it now")[0])
    assert not is_promised(clauses("I have cancelled it")[0])


def test_claims_that_it_should_work():
    assert is_claimed_working(clauses("Your data should be working now.")[0])
    assert is_claimed_working(clauses("Please try again.")[0])
    assert not is_claimed_working(clauses("I will look at your data.")[0])


def test_negation():
    assert is_negated(clauses("There is no fee")[0])
    assert is_negated(clauses("it hasn't shipped")[0])
    assert not is_negated(clauses("no problem, there is a fee")[0])
