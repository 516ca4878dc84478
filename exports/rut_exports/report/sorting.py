"""Which judgements of a bundle enter a report on one rubric, and what became of the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
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

    `entries` are people's first looks, which alone enter human numbers. `aside` are judgements on
    the same questions that never do: by models, by raters of other roles, and second looks.
    `models_dropped` counts what models judged that is about nothing here, by reason.
    """

    rubric: Rubric
    dialogues: tuple[DialogueSummary, ...]
    entries: tuple[Entry, ...]
    flow: Flow
    aside: tuple[Entry, ...] = ()
    models_dropped: dict[str, int] = field(default_factory=dict)

    def by_dialogue(self, scope: Scope) -> dict[str, list[Entry]]:
        """Return the entries of a scope by dialogue; dialogues without any are left out."""
        return group_by_dialogue(self.entries, scope)

    def by_models(self) -> tuple[Entry, ...]:
        """Return the first looks of models."""
        return tuple(
            entry
            for entry in self.aside
            if entry.judgement.rater_kind == "model" and entry.judgement.pass_number == 1
        )

    def criteria_of(self, dialogue: DialogueSummary, scope: Scope) -> tuple[Criterion, ...]:
        """Return what is asked about a dialogue in a scope."""
        return self.rubric.criteria if scope == "generic" else dialogue.criteria


def group_by_dialogue(entries: Iterable[Entry], scope: Scope) -> dict[str, list[Entry]]:
    """Return the entries of a scope by dialogue; dialogues without any are left out."""
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.criterion.scope == scope:
            found[entry.dialogue.id].append(entry)
    return dict(found)


def sort_judgements(bundle: Bundle, rubric: Rubric) -> Sorted:
    """Take the verdicts that hold, blind, on this rubric as it is now; people's first looks apart.

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
    entries: list[Entry] = []
    aside: list[Entry] = []
    for judgement in held:
        entry, why = _place(judgement, rubric, dialogues)
        fate[why] += 1
        if entry is not None:
            (entries if why == "counted" else aside).append(entry)
        elif judgement.rater_kind == "model":
            dropped[why] += 1
    counted = tuple(dialogue for dialogue in bundle.dialogues if dialogue.counted)
    sizes = (len(own), len({row.key() for row in own}), len(held))
    flow = _flow(bundle, sizes, fate, entries)
    return Sorted(
        rubric=rubric,
        dialogues=counted,
        entries=tuple(entries),
        flow=flow,
        aside=tuple(aside),
        models_dropped=dict(sorted(dropped.items())),
    )


def _flow(
    bundle: Bundle, sizes: tuple[int, int, int], fate: Counter[str], entries: list[Entry]
) -> Flow:
    """Account for all rows; `sizes` are how many rows, judgements and judgements that hold."""
    rows, judgements, holding = sizes
    counted = [dialogue for dialogue in bundle.dialogues if dialogue.counted]
    return Flow(
        dialogues=len(bundle.dialogues),
        unlinked=sum(dialogue.link == "unlinked" for dialogue in bundle.dialogues),
        practice=sum(d.practice and d.link != "unlinked" for d in bundle.dialogues),
        without_contract=sum(
            not d.contract and not d.practice and d.link != "unlinked" for d in bundle.dialogues
        ),
        counted=len(counted),
        rated=len({entry.dialogue.id for entry in entries}),
        judgement_rows=rows,
        revised=rows - judgements,
        withdrawn=judgements - holding,
        by_models=fate["by_models"],
        other_roles=fate["other_roles"],
        repeats=fate["repeats"],
        after_reveal=fate["after_reveal"],
        other_versions=fate["other_versions"],
        not_counted_dialogues=fate["not_counted_dialogues"],
        judgements=len(entries),
        imported=sum(entry.judgement.source is not None for entry in entries),
    )


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
    return Entry(judgement, judgement.verdict, criterion, dialogue), _part(judgement)


def _part(judgement: Judgement) -> str:
    """Say whether a judgement counts as a person's, or why it stands apart."""
    if judgement.rater_kind == "model":
        return "by_models"
    if judgement.rater_kind != "human":
        return "other_roles"
    return "repeats" if judgement.pass_number > 1 else "counted"
