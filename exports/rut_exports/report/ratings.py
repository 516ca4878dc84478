"""Judgements as the rows of a table of ratings."""

from __future__ import annotations

from rut_annotations.agreement.ratings import Rating, Status
from rut_annotations.estimation.interval import Resampled
from rut_annotations.rubric import Scope
from rut_exports.bundle import DialogueSummary
from rut_exports.report.sorting import Entry, Sorted


def human_ratings(found: Sorted, scope: Scope, resampled: Resampled) -> list[Rating]:
    """Return people's first looks in a scope.

    Who answered part of a dialogue has missing cells in the rest.
    """
    rows: list[Rating] = []
    for entries in found.by_dialogue(scope).values():
        dialogue = entries[0].dialogue
        given = {(entry.judgement.rater, entry.criterion.id): entry for entry in entries}
        for rater in sorted({rater for rater, _ in given}):
            for criterion in found.criteria_of(dialogue, scope):
                value = _value(given.get((rater, criterion.id)))
                name = _criterion(dialogue, criterion.id, scope)
                cluster = _cluster(dialogue, resampled)
                rows.append(Rating(dialogue.id, cluster, name, rater, value))
    return rows


def all_ratings(found: Sorted, scope: Scope, resampled: Resampled) -> list[Rating]:
    """Return every verdict in a scope with the rater's role and the number of the pass.

    This is what people and models are compared by. Only answers are rows: there are no missing
    cells. A task's own criterion is named `DOMAIN/TASK/CRITERION`.
    """
    return [
        Rating(
            entry.dialogue.id,
            _cluster(entry.dialogue, resampled),
            _criterion(entry.dialogue, entry.criterion.id, scope),
            entry.judgement.rater,
            _value(entry),
            entry.judgement.rater_kind,
            str(entry.judgement.pass_number),
        )
        for entry in (*found.entries, *found.aside)
        if entry.criterion.scope == scope
    ]


def _criterion(dialogue: DialogueSummary, criterion: str, scope: Scope) -> str:
    return criterion if scope == "generic" else f"{dialogue.task}/{criterion}"


def _cluster(dialogue: DialogueSummary, resampled: Resampled) -> str:
    return dialogue.task if resampled == "task" else dialogue.id


def _value(entry: Entry | None) -> str | Status:
    if entry is None:
        return Status.MISSING
    if entry.verdict == "not_applicable":
        return Status.NOT_APPLICABLE
    return Status.CANNOT_TELL if entry.verdict == "cannot_tell" else entry.verdict
