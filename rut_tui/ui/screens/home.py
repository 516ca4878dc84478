"""The start page: what can be done, the most likely first."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from rut_domains.dialogue import SeatName
from rut_domains.text import one_line
from rut_tui.store import Summary
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import Command, CommandScreen, bindings
from rut_tui.ui.text import plain

PATH_WIDTH = 56
# The page must have room for what else can be done.
MOST_RESUMED = 2
ENTRIES: tuple[tuple[str, str, str], ...] = (
    ("play_user", "Play the user", "You get a contract; a scripted agent serves you."),
    ("play_agent", "Play the agent", "You get a policy and tools; a scripted user writes to you."),
    ("rate", "Rate dialogues", "Judge blinded dialogues against a rubric, one by one."),
    ("dialogues", "Dialogues", "List, search and read everything that is recorded."),
    ("report", "Report", "Agreement between raters and fidelity of users, with intervals."),
)


class HomeScreen(CommandScreen):
    """Choose what to do; an unfinished dialogue is offered first."""

    CSS_PATH = "home.tcss"
    ABOUT = "Play a dialogue, judge dialogues blind, and read how far raters agree."
    MENU = (
        Command("play_user", "u", "Play user", "Take the user's seat."),
        Command("play_agent", "a", "Play agent", "Take the agent's seat."),
        Command("rate", "r", "Rate", "Judge blinded dialogues."),
        Command("dialogues", "d", "Dialogues", "List, search and read dialogues."),
        Command("report", "o", "Report", "Read the report."),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    app = getters.app(RutApp)
    choices = getters.query_one("#choices", OptionList)

    def compose(self) -> ComposeResult:
        """Show name, choices and where the data is."""
        with Vertical(id="home"):
            yield Static(
                Content.assemble(("rut", "bold $primary"), "  play it, judge it, prove it")
            )
            yield OptionList(id="choices")
            yield Static("", id="where")
        yield Footer()

    def on_screen_resume(self) -> None:
        """Bring the list up to date each time the page is shown."""
        self._fill()

    def _fill(self) -> None:
        self.choices.clear_options()
        unfinished = self.app.store.dialogues.open_here()
        hidden = len(unfinished) - MOST_RESUMED
        for place, row in enumerate(unfinished[:MOST_RESUMED], start=1):
            title, about = _unfinished(row)
            if hidden > 0 and place == MOST_RESUMED:
                about += f"; {hidden} more under Dialogues"
            self.choices.add_option(_option(f"resume:{row.id}", title, about))
        for name, title, about in ENTRIES:
            self.choices.add_option(_option(name, title, about))
        self.choices.highlighted = 0
        self.choices.focus()
        path = str(self.app.settings.db)
        # The end of a long path says more than its start, and a wrapped one can not be read.
        shown = path if len(path) <= PATH_WIDTH else f"…{path[1 - PATH_WIDTH :]}"
        where = f"All is kept in {shown}"
        self.query_one("#where", Static).update(plain(where, "$text-muted"))

    @on(OptionList.OptionSelected)
    async def _chosen(self, event: OptionList.OptionSelected) -> None:
        name, _, dialogue_id = (event.option.id or "").partition(":")
        if name == "resume":
            self._resume(dialogue_id)
        else:
            await self.run_action(name)

    # What playing, rating and reporting need is loaded when they are chosen: the page comes first.

    def _resume(self, dialogue_id: str) -> None:
        from rut_tui.ui.screens.play import PlayScreen
        from rut_tui.work.play import resume_session

        with self.app.telling():
            session = resume_session(self.app.store, self.app.settings, dialogue_id)
            self.app.push_screen(PlayScreen(session))

    def action_play_user(self) -> None:
        """Choose a task for the user's seat."""
        self._choose_task("user")

    def action_play_agent(self) -> None:
        """Choose a task for the agent's seat."""
        self._choose_task("agent")

    @work
    async def _choose_task(self, seat: SeatName) -> None:
        """Ask for the domain and the task; what is not chosen is drawn."""
        from rut_tui.ui.dialogs.new_play import ask_choice
        from rut_tui.ui.screens.play import PlayScreen
        from rut_tui.work.play import start_session

        with self.app.telling():
            choice = await ask_choice(self.app, self.app.settings, seat)
            if choice is not None:
                session = start_session(self.app.store, self.app.settings, choice)
                await self.app.push_screen(PlayScreen(session))

    def action_rate(self) -> None:
        """Go to rating."""
        from rut_tui.ui.screens.rate import open_rating

        open_rating(self.app)

    def action_dialogues(self) -> None:
        """Go to the list."""
        from rut_tui.ui.screens.dialogues import DialoguesScreen

        self.app.push_screen(DialoguesScreen())

    def action_report(self) -> None:
        """Go to the report."""
        from rut_tui.ui.screens.report import ReportScreen

        self.app.push_screen(ReportScreen())


def _unfinished(row: Summary) -> tuple[str, str]:
    """Tell an unfinished dialogue from others, and nothing that its player may not know."""
    said = f"{row.turns} message{'' if row.turns == 1 else 's'}"
    seat, chair = ("user", row.user) if row.user.kind == "human" else ("agent", row.agent)
    by = f" by {one_line(chair.name, 20)}" if chair.name else ""
    started = row.created_at[:16].replace("T", " ")
    return f"Resume {row.domain} as the {seat}, {said}", f"Started {started}{by}"


def _option(name: str, title: str, about: str) -> Option:
    content = Content("\n").join([plain(title, "bold"), plain(f"  {about}", "$text-muted")])
    return Option(content, id=name)
