"""What else people say: manners, questions, complaints, other wishes, nothing at all."""

from __future__ import annotations

import pytest

from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.wording import sentence_forms
from tests.support.lamp_shop import TOOLS, open_shop

OPENING = "Hi, I want to exchange the lamp of order W-1023, my mail is anna.berg@example.com"


def test_a_greeting_is_returned_and_the_purpose_asked() -> None:
    table, _ = open_shop()
    table.say("Hello there!")
    assert table.calls == []
    assert "?" in table.last or "tell me" in table.last


@pytest.mark.parametrize(
    "text",
    ["...", "?", "", "   ", "ok", "hm", "🙂", "asdf qwer", "日本語", "\x1b[31m", "{order_id}"],
)
def test_noise_gets_an_answer_and_leads_nowhere(text: str) -> None:
    table, shop = open_shop()
    table.say("I'd like to exchange something")
    table.say(text)
    assert table.last.strip()
    assert "{" not in table.last
    assert shop.exchanged == []
    assert table.calls == []


def test_after_two_misses_it_says_exactly_what_it_needs() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange something")
    table.say("blah blah")
    table.say("blah blah blah")
    assert "e-mail address" in table.last


def test_no_sentence_is_said_twice_in_a_row() -> None:
    table, _ = open_shop()
    before = table.say("I'd like to exchange something")
    for _ in range(20):
        after = table.say("blah blah")
        assert not sentence_forms(before) & sentence_forms(after), (before, after)
        before = after


def test_who_is_speaking() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange something")
    table.say("Wait, are you a bot?")
    assert "automated" in table.last or "program" in table.last


def test_an_insult_is_taken_calmly_and_work_goes_on() -> None:
    table, shop = open_shop()
    table.say(OPENING)
    before = len(table.calls)
    table.say("This is ridiculous, you useless idiots")
    assert len(table.calls) == before
    assert "?" in table.last
    table.say("Green, because of the colour")
    table.say("yes")
    assert len(shop.exchanged) == 1, table.transcript


def test_why_is_explained() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange something")
    table.say("Why do you need my e-mail?")
    assert "find" in table.last or "look" in table.last or "wrong" in table.last


def test_one_moment_is_waited_for() -> None:
    table, _shop = open_shop()
    table.say("I'd like to exchange something")
    table.say("One moment, let me look.")
    table.say("anna.berg@example.com")
    assert table.good_calls == ["find_customer"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's the status of my order?", "delivered"),
        ("how much did the floor rug cost?", "80"),
        ("What colour is the rug?", "grey"),
        ("How much is the desk lamp?", "39.50"),
    ],
)
def test_questions_are_answered_from_results(question: str, answer: str) -> None:
    table, _ = open_shop()
    table.say(OPENING)
    table.say(question)
    assert answer in table.last, table.transcript


def test_what_no_result_tells_is_not_made_up() -> None:
    table, _ = open_shop()
    table.say(OPENING + ". The green one, it doesn't match.")
    table.say("Who invented the desk lamp?")
    assert not any(word in table.last for word in ("invented", "lamp is"))


def test_a_forbidden_request_is_refused_after_the_account_is_found() -> None:
    table, _ = open_shop()
    table.say("I want my money back for the lamp, order W-1023.")
    assert "refund" not in table.last
    table.say("anna.berg@example.com")
    assert "refund" in table.last
    table.say("But I insist, I want my money back!")
    assert "refund" in table.last


def test_a_refusal_that_nobody_waits_for_comes_at_once() -> None:
    table, _ = open_shop()
    table.say(OPENING)
    table.say("Or could I just have my money back for it?")
    assert "refund" in table.last


def test_what_another_tool_does_is_declined() -> None:
    table, _shop = open_shop()
    table.say("Please cancel my order")
    assert "cancel" in table.last
    assert "cancel_order" not in [name for name, _ in table.calls]


def test_after_the_end_it_asks_for_more_and_takes_leave() -> None:
    table, _shop = open_shop()
    table.say(OPENING + ". The green one, it doesn't match.")
    table.say("yes")
    assert "else" in table.last
    table.say("No thanks, that's all.")
    said = len(table.calls)
    for text in ("bye", "thanks", "bye bye", "ok", "you're welcome", "..."):
        table.say(text)
        assert table.last.strip()
    assert len(table.calls) == said


def test_a_wish_beyond_the_plan_is_declined_at_the_end() -> None:
    table, _ = open_shop()
    table.say(OPENING + ". The green one, it doesn't match.")
    table.say("yes")
    table.say("Can you also book me a table for tonight?")
    assert any(word in table.last for word in ("sorry", "afraid", "outside", "cannot"))


POLICY = "If a customer insists on speaking to a person, hand over to a colleague."


def test_a_wish_for_a_person_is_met_with_help_first() -> None:
    table, shop = open_shop(policy=POLICY)
    table.say("I want to talk to a human")
    assert not shop.handed_over
    table.say("No, I insist on a real person!")
    assert shop.handed_over
    assert "colleague" in table.last
    table.say("hello? anybody there?")
    assert "colleague" in table.last


@pytest.mark.parametrize(
    "policy", ["", "Never hand over to a person only because the customer asks for one."]
)
def test_without_a_rule_that_grants_it_nobody_is_handed_over(policy: str) -> None:
    table, shop = open_shop(policy=policy)
    for _ in range(4):
        table.say("I want to talk to a human being")
        assert table.last.strip()
    assert not shop.handed_over


def test_a_handover_that_needs_arguments_is_not_invented() -> None:
    tools = tuple(
        ToolSpec(
            name=tool.name,
            parameters={"type": "object", "properties": {"why": {}}, "required": ["why"]},
            writes=True,
        )
        if tool.name == "transfer_to_human"
        else tool
        for tool in TOOLS
    )
    table, shop = open_shop(policy=POLICY, tools=tools)
    table.say("I want to talk to a human")
    table.say("a human, please")
    assert not shop.handed_over


def test_a_question_asked_too_early_is_answered_when_the_answer_is_known() -> None:
    table, _ = open_shop()
    table.say("What is the status of my order? And I'd like to exchange the lamp.")
    assert "delivered" not in table.last
    table.say("anna.berg@example.com")
    table.say("W-1023")
    assert "delivered" in table.last


def test_what_there_is_to_choose_from_is_listed() -> None:
    table, _ = open_shop()
    table.say(OPENING)
    table.say("What colours are there?")
    assert "green" in table.last
    assert "yellow" in table.last


def test_nobody_is_held_back_in_the_midst_of_something() -> None:
    table, _ = open_shop()
    table.say("I'd like to exchange something")
    table.say("Oh, never mind. Goodbye!")
    assert "e-mail" not in table.last
    table.say("Wait, I'm back. I do want to exchange the lamp.")
    assert "mail" in table.last


def test_a_rule_is_not_argued_about() -> None:
    table, _ = open_shop()
    table.say("anna.berg@example.com, W-1023: I want my money back for the lamp.")
    assert "refund" in table.last
    table.say("Why not?")
    assert any(word in table.last for word in ("rule", "sorry")), table.transcript
