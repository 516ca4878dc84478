"""Numbers that are made from sums over clusters, and the interval that the rule picks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rut_annotations.agreement.ratings import IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    effective_wilson_interval,
    wilson_interval,
)
from rut_annotations.estimation.resampling import (
    bca_interval,
    delete_one_sums,
    draw_weights,
    jackknife_error,
    jackknife_interval,
    percentile_interval,
    student_quantile,
)

# From sums (..., columns) to one value each (...), NaN where there is none.
Statistic = Callable[[FloatArray], FloatArray]

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


class Draws:
    """The resamples of a set of clusters, drawn once: all numbers made by them are paired."""

    def __init__(self, clusters: int, plan: Plan) -> None:
        self.clusters = clusters
        self.plan = plan
        self._kept: tuple[FloatArray, ...] | None = None

    def chunks(self) -> Iterator[FloatArray]:
        """Yield how often each cluster is drawn, replicates x clusters, in chunks of replicates."""
        if self._kept is not None:
            yield from self._kept
            return
        drawn = draw_weights(self.clusters, self.plan) if self.clusters else iter(())
        first = next(drawn, None)
        if first is None:
            self._kept = ()
            return
        if len(first) == self.plan.replicates:
            self._kept = (first,)
        yield first
        yield from drawn

    def replicate(self, quantity: Quantity) -> FloatArray:
        """Return the quantity's value in every resample."""
        values = [quantity.statistic(weights @ quantity.rows) for weights in self.chunks()]
        return np.concatenate(values) if values else np.full(0, np.nan)


def cluster_sums(cluster_of: IntArray, clusters: int, columns: Sequence[FloatArray]) -> FloatArray:
    """Return the sums of columns over each cluster's units: clusters x columns; NaN counts as 0."""
    rows = np.zeros((clusters, len(columns)))
    for number, column in enumerate(columns):
        filled = np.nan_to_num(np.asarray(column, dtype=np.float64))
        rows[:, number] = np.bincount(cluster_of, weights=filled, minlength=clusters)
    return rows


def encode_clusters(clusters: ArrayLike) -> tuple[IntArray, int]:
    """Return each entry's place among the sorted clusters, and how many clusters there are."""
    known, places = np.unique(np.asarray(clusters), return_inverse=True)
    return places.reshape(-1).astype(np.int32), len(known)


def divide(above: FloatArray, below: FloatArray) -> FloatArray:
    """Return above / below, NaN where `below` is 0."""
    above, below = np.broadcast_arrays(above, below)
    fits = below != 0
    return np.asarray(np.divide(above, below, out=np.full(below.shape, np.nan), where=fits))


def ratio(sums: FloatArray) -> FloatArray:
    """Return the first column over the second."""
    return divide(sums[..., 0], sums[..., 1])


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
        values = draws.replicate(quantity)
        interval, why = bca_interval(values, value, deleted, clusters, plan)
        rule = "enough_clusters"
    if why in ("degenerate_jackknife", "estimate_outside_replicates"):
        interval, why = percentile_interval(draws.replicate(quantity), clusters, plan)
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
        z = NormalDist().inv_cdf((1 + plan.level) / 2)
        t = student_quantile((1 + plan.level) / 2, clusters - 1)
        effect = n * error**2 / (value * (1 - value)) * (t / z) ** 2
        interval = effective_wilson_interval(value, round(n), effect, plan.level)
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
