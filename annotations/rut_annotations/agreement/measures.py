"""Agreement on each criterion: all coefficients, with intervals or the reason for none."""

from __future__ import annotations

import numpy as np

from rut_annotations.agreement.complete import measure_complete
from rut_annotations.agreement.counts import Counts, count
from rut_annotations.agreement.criterion import Criterion, Settings, undefined
from rut_annotations.agreement.metric import paired_counts
from rut_annotations.agreement.pairs import measure_light
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.agreement.result import Agreement, Coefficient
from rut_annotations.agreement.specific import MOST_CATEGORIES, measure_specific
from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.resampling import resample_sums

# Below these an interval is known to be too narrow (benchmarks/coverage; Gwet, 2016).
FEW_UNITS = 30
FEW_MINORITY_UNITS = 15
FEW_CLUSTERS = 20
MANY_DEGENERATE = 0.05
# Above both, most of what chance-corrected values lack is prevalence.
_HIGH_AGREEMENT, _HIGH_PREVALENCE = 0.85, 0.85


def measure_agreement(
    ratings: Ratings, plan: Plan, settings: Settings | None = None
) -> tuple[Agreement, ...]:
    """Measure agreement on every criterion of a table, in the table's order.

    Only first passes of people count. Criteria are never pooled: raters who guess alone at
    different base rates would seem to agree. All criteria and coefficients share every resample,
    so their differences are paired.

    Args:
        ratings: The table; its clusters are what `plan` resamples.
        plan: How intervals are made.
        settings: How agreement is measured.

    Raises:
        ValueError: The weights are not defined for the categories of a scale.
    """
    parts = prepare(ratings, settings or Settings())
    resampled = resample_sums([part.sums for part in parts], plan)
    return tuple(
        measure_criterion(part, replicates, plan)
        for part, replicates in zip(parts, resampled, strict=True)
    )


def prepare(ratings: Ratings, settings: Settings) -> list[Criterion]:
    """Count every criterion and list its coefficients."""
    return [
        Criterion.of(count(ratings, criterion, settings.treatment), settings)
        for criterion in ratings.criteria
    ]


def measure_criterion(criterion: Criterion, replicates: FloatArray, plan: Plan) -> Agreement:
    """Measure one criterion from the sums of its resamples: replicates x columns."""
    counts = criterion.counts
    ratings = counts.per_unit
    prevalence = np.bincount(counts.column, minlength=len(counts.categories))
    minority = _minority_units(counts)
    found = [criterion.measure(formula, replicates, plan) for formula in criterion.formulas]
    if criterion.metric_reason:
        reason = criterion.reason or criterion.metric_reason
        found.insert(1, undefined("krippendorff_alpha", counts.level, reason))
    found += [*measure_light(criterion, plan), *measure_complete(criterion, plan)]
    return Agreement(
        criterion=counts.criterion,
        level=counts.level,
        treatment=counts.treatment,
        n_units=counts.n_units,
        n_pairable=int((ratings >= 2).sum()),
        n_raters=counts.n_raters,
        n_pairs=int((ratings * (ratings - 1) // 2).sum()),
        n_ratings=counts.n_ratings,
        n_not_applicable=counts.n_not_applicable,
        n_cannot_tell=counts.n_cannot_tell,
        n_skipped=counts.n_skipped,
        n_missing=counts.n_missing,
        n_clusters=len(criterion.holding),
        prevalence={
            name: int(number) for name, number in zip(counts.categories, prevalence, strict=True)
        },
        minority_units=minority,
        coefficients=tuple(_warn(item, criterion, minority) for item in found),
        specific=measure_specific(criterion, replicates, plan),
        coincidences=_coincidences(counts),
        warnings=_warnings(criterion, minority, found),
    )


def _coincidences(counts: Counts) -> tuple[tuple[float, ...], ...]:
    """Return n_uk (n_ul - [k = l]) / (m_u - 1), summed over pairable units."""
    if len(counts.categories) > MOST_CATEGORIES:
        return ()
    paired = paired_counts(counts)
    scale = 1 / np.maximum(paired.sum(axis=1) - 1, 1)
    found = (paired * scale[:, None]).T @ paired - np.diag((paired * scale[:, None]).sum(axis=0))
    return tuple(tuple(float(number) for number in row) for row in found)


def _minority_units(counts: Counts) -> int:
    """Return how many pairable units have half their ratings or more outside the commonest."""
    pairable = counts.per_unit >= 2
    here = pairable[counts.unit]
    if not here.any():
        return 0
    commonest = int(np.bincount(counts.column[here]).argmax())
    other = np.bincount(counts.unit[counts.column != commonest], minlength=counts.n_units)
    return int(np.count_nonzero(pairable & (2 * other >= counts.per_unit)))


def _warn(item: Coefficient, criterion: Criterion, minority: int) -> Coefficient:
    """Add why an interval deserves less trust than its level promises."""
    if item.value is None:
        return item
    found = _interval_warnings(item, criterion, minority)
    return item.model_copy(update={"warnings": (*item.warnings, *found)})


def _interval_warnings(item: Coefficient, criterion: Criterion, minority: int) -> tuple[str, ...]:
    interval = item.interval
    lost = interval.degenerate / interval.replicates if interval and interval.replicates else 0.0
    found = (
        (item.n < FEW_UNITS, "few_units"),
        (minority < FEW_MINORITY_UNITS, "few_minority_units"),
        (len(criterion.holding) < FEW_CLUSTERS, "few_clusters"),
        (lost > MANY_DEGENERATE, "degenerate_replicates"),
    )
    return tuple(name for holds, name in found if holds)


def _warnings(criterion: Criterion, minority: int, found: list[Coefficient]) -> tuple[str, ...]:
    """Return the warnings of the headline, and whether prevalence hides agreement."""
    alpha = next((item for item in found if item.name == "krippendorff_alpha"), None)
    if alpha is None or alpha.value is None:
        return ()
    percent = next(item for item in found if item.name == "percent_agreement").value or 0.0
    column = np.bincount(criterion.counts.column)
    hidden = (
        percent > _HIGH_AGREEMENT
        and column.max() / column.sum() > _HIGH_PREVALENCE
        and alpha.value < percent - 0.3
    )
    warnings = _interval_warnings(alpha, criterion, minority)
    return (*warnings, "prevalence") if hidden else warnings
