"""What a report knows about one criterion, by the id of the question."""

from __future__ import annotations

from pydantic import JsonValue

from rut_annotations.agreement.result import Agreement, Coefficient
from rut_annotations.rubric import Criterion
from rut_exports.report import coefficients, wording
from rut_exports.report.methods import series
from rut_exports.report.model import Section

_NO_REPEATS = "not measured: nobody judged twice for this report"


def know_criterion(criterion: Criterion, section: Section) -> dict[str, JsonValue]:
    """Return the values that the report holds; what is not among them is a blank."""
    measured = next((item for item in section.agreement if item.criterion == criterion.id), None)
    words = list(wording.VERDICT_WORDS.values())
    known: dict[str, JsonValue] = {
        "mode.absolute": "absolute: one dialogue at a time",
        "name": criterion.name(),
        "definition": _definition(criterion),
        "scale.size": len(words),
        "scale.values": list[JsonValue](words),
        "scale.shown_as": "a choice of one answer",
        "task": "N/A: there is a scale",
        "prompt": criterion.statement,
        "response": "a verdict on a statement about the dialogue",
        "aggregation": "Agreement is measured on the verdicts themselves. For a score, a criterion "
        "counts as met by a majority of those who judged it, at least two.",
    }
    if measured is None:
        return known
    return {
        **known,
        "tests": "None: intervals describe.",
        "counts": _counts(measured),
        "agreement.method": series([coefficients.name(item) for item in measured.coefficients]),
        "agreement.value": {item.name: _number(item) for item in measured.coefficients},
        "repeats.method": _NO_REPEATS,
        "repeats.value": _NO_REPEATS,
    }


def _definition(criterion: Criterion) -> JsonValue:
    return {
        "statement": criterion.statement,
        "kind": criterion.polarity,
        "family": criterion.family,
        "applies_when": criterion.applies_when or "always",
        "sha256": criterion.hash,
        "failure_modes": {mode.slug: mode.definition for mode in criterion.modes},
    }


def _counts(measured: Agreement) -> JsonValue:
    return {
        "dialogues": measured.n_units,
        "with_two_raters": measured.n_pairable,
        "raters": measured.n_raters,
        "met": measured.prevalence.get("met", 0),
        "not_met": measured.prevalence.get("not_met", 0),
        "not_applicable": measured.n_not_applicable,
        "cannot_tell": measured.n_cannot_tell,
        "skipped": measured.n_skipped,
        "missing": measured.n_missing,
    }


def _number(item: Coefficient) -> JsonValue:
    made = item.interval
    if item.value is None:
        return {"value": None, "why": coefficients.reason(item.reason)}
    return {
        "value": item.value,
        "interval": [made.low, made.high] if made else None,
        "interval_by": coefficients.method(item),
    }
