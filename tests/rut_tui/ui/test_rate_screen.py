"""Rating on screen, by keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Chair, Origin
from rut_tui.ui.app import RutApp
from rut_tui.ui.dialogs.failure import Failure
from rut_tui.ui.dialogs.question import Tell
from rut_tui.ui.dialogs.writing import Write
from rut_tui.ui.screens.home import HomeScreen
from rut_tui.ui.screens.rate import RateScreen
from rut_tui.work.rate import Desk
from tests.support.dialogues import Log
from tests.support.screens import LARGE, SMALL, make_app, screen_text, static_text, wait_until

RUBRIC = load_rubric("user_contract")
CANARY = "XCANARYX"


def rating_app(folder: Path, dialogues: int = 2, turns: int = 3) -> RutApp:
    app = make_app(folder, lambda made: RateScreen(Desk(made.store, made.settings, "ada", RUBRIC)))
    for number in range(dialogues):
        log = Log().agent("Hello?")
        for turn in range(turns):
            log = log.user(f"Question {turn}?").agent(f"Answer {turn}.")
        made = (
            log.user("Bye [/b]")
            .end("satisfied")
            .dialogue(
                f"{CANARY}-{number}",
                domain=CANARY,
                task_id=CANARY,
                user=Chair(kind="model", name=CANARY),
                agent=Chair(kind="model", name=CANARY),
                origin=Origin(system="tau2", source_id=f"{CANARY}{number}", file=CANARY),
                recorded={"reward": CANARY},
            )
        )
        app.store.dialogues.add(made)
    return app


def rate_screen(app: RutApp) -> RateScreen:
    screen = app.screen
    assert isinstance(screen, RateScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_verdicts_are_single_keys_and_lead_on(tmp_path: Path, size: tuple[int, int]) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("m", "a", "t", "m")
        await wait_until(pilot, lambda: "dialogue 2/2" in static_text(app, "#status"), "the next")
        await pilot.press("m", "m", "m", "m")
        await wait_until(pilot, lambda: isinstance(app.screen, Tell), "the end of the work")
        assert "2 of 2 answered" in screen_text(app)
        verdicts = [made.verdict for made in app.store.judgements.current()]
        assert verdicts == ["met", "not_applicable", "cannot_tell", "met"] + ["met"] * 4
        await pilot.press("enter", "escape")
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")


@pytest.mark.parametrize("lengths", [(2, 2, 2), (1, 60, 3)])
async def test_each_dialogue_shows_its_own_turns_and_no_others(
    tmp_path: Path, lengths: tuple[int, ...]
) -> None:
    app = make_app(
        tmp_path, lambda made: RateScreen(Desk(made.store, made.settings, "ada", RUBRIC))
    )
    for number, turns in enumerate(lengths):
        log = Log().agent(f"Desk {number}.")
        for turn in range(turns):
            log = log.user(f"Matter {number}, point {turn}.")
        app.store.dialogues.add(log.end("satisfied").dialogue(f"dialogue-{number}"))

    def matches() -> bool:
        screen = rate_screen(app)
        assert screen.item is not None
        own = [turn.text for turn in screen.item.blind.turns if turn.kind == "message"]
        shown = screen_text(app)
        others = {f"Desk {number}." for number in range(len(lengths))} - {own[0]}
        return own[0] in shown and not any(text in shown for text in others)

    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await wait_until(pilot, matches, "the first dialogue")
        for key in ("right_square_bracket", "right_square_bracket", "left_square_bracket"):
            before = rate_screen(app).item
            await pilot.press(key)
            assert rate_screen(app).item != before
            await wait_until(pilot, matches, "its own turns")
        turns = rate_screen(app).turns
        await pilot.press("end")
        item = rate_screen(app).item
        assert item is not None
        last = item.blind.turns[-1]
        await wait_until(pilot, lambda: turns.chosen == last, "the last turn")
        await pilot.press("e")
        assert turns.marked == {last.number}
        entry = turns.entry(last.number - 1)
        assert entry is not None
        assert "◆" in str(entry.render())


async def test_not_met_with_evidence_takes_three_keys(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("n")
        assert app.store.judgements.history() == ()
        await pilot.press("down", "down")
        await pilot.press("n", "2", "h")
        await wait_until(pilot, lambda: app.store.judgements.current(), "the judgement")
        made = app.store.judgements.current()[0]
        assert (made.verdict, made.mode, made.evidence, made.effect) == (
            "not_met",
            "unexecuted_action_claimed",
            (2,),
            "helped",
        )


async def test_nothing_is_chosen_that_was_not_chosen(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("down", "down", "n")
        await wait_until(pilot, lambda: isinstance(app.screen, Failure), "the modes")
        await pilot.press("enter", "enter", "h", "s")
        assert "Choose a mode first" in static_text(app, "#hint")
        await pilot.press("3", "enter", "enter")
        assert "h, i or x" in static_text(app, "#hint")
        await pilot.press("s", "x")
        assert "choose the main mode" in static_text(app, "#hint")
        assert app.store.judgements.history() == ()
        await pilot.press("1", "x")
        await wait_until(pilot, lambda: app.store.judgements.current(), "the judgement")
        made = app.store.judgements.current()[0]
        assert made.mode == RUBRIC.criteria[0].modes[0].slug
        assert made.secondary_modes == (RUBRIC.criteria[0].modes[2].slug,)
        await pilot.press("left")
        await wait_until(
            pilot,
            lambda: RUBRIC.criteria[0].modes[0].title in static_text(app, "#criterion"),
            "one's own answer in words",
        )


async def test_several_turns_secondary_modes_confidence_and_comment(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("down", "down", "e", "down", "down", "e", "3", "c")
        await wait_until(pilot, lambda: isinstance(app.screen, Write), "the comment")
        await pilot.press(*"met [/b] n", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "back")
        await pilot.press("n")
        await wait_until(pilot, lambda: isinstance(app.screen, Failure), "the modes")
        await pilot.press("5", "s", "1", "i")
        await wait_until(pilot, lambda: app.store.judgements.current(), "the judgement")
        made = app.store.judgements.current()[0]
        assert made.evidence == (2, 4)
        assert (made.mode, made.secondary_modes) == ("fabricated_fact", ("self_contradiction",))
        assert (made.effect, made.confidence, made.comment) == ("hindered", 3, "met [/b] n")


async def test_undo_goes_back_to_the_dialogue_of_the_answer(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("m", "m", "m", "m")
        await wait_until(pilot, lambda: "dialogue 2/2" in static_text(app, "#status"), "the next")
        await pilot.press("u")
        await wait_until(pilot, lambda: "dialogue 1/2" in static_text(app, "#status"), "back")
        assert "criterion 4/4" in static_text(app, "#status")
        assert len(app.store.judgements.current()) == 3


async def test_marks_and_sureness_survive_leaving(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("down", "down", "e", "3", "right", "left")
        assert rate_screen(app).turns.marked == {2}
        assert "  sure (1" in static_text(app, "#status")
        await pilot.press("right")
        assert rate_screen(app).turns.marked == set()
        assert "fairly sure" in static_text(app, "#status")
    app.store.close()
    again = make_app(
        tmp_path, lambda made: RateScreen(Desk(made.store, made.settings, "ada", RUBRIC))
    )
    async with again.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(again.screen, RateScreen), "the desk")
        assert rate_screen(again).turns.marked == {2}
        assert "  sure (1" in static_text(again, "#status")


async def test_a_dialogue_is_put_off_with_a_reason(tmp_path: Path) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, Write), "the reason")
        await pilot.press(*"too odd", "enter")
        await wait_until(pilot, lambda: "dialogue 2/2" in static_text(app, "#status"), "the next")
        await pilot.press("left_square_bracket")
        assert "put off" in static_text(app, "#status")
        await pilot.press("s")
        assert "put off" not in static_text(app, "#status")


async def test_nothing_that_identifies_or_tells_the_outcome_is_on_any_screen(
    tmp_path: Path,
) -> None:
    app = rating_app(tmp_path)
    async with app.run_test(size=LARGE) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        seen = [screen_text(app)]
        for keys in (
            ["slash"],
            ["escape", "i"],
            ["escape", "f1"],
            ["escape", "v"],
            ["v", "v", "down", "n"],
        ):
            await pilot.press(*keys)
            await pilot.pause()
            seen.append(screen_text(app))
        assert len(set(seen)) == len(seen)
        assert CANARY not in "\n".join(seen)


async def test_an_empty_desk_says_what_to_do(tmp_path: Path) -> None:
    app = rating_app(tmp_path, dialogues=0)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, Tell), "the hint")
        assert "rut import FILE" in screen_text(app)
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, HomeScreen), "the start page")


async def test_a_long_dialogue_mounts_a_window_and_is_walked_to_its_end(tmp_path: Path) -> None:
    app = rating_app(tmp_path, dialogues=1, turns=400)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, RateScreen), "the desk")
        turns = rate_screen(app).turns
        assert len(turns.items) == 803
        assert len(turns.children) <= 200
        await pilot.press("end")
        await wait_until(pilot, lambda: "Bye [/b]" in screen_text(app), "the last turn")
        await pilot.press("home")
        await wait_until(pilot, lambda: "Hello?" in screen_text(app), "the first turn")
        await pilot.press("slash", *"Question 300?")
        await pilot.press("enter")
        await wait_until(pilot, lambda: "Question 300?" in screen_text(app), "what was searched")
        assert len(turns.children) <= 200
