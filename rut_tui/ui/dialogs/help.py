"""What the keys do on the present screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rut_tui.ui.commands import COMMON, Command

_KEY_NAMES = {
    "question_mark": "?",
    "slash": "/",
    "escape": "esc",
    "space": "space",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "full_stop": ".",
    "comma": ",",
}


class Help(ModalScreen[None]):
    """The commands of a screen with their keys, and a sentence on what the screen is for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,question_mark", "dismiss", "Close")
    ]

    def __init__(self, about: str, commands: list[Command]) -> None:
        super().__init__(classes="dialog wide")
        self._about = about
        self._commands = commands

    def compose(self) -> ComposeResult:
        """Show the sentence and the keys."""
        lines = [
            Content.assemble((f"{show_keys(command.keys):<18}", "bold $text-primary"), command.help)
            for command in (*self._commands, *COMMON)
        ]
        lines.append(Content.assemble((f"{'ctrl+p':<18}", "bold $text-primary"), "All commands."))
        lines.append(Content.assemble((f"{'ctrl+q':<18}", "bold $text-primary"), "Quit."))
        with Vertical():
            yield Static(Content(self._about), id="about")
            with VerticalScroll(classes="told"):
                yield Static(Content("\n").join(lines))
            yield Static(Content("esc closes").stylize("$text-muted"))


def show_keys(keys: str) -> str:
    """Return keys as people write them."""
    return ", ".join(_KEY_NAMES.get(key, key) for key in keys.split(","))
