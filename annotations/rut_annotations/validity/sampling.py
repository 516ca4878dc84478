"""Numbers that are made from sums over clusters, and the interval that the rule picks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rut_annotations.agreement.ratings import IntArray
from rut_annotations.estimation.choosing import clustered_share_interval
from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    wilson_interval,
)
from rut_annotations.estimation.resampling import (
    bca_interval,
    delete_one_sums,
    jackknife_error,
    jackknife_interval,
    percentile_interval,
)
from rut_annotations.estimation.sums import Draws, Statistic

# With fewer clusters the jackknife is less narrow than a bootstrap (Hughes, 2022).
JACKKNIFE_BELOW = 15
# A paired difference rests on the few units where its two sides differ.
PAIRED_BELOW = 50
_ALWAYS = 2**62
FEW_CLUSTERS = 20
FEW_UNITS = 30
FEW_MINORITY = 10
MANY_DEGENERATE = 0.05
_ROUNDING = 1e-12

Kind = Literal["plain", "paired", "quotient"]
# Below how many clusters the jackknife is used, and by which rule.
_JACKKNIFE: dict[Kind, tuple[int, str]] = {
    "plain": (JACKKNIFE_BELOW, "few_clusters"),
    "paired": (PAIRED_BELOW, "few_clusters_paired"),
    "quotient": (_ALWAYS, "quotient"),
}


@dataclass(frozen=True)
class Quantity:
    """A number before it has an interval: what it is made of, and how.

    `rows` holds sums a cluster, clusters x columns; a cluster of zeros alone does not count.
    `statistic` makes the value of their sum over clusters. `reason` says why there is none, where
    the statistic gives NaN. A `share` is the first column over the second, of counted things.
    `kind` is `paired` for a difference of two numbers of the same units, and `quotient` for one by
    something that may be near 0; both are better served by the jackknife. `minority` is how many
    units show the rarer verdict, null where this does not matter.
    """

    name: str
    rows: FloatArray
    statistic: Statistic
    n: int
    reason: str
    bounds: tuple[float, float] = (-1.0, 1.0)
    share: bool = False
    kind: Kind = "plain"
    minority: int | None = None


def encode_clusters(clusters: ArrayLike) -> tuple[IntArray, int]:
    """Return each entry's place among the sorted clusters, and how many clusters there are."""
    known, places = np.unique(np.asarray(clusters), return_inverse=True)
    return places.reshape(-1).astype(np.int32), len(known)


def estimate(quantity: Quantity, draws: Draws) -> Estimate:
    """Return the value of a quantity with the interval that the rule picks, or the reasons.

    A share has Wilson's interval: as it stands where every cluster has one unit, else of as many
    units as the clusters are worth (Korn and Graubard, 1998), and at 0% and 100% the exact one
    over clusters. Any other number has the bias-corrected and accelerated cluster bootstrap. With
    fewer than 15 clusters (50 for a paired difference) it has the jackknife over them, as has any
    quotient; and percentiles where neither can be made.
    """
    value = float(quantity.statistic(quantity.rows.sum(axis=0)))
    if np.isnan(value):
        return Estimate(name=quantity.name, value=None, reason=quantity.reason, n=quantity.n)
    counting = quantity.rows[quantity.rows.any(axis=1)]
    if quantity.share:
        counting = quantity.rows[quantity.rows[:, 1] > 0]
        interval, why = _share_interval(value, counting, quantity, draws.plan)
    else:
        interval, why = _interval(value, counting, quantity, draws)
    return Estimate(
        name=quantity.name,
        value=value,
        interval=interval,
        interval_reason=why,
        n=quantity.n,
        warnings=_warn(interval, quantity, len(counting)),
    )


def _interval(
    value: float, counting: FloatArray, quantity: Quantity, draws: Draws
) -> tuple[Interval | None, str]:
    plan, clusters = draws.plan, len(counting)
    if clusters < 2:
        return None, "one_cluster"
    deleted = np.asarray(quantity.statistic(delete_one_sums(counting)))
    if np.ptp(deleted) <= _ROUNDING * max(1.0, abs(value)):
        # Equal clusters: what varies is the rounding of their sums.
        return None, "no_variation"
    if clusters < _JACKKNIFE[quantity.kind][0]:
        interval, why = jackknife_interval(value, deleted, plan, quantity.bounds)
        rule = _JACKKNIFE[quantity.kind][1]
    else:
        values = draws.replicate(quantity.rows, quantity.statistic)
        interval, why = bca_interval(values, value, deleted, clusters, plan)
        rule = "enough_clusters"
    if why in ("degenerate_jackknife", "estimate_outside_replicates"):
        values = draws.replicate(quantity.rows, quantity.statistic)
        interval, why = percentile_interval(values, clusters, plan)
        rule = "no_acceleration"
    if interval is None:
        return None, why
    low, high = np.clip([interval.low, interval.high], *quantity.bounds)
    return interval.model_copy(update={"low": float(low), "high": float(high), "rule": rule}), ""


def _share_interval(
    value: float, counting: FloatArray, quantity: Quantity, plan: Plan
) -> tuple[Interval | None, str]:
    hits, n = (float(total) for total in counting.sum(axis=0))
    clusters = len(counting)
    if value in (0.0, 1.0):
        interval = clopper_pearson_interval(clusters if value else 0, clusters, plan.level)
        rule = "extreme_share"
    elif counting[:, 1].max() <= 1 and _whole(counting):
        interval, rule = wilson_interval(round(hits), round(n), plan.level), "one_unit_a_cluster"
    elif clusters < 2:
        return None, "one_cluster"
    else:
        error = jackknife_error(np.asarray(quantity.statistic(delete_one_sums(counting))))
        interval = clustered_share_interval(value, error, round(n), clusters - 1, plan.level)
        rule = "clustered_share"
    chosen = {"rule": rule, "resampled": plan.resampled, "clusters": clusters}
    return interval.model_copy(update=chosen), ""


def _whole(counting: FloatArray) -> bool:
    return bool(np.all(counting[:, :2] == np.round(counting[:, :2])))


def _warn(interval: Interval | None, quantity: Quantity, clusters: int) -> tuple[str, ...]:
    lost = interval.degenerate / interval.replicates if interval and interval.replicates else 0.0
    minority = quantity.minority
    found = (
        (quantity.n < FEW_UNITS, "few_units"),
        (clusters < FEW_CLUSTERS, "few_clusters"),
        (quantity.kind == "paired" and clusters < PAIRED_BELOW, "few_clusters_paired"),
        (minority is not None and minority < FEW_MINORITY, "few_minority_units"),
        (lost > MANY_DEGENERATE, "degenerate_replicates"),
    )
    return tuple(name for holds, name in found if holds)
