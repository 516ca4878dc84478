"""A dialogue on screen: one widget an event, long results folded, a cursor that walks them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message as TextualMessage
from textual.widgets import Static

from rut_domains.dialogue import Event, Message, Note, SeatName, Stop, ToolCall, ToolResult
from rut_domains.text import one_line
from rut_tui.ui.text import compact_json, full_json, plain, prose

FOLDED_WIDTH = 160
Show = Literal["user", "agent", "lead"]


class Entry(Static):
    """One event of a dialogue."""

    class Chosen(TextualMessage):
        """The entry was clicked."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self, event: Event, show: Show) -> None:
        super().__init__(markup=False, classes=f"entry {event.kind} by-{event.actor}")
        self.event = event
        self._show = show
        self.folded = isinstance(event, ToolResult)

    def on_mount(self) -> None:
        """Draw the event."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the event folded or whole."""
        self.update(_content(self.event, self._show, folded=self.folded))

    def toggle(self) -> None:
        """Fold or unfold a result."""
        if isinstance(self.event, ToolResult):
            self.folded = not self.folded
            self.redraw()

    def words(self) -> str:
        """Return the entry's text, for searching."""
        return _content(self.event, self._show, folded=False).plain

    @on(Click)
    def _clicked(self) -> None:
        self.post_message(self.Chosen(self))


class Transcript(VerticalScroll, can_focus=True):
    """The events that one seat, or the lead, may see."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1)", "Previous", show=False),
        Binding("down,j", "walk(1)", "Next", show=False),
        Binding("enter,space", "toggle", "Unfold", show=False),
        Binding("home,g", "walk(-1000000)", "First", show=False),
        Binding("end,G", "walk(1000000)", "Last", show=False),
    ]

    def __init__(self, show: Show, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._show: Show = show
        self._cursor: int | None = None

    def on_mount(self) -> None:
        """Follow new events as long as the person has not scrolled away."""
        self.anchor()

    @property
    def entries(self) -> list[Entry]:
        """All entries, first to last."""
        return list(self.query_children(Entry))

    @property
    def chosen(self) -> Event | None:
        """The event under the cursor."""
        entries = self.entries
        if self._cursor is None or self._cursor >= len(entries):
            return None
        return entries[self._cursor].event

    def add(self, events: Iterable[Event]) -> None:
        """Append those events that may be seen here."""
        made = [Entry(event, self._show) for event in events if may_see(event, self._show)]
        if made:
            self.mount_all(made)

    def go_to(self, index: int) -> None:
        """Put the cursor on an entry and bring it into view."""
        entries = self.entries
        if not entries:
            return
        if self._cursor is not None and self._cursor < len(entries):
            entries[self._cursor].remove_class("cursor")
        self._cursor = min(max(index, 0), len(entries) - 1)
        entries[self._cursor].add_class("cursor")
        entries[self._cursor].scroll_visible(animate=False)

    def action_walk(self, by: int) -> None:
        """Move the cursor by some entries."""
        at = len(self.entries) if self._cursor is None else self._cursor
        self.go_to(at + by)

    def action_toggle(self) -> None:
        """Fold or unfold the entry under the cursor."""
        if self._cursor is not None:
            self.entries[self._cursor].toggle()

    @on(Entry.Chosen)
    def _entry_chosen(self, message: Entry.Chosen) -> None:
        self.go_to(self.entries.index(message.entry))
        message.entry.toggle()


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


def plain_line(text: str) -> Content:
    """Return one muted line."""
    return plain(one_line(text), "$text-muted")
