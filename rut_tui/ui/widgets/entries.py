"""A long list of texts of which only a window is mounted: a key costs the same in any length.

Textual lays out all mounted widgets again at every change, so what is far from the cursor is left
out and comes in as the cursor or the scroll nears the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

T = TypeVar("T")

WINDOW = 40
MARGIN = 10


def window_around(index: int, start: int, end: int, count: int) -> tuple[int, int]:
    """Return the part to mount so that `index` stands at least `MARGIN` from an edge of it.

    Args:
        index: The entry that must be inside.
        start: Where the mounted part begins now.
        end: One past where it ends now.
        count: How many entries there are.
    """
    near_start = index < start + MARGIN and start > 0
    near_end = index >= end - MARGIN and end < count
    if start <= index < end and not near_start and not near_end:
        return start, end
    first = max(min(index - WINDOW // 2, count - WINDOW), 0)
    return first, min(first + WINDOW, count)


class Entry(Static):
    """One mounted entry."""

    class Clicked(Message):
        """The entry was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, index: int, content: Content, classes: str) -> None:
        super().__init__(content, markup=False, classes=f"entry {classes}")
        self.index = index

    @on(Click)
    def _clicked(self) -> None:
        self.post_message(self.Clicked(self.index))


class Entries(VerticalScroll, Generic[T], can_focus=True):
    """Entries with a cursor that walks them; subclasses say how an item looks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "walk(-1)", "Previous", show=False),
        Binding("down,j", "walk(1)", "Next", show=False),
        Binding("pageup", "walk(-8)", "Back", show=False),
        Binding("pagedown", "walk(8)", "On", show=False),
        Binding("home,g", "walk(-1000000)", "First", show=False),
        Binding("end,G", "walk(1000000)", "Last", show=False),
        Binding("enter,space", "unfold", "Unfold", show=False),
    ]

    class Moved(Message):
        """The cursor stands somewhere else."""

    def __init__(self, items: Iterable[T] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items: list[T] = list(items)
        self.cursor: int | None = None
        self.unfolded: set[int] = set()
        self._start = self._end = 0
        # By the position of its item; one that is on its way out is in it no more.
        self._mounted: dict[int, Entry] = {}

    def look(self, item: T, *, unfolded: bool) -> Content:
        """Return how an item looks."""
        return Content(str(item))

    def style_of(self, item: T) -> str:
        """Return an item's style classes."""
        return type(item).__name__.lower()

    def on_mount(self) -> None:
        """Mount the first window."""
        self._remount(*window_around(self.cursor or 0, 0, 0, len(self.items)))

    @property
    def chosen(self) -> T | None:
        """The item under the cursor."""
        return None if self.cursor is None else self.items[self.cursor]

    def replace(self, items: Sequence[T]) -> None:
        """Show other items, the cursor on none."""
        self.items = list(items)
        self.cursor = None
        self.unfolded.clear()
        # None of the entries shows one of these items.
        self.remove_children(self._mounted.values())
        self._mounted.clear()
        self._start = self._end = 0
        self._remount(*window_around(0, 0, 0, len(self.items)))
        self.scroll_home(animate=False)

    def add(self, items: Iterable[T]) -> None:
        """Append items; they are mounted if the end is in sight."""
        at_end = self._end == len(self.items)
        new = list(items)
        self.items.extend(new)
        if not new or not at_end or not self.is_mounted:
            return
        self.mount_all(self._make(index) for index in range(self._end, len(self.items)))
        self._end = len(self.items)
        if self._end - self._start > 2 * WINDOW:
            self._remount(self._end - WINDOW, self._end)

    def go_to(self, index: int) -> None:
        """Put the cursor on an item and bring it into view."""
        if not self.items:
            return
        before, self.cursor = self.cursor, min(max(index, 0), len(self.items) - 1)
        start, end = window_around(self.cursor, self._start, self._end, len(self.items))
        if (start, end) != (self._start, self._end):
            self._remount(start, end)
        for at, here in ((before, False), (self.cursor, True)):
            if at is not None and (entry := self.entry(at)) is not None:
                entry.set_class(here, "cursor")
        entry = self.entry(self.cursor)
        if entry is not None:
            self.call_after_refresh(entry.scroll_visible, animate=False)
        self.post_message(self.Moved())

    def entry(self, index: int) -> Entry | None:
        """Return the mounted entry of an item, if it is mounted."""
        return self._mounted.get(index)

    def redraw(self, index: int) -> None:
        """Draw one item again."""
        entry = self.entry(index)
        if entry is not None:
            entry.update(self._content(index))

    def words(self) -> list[str]:
        """Return each item's whole text, for searching."""
        return [self.look(item, unfolded=True).plain for item in self.items]

    def action_walk(self, by: int) -> None:
        """Move the cursor by some items."""
        self.go_to(by - 1 if self.cursor is None and by > 0 else (self.cursor or 0) + by)

    def action_unfold(self) -> None:
        """Fold or unfold the item under the cursor."""
        if self.cursor is not None:
            self.unfolded ^= {self.cursor}
            self.redraw(self.cursor)

    @on(Entry.Clicked)
    def _entry_clicked(self, message: Entry.Clicked) -> None:
        again = self.cursor == message.index
        self.go_to(message.index)
        if again:
            self.action_unfold()

    def _content(self, index: int) -> Content:
        return self.look(self.items[index], unfolded=index in self.unfolded)

    def _make(self, index: int) -> Entry:
        classes = self.style_of(self.items[index])
        here = " cursor" if index == self.cursor else ""
        self._mounted[index] = Entry(index, self._content(index), classes + here)
        return self._mounted[index]

    def _remount(self, start: int, end: int) -> None:
        gone = [self._mounted.pop(at) for at in list(self._mounted) if not start <= at < end]
        kept = frozenset(self._mounted)
        self._start, self._end = start, end
        with self.app.batch_update():
            self.remove_children(gone)
            first, last = min(kept, default=start), max(kept, default=start - 1)
            self._mount_before(range(start, first))
            self.mount_all(self._make(index) for index in range(last + 1, end))

    def _mount_before(self, indices: range) -> None:
        if not indices:
            return
        made = [self._make(index) for index in indices]
        if self.children:
            self.mount_all(made, before=0)
        else:
            self.mount_all(made)
