"""The report on screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_tui.ui.app import RutApp
from rut_tui.ui.dialogs.question import Choose
from rut_tui.ui.dialogs.writing import Write
from rut_tui.ui.screens.report import ReportScreen
from rut_tui.ui.widgets.composer import Composer
from tests.support.dialogues import finished_log
from tests.support.screens import LARGE, SMALL, make_app, screen_text, wait_until


def report_app(folder: Path) -> RutApp:
    app = make_app(folder, lambda _: ReportScreen())
    app.store.dialogues.add(finished_log().dialogue("dialogue-1"))
    return app


def is_ready(app: RutApp) -> bool:
    return isinstance(app.screen, ReportScreen) and app.screen.ready


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_report_is_computed_and_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    app = report_app(tmp_path)
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: is_ready(app), "the report")
        await wait_until(pilot, lambda: "0 of 1 dialogues rated" in screen_text(app), "the text")


async def test_the_report_is_saved_where_asked(tmp_path: Path) -> None:
    app = report_app(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        await wait_until(pilot, lambda: is_ready(app), "the report")
        await pilot.press("s")
        await wait_until(pilot, lambda: isinstance(app.screen, Choose), "the forms")
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(app.screen, Write), "the place")
        app.screen.query_one(Composer).text = str(tmp_path / "out.md")
        await pilot.press("enter")
        await wait_until(pilot, lambda: (tmp_path / "out.md").exists(), "the file")
    assert (tmp_path / "out.md").read_text("utf-8").startswith("#")
