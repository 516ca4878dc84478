"""Ending a dialogue on purpose: the reason is chosen, never typed as a token."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rut_domains.dialogue import EndReason, SeatName
from rut_tui.play.moves import ends_of
from rut_tui.play.seat import End
from rut_tui.ui.text import plain

ABOUT: dict[EndReason, str] = {
    "satisfied": "What you came for is done, or rightly refused.",
    "transferred": "You were handed over to somebody else.",
    "out_of_scope": "Your briefing does not tell you how to go on.",
    "abandoned": "You give up; a remark below tells the lead why.",
    "quit": "You leave the agent's seat; a remark below tells why.",
}


class Ending(ModalScreen[End | None]):
    """Choose how to end; escape goes back to the dialogue."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Go on")]

    def __init__(self, seat: SeatName) -> None:
        super().__init__(classes="dialog")
        self._reasons = ends_of(seat)

    def compose(self) -> ComposeResult:
        """Show the reasons and a field for a remark."""
        with Vertical():
            yield Static(plain("End the dialogue", "bold"))
            yield OptionList(
                *(
                    Option(
                        Content.assemble((reason, "bold"), f"\n  {ABOUT.get(reason, '')}"),
                        id=reason,
                    )
                    for reason in self._reasons
                ),
                id="reasons",
            )
            yield Input(placeholder="A remark for the lead (optional); tab goes here", id="detail")
            yield Static(Content("enter ends, esc goes back").stylize("$text-muted"))

    def on_mount(self) -> None:
        """Start on the reasons."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._end(event.option_index)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._end(self.query_one(OptionList).highlighted or 0)

    def _end(self, index: int) -> None:
        self.dismiss(End(reason=self._reasons[index], detail=self.query_one(Input).value.strip()))
