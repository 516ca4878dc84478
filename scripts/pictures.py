"""Draw the pictures of the README from the app itself, so that they stay true: `make pictures`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from rut_annotations.rubric import load_rubric
from rut_domains.behaviours import find_mode
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.ui.app import Opening, RutApp
from rut_tui.ui.screens.play import PlayScreen
from rut_tui.ui.screens.rate import RateScreen
from rut_tui.ui.screens.report import ReportScreen
from rut_tui.work.casting import Casting
from rut_tui.work.demo import fill_demo
from rut_tui.work.play import Choice, start_session
from rut_tui.work.rate import Answer, Desk

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZE = (110, 32)
DEADLINE = 600


def main() -> None:
    """Draw all three."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "rut.sqlite", config=Path(folder))
        with Store.open(settings.db) as store:
            asyncio.run(_draw_play(store, settings))
            for _ in fill_demo(store, settings):
                pass
            asyncio.run(_draw_rate(store, settings))
            _judge(store, settings)
            asyncio.run(_draw_report(store, settings))


async def _draw_play(store: Store, settings: Settings) -> None:
    choice = Choice(
        domain="retail",
        task="number-remembered-wrong",
        seed=3,
        casting=Casting(seat="agent"),
    )
    session = start_session(store, settings, choice)
    app = RutApp(store, settings, lambda _: PlayScreen(session))
    async with app.run_test(size=SIZE) as pilot:
        await _until(lambda: session.turn == "agent" and len(session.events) == 2)
        await pilot.press(*"Gladly. May I have your name and postcode?", "enter")
        await _until(lambda: len(session.events) == 4)
        await pilot.press(*"Thank you, one moment.")
        await pilot.pause()
        _save(app, "play")


async def _draw_rate(store: Store, settings: Settings) -> None:
    desk = Desk(store, settings, "ada", load_rubric("user_contract"))
    app = RutApp(store, settings, lambda _: RateScreen(desk))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down", "down", "down", "down", "e")
        await pilot.pause()
        _save(app, "rate")


async def _draw_report(store: Store, settings: Settings) -> None:
    opening: Opening = lambda _: ReportScreen()  # noqa: E731 - a name for its type
    app = RutApp(store, settings, opening)
    async with app.run_test(size=SIZE) as pilot:
        await _until(lambda: getattr(app.screen, "ready", False))
        await pilot.pause()
        _save(app, "report")


def _judge(store: Store, settings: Settings) -> None:
    """Have two raters answer: one finds all planted faults, the other overlooks two."""
    rubric = load_rubric("user_contract")
    faults = {row.id: row.fault for row in store.dialogues.list()}
    for rater, overlooked in (("ada", ()), ("ben", ("premature_stop", "fabricated_fact"))):
        desk = Desk(store, settings, rater, rubric)
        for position, place in enumerate(store.orders.get(rater, rubric.id)):
            item = desk.item(position)
            mode = find_mode(faults[place.dialogue_id] or "")
            for criterion in item.criteria:
                found = mode is not None and mode.slug not in overlooked
                if mode is not None and found and criterion.id == mode.family:
                    answer = Answer(
                        verdict="not_met", mode=mode.slug, evidence=(2,), effect="neither"
                    )
                else:
                    answer = Answer(verdict="met")
                item = desk.answer(item, criterion, answer)


async def _until(condition: Callable[[], bool]) -> None:
    for _ in range(DEADLINE):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise TimeoutError("the picture was never ready")


def _save(app: RutApp, name: str) -> None:
    # Without the fonts of another site: a picture asks nobody for anything.
    drawn = re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(title="rut"), flags=re.DOTALL)
    (PICTURES / f"{name}.svg").write_text(drawn, "utf-8")
    print(f"drew {name}.svg")


if __name__ == "__main__":
    main()
