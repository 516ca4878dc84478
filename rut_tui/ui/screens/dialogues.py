"""All dialogues: list, search, filter, open, and fork from any turn."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import DataTable, Footer, Input, Static

from rut_domains.dialogue import Dialogue
from rut_domains.text import one_line
from rut_tui.store import Summary
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import Command, CommandScreen, bindings
from rut_tui.ui.dialogs.question import Choose, Confirm
from rut_tui.ui.screens.play import PlayScreen
from rut_tui.ui.text import plain
from rut_tui.ui.widgets.transcript import Transcript
from rut_tui.work.dialogues import Filter, list_dialogues
from rut_tui.work.outcome import describe_outcome, summarise_outcome
from rut_tui.work.play import fork_points, fork_session, is_unfinished, resume_session
from rut_tui.work.score import last_outcome

# What a narrow terminal cuts off stands last.
COLUMNS = ("id", "domain", "task", "msgs", "end", "outcome", "link", "user", "agent", "source")


class DialoguesScreen(CommandScreen):
    """The list, with a filter above it."""

    CSS_PATH = "dialogues.tcss"
    AUTO_FOCUS = "DataTable"
    ABOUT = (
        "Everything that is recorded, as the lead sees it. Type / and words to search what was "
        "said; open:, ended:, domain:NAME, task:ID, source:NAME and link:STATE narrow the list."
    )
    MENU = (
        Command("search", "slash", "Search", "Search what was said, and filter."),
        Command("open", "enter", "Open", "Read the dialogue; resume it if it is unfinished."),
        Command("order", "o", "Order", "Sort by another column."),
        Command("leave", "escape", "Back", "Go back; clears the search first."),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    app = getters.app(RutApp)
    table = getters.query_one(DataTable)
    query_line = getters.query_one("#query", Input)

    def __init__(self) -> None:
        super().__init__()
        self._order = 0

    def compose(self) -> ComposeResult:
        """Lay out filter, table and count."""
        yield Input(
            placeholder="/ to search: words, open:, domain:retail, source:tau2 …", id="query"
        )
        yield DataTable(cursor_type="row", zebra_stripes=True)
        yield Static("", id="count")
        yield Footer()

    def on_mount(self) -> None:
        """Set the columns."""
        self.table.add_columns(*COLUMNS)

    def on_screen_resume(self) -> None:
        """Bring the list up to date."""
        self._fill()

    @on(Input.Changed)
    def _changed(self) -> None:
        self._fill()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.table.focus()

    @on(DataTable.RowSelected)
    def _selected(self, event: DataTable.RowSelected) -> None:
        self._open(str(event.row_key.value))

    def action_search(self) -> None:
        """Go to the filter."""
        self.query_line.focus()

    def action_open(self) -> None:
        """Open the row under the cursor."""
        if self.table.row_count:
            self.table.action_select_cursor()

    def action_order(self) -> None:
        """Sort by the next column."""
        self._order = (self._order + 1) % len(COLUMNS)
        self._fill()

    def action_leave(self) -> None:
        """Clear the filter, or go back."""
        if self.query_line.value:
            self.query_line.value = ""
            self.table.focus()
        else:
            self.dismiss()

    def _fill(self) -> None:
        with self.app.telling():
            rows = list_dialogues(self.app.store, Filter.parse(self.query_line.value))
            cells = sorted(
                ((row.id, _cells(row, rows.short[row.id])) for row in rows.shown),
                key=lambda pair: _rank(pair[1][self._order]) if self._order else (0, 0, ""),
            )
            self.table.clear()
            for dialogue_id, texts in cells:
                self.table.add_row(*(Text(text) for text in texts), key=dialogue_id)
            order = f", by {COLUMNS[self._order]}" if self._order else ", newest first"
            shown = f"{len(rows.shown)} of {rows.total} dialogues{order}"
            hint = "" if rows.total else ". Play one, or: rut import FILE"
            self.query_one("#count", Static).update(plain(shown + hint, "$text-muted"))

    def _open(self, dialogue_id: str) -> None:
        with self.app.telling():
            self.app.push_screen(DialogueScreen(self.app.store.dialogues.get(dialogue_id)))


class DialogueScreen(CommandScreen):
    """One dialogue as the lead sees it, with the lead's notes."""

    CSS_PATH = "dialogues.tcss"
    AUTO_FOCUS = "#transcript"
    ABOUT = "The whole dialogue. Entries only one side saw say so; enter unfolds long results."
    MENU = (
        Command("find", "slash,ctrl+f", "Find", "Search this dialogue."),
        Command("resume", "r", "Resume", "Play on where it was left."),
        Command("fork", "f", "Fork", "Play on from the chosen turn, as a new dialogue."),
        Command("contract", "c", "Contract", "Show or hide the contract."),
        Command("leave", "escape,q", "Back", "Go back to the list."),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    app = getters.app(RutApp)
    transcript = getters.query_one("#transcript", Transcript)

    def __init__(self, dialogue: Dialogue) -> None:
        super().__init__()
        self.dialogue = dialogue

    def compose(self) -> ComposeResult:
        """Lay out header, contract and transcript."""
        yield Static(_header(self.dialogue), id="header")
        with Vertical(id="contract"):
            contract = self.dialogue.briefing.contract
            text = contract.text() if contract is not None else "No contract is known."
            yield Static(plain(text))
        yield Transcript("lead", id="transcript")
        yield Footer()

    def on_mount(self) -> None:
        """Show all events, from the start."""
        self.transcript.add(self.dialogue.events)
        self.transcript.go_to(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what was played here can be played on."""
        here = self.dialogue.origin.system == "rut"
        if action == "resume":
            return here and is_unfinished(self.dialogue)
        if action == "fork":
            return here and bool(fork_points(self.dialogue.events))
        return True

    def action_find(self) -> None:
        """Search the entries."""
        entries = [(words, "") for words in self.transcript.words()]

        def go(index: int | None) -> None:
            if index is not None:
                self.transcript.go_to(index)

        self.app.push_screen(Choose("Find in this dialogue", entries), go)

    def action_contract(self) -> None:
        """Show or hide the contract."""
        self.toggle_class("-contract")

    def action_resume(self) -> None:
        """Play on."""
        with self.app.telling():
            session = resume_session(self.app.store, self.app.settings, self.dialogue.id)
            self.app.switch_screen(PlayScreen(session))

    @work
    async def action_fork(self) -> None:
        """Play on from the last message at or before the cursor, after asking."""
        chosen = self.transcript.chosen
        points = fork_points(self.dialogue.events)
        upto = chosen.seq if chosen is not None else points[-1]
        at = max((point for point in points if point <= upto), default=points[0])
        kept = sum(event.kind == "message" for event in self.dialogue.events if event.seq <= at)
        question = f"Play on after message {kept}, as a new dialogue? This one stays as it is."
        if not await self.app.push_screen_wait(Confirm(question, yes="Fork")):
            return
        with self.app.telling():
            session = fork_session(self.app.store, self.app.settings, self.dialogue.id, at)
            self.app.switch_screen(PlayScreen(session))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()


def _rank(cell: str) -> tuple[int, int, str]:
    """Return what a column is sorted by: numbers by their size, then text."""
    number = cell.isdecimal() and cell.isascii()
    return (0, int(cell[:18]), "") if number else (1, 0, cell.casefold())


def _cells(row: Summary, name: str) -> tuple[str, ...]:
    return (
        one_line(name, 24),
        row.domain,
        one_line(row.task_id, 24),
        str(row.turns),
        row.end or "open",
        summarise_outcome(row.outcome),
        "" if row.link == "linked" else row.link,
        one_line(f"{row.user.kind} {row.user.name}".strip(), 22),
        one_line(f"{row.agent.kind} {row.agent.name}".strip(), 22),
        row.origin_system,
    )


def _header(dialogue: Dialogue) -> Content:
    parent = f", forked from {dialogue.parent_id}" if dialogue.parent_id else ""
    head = (
        f"{dialogue.id}  {dialogue.origin.system}  {dialogue.domain}/{one_line(dialogue.task_id)}  "
        f"user {dialogue.user.kind} {one_line(dialogue.user.name)}, "
        f"agent {dialogue.agent.kind} {one_line(dialogue.agent.name)}{parent}"
    )
    lines = [plain(head, "bold")]
    outcome = last_outcome(dialogue.events)
    if outcome is not None:
        lines.append(plain(next(iter(describe_outcome(outcome))), "$text-muted"))
    return Content("\n").join(lines)
