"""A blinded dialogue on screen: numbered turns that can be marked as evidence."""

from __future__ import annotations

from textual.content import Content

from rut_annotations.blind import BlindTurn
from rut_tui.ui.text import plain, prose
from rut_tui.ui.widgets.entries import Entries

FOLDED = 160


class Turns(Entries[BlindTurn]):
    """The turns of one blinded dialogue; `marked` holds the numbers cited as evidence."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.marked: set[int] = set()

    def look(self, item: BlindTurn, *, unfolded: bool) -> Content:
        """Return how a turn looks: number, mark, speaker, words."""
        mark = "◆" if item.number in self.marked else " "
        actor = item.actor or "—"
        aside = " · not seen by the other side" if item.aside else ""
        style = "bold $primary" if item.actor == "user" else "bold $secondary"
        head = Content.assemble(
            (f"{mark}{item.number:>3} ", "bold $accent" if mark.strip() else "$text-muted"),
            (f"{actor}{aside}", style),
        )
        if item.kind == "message":
            return Content("\n").join([head, prose(item.text)])
        if item.kind == "end":
            return Content.assemble(head, " ", plain(item.text, "bold"))
        return Content.assemble(head, "\n", _call(item, unfolded=unfolded))

    def style_of(self, item: BlindTurn) -> str:
        """Return the turn's kind and actor as style classes."""
        return f"{item.kind} by-{item.actor or 'nobody'}"

    def mark(self, number: int) -> None:
        """Cite a turn, or no longer."""
        self.marked ^= {number}
        self.redraw(number - 1)

    def set_marks(self, numbers: tuple[int, ...]) -> None:
        """Cite these turns and no others."""
        changed = self.marked ^ set(numbers)
        self.marked = set(numbers)
        for number in changed:
            self.redraw(number - 1)


def _call(turn: BlindTurn, *, unfolded: bool) -> Content:
    call = turn.call
    if call is None:
        return Content("")
    line = plain(f"→ {call.name}({call.arguments})")
    if call.result is None:
        return line
    mark = "✗" if call.error else "←"
    short = " ".join(call.result.split())
    if unfolded or len(short) <= FOLDED:
        shown = call.result if unfolded else short
        return Content("\n").join([line, plain(f"{mark} {shown}", "$text-muted")])
    return Content("\n").join([line, plain(f"{mark} ▸ {short[:FOLDED]}…", "$text-muted")])
