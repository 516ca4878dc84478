"""Rating: a blinded dialogue, one criterion at a time, all by the keyboard."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on, work
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Footer, Static

from rut_annotations.judgement import Verdict
from rut_annotations.rubric import Criterion, load_rubric
from rut_domains.faults import Fault, UsageFault
from rut_domains.text import one_line
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import Command, CommandScreen, bindings
from rut_tui.ui.dialogs.failure import Failure
from rut_tui.ui.dialogs.question import Choose, Tell
from rut_tui.ui.dialogs.writing import Write
from rut_tui.ui.text import plain
from rut_tui.ui.widgets.contract import ContractPane
from rut_tui.ui.widgets.criterion import comment_of, describe_criterion
from rut_tui.ui.widgets.turns import Turns
from rut_tui.work.rate import DEFAULT_RUBRIC, SURE, Answer, Desk, Draft, Item

PANES = ("beside", "contract", "dialogue")
SURENESS = {1: "unsure", 2: "fairly sure", 3: "sure"}


class RateScreen(CommandScreen):
    """One rater's desk."""

    CSS_PATH = "rate.tcss"
    AUTO_FOCUS = "#turns"
    ABOUT = (
        "Judge the user of each dialogue against the statement on the right. Walk the turns with "
        "up and down, mark evidence with e, then answer. Who played, and what came of it, is "
        "hidden on purpose; where the user ended the dialogue, the last turn says so. Every answer "
        "is saved at once."
    )
    MENU = (
        Command("verdict('met')", "m", "Met", "The statement holds."),
        Command("fail", "n", "Not met", "It does not: choose the mode and the effect."),
        Command("verdict('not_applicable')", "a", "N/A", "The dialogue gave no occasion for it."),
        Command("verdict('cannot_tell')", "t", "Can't tell", "Contract or dialogue leave it open."),
        Command("undo", "u", "Undo", "Take back your last answer, over dialogues too."),
        Command("evidence", "e", "Evidence", "Mark or unmark the turn under the cursor.", False),
        Command("confidence(1)", "1", "Unsure", "Your next or present answer is unsure.", False),
        Command("confidence(2)", "2", "Fairly sure", "Your answer is fairly sure.", False),
        Command("confidence(3)", "3", "Sure", "Your answer is sure.", False),
        Command("comment", "c", "Comment", "Write a comment on this criterion.", False),
        Command("criterion(-1)", "left", "Criterion back", "The criterion before.", False),
        Command("criterion(1)", "right", "Criterion on", "The criterion after.", False),
        Command("dialogue(-1)", "left_square_bracket", "Back", "The dialogue before.", False),
        Command("dialogue(1)", "right_square_bracket", "On", "The dialogue after.", False),
        Command("skip", "s", "Skip", "Put this dialogue off, with a reason; again: undo.", False),
        Command("find", "slash,ctrl+f", "Find", "Search dialogue and contract.", False),
        Command("pane", "v,f2", "View", "Contract beside, alone, or hidden.", False),
        Command("guide", "i", "Instructions", "Read the rubric's instructions.", False),
        Command("leave", "escape", "Leave", "Go back; everything is saved.", False),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(MENU)]

    app = getters.app(RutApp)
    turns = getters.query_one("#turns", Turns)
    contract = getters.query_one("#contract", ContractPane)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.item: Item | None = None
        self.at = 0
        self._confidence = SURE
        self._draft = Draft()
        self._pane = 0

    @property
    def criterion(self) -> Criterion | None:
        """The criterion that is asked."""
        return None if self.item is None else self.item.criteria[self.at]

    def compose(self) -> ComposeResult:
        """Lay out turns, criterion, contract, status."""
        with Horizontal(id="panes"):
            yield Turns(id="turns")
            with Vertical(id="right"):
                yield Static("", id="criterion")
                yield ContractPane(id="contract")
        yield Static("", id="status")
        yield Footer()

    def on_mount(self) -> None:
        """Go to the first dialogue that is open."""
        position = self.desk.next_open()
        if position is not None:
            self._open(position)
        elif len(self.desk):
            self._open(0)
            self._all_done()
        else:
            self._tell_empty()

    @work
    async def _tell_empty(self) -> None:
        hint = self.desk.explain_empty()
        await self.app.push_screen_wait(Tell("There is nothing to rate yet", hint))
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing but leaving works on an empty desk."""
        return self.item is not None or action == "leave"

    @on(Key)
    def _key(self) -> None:
        self.desk.touch()

    def action_verdict(self, verdict: Verdict) -> None:
        """Answer the criterion."""
        self._answer(Answer(verdict=verdict))

    def action_fail(self) -> None:
        """Answer *not met*: the marked turns, or the one under the cursor, are the evidence."""
        criterion, evidence = self.criterion, self._evidence()
        if criterion is None:
            return
        if not evidence:
            self.notify("Walk to the turn that shows it (down), then press n again.", markup=False)
            return

        def take(answer: Answer | None) -> None:
            if answer is not None:
                self._answer(answer)

        self.app.push_screen(Failure(criterion, evidence), take)

    def action_evidence(self) -> None:
        """Mark or unmark the turn under the cursor."""
        turn = self.turns.chosen
        if turn is None:
            self.notify("Walk to a turn first (down).", markup=False)
            return
        self.turns.mark(turn.number)
        self._keep(self._draft.model_copy(update={"evidence": tuple(sorted(self.turns.marked))}))

    def action_confidence(self, confidence: int) -> None:
        """Set how sure the present answer is, or the next one."""
        item, criterion = self.item, self.criterion
        if item is None or criterion is None:
            return
        self._confidence = confidence
        given = item.answers.get(criterion.id)
        if given is not None and given.verdict is not None and given.confidence != confidence:
            kept = {name: getattr(given, name) for name in Answer.model_fields}
            with self.app.telling():
                changed = Answer.model_validate({**kept, "confidence": confidence})
                self.item = self.desk.answer(item, criterion, changed)
            self._show()
        elif given is None or given.verdict is None:
            self._keep(self._draft.model_copy(update={"confidence": confidence}))
        else:
            self._show()

    @work
    async def action_comment(self) -> None:
        """Write a comment; it goes with the answer."""
        item, criterion = self.item, self.criterion
        if item is None or criterion is None:
            return
        given = item.answers.get(criterion.id)
        before = self._draft.comment or (given.comment if given is not None else "")
        text = await self.app.push_screen_wait(Write(f"Comment on: {criterion.name()}", before))
        if text is None or text == before:
            return
        if given is None or given.verdict is None:
            self._keep(self._draft.model_copy(update={"comment": text}))
        else:
            kept = {name: getattr(given, name) for name in Answer.model_fields}
            with self.app.telling():
                changed = Answer.model_validate({**kept, "comment": text})
                self.item = self.desk.answer(item, criterion, changed)
        self._show()

    def action_undo(self) -> None:
        """Take back the last answer and go to where it was given."""
        with self.app.telling():
            back = self.desk.undo()
            if back is None:
                self.notify("Nothing of this sitting is left to undo.", markup=False)
                return
            position, criterion_id = back
            self._open(position, criterion_id)

    @work
    async def action_skip(self) -> None:
        """Put the dialogue off, or take that back."""
        if self.item is None:
            return
        position = self.item.position
        if self.desk.is_skipped(position):
            self.desk.take_back_skip(position)
            self._show()
            return
        reason = await self.app.push_screen_wait(Write("Why do you put this dialogue off?", ""))
        if reason is None:
            return
        try:
            self.desk.skip(position, reason)
        except UsageFault as fault:
            self.notify(fault.title, severity="warning", markup=False)
            return
        self._go_on(position)

    def action_criterion(self, by: int) -> None:
        """Go to another criterion of this dialogue."""
        if self.item is not None:
            self._ask((self.at + by) % len(self.item.criteria))

    def action_dialogue(self, by: int) -> None:
        """Go to another dialogue of this rater's order."""
        if self.item is not None and 0 <= self.item.position + by < len(self.desk):
            self._open(self.item.position + by)

    def action_find(self) -> None:
        """Search what the rater may read."""
        if self.item is None:
            return
        entries = [(words, "") for words in self.turns.words()]
        sections = [(section.text, section.title) for section in self.item.blind.sections]

        def go(index: int | None) -> None:
            if index is None:
                return
            if index < len(entries):
                self.turns.go_to(index)
            else:
                self.contract.go_to(index - len(entries))

        title = "Find in the dialogue and the contract"
        self.app.push_screen(Choose(title, [*entries, *sections]), go)

    def action_pane(self) -> None:
        """Show the contract beside the dialogue, alone, or not at all."""
        self._pane = (self._pane + 1) % len(PANES)
        for name in PANES:
            self.set_class(PANES[self._pane] == name, f"-{name}")
        (self.contract if PANES[self._pane] == "contract" else self.turns).focus()

    def action_guide(self) -> None:
        """Show the rubric's instructions."""
        self.app.push_screen(Tell(self.desk.rubric.title, self.desk.rubric.instructions))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def _answer(self, answer: Answer) -> None:
        item, criterion = self.item, self.criterion
        if item is None or criterion is None:
            return
        evidence = answer.evidence or self._draft.evidence
        full = answer.model_copy(
            update={
                "evidence": evidence,
                "confidence": self._confidence,
                "comment": self._draft.comment or comment_of(item, criterion),
            }
        )
        try:
            self.item = self.desk.answer(item, criterion, full)
        except Fault as fault:
            self.notify(fault.hint, title=fault.title, severity="warning", markup=False)
            return
        self._confidence = SURE
        following = self.item.next_open(self.at)
        if following is not None:
            self._ask(following)
        else:
            self._show()
            self._go_on(self.item.position)

    def _go_on(self, position: int) -> None:
        """Go to the next dialogue that is open, and say so when there is none."""
        following = self.desk.next_open(position)
        if following is None:
            self._all_done()
        else:
            self._open(following)

    def _all_done(self) -> None:
        progress = self.desk.progress()
        put_off = f" {progress.skipped} put off." if progress.skipped else ""
        text = (
            f"{progress.done} of {progress.total} answered.{put_off} Close this to look at your "
            "answers again ([ and ] walk the dialogues), or leave with escape."
        )
        self.app.push_screen(Tell("Nothing is left to rate", text))

    def _open(self, position: int, criterion_id: str | None = None) -> None:
        item = self.desk.item(position)
        fresh = self.item is None or self.item.position != position
        self.item = item
        if fresh:
            self.turns.marked = set()
            self.turns.replace(item.blind.turns)
            self.contract.show(item.blind)
        ids = [criterion.id for criterion in item.criteria]
        first_open = item.next_open()
        wanted = ids.index(criterion_id) if criterion_id in ids else first_open
        self._ask(wanted if wanted is not None else 0)

    def _ask(self, index: int) -> None:
        self.at = index
        item, criterion = self.item, self.criterion
        if item is None or criterion is None:
            return
        self._draft = self.desk.draft(item, criterion)
        given = item.answers.get(criterion.id)
        self.turns.set_marks(given.evidence if given is not None else self._draft.evidence)
        kept = given.confidence if given is not None else self._draft.confidence
        self._confidence = kept or SURE
        self.desk.show()
        self._show()
        self.contract.highlight(criterion.span)

    def _keep(self, draft: Draft) -> None:
        self._draft = draft
        if self.item is not None and self.criterion is not None:
            self.desk.save_draft(self.item, self.criterion, draft)
        self._show()

    def _evidence(self) -> tuple[int, ...]:
        if self.turns.marked:
            return tuple(sorted(self.turns.marked))
        turn = self.turns.chosen
        return () if turn is None else (turn.number,)

    def _show(self) -> None:
        item, criterion = self.item, self.criterion
        if item is None or criterion is None:
            return
        asked = describe_criterion(item, criterion, self._draft)
        self.query_one("#criterion", Static).update(asked)
        progress = self.desk.progress()
        put_off = "  put off" if self.desk.is_skipped(item.position) else ""
        text = (
            f"dialogue {item.position + 1}/{len(self.desk)} {item.blind.code}{put_off}  "
            f"criterion {self.at + 1}/{len(item.criteria)}  done {progress.done}  "
            f"{SURENESS[self._confidence]} (1 2 3)  rater {one_line(self.desk.rater, 20)}"
        )
        self.query_one("#status", Static).update(plain(text, "$text-muted"))


def open_rating(app: App[None]) -> None:
    """Ask for the rater's name where it is not known, then show the desk."""
    assert isinstance(app, RutApp)
    if app.settings.rater:
        open_desk(app, app.settings.rater)
        return

    def take(name: str | None) -> None:
        if name and name.strip():
            open_desk(app, name.strip())

    app.push_screen(Write("Your name as a rater (a pseudonym will do)", app.settings.player), take)


def open_desk(app: RutApp, rater: str, rubric: str = DEFAULT_RUBRIC) -> None:
    """Show a rater's desk."""
    with app.telling():
        app.push_screen(RateScreen(Desk(app.store, app.settings, rater, load_rubric(rubric))))
