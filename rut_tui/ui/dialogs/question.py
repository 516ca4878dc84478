"""Modal questions: confirm, choose, search, and a fault told in the app's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from rut_domains.faults import Fault
from rut_domains.text import one_line
from rut_tui.ui.text import plain


class Confirm(ModalScreen[bool]):
    """A yes-or-no question; escape means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape", "answer(False)", "No"),
    ]

    def __init__(self, question: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__(classes="dialog")
        self._question = question
        self._yes = yes
        self._no = no

    def compose(self) -> ComposeResult:
        """Show the question and its two answers."""
        with Vertical():
            yield Static(plain(self._question))
            with Horizontal(classes="buttons"):
                yield Button(f"{self._yes} (y)", id="yes", variant="primary")
                yield Button(f"{self._no} (n)", id="no")

    def action_answer(self, answer: bool) -> None:
        """Close with the answer."""
        self.dismiss(answer)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Tell(ModalScreen[None]):
    """Something the person should read; any of enter, escape or the button closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__(classes="dialog")
        self._title = title
        self._text = text

    @classmethod
    def of(cls, fault: Fault) -> Tell:
        """Return the dialog that tells a fault: what, where, and the way out."""
        place = f"At: {fault.place}" if fault.place else ""
        return cls(fault.title, "\n".join(part for part in (fault.hint, place) if part))

    def compose(self) -> ComposeResult:
        """Show title and text."""
        with Vertical():
            yield Static(plain(self._title, "bold"))
            with VerticalScroll(classes="told"):
                yield Static(plain(self._text))
            with Horizontal(classes="buttons"):
                yield Button("Close", id="close", variant="primary")

    def on_mount(self) -> None:
        """Give the button the focus, so that enter closes."""
        self.query_one(Button).focus()

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.dismiss()


class Choose(ModalScreen[int | None]):
    """One of several entries, each a title and an explanation; typing filters them.

    The answer is the entry's index, or None after escape.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("down", "move(1)", "Next", show=False, priority=True),
        Binding("up", "move(-1)", "Previous", show=False, priority=True),
    ]

    def __init__(self, title: str, entries: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="dialog wide")
        self._title = title
        self._entries = entries

    def compose(self) -> ComposeResult:
        """Show title, filter and entries."""
        with Vertical():
            yield Static(plain(self._title, "bold"))
            yield Input(placeholder="Type to filter; enter chooses, escape cancels", id="filter")
            yield OptionList(id="entries")

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill("")

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        self._fill(event.value)

    @on(Input.Submitted, "#filter")
    def _submitted(self) -> None:
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(int(event.option.id or 0))

    def action_move(self, by: int) -> None:
        """Move the highlight while the filter keeps the focus."""
        entries = self.query_one(OptionList)
        if by > 0:
            entries.action_cursor_down()
        else:
            entries.action_cursor_up()

    def _fill(self, filter_text: str) -> None:
        words = filter_text.casefold().split()
        entries = self.query_one(OptionList)
        entries.clear_options()
        found = [
            (not all(word in title.casefold() for word in words), index)
            for index, (title, about) in enumerate(self._entries)
            if all(word in f"{title} {about}".casefold() for word in words)
        ]
        # What is called so comes before what is explained so.
        for _, index in sorted(found):
            entries.add_option(Option(_entry(*self._entries[index]), id=str(index)))
        if entries.option_count:
            entries.highlighted = 0
        else:
            nothing = "Nothing matches; type less." if words else "There is nothing to choose."
            entries.add_option(Option(plain(nothing, "$text-muted"), disabled=True))


def _entry(title: str, about: str) -> Content:
    shown = plain(one_line(title), "bold")
    if not about:
        return shown
    return Content("\n").join([shown, plain(f"  {one_line(about, 200)}", "$text-muted")])
