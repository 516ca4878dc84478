"""Rating: which dialogues a rater judges in which order, and what was said about them.

A rater gets blinded dialogues only. Answers are appended, never changed: an undo appends too.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence

from pydantic import ValidationError

from rut_annotations.assign import extend_order
from rut_annotations.blind import BlindDialogue, blind_dialogue, make_code
from rut_annotations.judgement import BlindFlags, Effect, Judgement, Verdict, check_judgement
from rut_annotations.rubric import Criterion, Rubric, with_task_criteria
from rut_domains.dialogue import Dialogue
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_domains.text import one_line
from rut_tui.settings import Settings
from rut_tui.store import Mark, Place, Store, Summary
from rut_tui.work.chance import draw_id, read_clock, read_stopwatch
from rut_tui.work.stopwatch import Stopwatch
from rut_tui.work.tasks import TaskFinder

DEFAULT_RUBRIC = "user_contract"
SURE = 2


class Answer(Frozen):
    """What a rater says about one criterion. `confidence` goes from 1 (unsure) to 3 (sure)."""

    verdict: Verdict
    mode: str | None = None
    secondary_modes: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    effect: Effect | None = None
    confidence: int = SURE
    comment: str = ""


class Draft(Frozen):
    """What a rater has begun but not answered: turns marked as evidence, a comment, how sure."""

    evidence: tuple[int, ...] = ()
    comment: str = ""
    confidence: int | None = None


class Item(Frozen):
    """One dialogue on the desk: blinded, with what is asked about it and what was answered."""

    position: int
    blind: BlindDialogue
    criteria: tuple[Criterion, ...]
    answers: dict[str, Judgement]

    @property
    def complete(self) -> bool:
        """Whether every criterion has an answer."""
        return all(criterion.id in self.answers for criterion in self.criteria)

    def next_open(self, after: int = -1) -> int | None:
        """Return the index of the next criterion without an answer, wrapping around."""
        count = len(self.criteria)
        order = ((after + step) % count for step in range(1, count + 1))
        return next((at for at in order if self.criteria[at].id not in self.answers), None)


class Progress(Frozen):
    """A rater's own work: how much there is, is done, is put off."""

    total: int
    done: int
    skipped: int


class Desk:
    """One rater's work under one rubric.

    Args:
        store: Where orders and judgements are kept.
        settings: Where packs are found, for a task's own criteria.
        rater: The rater's pseudonym.
        rubric: What is asked.
        seed: Draws the order of dialogues that have no place yet.
    """

    def __init__(
        self, store: Store, settings: Settings, rater: str, rubric: Rubric, *, seed: int = 0
    ) -> None:
        if not rater.strip():
            raise UsageFault("a rater needs a name", hint="Give one with --rater NAME.")
        self.rater = rater
        self.rubric = rubric
        self._store = store
        self._tasks = TaskFinder(settings)
        held = _own_judgements(store, rater, rubric)
        self._watch = Stopwatch(read_stopwatch)
        self._shown_at = self._first_key_at = ""
        self._undoable: list[tuple[int, Judgement]] = []
        self._order = _keep_order(store, rater, rubric, seed)
        self._criteria: dict[str, tuple[Criterion, ...]] = {}
        self._answers: dict[str, dict[str, Judgement]] = {}
        for made in held:
            self._answers.setdefault(made.dialogue_id, {})[made.criterion_id] = made

    def __len__(self) -> int:
        return len(self._order)

    def explain_empty(self) -> str:
        """Return why there is nothing to rate here, and the way out."""
        unlinked = len(self._store.dialogues.list(link="unlinked", ended=True))
        if not unlinked:
            return "Play a dialogue to its end, or: rut import FILE"
        some = "1 dialogue is" if unlinked == 1 else f"{unlinked} dialogues are"
        return (
            f"{some} unlinked: the task named is not the one played. Import the file again with "
            "--relink (the task played) or --accept-links (the task named)."
        )

    def item(self, position: int) -> Item:
        """Return the dialogue at a place of this rater's order."""
        place = self._order[position]
        dialogue = self._store.dialogues.get(place.dialogue_id)
        return Item(
            position=position,
            blind=blind_dialogue(dialogue, self.rubric, place.code),
            criteria=self._criteria_of(place.dialogue_id),
            answers=dict(self._answers.get(place.dialogue_id, {})),
        )

    def progress(self) -> Progress:
        """Count this rater's own work, and nobody else's."""
        skipped = self._skipped()
        return Progress(
            total=len(self),
            done=sum(1 for position in range(len(self)) if self.is_done(position)),
            skipped=sum(1 for place in self._order if place.dialogue_id in skipped),
        )

    def is_done(self, position: int) -> bool:
        """Whether every criterion at a place has an answer."""
        dialogue_id = self._order[position].dialogue_id
        answers = self._answers.get(dialogue_id)
        if not answers:
            return False
        return all(criterion.id in answers for criterion in self._criteria_of(dialogue_id))

    def is_skipped(self, position: int) -> bool:
        """Whether the dialogue at a place is put off."""
        return self._order[position].dialogue_id in self._skipped()

    def next_open(self, after: int = -1) -> int | None:
        """Return the next place that is neither answered nor put off, wrapping around."""
        skipped = self._skipped()
        for step in range(1, len(self) + 1):
            position = (after + step) % len(self)
            if self._order[position].dialogue_id not in skipped and not self.is_done(position):
                return position
        return None

    def show(self) -> None:
        """Note that a criterion has just been put before the rater."""
        self._watch.show()
        self._shown_at, self._first_key_at = read_clock().isoformat(), ""

    def touch(self) -> None:
        """Note a key of the rater."""
        if self._watch.touch():
            self._first_key_at = read_clock().isoformat()

    def answer(self, item: Item, criterion: Criterion, answer: Answer) -> Item:
        """Append a verdict and return the item with it; its draft is forgotten.

        Raises:
            UsageFault: The answer lacks something, such as evidence for *not met*.
        """
        self.touch()
        dialogue_id = self._order[item.position].dialogue_id
        try:
            made = self._judgement(dialogue_id, criterion, answer)
        except ValidationError as error:
            message = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise UsageFault(message, hint="Complete the answer.") from None
        check_judgement(made, criterion, self.rubric, len(item.blind.turns))
        with self._store.transaction():
            self._store.judgements.append([made])
            self._store.drafts.clear(self._draft_key(item, criterion))
        self._answers.setdefault(dialogue_id, {})[criterion.id] = made
        self._undoable.append((item.position, made))
        self.show()
        return self._refreshed(item)

    def undo(self) -> tuple[int, str] | None:
        """Take back the last answer of this sitting; return its place and criterion.

        What held before that answer holds again: a first answer is withdrawn, a changed one gets
        its earlier value.
        """
        if not self._undoable:
            return None
        position, made = self._undoable.pop()
        history = self._store.judgements.history(rubric_hash=self.rubric.hash, rater=self.rater)
        earlier = (one for one in history if one.key() == made.key())
        before = max(
            (one for one in earlier if one.revision < made.revision),
            key=lambda one: one.revision,
            default=None,
        )
        back = (before or made).model_copy(
            update={
                "id": draw_id(),
                "revision": self._store.judgements.next_revision(made),
                "submitted_at": read_clock().isoformat(),
                **({} if before is not None else _WITHDRAWN),
            }
        )
        self._store.judgements.append([back])
        answers = self._answers[made.dialogue_id]
        if back.verdict is None:
            answers.pop(made.criterion_id, None)
        else:
            answers[made.criterion_id] = back
        return position, made.criterion_id

    def skip(self, position: int, reason: str) -> None:
        """Put a dialogue off, with a reason; it is no answer and can be taken back.

        Raises:
            UsageFault: There is no reason.
        """
        if not reason.strip():
            raise UsageFault("a skip needs a reason", hint="A few words for the lead.")
        self._mark(position, "skip", reason.strip())

    def take_back_skip(self, position: int) -> None:
        """Put a dialogue back among the open ones."""
        self._mark(position, "unskip", "")

    def draft(self, item: Item, criterion: Criterion) -> Draft:
        """Return what was begun but not answered."""
        kept = self._store.drafts.get(self._draft_key(item, criterion))
        return Draft.model_validate(json.loads(kept)) if kept else Draft()

    def save_draft(self, item: Item, criterion: Criterion, draft: Draft) -> None:
        """Keep what was begun; an empty draft is forgotten."""
        key = self._draft_key(item, criterion)
        if draft == Draft():
            self._store.drafts.clear(key)
        else:
            self._store.drafts.put(key, draft.model_dump_json(), read_clock().isoformat())

    def _judgement(self, dialogue_id: str, criterion: Criterion, answer: Answer) -> Judgement:
        dialogue = self._store.dialogues.header(dialogue_id)
        made = Judgement(
            id=draw_id(),
            dialogue_id=dialogue_id,
            rater=self.rater,
            rubric_id=self.rubric.id,
            rubric_version=self.rubric.version,
            rubric_hash=self.rubric.hash,
            guideline_version=self.rubric.guideline_version,
            criterion_id=criterion.id,
            criterion_hash=criterion.hash,
            scope=criterion.scope,
            blind=BlindFlags(own_dialogue=played_in(dialogue, self.rater)),
            shown_at=self._shown_at,
            first_key_at=self._first_key_at,
            submitted_at=read_clock().isoformat(),
            active_s=self._watch.active,
            idle_s=self._watch.idle,
            **answer.model_dump(),
        )
        return made.model_copy(update={"revision": self._store.judgements.next_revision(made)})

    def _refreshed(self, item: Item) -> Item:
        answers = self._answers.get(self._order[item.position].dialogue_id, {})
        return item.model_copy(update={"answers": dict(answers)})

    def _criteria_of(self, dialogue_id: str) -> tuple[Criterion, ...]:
        if dialogue_id not in self._criteria:
            task = self._tasks.find(self._store.dialogues.header(dialogue_id))
            self._criteria[dialogue_id] = with_task_criteria(self.rubric, task)
        return self._criteria[dialogue_id]

    def _skipped(self) -> dict[str, str]:
        return self._store.marks.skipped(rater=self.rater, rubric_id=self.rubric.id)

    def _mark(self, position: int, mark: str, reason: str) -> None:
        made = {
            "dialogue_id": self._order[position].dialogue_id,
            "rater": self.rater,
            "rubric_id": self.rubric.id,
            "mark": mark,
            "reason": reason,
            "at": read_clock().isoformat(),
        }
        self._store.marks.add(Mark.model_validate(made))

    def _draft_key(self, item: Item, criterion: Criterion) -> str:
        dialogue_id = self._order[item.position].dialogue_id
        parts = ("rate", self.rater, self.rubric.hash, dialogue_id, criterion.scope, criterion.id)
        return json.dumps(parts)


_WITHDRAWN: dict[str, object] = {
    "verdict": None,
    "mode": None,
    "secondary_modes": (),
    "evidence": (),
    "spans": (),
    "effect": None,
    "confidence": None,
    "comment": "",
}


def _own_judgements(store: Store, rater: str, rubric: Rubric) -> tuple[Judgement, ...]:
    """Return what a person's first looks came to.

    Raises:
        UsageFault: The name is known from imported judgements alone: verdicts of two people would
            become those of one.
    """
    own = store.judgements.history(rater=rater)
    people = [made for made in own if made.rater_kind == "human"]
    source = people[0].source if people else None
    if source is not None and all(made.source is not None for made in people):
        raise UsageFault(
            f"the rater {rater!r} is somebody whose judgements were imported",
            hint=f"They came with {one_line(source.file, 60)}. Rate under another name (--rater).",
        )
    held = store.judgements.current(rubric_hash=rubric.hash, rater=rater)
    return tuple(made for made in held if made.rater_kind == "human" and made.pass_number == 1)


def ratable(rows: Sequence[Summary], rubric: Rubric) -> list[str]:
    """Return the ids of the dialogues that may be rated.

    Those that have ended, were not played for practice, and whose contract is that of the task
    played; a rubric in the user's view also needs to know the contract.
    """
    return [
        row.id
        for row in rows
        if row.end is not None
        and row.turns
        and not row.practice
        and row.link != "unlinked"
        and (row.has_contract or rubric.view == "agent")
    ]


def _keep_order(store: Store, rater: str, rubric: Rubric, seed: int) -> tuple[Place, ...]:
    """Return a rater's order, extended by the dialogues that have come since.

    A dialogue that was unlinked after it got its place is left out, and its place kept.
    """
    offered = ratable(store.dialogues.list(), rubric)
    with store.transaction():
        kept = store.orders.get(rater, rubric.id)
        names = extend_order([place.dialogue_id for place in kept], offered, rater, seed)
        new = [
            Place(
                position=position,
                dialogue_id=name,
                code=make_code(secrets.token_bytes(5)),
                seed=seed,
            )
            for position, name in enumerate(names)
            if position >= len(kept)
        ]
        store.orders.extend(rater, rubric.id, new)
    now_offered = frozenset(offered)
    return tuple(place for place in (*kept, *new) if place.dialogue_id in now_offered)


def played_in(dialogue: Dialogue, rater: str) -> bool:
    """Return whether a person of that name sat in the dialogue."""
    chairs = (dialogue.user, dialogue.agent)
    return any(chair.kind == "human" and chair.name == rater for chair in chairs)
