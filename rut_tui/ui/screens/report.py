"""The report on screen: computed beside the screen, shown as text, saved on demand."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from rut_domains.faults import Fault
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.model import Report
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import Command, CommandScreen, bindings
from rut_tui.ui.dialogs.question import Choose, Tell
from rut_tui.ui.dialogs.writing import Write
from rut_tui.ui.text import plain
from rut_tui.work.report import make_bundle, render, write_report

SAVED_AS = {
    "markdown": "report.md",
    "html": "report.html",
    "latex": "report.tex",
    "json": "report.json",
    "csv": "report",
    "sheet": "evaluation.json",
    "bundle": "report.zip",
}


class ReportScreen(CommandScreen):
    """What the judgements say so far."""

    CSS_PATH = "report.tcss"
    AUTO_FOCUS = "#report"
    ABOUT = (
        "Agreement between raters and fidelity of users, each number with its interval and count. "
        "What is undefined says why."
    )
    MENU = (
        Command("save", "s", "Save", "Save it as a page, tables, an evaluation sheet or a bundle."),
        Command("find", "slash,ctrl+f", "Find", "Search the report."),
        Command("again", "r", "Again", "Compute it anew."),
        Command("leave", "escape,q", "Back", "Go back."),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    app = getters.app(RutApp)

    def __init__(self) -> None:
        super().__init__()
        self._made: tuple[Bundle, Report] | None = None
        self._lines: list[str] = []

    @property
    def ready(self) -> bool:
        """Whether the report stands on the screen."""
        return self._made is not None

    def compose(self) -> ComposeResult:
        """Lay out a text that scrolls."""
        with VerticalScroll(id="report", can_focus=True):
            yield Static("Computing …", id="text")
        yield Footer()

    def on_mount(self) -> None:
        """Start computing."""
        self.action_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is saved or searched before it is there."""
        return self.ready or action not in ("save", "find")

    def action_again(self) -> None:
        """Read the store here, on its own thread, and compute elsewhere."""
        self._made = None
        with self.app.telling():
            from rut_annotations.rubric import load_rubric
            from rut_tui.work.rate import DEFAULT_RUBRIC

            rubric = load_rubric(DEFAULT_RUBRIC)
            self._compute(make_bundle(self.app.store, self.app.settings, rubric))

    @work(thread=True, exclusive=True, group="report", exit_on_error=False)
    def _compute(self, bundle: Bundle) -> None:
        made = build_report(bundle)
        self.app.call_from_thread(self._show, bundle, made)

    def _show(self, bundle: Bundle, made: Report) -> None:
        self._made = (bundle, made)
        text = render(made, "text", max(self.size.width - 4, 60))
        self._lines = text.splitlines()
        self.query_one("#text", Static).update(plain(text))
        self.refresh_bindings()

    def action_find(self) -> None:
        """Search the lines."""

        def go(index: int | None) -> None:
            if index is not None:
                self.query_one("#report", VerticalScroll).scroll_to(y=index, animate=False)

        self.app.push_screen(Choose("Find in the report", [(line, "") for line in self._lines]), go)

    @work
    async def action_save(self) -> None:
        """Choose a form and a place."""
        if self._made is None:
            return
        forms = list(SAVED_AS)
        titles = [
            ("Markdown", "One file, for reading."),
            ("HTML", "One page with figures, for the browser and for printing."),
            ("LaTeX", "The tables, for a paper."),
            ("JSON", "One file, for programs."),
            ("CSV", "A folder of tables, for spreadsheets and statistics."),
        ]
        index = await self.app.push_screen_wait(Choose("Save the report as", titles))
        if index is None:
            return
        name = await self.app.push_screen_wait(
            Write("Where to?", str(Path.cwd() / SAVED_AS[forms[index]]))
        )
        if not name or not name.strip():
            return
        try:
            written = write_report(*self._made, forms[index], Path(name.strip()))
        except Fault as fault:
            self.app.push_screen(Tell.of(fault))
            return
        self.notify("\n".join(map(str, written)), title="Saved", markup=False)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
