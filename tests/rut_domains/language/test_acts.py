from __future__ import annotations

import pytest

from rut_domains.language.acts import asked_clauses, offers, refuses, transfer_in
from rut_domains.language.answers import answer_of, knows_not
from rut_domains.language.clauses import clauses
from rut_domains.language.manners import (
    asks_for_more,
    asks_purpose,
    greets,
    holds,
    says_goodbye,
)


@pytest.mark.parametrize(
    "text",
    [
        "What's your postcode?",
        "I'd need your postcode.",
        "Mind telling me your postcode?",
        "Could I trouble you for the postcode",
        "postcode please",
        "Your postcode?",
        "Please share your postcode.",
        "If you give me your postcode, I can look.",
        "I still don't have your postcode.",
        "It would help to know your postcode.",
        "whats ur postcode",
        "In which postcode do you live?",
        "I was wondering what your postcode is.",
        "Let's start with your postcode.",
        "Happy to help! First, your postcode please.",
    ],
)
def test_requests_are_heard_in_many_forms(text):
    assert any("postcode" in clause.text for clause in asked_clauses(text))


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for your postcode.",
        "I have your postcode here.",
        "Let me check your postcode.",
        "The parcel goes to your postcode.",
        "I need to check the postcode list.",
        "The weather in Lisbon is lovely.",
        "How can I help you?",
    ],
)
def test_statements_are_no_requests(text):
    assert asked_clauses(text) == ()


def test_items_of_a_list_are_asked_by_the_line_above():
    asked = asked_clauses("To go on I need:\n- order number\n- postcode\nThank you!")
    assert [clause.text for clause in asked][1:] == ["order number", "postcode"]
    assert asked_clauses("Here is what I found:\n- order W-1\n- order W-2") == ()


@pytest.mark.parametrize(
    "text",
    [
        "Shall I go ahead?",
        "Would you like me to cancel it?",
        "Is that okay?",
        "Please confirm.",
        "Order W-1 for the blue kettle, right?",
        "Reply yes to proceed.",
        "Can I go ahead and cancel?",
        "Let me know if that works.",
        "I can offer you a gift card.",
        "I just need your go-ahead.",
    ],
)
def test_proposals(text):
    assert any(offers(clause) for clause in clauses(text))


@pytest.mark.parametrize(
    "text", ["Please confirm your email.", "May I have your name?", "Is there anything else?"]
)
def test_questions_that_propose_nothing(text):
    assert not any(offers(clause) for clause in clauses(text))


@pytest.mark.parametrize(
    "text",
    [
        "I'm afraid I can't do that.",
        "Unfortunately it's outside our return window.",
        "Our policy does not allow that.",
        "We don't offer price matching.",
        "That isn't possible.",
        "I have to decline.",
    ],
)
def test_refusals(text):
    assert any(refuses(clause) for clause in clauses(text))


@pytest.mark.parametrize(
    "text", ["I cannot find your order.", "I can do that.", "Can't you find it?", "All good."]
)
def test_failing_to_find_is_no_refusal(text):
    assert not any(refuses(clause) for clause in clauses(text))


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("I've transferred you to a human agent.", "done"),
        ("YOU ARE BEING TRANSFERRED TO A HUMAN AGENT. PLEASE HOLD ON.", "done"),
        ("Your case has been escalated.", "done"),
        ("I will transfer you to a specialist.", "promised"),
        ("Would you like me to transfer you to a colleague?", "offered"),
        ("Connect your phone to the network.", ""),
        ("I have not transferred you.", ""),
    ],
)
def test_transfers(text, state):
    assert transfer_in(text) == state


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes please", "yes"),
        ("no problem, go ahead", "yes"),
        ("Why not?", "yes"),
        ("That's right.", "yes"),
        ("No, the blue one", "no"),
        ("not yet", "no"),
        ("That is not correct", "no"),
        ("okay... no, thanks", "no"),
        ("It's W-1023", "none"),
        ("", "none"),
    ],
)
def test_yes_and_no(text, answer):
    assert answer_of(text) == answer


def test_not_knowing():
    assert knows_not("I don't know it, sorry")
    assert knows_not("No idea!")
    assert not knows_not("It's W-1023")


def test_manners():
    assert greets("Good morning, you're through to support")
    assert asks_for_more("Is there anything else I can help you with?")
    assert asks_purpose("How may I help you today?")
    assert holds("One moment please, let me check.")
    assert says_goodbye("Have a lovely day!")
    for check in (greets, asks_for_more, asks_purpose, holds, says_goodbye):
        assert not check("The order was cancelled")
