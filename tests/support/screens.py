"""The app in tests: opened on a file of the test, driven by keys, waited for by conditions."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.ui.app import Opening, RutApp

DEADLINE = 20.0
SMALL = (80, 24)
LARGE = (120, 40)


def make_settings(folder: Path) -> Settings:
    """Return settings that keep everything in a folder of the test."""
    return Settings(db=folder / "rut.sqlite", config=folder, sandbox="none", player="pat")


def make_app(folder: Path, opening: Opening | None = None) -> RutApp:
    """Return the app over a file of the test; it is closed with the app's store."""
    settings = make_settings(folder)
    return RutApp(Store.open(settings.db), settings, opening)


async def wait_until(pilot: Pilot[None], condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds; fail with its description after a generous deadline."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        await pilot.pause()


def screen_text(app: RutApp) -> str:
    """Return all that the present screen shows, as plain text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


def static_text(app: RutApp, selector: str) -> str:
    """Return the text of one static widget of the present screen."""
    return str(app.screen.query_one(selector, Static).render())
