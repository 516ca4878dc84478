"""Agreement on each criterion, with its numbers, its interval, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.counts import Counts, Treatment, count
from rut_annotations.agreement.kernel import (
    FIRST_CATEGORY,
    PAIRABLE,
    cluster_rows,
    nominal_alpha,
    percent_agreement,
)
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.estimation.interval import FloatArray, Interval, Plan
from rut_annotations.estimation.resampling import percentile_interval, resample_sums
from rut_domains.frozen import Frozen

Reason = Literal[
    "", "no_ratings", "one_rater", "no_pairable_units", "single_category", "too_few_units"
]
Caution = Literal["few_units", "few_minority_units", "few_clusters", "degenerate_replicates"]

# Below these the interval is known to be too narrow (simulations in the reference notes of the
# project; Gwet, 2016, for small samples).
FEW_UNITS = 30
FEW_MINORITY_UNITS = 10
FEW_CLUSTERS = 20
MANY_DEGENERATE = 0.05

REASONS: dict[str, str] = {
    "no_ratings": "no ratings",
    "one_rater": "only one rater",
    "no_pairable_units": "no unit was rated by two raters",
    "single_category": "all paired ratings are equal, so chance alone explains them",
    "too_few_units": "too few units were rated by two raters",
    "one_cluster": "only one cluster to resample",
    "degenerate_replicates": "most resamples have no value",
    "no_variation": "all resamples give the same value",
}


class Estimate(Frozen):
    """A coefficient: its value, or null and the reason; its interval, or the reason for none."""

    coefficient: Literal["percent_agreement", "krippendorff_alpha"]
    metric: Literal["nominal"] = "nominal"
    value: FiniteFloat | None
    reason: Reason = ""
    interval: Interval | None = None
    interval_reason: str = ""


class Agreement(Frozen):
    """Agreement on one criterion under one treatment of *not applicable*.

    `n_pairable` units have two ratings or more, from which `n_pairs` pairs of raters follow;
    `prevalence` counts all ratings by category, `minority_units` the pairable units with a rating
    other than the commonest.
    """

    criterion: str
    treatment: Treatment
    n_units: int
    n_pairable: int
    n_raters: int
    n_pairs: int
    n_ratings: int
    n_not_applicable: int
    n_cannot_tell: int
    n_missing: int
    n_clusters: int
    prevalence: dict[str, int]
    minority_units: int
    percent: Estimate
    alpha: Estimate
    cautions: tuple[Caution, ...] = ()


def measure_agreement(
    ratings: Ratings, plan: Plan, treatment: Treatment = "category", minimum_units: int = 1
) -> tuple[Agreement, ...]:
    """Measure agreement on every criterion of a table, in the table's order.

    Criteria are never pooled: raters who guess alone at different base rates would seem to agree.

    Args:
        ratings: The table; its clusters are what `plan` resamples.
        plan: How intervals are made.
        treatment: How *not applicable* enters.
        minimum_units: With fewer pairable units no chance-corrected coefficient is given.
    """
    tables = [count(ratings, criterion, treatment) for criterion in ratings.criteria]
    rows = [cluster_rows(table) for table in tables]
    resampled = resample_sums(rows, plan)
    return tuple(
        _agreement(table, sums, replicates, plan, minimum_units)
        for table, sums, replicates in zip(tables, rows, resampled, strict=True)
    )


def _agreement(
    counts: Counts, rows: FloatArray, resampled: FloatArray, plan: Plan, minimum_units: int
) -> Agreement:
    sums = rows.sum(axis=0)
    per_unit = counts.matrix.sum(axis=1)
    pairable = per_unit >= 2
    clusters = int((rows[:, PAIRABLE] > 0).sum())
    reason = _reason(counts, sums, minimum_units)
    minority = _minority_units(counts.matrix[pairable])
    alpha = _alpha(sums, resampled, clusters, plan, reason)
    return Agreement(
        criterion=counts.criterion,
        treatment=counts.treatment,
        n_units=counts.n_units,
        n_pairable=int(pairable.sum()),
        n_raters=counts.n_raters,
        n_pairs=int((per_unit * (per_unit - 1) / 2).sum()),
        n_ratings=counts.n_ratings,
        n_not_applicable=counts.n_not_applicable,
        n_cannot_tell=counts.n_cannot_tell,
        n_missing=counts.n_missing,
        n_clusters=clusters,
        prevalence={
            name: int(number)
            for name, number in zip(counts.categories, counts.matrix.sum(axis=0), strict=True)
        },
        minority_units=minority,
        percent=_percent(sums, resampled, clusters, plan, reason),
        alpha=alpha,
        cautions=_cautions(alpha, int(pairable.sum()), minority, clusters),
    )


def _reason(counts: Counts, sums: FloatArray, minimum_units: int) -> Reason:
    """Say why alpha is undefined; empty when it is defined."""
    if counts.n_ratings == 0:
        return "no_ratings"
    if counts.n_raters < 2:
        return "one_rater"
    if sums[PAIRABLE] == 0:
        return "no_pairable_units"
    if sums[PAIRABLE] < minimum_units:
        return "too_few_units"
    if np.count_nonzero(sums[FIRST_CATEGORY:]) < 2:
        return "single_category"
    return ""


def _alpha(
    sums: FloatArray, resampled: FloatArray, clusters: int, plan: Plan, reason: Reason
) -> Estimate:
    if reason:
        return Estimate(coefficient="krippendorff_alpha", value=None, reason=reason)
    interval, why = percentile_interval(nominal_alpha(resampled), clusters, plan)
    return Estimate(
        coefficient="krippendorff_alpha",
        value=float(nominal_alpha(sums)),
        interval=interval,
        interval_reason=why,
    )


def _percent(
    sums: FloatArray, resampled: FloatArray, clusters: int, plan: Plan, reason: Reason
) -> Estimate:
    if reason not in ("", "single_category", "too_few_units"):
        return Estimate(coefficient="percent_agreement", value=None, reason=reason)
    interval, why = percentile_interval(percent_agreement(resampled), clusters, plan)
    return Estimate(
        coefficient="percent_agreement",
        value=float(percent_agreement(sums)),
        interval=interval,
        interval_reason=why,
    )


def _minority_units(matrix: FloatArray) -> int:
    if not matrix.size:
        return 0
    commonest = int(matrix.sum(axis=0).argmax())
    return int((matrix.sum(axis=1) > matrix[:, commonest]).sum())


def _cautions(alpha: Estimate, pairable: int, minority: int, clusters: int) -> tuple[Caution, ...]:
    """Say why the interval deserves less trust than its level promises."""
    if alpha.value is None:
        return ()
    interval = alpha.interval
    lost = interval.degenerate / interval.replicates if interval else 0.0
    found: Sequence[tuple[bool, Caution]] = (
        (pairable < FEW_UNITS, "few_units"),
        (minority < FEW_MINORITY_UNITS, "few_minority_units"),
        (clusters < FEW_CLUSTERS, "few_clusters"),
        (lost > MANY_DEGENERATE, "degenerate_replicates"),
    )
    return tuple(name for holds, name in found if holds)
