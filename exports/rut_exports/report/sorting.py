"""Which judgements of a bundle enter a report on one rubric, and what became of the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from rut_annotations.judgement import Judgement, Verdict, current_judgements
from rut_annotations.rubric import Criterion, Rubric, Scope
from rut_exports.bundle import Bundle, DialogueSummary
from rut_exports.report.model import Flow


@dataclass(frozen=True)
class Entry:
    """A judgement that counts, with its verdict, criterion and dialogue."""

    judgement: Judgement
    verdict: Verdict
    criterion: Criterion
    dialogue: DialogueSummary


@dataclass(frozen=True)
class Sorted:
    """The entries of one rubric, sorted, and the account of all that was left out.

    `entries` are the first passes of people, which alone make human numbers. `repeats` are their
    later passes, `models` all passes of models; both stand for nothing but themselves.
    `models_dropped` counts the judgements by models that stand for nothing, by reason.
    """

    rubric: Rubric
    dialogues: tuple[DialogueSummary, ...]
    entries: tuple[Entry, ...]
    flow: Flow
    repeats: tuple[Entry, ...] = ()
    models: tuple[Entry, ...] = ()
    models_dropped: dict[str, int] = field(default_factory=dict)

    def by_dialogue(self, scope: Scope) -> dict[str, list[Entry]]:
        """Return the entries of a scope by dialogue; dialogues without any are left out."""
        found: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            if entry.criterion.scope == scope:
                found[entry.dialogue.id].append(entry)
        return dict(found)

    def criteria_of(self, dialogue: DialogueSummary, scope: Scope) -> tuple[Criterion, ...]:
        """Return what is asked about a dialogue in a scope."""
        return self.rubric.criteria if scope == "generic" else dialogue.criteria


def sort_judgements(bundle: Bundle, rubric: Rubric) -> Sorted:
    """Take the verdicts that hold, by people, blind, on this rubric as it is now.

    A rubric or criterion with another hash is another question: its answers are never pooled.
    Rows of other rubrics of the bundle have a section of their own and are no part of the account.
    """
    own = [
        row
        for row in bundle.judgements
        if row.rubric_id == rubric.id and not _elsewhere(row, rubric, bundle)
    ]
    held = current_judgements(own)
    dialogues = {dialogue.id: dialogue for dialogue in bundle.dialogues}
    fate: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    kept: defaultdict[str, list[Entry]] = defaultdict(list)
    for judgement in held:
        entry, why = _place(judgement, rubric, dialogues)
        group = _group(judgement)
        fate[group if entry is not None or group == "by_models" else why] += 1
        if entry is not None:
            kept[group].append(entry)
        elif judgement.rater_kind == "model":
            dropped[why] += 1
    entries = kept["counted"]
    keys = {row.key() for row in own}
    counted = [dialogue for dialogue in bundle.dialogues if dialogue.counted]
    flow = Flow(
        dialogues=len(bundle.dialogues),
        unlinked=sum(dialogue.link == "unlinked" for dialogue in bundle.dialogues),
        practice=sum(d.practice and d.link != "unlinked" for d in bundle.dialogues),
        counted=len(counted),
        rated=len({entry.dialogue.id for entry in entries}),
        judgement_rows=len(own),
        revised=len(own) - len(keys),
        withdrawn=len(keys) - len(held),
        by_models=fate["by_models"],
        after_reveal=fate["after_reveal"],
        other_versions=fate["other_versions"],
        not_counted_dialogues=fate["not_counted_dialogues"],
        judgements=len(entries),
        second_passes=fate["second_passes"],
    )
    return Sorted(
        rubric=rubric,
        dialogues=tuple(counted),
        entries=tuple(entries),
        flow=flow,
        repeats=tuple(kept["second_passes"]),
        models=tuple(e for e in kept["by_models"] if e.judgement.rater_kind == "model"),
        models_dropped=dict(sorted(dropped.items())),
    )


def pass_of(judgement: Judgement) -> int:
    """Return which look of the rater at the dialogue a judgement is from, 1 for the first."""
    number = getattr(judgement, "pass_number", 1)
    return int(number)


def _group(judgement: Judgement) -> str:
    """Say where a judgement goes that is about the right thing."""
    if judgement.rater_kind != "human":
        return "by_models"
    return "counted" if pass_of(judgement) == 1 else "second_passes"


def _elsewhere(row: Judgement, rubric: Rubric, bundle: Bundle) -> bool:
    """Say whether a row belongs to another version of the rubric that is in the bundle too."""
    return row.rubric_hash != rubric.hash and any(
        other.hash == row.rubric_hash for other in bundle.rubrics
    )


def _place(
    judgement: Judgement, rubric: Rubric, dialogues: dict[str, DialogueSummary]
) -> tuple[Entry | None, str]:
    if judgement.blind.after_reveal:
        return None, "after_reveal"
    dialogue = dialogues.get(judgement.dialogue_id)
    if dialogue is None or not dialogue.counted:
        return None, "not_counted_dialogues"
    asked = rubric.criteria if judgement.scope == "generic" else dialogue.criteria
    criterion = next((item for item in asked if item.id == judgement.criterion_id), None)
    same = criterion is not None and criterion.hash == judgement.criterion_hash
    if criterion is None or not same or judgement.rubric_hash != rubric.hash:
        return None, "other_versions"
    if judgement.verdict is None:
        return None, "withdrawn"
    return Entry(judgement, judgement.verdict, criterion, dialogue), "counted"
