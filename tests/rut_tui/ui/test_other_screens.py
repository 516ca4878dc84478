"""The start page, the list of dialogues, help and palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import DataTable

from rut_domains.dialogue import Chair, Origin
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import FOOTER_KEYS, CommandScreen
from rut_tui.ui.dialogs.help import Help
from rut_tui.ui.dialogs.question import Choose, Confirm
from rut_tui.ui.screens.dialogues import DialogueScreen, DialoguesScreen
from rut_tui.ui.screens.home import HomeScreen
from rut_tui.ui.screens.play import PlayScreen
from rut_tui.ui.screens.rate import RateScreen
from tests.support.dialogues import Log
from tests.support.screens import LARGE, SMALL, make_app, screen_text, static_text, wait_until


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_start_page_leads_to_a_dialogue_without_giving_the_task_away(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")
        assert "rut.sqlite" in screen_text(app)
        await pilot.press("a")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the domains")
        await pilot.press("enter")
        await wait_until(pilot, lambda: "Surprise me" in screen_text(app), "the tasks")
        assert "Task 2" in screen_text(app)
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen), "the dialogue")
        assert app.store.dialogues.list()[0].agent == Chair(kind="human", name="pat")


async def test_escape_leads_back_to_the_start_page(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")
        await pilot.press("u")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the domains")
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")
        assert app.store.dialogues.list() == ()


def listing_app(folder: Path) -> RutApp:
    app = make_app(folder, lambda _: DialoguesScreen())
    for number, (text, domain) in enumerate(
        [("Where is my [red]parcel?", "retail"), ("My phone is dead", "telecom")]
    ):
        log = Log().agent("Hello?").user(text).agent("I see.").end("satisfied")
        app.store.dialogues.add(
            log.dialogue(
                f"d-000{number}",
                domain=domain,
                origin=Origin(system="tau2", source_id=str(number)),
                user=Chair(kind="model", name="[b]gpt"),
            )
        )
    return app


async def test_the_list_is_sorted_by_numbers_where_there_are_numbers(tmp_path: Path) -> None:
    app = make_app(tmp_path, lambda _: DialoguesScreen())
    for name, turns in (("tau2-0123456789abcdef", 12), ("tau2-0123456789abcdxx", 9)):
        log = Log()
        for number in range(turns):
            log.user(f"line {number}")
        app.store.dialogues.add(log.dialogue(name))
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")
        await wait_until(pilot, lambda: rows(app) == 2, "both rows")
        await pilot.press("o", "o", "o")
        await wait_until(pilot, lambda: ", by msgs" in screen_text(app), "the order")
        table = app.screen.query_one(DataTable)
        shown = [[str(cell) for cell in table.get_row_at(at)] for at in range(2)]
        assert [row[3] for row in shown] == ["9", "12"]
        assert [row[0] for row in shown] == ["tau2-0123456789abcdxx", "tau2-0123456789abcdef"]


def rows(app: RutApp) -> int:
    return app.screen.query_one(DataTable).row_count


async def test_the_list_is_searched_by_what_was_said_and_by_facts(tmp_path: Path) -> None:
    app = listing_app(tmp_path)
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")
        await wait_until(pilot, lambda: rows(app) == 2, "both rows")
        assert "[b]gpt" in screen_text(app)
        await pilot.press("slash", *"[red]PARCEL")
        await wait_until(pilot, lambda: rows(app) == 1, "one row by its words")
        await pilot.press("escape")
        await wait_until(pilot, lambda: rows(app) == 2, "both again")
        await pilot.press("slash", *"domain:telecom")
        await wait_until(pilot, lambda: rows(app) == 1, "one row by its domain")
        await pilot.press("enter", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, DialogueScreen), "the dialogue")
        assert "My phone is dead" in screen_text(app)
        assert "Fork" not in screen_text(app)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")


@pytest.mark.parametrize("key", ["f1", "question_mark"])
async def test_help_lists_every_command_of_the_screen(tmp_path: Path, key: str) -> None:
    app = listing_app(tmp_path)
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")
        menu = DialoguesScreen.MENU
        await pilot.press(key)
        await wait_until(pilot, lambda: isinstance(app.screen, Help), "the help")
        shown = screen_text(app)
        assert all(command.help in shown for command in menu)
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")


@pytest.mark.parametrize("screen", [HomeScreen, PlayScreen, RateScreen, DialoguesScreen])
def test_a_footer_has_at_most_six_keys(screen: type[CommandScreen]) -> None:
    shown = [binding for binding in screen.BINDINGS if getattr(binding, "show", True)]
    assert 0 < len(shown) <= FOOTER_KEYS


async def test_the_palette_offers_what_works_here(tmp_path: Path) -> None:
    app = listing_app(tmp_path)
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, DialoguesScreen), "the list")
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Search" in titles
        assert "Quit" in titles
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, DialogueScreen), "a dialogue")
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert "Find" in titles
        assert "Fork" not in titles


async def test_many_unfinished_dialogues_leave_the_menu_in_sight(tmp_path: Path) -> None:
    from rut_tui.work.casting import Casting
    from rut_tui.work.play import Choice, start_session

    app = make_app(tmp_path)
    for seed in range(4):
        casting = Casting(seat="agent", player="pat")
        choice = Choice(domain="retail", task="club-member", seed=seed, casting=casting)
        start_session(app.store, app.settings, choice)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: "Resume retail" in screen_text(app), "the start page")
        shown = screen_text(app)
        assert shown.count("Resume retail as the agent") == 2
        assert shown.count("2 more under Dialogues") == 1
        assert "Agreement between raters" in shown


async def test_a_played_dialogue_is_forked_at_a_turn(tmp_path: Path) -> None:
    from rut_tui.work.casting import Casting
    from rut_tui.work.play import Choice, start_session

    app = make_app(tmp_path)
    choice = Choice(
        domain="retail", task="number-remembered-wrong", seed=3, casting=Casting(seat="agent")
    )
    parent = start_session(app.store, app.settings, choice)
    async with app.run_test(size=LARGE) as pilot:
        await app.push_screen(PlayScreen(parent))
        await wait_until(pilot, lambda: "your turn" in static_text(app, "#status"), "the turn")
        await pilot.press(*"Your name?", "enter")
        await wait_until(pilot, lambda: len(parent.events) == 4, "the answer")
        await app.push_screen(DialogueScreen(app.store.dialogues.get(parent.id)))
        await pilot.press("home", "down", "f")
        await wait_until(pilot, lambda: isinstance(app.screen, Confirm), "the question")
        assert "after message 2" in screen_text(app)
        await pilot.press("y")
        await wait_until(
            pilot,
            lambda: isinstance(app.screen, PlayScreen) and app.screen.session.id != parent.id,
            "the fork is played",
        )
        await wait_until(pilot, lambda: "your turn" in static_text(app, "#status"), "the turn")
        fork = app.store.dialogues.list()[0]
        assert (fork.parent_id, fork.turns) == (parent.id, 2)
        assert len(app.store.dialogues.events(parent.id)) == 4
