"""What was cited for a failure, ready to be compared."""

from __future__ import annotations

from collections.abc import Iterable

from rut_annotations.estimation.interval import Plan, Resampled
from rut_annotations.validity.evidence import Cited, EvidenceOverlap, Overlap, measure_evidence
from rut_exports.report.sorting import Entry


def compare_evidence(
    entries: Iterable[Entry], criterion: str, resampled: Resampled, plan: Plan
) -> EvidenceOverlap:
    """Compare what was cited for *not met* on a generic criterion, in first passes.

    Whoever found the criterion met points at nothing: two of these would agree on no evidence,
    which says no more than their verdicts did.
    """
    cited = [
        Cited(
            unit=entry.dialogue.id,
            cluster=entry.dialogue.task if resampled == "task" else entry.dialogue.id,
            rater=entry.judgement.rater,
            turns=frozenset(entry.judgement.evidence),
            spans=entry.judgement.spans,
            role=entry.judgement.rater_kind,
        )
        for entry in entries
        if entry.criterion.scope == "generic"
        and entry.criterion.id == criterion
        and entry.verdict == "not_met"
        and entry.judgement.evidence
        and entry.judgement.pass_number == 1
    ]
    return measure_evidence(cited, plan)


def without_matches(found: Overlap) -> Overlap:
    """Return an overlap without the spans that match, which quote transcripts."""
    return found.model_copy(update={"matches": ()})
