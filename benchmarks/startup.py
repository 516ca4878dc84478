"""The first moments: help, and the first paint of the app."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Ratio, compare

MINIMAL = """
from textual.app import App, ComposeResult
from textual.widgets import Static, TextArea, Footer
from textual.containers import VerticalScroll
class Minimal(App):
    def compose(self):
        with VerticalScroll():
            yield Static("hello")
        yield TextArea()
        yield Footer()
    def on_mount(self):
        self.call_after_refresh(self.exit)
Minimal().run(headless=True, size=(120, 40))
"""
OURS = """
import sys
from pathlib import Path
from rut_tui.settings import load_settings
from rut_tui.store import Store
from rut_tui.ui.app import RutApp
settings = load_settings(db=Path(sys.argv[1]))
with Store.open(settings.db) as store:
    app = RutApp(store, settings)
    app.call_later(lambda: app.call_after_refresh(app.exit))
    app.run(headless=True, size=(120, 40))
"""


def measure() -> Iterator[Ratio]:
    """Compare whole processes, in wall time."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "rut.sqlite")
        yield compare(
            "rut --help against python -c pass",
            4.0,
            lambda: _python("-m", "rut_tui", "--help"),
            lambda: _python("-c", "pass"),
        )
        yield compare(
            "first paint of rut against a minimal Textual app",
            1.8,
            lambda: _python("-c", OURS, file),
            lambda: _python("-c", MINIMAL),
        )


def _python(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, "TEXTUAL_ANIMATIONS": "none"},
    )
