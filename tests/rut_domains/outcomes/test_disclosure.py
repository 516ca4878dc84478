from __future__ import annotations

from typing import Any

import pytest

from rut_domains.contract import Contract, Fact, Goal, Unknown
from rut_domains.language.values import holds_value, says_phrase
from rut_domains.lexicon import Concept, Direction, Lexicon
from rut_domains.outcomes.disclosure import asked_items, find_disclosures, tells
from tests.support.dialogues import Log

LEXICON = Lexicon(
    concepts=(Concept(name="order_number", phrases=("order number", "=which order")),)
)
ORDER = Fact(id="order", text="It is W-1001.", value="W-1001", about="order_number")
REASON = Fact(id="why", text="It is too wide.", asked_as=("why return",), says=("It is too wide.",))


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("It is W-1001.", "W-1001", True),
        ("it's w 1001, I think", "W-1001", True),
        ("W1001", "W-1001", True),
        ("W-10011", "W-1001", False),
        ("XW-1001", "W-1001", False),
        ("qn48ld", "QN4 8LD", True),
        ("about 4,50 pounds", 4.5, True),
        ("4.50 pounds", 4.5, True),
        ("45 pounds", 4.5, False),
        ("size 42 and 43", [42, 43], True),
        ("size 42", [42, 43], False),
        ("yes, true", True, False),
        ("nothing", None, False),
        ("I'm Nora.", "M", False),
        ("size M", "M", True),
        ("ines.harper@example.com", "Ines Harper", False),
        ("INES.HARPER@...", "Ines Harper", False),
        ("Ines.Harper@example", "Ines Harper", False),
        ("Write to ines.harper@example.com.", "ines.harper@example.com", True),
        ("Café Crème", "cafe creme", True),
        ("", "x", False),
        ("...", "", False),
    ],
)
def test_a_value_is_found_as_whole_words(text: str, value: Any, found: bool) -> None:
    assert holds_value(text, value) is found


def test_a_literal_phrase_must_stand_word_for_word() -> None:
    assert says_phrase("So, which order is it?", "=which order")
    assert not says_phrase("Which of your orders is it?", "=which order")
    assert says_phrase("What is the number of your order?", "order number")
    assert says_phrase("We can't take it.", "can't take")
    assert not says_phrase("We can take it.", "can't take")
    assert not says_phrase("anything", "the")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("What is your order number?", True),
        ("I need the number of the order, please.", True),
        ("Which order is it about", True),
        ("Thank you. Your order number was W-7.", False),
        ("The order is fine. What is your shoe size?", False),
    ],
)
def test_a_question_or_request_asks_for_a_fact(text: str, asked: bool) -> None:
    assert ("order" in asked_items(text, Contract(facts=(ORDER,)), LEXICON)) is asked


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("What is the order number?", {"order"}),
        ("What is the order number for the return?", {"other"}),
        ("And which order is the one to return?", {"order"}),
        ("The order number, and the order number of the return, please?", {"order", "other"}),
        ("What is the order number? And the order number of the return?", {"order", "other"}),
    ],
)
def test_a_longer_phrase_of_another_fact_takes_the_question(text: str, asked: set[str]) -> None:
    other = Fact(id="other", text="It is W-2.", value="W-2", asked_as=("order number return",))
    assert asked_items(text, Contract(facts=(ORDER, other)), LEXICON) == asked


MAIL = Fact(id="mail", text="It is a@b.example.", value="a@b.example", about="email")
COLOUR = Fact(id="colour", text="It is navy.", value="navy", about="colour")
WIDTH = Fact(id="reason", text="It is too wide.", says=("It is too wide.",), about="reason")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("whats ur email", {"mail"}),
        ("email?", {"mail"}),
        ("Email, please.", {"mail"}),
        ("could you give me the e-mail address you used", {"mail"}),
        ("I'll need your mail address first", {"mail"}),
        ("What e-mail address do we write to?", {"mail"}),
        ("order no?", {"order"}),
        ("pls gimme ur order number n email", {"order", "mail"}),
        ("email n order number", {"order", "mail"}),
        ("Is your e-mail q@r.example?", {"mail"}),
        ("order number pls", {"order"}),
        ("whats the order number", {"order"}),
        ("do you have the order number at hand", {"order"}),
        ("And the number of the order is?", {"order"}),
        ("Email and order number?", {"mail", "order"}),
        ("Can I have your email and your order number", {"mail", "order"}),
        ("what colour is it", {"colour"}),
        ("which color", {"colour"}),
        ("Colour?", {"colour"}),
        ("is it the navy or the ochre one", set()),
        ("why do you want to send it back?", {"reason"}),
        ("What's the reason for the return?", {"reason"}),
        ("may i ask why", {"reason"}),
        ("I have sent it to your e-mail address.", set()),
        ("Thanks, your order number is in our system.", set()),
        ("Your order W-1001 is on its way.", set()),
        ("One moment, I am looking up the order.", set()),
        ("Shall I cancel the order?", set()),
        ("The colour is sold out.", set()),
        ("You will get an e-mail with the label.", set()),
        ("Is there anything else?", set()),
        ("Hello, how can I help you today?", set()),
        ("", set()),
    ],
)
def test_a_terse_or_wordy_question_is_heard_as_a_user_hears_it(text: str, asked: set[str]) -> None:
    contract = Contract(facts=(ORDER, MAIL, COLOUR, WIDTH))
    assert asked_items(text, contract, LEXICON) == asked


def test_what_the_user_does_not_know_can_be_asked_as_well() -> None:
    unknown = Unknown(id="day", text="You do not know the day.", asked_as=("=which day",))
    asked = asked_items("On which day was it?", Contract(unknowns=(unknown,)), LEXICON)
    assert asked == {"day"}


def test_a_fact_without_value_is_told_by_the_words_of_a_wording() -> None:
    assert tells("Well, it is far too wide for me.", REASON)
    assert not tells("It is too long.", REASON)


def test_first_asked_and_first_told_are_found() -> None:
    events = (
        Log()
        .agent("Hello, what is your order number?")
        .user("It is too wide!")
        .agent("Which order is it?")
        .user("W-1001.")
        .agent("May I ask why you want to return it?")
        .user("Too wide, W-1001.")
        .events
    )
    order, why = find_disclosures(Contract(facts=(ORDER, REASON)), events, LEXICON)
    # The greeting is nobody's question: it is the same whoever the user is.
    assert (order.asked_seq, order.asked_turn, order.told_seq, order.told_turn) == (2, 1, 3, 2)
    assert (why.asked_seq, why.asked_turn, why.told_seq, why.told_turn) == (4, 2, 1, 1)
    assert not order.unasked
    assert why.unasked
    assert not why.opening


def test_what_the_user_may_begin_with_is_marked() -> None:
    fact = ORDER.model_copy(update={"reveal": "opening"})
    (order,) = find_disclosures(Contract(facts=(fact,)), Log().user("W-1001").events, LEXICON)
    assert (order.unasked, order.opening) == (True, True)


def test_what_never_happened_is_none() -> None:
    (order,) = find_disclosures(Contract(facts=(ORDER,)), Log().user("Hi.").events, LEXICON)
    assert (order.asked_seq, order.told_seq, order.unasked) == (None, None, False)


def test_text_beside_a_tool_call_is_not_told() -> None:
    events = Log().say("user", "W-1001", to=["user"]).events
    (order,) = find_disclosures(Contract(facts=(ORDER,)), events, LEXICON)
    assert order.told_seq is None


def test_a_wrong_value_that_is_only_denied_is_asked_and_not_told() -> None:
    events = Log().agent("Hi.").user("Hi.").agent("Is your e-mail q@r.example?").user("No.").events
    (mail,) = find_disclosures(Contract(facts=(MAIL,)), events, LEXICON)
    assert (mail.asked_turn, mail.told_turn) == (1, None)


@pytest.mark.parametrize(
    ("line", "unasked"),
    [("Please read me the gauge.", False), ("One moment while I look it up.", True)],
)
def test_a_reading_was_asked_for_with_the_look_at_it(line: str, unasked: bool) -> None:
    lexicon = Lexicon(directions=(Direction(tool="read_gauge", heard_as=("read the gauge",)),))
    fact = Fact(id="level", text="It stands at F7.", value="F7")
    log = Log().agent("Hi.").user("It is cold.").agent(line)
    log.call("user", "read_gauge", content={"data": "F7"})
    (level,) = find_disclosures(Contract(facts=(fact,)), log.user("F7.").events, lexicon)
    assert level.unasked is unasked


def test_the_wording_of_a_goal_tells_no_fact_until_it_is_asked_for() -> None:
    goal = Goal(id="g", text="Get it back in navy.", says=("I want the navy one back.",))
    contract = Contract(facts=(COLOUR,), goals=(goal,))
    log = Log().agent("Hi.").user("I want the navy one back.")
    (colour,) = find_disclosures(contract, log.events, LEXICON)
    assert colour.told_seq is None
    log.agent("Which colour?").user("I want the navy one back.")
    (colour,) = find_disclosures(contract, log.events, LEXICON)
    assert (colour.told_turn, colour.unasked) == (2, False)
