"""Steps that the user does: told, waited for, helped with, gone on after."""

from __future__ import annotations

import pytest

from tests.support.agent_table import Table
from tests.support.router_desk import HAND_OVER, Desk, open_desk


def at_lights(seed: int = 0) -> tuple[Table, Desk]:
    table, desk = open_desk(seed=seed)
    table.say("My internet is terribly slow since yesterday.")
    table.say("48213")
    assert "lights" in table.last
    return table, desk


@pytest.mark.parametrize(
    "text",
    [
        "Two green ones and one red",
        "It says PWR, DSL, and the third is off",
        "Done, they are all green.",
        "All of them blink.",
        "there's a red light",
        "No light at all",
        "No service, it seems",
        'The display reads "no carrier".',
        "I looked: green green off",
        "Yes, they're on",
        "hmm the second one is orange I think",
        "I can see a red light, what does that mean?",
        "Nothing is lit",
    ],
)
def test_a_report_in_any_words_is_taken(text: str) -> None:
    table, _ = at_lights()
    table.say(text)
    assert "restart" in table.last, table.transcript


@pytest.mark.parametrize(
    "text", ["I can't find the router", "Where is it?", "How do I do that?", "I don't know how"]
)
def test_trouble_is_helped_with_and_the_step_asked_again(text: str) -> None:
    table, _ = at_lights()
    table.say(text)
    assert "lights" in table.last
    assert "restart the router" not in table.last


@pytest.mark.parametrize("text", ["One moment", "wait a sec", "let me check", "ok", "Sure", "..."])
def test_a_promise_is_waited_for(text: str) -> None:
    table, _ = at_lights()
    table.say(text)
    assert "restart" not in table.last, table.transcript
    table.say("They are green now.")
    assert "restart" in table.last, table.transcript


def test_a_second_ok_counts_as_done() -> None:
    table, _ = at_lights()
    table.say("ok")
    table.say("ok")
    assert "restart" in table.last


def test_a_refusal_is_answered_and_in_the_end_the_step_is_left() -> None:
    table, _ = at_lights()
    for _ in range(3):
        assert "restart the router" not in table.last
        table.say("No, I don't want to do that")
    assert "restart" in table.last, table.transcript


def test_it_goes_to_the_end() -> None:
    table, desk = at_lights()
    table.say("All green")
    table.say("I restarted it, it is back")
    assert "Shall I" in table.last
    assert desk.reset == 0
    table.say("yes")
    assert desk.reset == 1
    assert "speed" in table.last or "test" in table.last
    table.say("It says 98 Mbps")
    assert "else" in table.last


def test_still_broken_at_the_end_starts_another_round() -> None:
    table, _ = at_lights()
    for text in ("All green", "I restarted it", "yes", "It says 2 Mbps"):
        table.say(text)
    table.say("But it's still slow, nothing has changed.")
    assert any(word in table.last for word in ("lights", "restart", "test"))


def test_the_users_tools_are_never_called_by_the_agent() -> None:
    table, _ = at_lights()
    for text in ("All green", "I restarted it", "yes", "It says 2 Mbps", "still slow", "ok"):
        table.say(text)
    assert {name for name, _ in table.calls} == {"find_account", "check_line", "reset_line"}


def test_a_plan_that_ends_by_handing_over_calls_and_announces_it() -> None:
    table, desk = open_desk(extra=(HAND_OVER,))
    for text in ("My internet is slow", "48213", "All green", "I restarted it", "yes"):
        table.say(text)
    table.say("It says 2 Mbps")
    assert desk.handed_over == ["LN-9"]
    assert "colleague" in table.last
    calls = len(table.calls)
    for text in ("hello?", "are you there", "thanks", "bye"):
        table.say(text)
        assert "colleague" in table.last
    assert len(table.calls) == calls


def test_a_wrong_number_is_reported_and_asked_for_again() -> None:
    table, _ = open_desk()
    table.say("My internet is slow")
    table.say("48312")
    assert "no such customer" in table.last
    table.say("48312")
    assert table.calls == [("find_account", {"customer_number": "48312"})]
    table.say("Ah, it's 48213")
    assert "lights" in table.last
