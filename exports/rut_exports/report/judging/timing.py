"""Order and pace: whether verdicts drift, and who was fast."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.drift import Drift, measure_drift
from rut_annotations.validity.speed import find_speeders
from rut_exports.report.judging.model import Tempo
from rut_exports.report.sorting import Entry


def verdict_drift(entries: Sequence[Entry], criterion: str, plan: Plan) -> tuple[Drift, ...]:
    """Return how *not met* becomes more or less frequent in the raters' own order.

    Empty where the order of fewer than two verdicts of everybody is known.
    """
    own = [
        entry
        for entry in entries
        if entry.criterion.scope == "generic"
        and entry.criterion.id == criterion
        and entry.verdict in ("met", "not_met")
    ]
    order = [moment(entry) for entry in own]
    if np.isfinite(order).sum() < 2:
        return ()
    return measure_drift(
        [entry.judgement.rater for entry in own],
        order,
        [float(entry.verdict == "not_met") for entry in own],
        [_cluster(entry, plan) for entry in own],
        plan,
    )


def measure_tempo(entries: Sequence[Entry], plan: Plan) -> Tempo | None:
    """Return times and who was fast, null where no times were kept."""
    seconds = [entry.judgement.active_s or np.nan for entry in entries]
    if not np.isfinite(seconds).any():
        return None
    items = [
        f"{entry.dialogue.id}/{entry.criterion.scope}/{entry.criterion.id}" for entry in entries
    ]
    found = find_speeders([entry.judgement.rater for entry in entries], items, seconds)
    return Tempo(rule=found.rule, raters=found.raters, drift=_pace_drift(entries, plan))


def moment(entry: Entry) -> float:
    """Return when a rater first saw the question, else when it was answered; NaN if unknown."""
    for text in (entry.judgement.shown_at, entry.judgement.submitted_at):
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            continue
        return (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).timestamp()
    return float("nan")


def _pace_drift(entries: Sequence[Entry], plan: Plan) -> tuple[Drift, ...]:
    """Return the drift of a rater's active seconds a dialogue."""
    whole: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        whole.setdefault((entry.judgement.rater, entry.dialogue.id), []).append(entry)
    order = [float(np.fmin.reduce([moment(entry) for entry in own])) for own in whole.values()]
    if np.isfinite(order).sum() < 2:
        return ()
    times = [sum(entry.judgement.active_s for entry in own) or np.nan for own in whole.values()]
    clusters = [_cluster(own[0], plan) for own in whole.values()]
    return measure_drift([rater for rater, _ in whole], order, times, clusters, plan)


def _cluster(entry: Entry, plan: Plan) -> str:
    return entry.dialogue.task if plan.resampled == "task" else entry.dialogue.id
