"""A dialogue on screen: one entry an event, long results folded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from textual.content import Content

from rut_domains.dialogue import Event, Message, Note, SeatName, Stop, ToolCall, ToolResult
from rut_domains.text import one_line
from rut_tui.ui.text import compact_json, full_json, prose
from rut_tui.ui.widgets.entries import Entries

FOLDED_WIDTH = 160
Show = Literal["user", "agent", "lead"]


class Transcript(Entries[Event]):
    """The events that one seat, or the lead, may see; a long result is folded."""

    def __init__(self, show: Show, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._show: Show = show

    def look(self, item: Event, *, unfolded: bool) -> Content:
        """Return how an event looks."""
        return _content(item, self._show, folded=not unfolded)

    def style_of(self, item: Event) -> str:
        """Return the event's kind and actor as style classes."""
        return f"{item.kind} by-{item.actor}"

    def add(self, items: Iterable[Event]) -> None:
        """Append those events that may be seen here."""
        super().add(event for event in items if may_see(event, self._show))


def may_see(event: Event, show: Show) -> bool:
    """Return whether an event is shown: a lead sees all, a seat what is visible to it."""
    return show == "lead" or show in event.visible_to


def _content(event: Event, show: Show, *, folded: bool) -> Content:
    match event:
        case Message():
            hidden = _hidden(event, show)
            head = Content.assemble((f"{event.actor}{hidden}", _style(event.actor)))
            return Content("\n").join([head, prose(event.text)])
        case ToolCall():
            return Content.assemble(
                (f"→ {one_line(event.name)} ", f"bold {_style(event.actor)}"),
                compact_json(event.arguments),
            )
        case ToolResult():
            return _result(event, folded=folded)
        case Stop():
            detail = f": {one_line(event.detail)}" if event.detail else ""
            return Content(f"■ ended by the {event.actor}: {event.reason}{detail}").stylize("bold")
        case Note():
            text = full_json(event.data)
            return Content(f"lead only · {event.kind}\n{text}").stylize("$text-muted")


def _result(event: ToolResult, *, folded: bool) -> Content:
    mark = "✗" if event.error else "←"
    short = compact_json(event.content)
    if len(short) <= FOLDED_WIDTH:
        return Content(f"{mark} {short}").stylize("$text-muted")
    if folded:
        cut = compact_json(event.content, FOLDED_WIDTH)
        return Content(f"{mark} ▸ {cut}").stylize("$text-muted")
    return Content(f"{mark} ▾ {full_json(event.content)}").stylize("$text-muted")


def _hidden(event: Event, show: Show) -> str:
    if len(event.visible_to) == 2:
        return ""
    return (
        " · only the lead sees this"
        if show == "lead" and not event.visible_to
        else (" · the other side does not see this")
    )


def _style(actor: str) -> str:
    return "bold $primary" if actor == "user" else "bold $secondary"


def seat_title(seat: SeatName) -> str:
    """Return the seat's name as a heading."""
    return {"user": "You are the user", "agent": "You are the agent"}[seat]
