"""Playing: briefing beside the transcript, composer below, tools and ends as explicit actions."""

from __future__ import annotations

from contextlib import aclosing
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from rut_domains.dialogue import SeatName
from rut_domains.faults import Fault, UsageFault
from rut_domains.tool import ToolSpec
from rut_tui.play.engine import Preview, Progress, Recorded, Waiting
from rut_tui.play.moves import active_seconds, count_steps
from rut_tui.play.seat import Call, End, Move
from rut_tui.ui.commands import Command, CommandScreen, bindings
from rut_tui.ui.dialogs.ending import Ending
from rut_tui.ui.dialogs.question import Choose, Confirm, Tell
from rut_tui.ui.dialogs.tools import CallTools
from rut_tui.ui.text import plain
from rut_tui.ui.widgets.briefing import BriefingPane
from rut_tui.ui.widgets.composer import Composer
from rut_tui.ui.widgets.transcript import Transcript, seat_title
from rut_tui.work.outcome import describe_outcome
from rut_tui.work.play import Session

PANES = ("beside", "briefing", "transcript")


class PlayScreen(CommandScreen):
    """One dialogue, played from one seat."""

    CSS_PATH = "play.tcss"
    AUTO_FOCUS = "#composer"
    ABOUT = (
        "You sit in one seat of a dialogue; the other side answers by itself. Your briefing stands "
        "beside the transcript. Everything is saved as it happens."
    )
    MENU = (
        Command("tools", "ctrl+t", "Tools", "Call one or several of your tools.", priority=True),
        Command("end", "ctrl+e", "End", "End the dialogue, with a reason.", priority=True),
        Command(
            "find", "ctrl+f", "Find", "Search the transcript and your briefing.", priority=True
        ),
        Command("pane", "f2", "Pane", "Briefing beside, alone, or hidden.", priority=True),
        Command("leave", "escape", "Leave", "Leave; the dialogue stays open and can be resumed."),
        Command(
            "walk", "f6", "Walk", "Go from the composer to the transcript and back.", False, True
        ),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    transcript = getters.query_one("#transcript", Transcript)
    composer = getters.query_one("#composer", Composer)
    status = getters.query_one("#status", Static)
    preview = getters.query_one("#preview", Static)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        person = session.person
        self._seat: SeatName = person.seat if person is not None else "user"
        self._waiting_for: SeatName | None = None
        self._pane = 0

    def compose(self) -> ComposeResult:
        """Lay out briefing, transcript, status, composer."""
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static(plain(seat_title(self._seat), "bold"), id="seat")
                yield BriefingPane(self._seat, self.session.dialogue.briefing, id="briefing")
            with Vertical(id="right"):
                yield Transcript(self._seat, id="transcript")
                yield Static("", id="preview")
        yield Static("", id="status")
        yield Composer(self.session.draft(), id="composer")
        yield Footer()

    def on_mount(self) -> None:
        """Show what happened so far, follow what comes, and start playing."""
        self.transcript.anchor()
        self.transcript.add(self.session.events)
        self.set_interval(1.0, self._show_status)
        self._show_status()
        self._play()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer moves only while it is the person's turn, and tools only where there are some."""
        if action == "tools":
            return bool(self._tools()) and self._my_turn()
        if action == "end":
            return self._my_turn()
        return True

    @work(exclusive=True, group="turn", exit_on_error=False)
    async def _play(self) -> None:
        try:
            async with aclosing(self.session.run()) as steps:
                async for step in steps:
                    self._show(step)
        except Fault as fault:
            self._waiting_for = None
            await self.app.push_screen(Tell.of(fault))
            return
        self._waiting_for = None
        self._show_status()
        self.refresh_bindings()
        self._show_end()

    def _show(self, step: Progress) -> None:
        match step:
            case Recorded(event=event):
                self.preview.update("")
                self.transcript.add([event])
            case Waiting(seat=seat):
                self._waiting_for = seat
                self.refresh_bindings()
            case Preview():
                # The other side's unfinished words are for a lead, not for a player.
                pass
        self._show_status()

    @on(Composer.Sent)
    def _sent(self, message: Composer.Sent) -> None:
        if message.text.strip() and not self._submit(Move(text=message.text)):
            self.composer.put_back(message.text)

    @on(Composer.Drafted)
    def _drafted(self, message: Composer.Drafted) -> None:
        self.session.save_draft(message.text)

    def action_tools(self) -> None:
        """Choose tools; free text is never read as a call."""

        def call(calls: tuple[Call, ...] | None) -> None:
            if calls:
                self._submit(Move(calls=calls))

        self.app.push_screen(CallTools(self._tools()), call)

    def action_end(self) -> None:
        """Choose an end; a text that is still in the composer goes with it as last words."""

        def end(chosen: End | None) -> None:
            words = self.composer.text.strip()
            if chosen is not None and self._submit(Move(text=words, end=chosen)):
                self.composer.clear()
                self.keep()

        self.app.push_screen(Ending(self._seat), end)

    def action_find(self) -> None:
        """Search what can be read here."""
        entries = [(words, "") for words in self.transcript.words()]
        sections = [(text, title) for title, text in self.query_one(BriefingPane).sections]

        def go(index: int | None) -> None:
            if index is None:
                return
            if index < len(entries):
                self.transcript.focus()
                self.transcript.go_to(index)
            else:
                self.query_one(BriefingPane).go_to(index - len(entries))

        self.app.push_screen(
            Choose("Find in the transcript and the briefing", [*entries, *sections]), go
        )

    def action_pane(self) -> None:
        """Show the briefing beside the transcript, alone, or not at all."""
        self._pane = (self._pane + 1) % len(PANES)
        for name in PANES:
            self.set_class(PANES[self._pane] == name, f"-{name}")

    def action_walk(self) -> None:
        """Move the focus between composer and transcript."""
        (self.transcript if self.composer.has_focus else self.composer).focus()

    @work
    async def action_leave(self) -> None:
        """Leave after asking; an ended dialogue needs no question."""
        self.composer.save_now()
        question = "Leave this dialogue? It is saved, and you can resume it from the start page."
        if self.session.stop is not None or await self.app.push_screen_wait(
            Confirm(question, yes="Leave", no="Stay")
        ):
            self.dismiss()

    def keep(self) -> None:
        """Keep the draft as it is now."""
        self.session.save_draft(self.composer.text)

    def _submit(self, move: Move) -> bool:
        """Hand in a move; return False, and say why, if it cannot be made now."""
        try:
            self.session.submit(move)
        except UsageFault as fault:
            self.notify(
                fault.hint or fault.title, title=fault.title, severity="warning", markup=False
            )
            return False
        self._waiting_for = None
        # Handing in forgets the draft; what has been typed since is one again.
        self.keep()
        self.refresh_bindings()
        self.composer.focus()
        return True

    def _tools(self) -> tuple[ToolSpec, ...]:
        briefing = self.session.dialogue.briefing
        return briefing.user_tools if self._seat == "user" else briefing.agent_tools

    def _my_turn(self) -> bool:
        return self._waiting_for == self._seat and self.session.stop is None

    def _show_status(self) -> None:
        events = self.session.events
        minutes, seconds = divmod(int(active_seconds(events)), 60)
        steps, budget = count_steps(events), self.session.task.budget.steps
        if (stop := self.session.stop) is not None:
            turn = Content(f"■ ended: {stop.reason}").stylize("bold")
        elif self._my_turn():
            turn = Content("● your turn").stylize("bold $primary")
        else:
            turn = Content("○ the other side is busy").stylize("$text-muted")
        facts = f"  move {steps}/{budget}  {minutes}:{seconds:02d}  {self.session.dialogue.domain}"
        self.status.update(Content.assemble(turn, (facts, "$text-muted")))

    def _show_end(self) -> None:
        # Nothing can be written any more, and escape leaves.
        self.composer.disabled = True
        self.transcript.focus()
        outcome = self.session.outcome()
        lines = list(describe_outcome(outcome)) if outcome is not None else []
        stop = self.session.stop
        reason = f"{stop.reason}, by the {stop.actor}" if stop is not None else "open"
        text = "\n".join([*lines, "", "Escape leaves to the start page; the dialogue is kept."])
        self.app.push_screen(Tell(f"The dialogue ended: {reason}", text))
