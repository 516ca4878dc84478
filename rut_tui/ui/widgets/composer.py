"""Where a message is typed: enter sends, ctrl+j breaks the line, and nothing typed is lost."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

SAVE_AFTER = 0.4


class Composer(TextArea):
    """A text area that sends on enter and asks for its draft to be kept."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+j", "newline", "New line", show=False, priority=True),
    ]

    class Sent(Message):
        """The person sends this text."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Drafted(Message):
        """The person paused; this is the draft."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, text: str = "", *, id: str | None = None) -> None:
        super().__init__(
            text,
            soft_wrap=True,
            compact=True,
            highlight_cursor_line=False,
            tab_behavior="focus",
            placeholder="Write here. Enter sends, ctrl+j breaks the line.",
            id=id,
        )
        self._pause: Timer | None = None

    def on_mount(self) -> None:
        """Go on where the draft ends."""
        self.move_cursor(self.document.end)

    def action_newline(self) -> None:
        """Break the line."""
        self.insert("\n")

    @on(Key)
    def _send_on_enter(self, event: Key) -> None:
        if event.key == "enter":
            event.prevent_default()
            event.stop()
            text = self.text
            # At once: what is typed from now on belongs to the next message.
            self.clear()
            self.post_message(self.Sent(text))

    def put_back(self, text: str) -> None:
        """Take back a text that could not be sent; it comes before what was typed since."""
        self.load_text(text + self.text)
        self.move_cursor(self.document.end)

    @on(TextArea.Changed)
    def _draft_changed(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(SAVE_AFTER, self.save_now)

    def save_now(self) -> None:
        """Ask for the draft to be kept."""
        self.post_message(self.Drafted(self.text))
