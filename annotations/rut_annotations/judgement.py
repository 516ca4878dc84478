"""A judgement: one rater's verdict on one criterion of one dialogue, and its revisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from rut_annotations.faults import JudgementFault
from rut_annotations.rubric import Criterion, Rubric, Scope
from rut_domains.frozen import Frozen

Verdict = Literal["met", "not_met", "not_applicable", "cannot_tell"]
Effect = Literal["helped", "hindered", "neither"]
# Rows of human raters alone enter human numbers; an adjudicator, a gold standard and people who
# train or calibrate have roles of their own.
RaterKind = Literal["human", "model", "adjudicated", "gold", "training", "calibration"]

VERDICTS: tuple[Verdict, ...] = ("met", "not_met", "not_applicable", "cannot_tell")
EFFECTS: tuple[Effect, ...] = ("helped", "hindered", "neither")


class Span(Frozen):
    """Evidence inside one turn: code points from `start` up to, not including, `end`.

    Offsets count in the text of the blinded turn; `quote` is that text.
    """

    turn: int = Field(ge=1)
    start: int = Field(ge=0)
    end: int
    quote: str = ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.end <= self.start:
            raise ValueError("a span ends after it starts")
        return self


class BlindFlags(Frozen):
    """What the rater could not know, and what spoils that.

    `own_dialogue` marks a rater who played in the dialogue; `after_reveal` a judgement made after
    identities were opened: it enters no table.
    """

    identity_hidden: bool = True
    outcome_hidden: bool = True
    own_dialogue: bool = False
    after_reveal: bool = False


class Source(Frozen):
    """The file from which a judgement was imported: its name and the SHA-256 of its bytes."""

    file: str = Field(min_length=1)
    file_hash: str


class Judgement(Frozen):
    """One revision of one verdict.

    `verdict` None withdraws what was said before. Only *not met* names a primary `mode` and the
    signed `effect` (it helped the agent, hindered it, or neither). One that was made here must,
    and must cite evidence; one that was imported (`source`) may leave them out. `evidence` holds
    turn numbers of the blinded dialogue. `confidence` goes from 1 (unsure) to 3 (sure). Times are
    ISO 8601 UTC; `active_s` and `idle_s` are seconds of a clock that never goes back.

    `rater_kind` is the rater's role. `pass_number` tells a rater's looks at the same dialogue
    apart: from 2 on they are repeats, which say how a rater agrees with itself and nothing else.
    """

    id: str
    dialogue_id: str
    rater: str = Field(min_length=1)
    rater_kind: RaterKind = "human"
    rubric_id: str
    rubric_version: str
    rubric_hash: str
    guideline_version: str
    criterion_id: str
    criterion_hash: str
    scope: Scope = "generic"
    verdict: Verdict | None
    mode: str | None = None
    secondary_modes: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    spans: tuple[Span, ...] = ()
    effect: Effect | None = None
    confidence: int | None = Field(default=None, ge=1, le=3)
    comment: str = ""
    blind: BlindFlags = BlindFlags()
    shown_at: str = ""
    first_key_at: str = ""
    submitted_at: str = ""
    active_s: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    idle_s: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    revision: int = Field(default=1, ge=1)
    pass_number: int = Field(default=1, ge=1)
    source: Source | None = None

    @model_validator(mode="before")
    @classmethod
    def _sort_evidence(cls, data: Any) -> Any:
        """Put the cited turns in order, each once."""
        if isinstance(data, dict):
            cited = data.get("evidence", ())
            if isinstance(cited, list | tuple) and all(type(turn) is int for turn in cited):
                return {**data, "evidence": tuple(sorted(set(cited)))}
        return data

    @model_validator(mode="after")
    def _check(self) -> Self:
        if problem := _problem(self):
            raise ValueError(problem)
        return self

    def key(self) -> tuple[str, ...]:
        """Return what all revisions of this judgement have in common."""
        return (
            self.dialogue_id,
            self.rater_kind,
            self.rater,
            self.rubric_id,
            self.rubric_hash,
            self.scope,
            self.criterion_id,
            self.criterion_hash,
            str(self.pass_number),
        )


class Skip(Frozen):
    """A rater put a dialogue off, with a reason. A skip is no answer and can be taken back."""

    dialogue_id: str
    rater: str
    rubric_id: str = ""
    reason: str = ""
    at: str = ""


def _problem(item: Judgement) -> str:
    if any(turn < 1 for turn in item.evidence):
        return "turns are numbered from 1"
    if any(span.turn not in item.evidence for span in item.spans):
        return "a span lies in a turn that is not cited as evidence"
    if len(set(item.secondary_modes)) < len(item.secondary_modes):
        return "a secondary mode is named twice"
    if item.verdict == "not_met":
        return _problem_of_failure(item)
    if item.mode is not None or item.secondary_modes or item.effect is not None:
        return "only 'not met' names a mode and an effect"
    if item.verdict is None and (item.evidence or item.confidence is not None):
        return "a withdrawn judgement carries no evidence and no confidence"
    return ""


def _problem_of_failure(item: Judgement) -> str:
    if item.mode in item.secondary_modes:
        return "the primary mode is not a secondary one as well"
    if item.source is not None:
        return ""
    if item.mode is None:
        return "'not met' names one primary mode"
    if not item.evidence:
        return "'not met' cites at least one turn"
    if item.effect is None:
        return "'not met' says whether it helped the agent, hindered it, or neither"
    return ""


def check_judgement(judgement: Judgement, criterion: Criterion, rubric: Rubric, turns: int) -> None:
    """Hold a judgement against the criterion and the dialogue that it is about.

    Args:
        judgement: What the rater said.
        criterion: The criterion, generic or of the task.
        rubric: The rubric in force; secondary modes may come from any of its criteria.
        turns: How many turns the blinded dialogue has.

    Raises:
        JudgementFault: It is about another criterion or rubric, names a mode that the criterion
            does not have, or cites a turn that is not there. The place is the field.
    """
    if (judgement.criterion_id, judgement.criterion_hash) != (criterion.id, criterion.hash):
        raise JudgementFault("the judgement is about another criterion", place="criterion_hash")
    if judgement.rubric_hash != rubric.hash:
        raise JudgementFault("the judgement was made under another rubric", place="rubric_hash")
    if judgement.scope != criterion.scope:
        raise JudgementFault(f"the criterion has the scope {criterion.scope!r}", place="scope")
    if judgement.mode is not None and judgement.mode not in criterion.mode_slugs():
        raise JudgementFault(
            f"{judgement.mode!r} is no mode of {criterion.id!r}",
            hint=f"Its modes: {', '.join(criterion.mode_slugs())}.",
            place="mode",
        )
    known = rubric.mode_slugs() | set(criterion.mode_slugs())
    if strange := sorted(set(judgement.secondary_modes) - known):
        raise JudgementFault(f"unknown mode {strange[0]!r}", place="secondary_modes")
    if judgement.evidence and judgement.evidence[-1] > turns:
        raise JudgementFault(
            f"there is no turn {judgement.evidence[-1]}",
            hint=f"The dialogue has turns 1 to {turns}.",
            place="evidence",
        )


def current_judgements(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Return the last revision of each judgement, sorted; withdrawn ones are left out.

    Raises:
        JudgementFault: Two different judgements claim to be the same revision.
    """
    latest: dict[tuple[str, ...], Judgement] = {}
    for item in judgements:
        held = latest.get(item.key())
        if held is None or item.revision > held.revision:
            latest[item.key()] = item
        elif item.revision == held.revision and item != held:
            raise JudgementFault(
                f"two judgements are revision {item.revision} of the same",
                hint="Number the revisions in the order in which they were made.",
                place=f"judgement {item.id}",
            )
    return tuple(latest[key] for key in sorted(latest) if latest[key].verdict is not None)
