"""The bundle: all that a report is made from, as one frozen value with a hash."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Self

from pydantic import Field, model_validator

from rut_annotations.blind import turn_seqs
from rut_annotations.judgement import Judgement, Skip
from rut_annotations.rubric import Criterion, Rubric, with_task_criteria
from rut_domains.dialogue import Dialogue, Link, Note, SeatName
from rut_domains.frozen import Frozen, digest
from rut_domains.task import Task
from rut_exports.conduct import Conduct, observe_conduct


class Planted(Frozen):
    """A failure planted in a scripted user, which makes the truth about the dialogue known.

    `turn` is the blinded turn in which it shows; 0 if it never fired.
    """

    mode: str
    fired: bool
    turn: int = Field(default=0, ge=0)


class DialogueSummary(Frozen):
    """A dialogue as a report needs it.

    `source` says whose conduct is judged ("played: human", "tau2: some-model"), `contract` whether
    there is one to judge it by, where the rubric needs one. `criteria` are the task's own.
    `scripted` users without `planted` are taken as faithful by the planted-fault check. `codes`
    are the names by which the raters know the dialogue. `conduct` is what happened in it beside
    the verdicts.
    """

    id: str
    source: str
    domain: str
    task_id: str
    link: Link = "linked"
    practice: bool = False
    contract: bool = True
    scripted: bool = False
    planted: Planted | None = None
    turns: int = 0
    criteria: tuple[Criterion, ...] = ()
    codes: dict[str, str] = Field(default_factory=dict)
    conduct: Conduct = Conduct()

    @property
    def task(self) -> str:
        """The task's name among all domains."""
        return f"{self.domain}/{self.task_id}"

    @property
    def counted(self) -> bool:
        """Whether the dialogue enters the tables: linked to its contract, and no practice."""
        return self.contract and self.link != "unlinked" and not self.practice


class Bundle(Frozen):
    """The input of a report: dialogues, judgements, rubrics, and how intervals are drawn.

    Judgements may hold all revisions. `integrity` counts what imports found; `made_at` is the
    time to print, empty for none: the report reads no clock. Order does not matter: the parts are
    sorted, so that the same data give the same hash and the same report.
    """

    rubrics: tuple[Rubric, ...] = Field(min_length=1)
    dialogues: tuple[DialogueSummary, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    skips: tuple[Skip, ...] = ()
    integrity: dict[str, int] = Field(default_factory=dict)
    seed: int = Field(default=0, ge=0)
    replicates: int = Field(default=2000, ge=1, le=1_000_000)
    made_at: str = ""
    version: str = ""

    @model_validator(mode="after")
    def _sort(self) -> Self:
        ids = [dialogue.id for dialogue in self.dialogues]
        if len(set(ids)) < len(ids):
            raise ValueError("a dialogue is in the bundle twice")
        if len({rubric.hash for rubric in self.rubrics}) < len(self.rubrics):
            raise ValueError("a rubric is in the bundle twice")
        ordered = {
            "rubrics": tuple(sorted(self.rubrics, key=lambda item: (item.id, item.hash))),
            "dialogues": tuple(sorted(self.dialogues, key=lambda item: item.id)),
            "judgements": tuple(
                sorted(self.judgements, key=lambda item: (item.key(), item.revision, item.id))
            ),
            "skips": tuple(
                sorted(
                    self.skips,
                    key=lambda item: (item.dialogue_id, item.rater, item.rubric_id, item.at),
                )
            ),
            "integrity": dict(sorted(self.integrity.items())),
        }
        # The model is frozen for its users; it is not yet theirs here.
        for name, value in ordered.items():
            object.__setattr__(self, name, value)
        return self

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the data: neither the time nor the version of the program counts."""
        return digest(self.model_copy(update={"made_at": "", "version": ""}))


def source_label(dialogue: Dialogue, seat: SeatName = "user") -> str:
    """Say where a seat's conduct comes from: the system, and the kind or model that played."""
    chair = dialogue.user if seat == "user" else dialogue.agent
    if dialogue.origin.system != "rut":
        return f"{dialogue.origin.system}: {chair.name or chair.kind}"
    who = (chair.name or chair.kind) if chair.kind == "model" else chair.kind
    planted = seat == "user" and _planted_mode(dialogue) is not None
    return f"played: {who}, fault planted" if planted else f"played: {who}"


def summarise_dialogue(
    dialogue: Dialogue,
    rubric: Rubric,
    task: Task | None = None,
    codes: Mapping[str, str] | None = None,
) -> DialogueSummary:
    """Return a dialogue as a report under `rubric` needs it.

    Args:
        dialogue: The whole dialogue.
        rubric: Its subject says whose conduct the source label names.
        task: The task that was played, if it is at hand: for its own criteria.
        codes: The name of the dialogue for each rater.
    """
    seat: SeatName = "agent" if rubric.subject == "agent" else "user"
    own = with_task_criteria(rubric, task)[len(rubric.criteria) :]
    seqs = turn_seqs(dialogue, rubric)
    return DialogueSummary(
        id=dialogue.id,
        source=source_label(dialogue, seat),
        domain=dialogue.domain,
        task_id=dialogue.task_id,
        link=dialogue.link,
        practice=dialogue.recorded.get("practice") is True,
        contract=rubric.view == "agent" or dialogue.briefing.contract is not None,
        scripted=dialogue.origin.system == "rut" and dialogue.user.kind == "scripted",
        planted=_planted(dialogue, seqs),
        turns=len(seqs),
        criteria=own,
        codes=dict(codes or {}),
        conduct=observe_conduct(dialogue),
    )


def _planted_notes(dialogue: Dialogue) -> list[Note]:
    return [
        event
        for event in dialogue.events
        if isinstance(event, Note) and event.kind == "planted_fault"
    ]


def _planted_mode(dialogue: Dialogue) -> str | None:
    """Return the failure mode that was to be shown, from the header or the lead's notes."""
    told = [dialogue.recorded.get("planted_fault")]
    for note in _planted_notes(dialogue):
        told += [note.data.get("slug"), note.data.get("fault"), note.data.get("mode")]
    return next((mode for mode in told if isinstance(mode, str) and mode), None)


def _planted(dialogue: Dialogue, seqs: tuple[int, ...]) -> Planted | None:
    mode = _planted_mode(dialogue)
    if mode is None:
        return None
    fired = [note for note in _planted_notes(dialogue) if note.data.get("fired") is True]
    if not fired:
        return Planted(mode=mode, fired=False)
    at = fired[0].data.get("at_seq")
    seq = at if isinstance(at, int) else fired[0].seq
    turn = next((number for number, first in enumerate(seqs, start=1) if first >= seq), 0)
    return Planted(mode=mode, fired=True, turn=turn)
