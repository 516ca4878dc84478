"""Playing on screen, by keys, against the real scripted user and the real environment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from rut_domains.dialogue import Message, ToolCall
from rut_tui.play.seat import Move
from rut_tui.ui.app import RutApp
from rut_tui.ui.dialogs.question import Choose, Confirm, Tell
from rut_tui.ui.dialogs.tools import CallTools, ToolForm
from rut_tui.ui.screens.home import HomeScreen
from rut_tui.ui.screens.play import PlayScreen
from rut_tui.ui.widgets.composer import Composer
from rut_tui.work.casting import Casting
from rut_tui.work.play import Choice, Session, resume_session, start_session
from tests.support.screens import LARGE, SMALL, make_app, screen_text, static_text, wait_until


def agent_session(app: RutApp) -> Session:
    choice = Choice(
        domain="retail",
        task="number-remembered-wrong",
        seed=3,
        casting=Casting(seat="agent", player="pat"),
    )
    return start_session(app.store, app.settings, choice)


@pytest.fixture
def app(tmp_path: Path) -> RutApp:
    return make_app(tmp_path, lambda made: PlayScreen(agent_session(made)))


def play_screen(app: RutApp) -> PlayScreen:
    screen = app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def my_turn(app: RutApp) -> Callable[[], bool]:
    return lambda: isinstance(app.screen, PlayScreen) and "your turn" in static_text(app, "#status")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_message_is_sent_with_enter_and_answered(
    app: RutApp, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        assert screen.composer.has_focus
        await pilot.press(*"Your name", "ctrl+j", *"and postcode?", "enter")
        await wait_until(
            pilot,
            lambda: any(
                isinstance(event, Message) and event.text == "Your name\nand postcode?"
                for event in screen.session.events
            ),
            "the message in the log",
        )
        await wait_until(pilot, my_turn(app), "the answer")
        assert screen.composer.text == ""
        assert "Nora Quinlan" in screen_text(app)


async def test_the_agent_never_sees_the_contract(app: RutApp) -> None:
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        contract = play_screen(app).session.dialogue.briefing.contract
        assert contract is not None
        shown = screen_text(app)
        for goal in contract.goals:
            assert goal.text not in shown
        assert "number-remembered-wrong" not in shown


async def test_a_tool_is_chosen_filled_in_and_called(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        await pilot.press("ctrl+t")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the list of tools")
        await pilot.press(*"by_name", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, ToolForm), "the form")
        await pilot.press("ctrl+r")
        shown = screen_text(app)
        assert "name is needed" in shown
        assert "Call (ctrl+r)" in shown
        assert "Cancel (esc)" in shown
        await pilot.press(*"Nora Quinlan", "enter", *"XL8 6GD", "enter")
        await wait_until(
            pilot,
            lambda: any(event.kind == "tool_result" for event in screen.session.events),
            "the result",
        )
        call = next(event for event in screen.session.events if isinstance(event, ToolCall))
        assert call.arguments == {"name": "Nora Quinlan", "postcode": "XL8 6GD"}
        await wait_until(pilot, lambda: "C-3016" in screen_text(app), "the result on screen")


async def queue_an_order(app: RutApp, pilot: Pilot[None]) -> None:
    """Fill in a call of get_order and go back to the list for another."""
    await pilot.press("ctrl+t")
    await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the list of tools")
    await pilot.press(*"get_order", "enter")
    await wait_until(pilot, lambda: isinstance(app.screen, ToolForm), "the form")
    await pilot.press(*"MK-4073", "ctrl+n")
    await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the list again")


async def test_several_calls_are_one_move(app: RutApp) -> None:
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        await queue_an_order(app, pilot)
        await pilot.press(*"get_customer", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, ToolForm), "the second form")
        await pilot.press(*"C-3016", "ctrl+r")
        await wait_until(
            pilot,
            lambda: sum(event.kind == "tool_result" for event in screen.session.events) == 2,
            "both results",
        )
        calls = [event for event in screen.session.events if isinstance(event, ToolCall)]
        assert [call.name for call in calls] == ["get_order", "get_customer"]
        assert len({call.at for call in calls}) == 1


async def test_escape_sends_no_call_that_was_filled_in(app: RutApp) -> None:
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        await queue_an_order(app, pilot)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm), "the question")
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the list once more")
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm), "the question again")
        await pilot.press("y")
        await wait_until(pilot, lambda: app.screen is screen, "the dialogue")
        assert not any(isinstance(event, ToolCall) for event in screen.session.events)


async def test_calls_that_are_ready_are_sent_from_the_list(app: RutApp) -> None:
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        await queue_an_order(app, pilot)
        await pilot.press(*"send the one", "enter")
        await wait_until(
            pilot,
            lambda: any(event.kind == "tool_result" for event in screen.session.events),
            "the result",
        )


async def test_free_text_is_never_read_as_a_call(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        screen.composer.text = 'get_order(order_id="MK-4073") [/b] [red]'
        await pilot.press("enter")
        await wait_until(pilot, my_turn(app), "the answer")
        assert not any(isinstance(event, ToolCall) for event in screen.session.events)
        assert "[/b] [red]" in screen_text(app)


async def test_what_is_typed_survives_leaving_and_a_crash(app: RutApp, tmp_path: Path) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        await pilot.press(*"half a thou")
        await wait_until(
            pilot, lambda: screen.session.draft() == "half a thou", "the draft is kept by itself"
        )
        await pilot.press(*"ght", "escape")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm), "the question")
        await pilot.press("n")
        await wait_until(pilot, lambda: app.screen is screen, "back in the dialogue")
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm), "the question")
        await pilot.press("y")
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")
        await wait_until(pilot, lambda: "Resume retail" in screen_text(app), "resume is offered")
        await pilot.press("enter")
        await wait_until(pilot, my_turn(app), "the dialogue goes on")
        assert play_screen(app).composer.text == "half a thought"


async def test_an_end_is_chosen_and_the_outcome_shown_afterwards(app: RutApp) -> None:
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        session = play_screen(app).session
        await pilot.press("ctrl+e")
        await wait_until(pilot, lambda: bool(app.screen.query("#reasons")), "the reasons")
        assert app.screen.query_one("#reasons", OptionList).option_count == 1
        app.screen.query_one("#detail", Input).value = "[bold]lunch"
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, Tell), "the end is told")
        assert "Goal reached: no" in screen_text(app)
        assert session.stop is not None
        assert (session.stop.reason, session.stop.detail) == ("quit", "[bold]lunch")
        await pilot.press("enter", "escape")
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")


async def test_hostile_text_is_shown_and_steers_nothing(tmp_path: Path) -> None:
    nasty = "[/b][link=x] \x1b]0;owned\x07 \x1b[31mred \u202eevil مرحبا 你好 👩‍🚀 " + "x" * 5000
    app = make_app(tmp_path, lambda made: PlayScreen(agent_session(made)))
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        screen.composer.text = nasty
        await pilot.press("enter")
        await wait_until(pilot, my_turn(app), "the answer")
        sent = [e for e in screen.session.events if isinstance(e, Message) and e.actor == "agent"]
        assert sent[-1].text.startswith("[/b][link=x]")
        assert any("你好" in text for text in screen.transcript.words())
        shown = "\n".join(screen.transcript.words())
        assert "\x1b" not in shown
        assert "\u202e" not in shown


async def test_a_resumed_dialogue_shows_what_happened(tmp_path: Path) -> None:
    first = make_app(tmp_path, lambda made: PlayScreen(agent_session(made)))
    async with first.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(first), "the agent's turn")
        await pilot.press(*"Your name and postcode?", "enter")
        await wait_until(pilot, lambda: "Quinlan" in screen_text(first), "the answer")
        dialogue_id = play_screen(first).session.id
    first.store.close()

    def resume(made: RutApp) -> PlayScreen:
        return PlayScreen(resume_session(made.store, made.settings, dialogue_id))

    second = make_app(tmp_path, resume)
    async with second.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(second), "the agent's turn again")
        assert "Quinlan" in screen_text(second)


async def test_what_is_typed_right_after_enter_belongs_to_the_next_message(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        # All keys are in the queue before the screen hears of the first message.
        for key in (*"Your name?", "enter", *"And"):
            app.screen.post_message(Key(key, key if len(key) == 1 else "\r"))
        await wait_until(pilot, lambda: len(screen.session.events) == 4, "the answer")
        await wait_until(pilot, lambda: screen.composer.text == "And", "the next message")


async def test_a_message_out_of_turn_goes_back_to_the_composer(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        screen = play_screen(app)
        screen.composer.insert(", more")
        # Nothing else runs between these two: the engine has not asked again.
        screen.session.submit(Move(text="Good day."))
        screen._sent(Composer.Sent("Too early"))
        assert screen.composer.text == "Too early, more"


async def test_quitting_keeps_what_was_typed_a_moment_ago(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        session = play_screen(app).session
        await pilot.press(*"Hal", "ctrl+q")
        assert session.draft() == "Hal"


async def test_an_empty_list_of_tools_says_why(app: RutApp) -> None:
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, my_turn(app), "the agent's turn")
        app.push_screen(CallTools(()))
        await wait_until(pilot, lambda: isinstance(app.screen, Tell), "the reason")
        shown = screen_text(app)
        assert "This seat has no tools here" in shown
        assert "Write a message" in shown
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen), "the dialogue")
        await pilot.press("ctrl+t")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the list of tools")
        await pilot.press(*"zzzz")
        await wait_until(pilot, lambda: "Nothing matches" in screen_text(app), "the hint")
