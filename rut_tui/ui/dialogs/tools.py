"""Calling tools: choose one, fill its form, and send one or several calls as one move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from rut_domains.faults import UsageFault
from rut_domains.tool import ToolSpec
from rut_tui.play.seat import Call
from rut_tui.ui.dialogs.question import Choose, Confirm, Tell
from rut_tui.ui.text import compact_json, plain
from rut_tui.ui.widgets.fields import Field, fields_of, read_fields

_NO_TOOLS = "Write a message: in this task you speak, and the other side acts."


class ToolForm(ModalScreen[tuple[Call, bool] | None]):
    """A form made from a tool's JSON Schema.

    The answer is the call and whether another one follows in the same move; None after escape.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("ctrl+r", "run", "Call", priority=True),
        Binding("ctrl+n", "another", "Add another", priority=True),
    ]

    def __init__(self, tool: ToolSpec, queued: Sequence[Call]) -> None:
        super().__init__(classes="dialog wide")
        self._tool = tool
        self._queued = queued

    def compose(self) -> ComposeResult:
        """Show name, description, fields and buttons."""
        with Vertical():
            yield Static(plain(self._tool.name, "bold $primary"))
            # All that can grow scrolls; problem and buttons stay in sight below it.
            with VerticalScroll(id="fields"):
                about = self._tool.description.strip().split("\n\n")[0]
                if about:
                    yield Static(plain(about), classes="about")
                for call in self._queued:
                    yield Static(
                        plain(f"+ {call.name} {compact_json(call.arguments, 60)}", "$text-muted")
                    )
                yield from fields_of(self._tool.parameters, self._tool.parameters)
            yield Static("", id="problem")
            with Horizontal(classes="buttons"):
                yield Button("Call (ctrl+r)", id="run", variant="primary")
                yield Button("Add another (ctrl+n)", id="another")
                yield Button("Cancel (esc)", id="cancel")

    def on_mount(self) -> None:
        """Put the focus where something is to be filled in, else on the button."""
        fields = self.query("#fields Input, #fields Select, #fields TextArea, #fields Checkbox")
        (fields.first() if fields else self.query_one("#run")).focus()

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "run":
                self.action_run()
            case "another":
                self.action_another()
            case _:
                self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        """Enter goes to the next field; in the last one it sends the call."""
        fields = [*self.query("#fields Input, #fields Select, #fields TextArea")]
        if event.input is fields[-1]:
            self.action_run()
        else:
            fields[fields.index(event.input) + 1].focus()

    def action_run(self) -> None:
        """Send the call."""
        self._close(more=False)

    def action_another(self) -> None:
        """Keep the call and choose another tool for the same move."""
        self._close(more=True)

    def _close(self, *, more: bool) -> None:
        try:
            fields = self.query_one("#fields").children
            values = read_fields(field for field in fields if isinstance(field, Field))
        except UsageFault as fault:
            self.query_one("#problem", Static).update(plain(f"! {fault.title}", "$error"))
            return
        self.dismiss((Call(name=self._tool.name, arguments=values), more))


class CallTools(ModalScreen[tuple[Call, ...]]):
    """Choose tools and fill their forms; the answer is one move's calls, empty if cancelled."""

    def __init__(self, tools: Sequence[ToolSpec]) -> None:
        super().__init__(classes="blank")
        self._tools = tools

    def on_mount(self) -> None:
        """Ask."""
        self._ask()

    @work
    async def _ask(self) -> None:
        if not self._tools:
            await self.app.push_screen_wait(Tell("This seat has no tools here", _NO_TOOLS))
            self.dismiss(())
            return
        calls: list[Call] = []
        tools = [(tool.name, tool.description.strip().split("\n")[0]) for tool in self._tools]
        while True:
            ready = _count(len(calls))
            names = ", ".join(call.name for call in calls)
            entries = [*tools, (f"Send the {ready}", names)] if calls else tools
            title = f"Add to {ready}, or send at the end of the list" if calls else "Call a tool"
            index = await self.app.push_screen_wait(Choose(title, entries))
            if index is None:
                # What was filled in is neither sent nor lost by a slip.
                drop = Confirm(f"Drop the {ready} ({names})?", yes="Drop", no="Keep")
                if not calls or await self.app.push_screen_wait(drop):
                    self.dismiss(())
                    return
                continue
            if index == len(tools):
                self.dismiss(tuple(calls))
                return
            answer = await self.app.push_screen_wait(ToolForm(self._tools[index], calls))
            if answer is None:
                continue
            calls.append(answer[0])
            if not answer[1]:
                self.dismiss(tuple(calls))
                return


def _count(calls: int) -> str:
    return "one call" if calls == 1 else f"{calls} calls"
