"""Writing a line or a few: a comment, a reason, a name. No hot key fires in it."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rut_tui.ui.text import plain
from rut_tui.ui.widgets.composer import Composer


class Write(ModalScreen[str | None]):
    """Ask for text; enter takes it, escape leaves things as they were (None)."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the question and a text area."""
        with Vertical():
            yield Static(plain(self._title, "bold"))
            yield Composer(self._text, id="text")
            hint = "enter keeps it, ctrl+j breaks the line, esc leaves it"
            yield Static(Content(hint).stylize("$text-muted"))

    def on_mount(self) -> None:
        """Start at the end of what is there."""
        composer = self.query_one(Composer)
        composer.move_cursor(composer.document.end)
        composer.focus()

    @on(Composer.Sent)
    def _sent(self, message: Composer.Sent) -> None:
        self.dismiss(message.text)
