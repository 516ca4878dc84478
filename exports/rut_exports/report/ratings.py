"""The judgements of a report as the rows that coefficients are made from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rut_annotations.agreement.ratings import Rating, Status
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Resampled
from rut_annotations.rubric import Scope
from rut_exports.report.sorting import Entry, Sorted

SCALE = Scale("binary", ("met", "not_met"), not_applicable=True)


def list_ratings(
    found: Sorted, entries: Iterable[Entry], scope: Scope, resampled: Resampled
) -> list[Rating]:
    """Return the scope's ratings; who answered part of a dialogue has missing cells in the rest.

    Args:
        found: Says what is asked about a dialogue.
        entries: The judgements; those of people and of models may be mixed.
        scope: Generic criteria, or those of single tasks, whose names then begin with the task.
        resampled: Whether the tasks or the dialogues are the clusters.
    """
    groups: defaultdict[tuple[str, str, str, int], dict[str, Entry]] = defaultdict(dict)
    for entry in entries:
        if entry.criterion.scope == scope:
            made = entry.judgement
            key = (entry.dialogue.id, made.rater_kind, made.rater, made.pass_number)
            groups[key][entry.criterion.id] = entry
    rows: list[Rating] = []
    for (_, role, rater, number), given in groups.items():
        dialogue = next(iter(given.values())).dialogue
        cluster = dialogue.task if resampled == "task" else dialogue.id
        name = "main" if number == 1 else str(number)
        for criterion in found.criteria_of(dialogue, scope):
            asked = criterion.id if scope == "generic" else f"{dialogue.task}/{criterion.id}"
            value = _value(given.get(criterion.id))
            rows.append(Rating(dialogue.id, cluster, asked, rater, value, role, name))
    return rows


def _value(entry: Entry | None) -> str | Status:
    if entry is None:
        return Status.MISSING
    if entry.verdict == "not_applicable":
        return Status.NOT_APPLICABLE
    return Status.CANNOT_TELL if entry.verdict == "cannot_tell" else entry.verdict


def models_of(found: Sorted) -> tuple[Entry, ...]:
    """Return all looks of models."""
    return tuple(entry for entry in found.aside if entry.judgement.rater_kind == "model")


def repeats_of(found: Sorted) -> tuple[Entry, ...]:
    """Return people's second looks."""
    return tuple(entry for entry in found.aside if entry.judgement.rater_kind == "human")
