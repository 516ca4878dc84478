"""Which interval a number gets, and why."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from rut_annotations.estimation.interval import FloatArray, Interval, Plan
from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    effective_wilson_interval,
    wilson_effective,
)
from rut_annotations.estimation.resampling import (
    bca_interval,
    jackknife_error,
    jackknife_interval,
    percentile_interval,
    student_quantile,
)

Outcome = tuple[Interval | None, str]

# With fewer clusters than this the jackknife is less narrow than a bootstrap (Hughes, 2022).
FEW_CLUSTERS = 15

RULES: dict[str, str] = {
    "asked": "as asked for",
    "enough_clusters": "15 clusters or more: bias-corrected and accelerated bootstrap",
    "no_acceleration": "one cluster alone gives the value: percentiles of the resamples",
    "few_clusters": "fewer than 15 clusters: the delete-one jackknife, which is less narrow",
    "pairs": "a mean over pairs of raters: the delete-one jackknife",
    "share": "a share: Wilson's interval with as many things as the clusters are worth",
    "extreme_share": "a share that no resample changes, as 0% or 100%: exact, over clusters",
}


@dataclass(frozen=True)
class Sample:
    """A number and what its interval can be made from.

    Args:
        value: The estimate from the whole sample.
        replicates: One value a resample, NaN where it has none.
        deleted: Gives the value without each cluster that holds something that counts.
        clusters: How many of these there are.
        bounds: The least and the greatest value that can be.
        share: Whether the number is a share of things.
        error: An analytic standard error, NaN without one.
        freedom: Its degrees of freedom.
    """

    value: float
    replicates: FloatArray
    deleted: Callable[[], FloatArray]
    clusters: int
    bounds: tuple[float, float] = (-1.0, 1.0)
    share: bool = False
    error: float = math.nan
    freedom: float = 0.0


def choose_interval(sample: Sample, plan: Plan) -> Outcome:
    """Return the interval by the plan's choice or, for `auto`, by the rules, or why there is none.

    A share gets Wilson's interval with the number of things that its clusters are worth, and the
    exact one at 0% and 100%; any other number the BCa bootstrap over clusters, or the jackknife
    with fewer than 15 of them, or percentiles where neither can be made.
    """
    if sample.clusters < 2:
        return None, "one_cluster"
    if plan.choice != "auto":
        return _with_rule(_asked(sample, plan), "asked")
    if sample.share:
        return share_interval(sample, plan)
    if sample.clusters < FEW_CLUSTERS:
        found = _with_rule(_jackknife(sample, plan), "few_clusters")
    else:
        found = _with_rule(_accelerated(sample, plan), "enough_clusters")
    if found[1] in ("degenerate_jackknife", "estimate_outside_replicates"):
        return _with_rule(_percentile(sample, plan), "no_acceleration")
    return found


def share_interval(sample: Sample, plan: Plan) -> Outcome:
    """Return the interval of a mean of shares by its design effect, exact where it is 0 or 1.

    The number of things is that which a simple sample would need for the same jackknife error:
    p (1 - p) / error^2. It may be more than the units, each of which has a share of pairs and not
    one thing alone; of counted things see `clustered_share_interval`.
    """
    low, high = sample.bounds
    p = (sample.value - low) / (high - low)
    if p in (0, 1) or (error := jackknife_error(sample.deleted())) == 0 or math.isnan(error):
        whole = clopper_pearson_interval(round(p * sample.clusters), sample.clusters, plan.level)
        return _with_rule((_clustered(whole, sample, plan), ""), "extreme_share")
    worth = p * (1 - p) / (error / (high - low)) ** 2
    found = wilson_effective(p, worth, plan.level)
    return _with_rule((_clustered(found, sample, plan), ""), "share")


def clustered_share_interval(
    share: float, error: float, n: int, freedom: int, level: float
) -> Interval:
    """Return Wilson's interval of a share of n counted things that lie in clusters.

    n_eff = p (1 - p) / error^2 (z / t)^2, with the jackknife's error over clusters and Student's t
    (Korn and Graubard, 1998, for survey data; theirs with the exact interval). It is at most n, and
    covers where the bootstrap's is too narrow: few clusters, shares near 0 and 1.

    Args:
        share: The observed share.
        error: Its jackknife error over clusters.
        n: Of how many things it is one.
        freedom: The clusters less those that the share uses up.
        level: The level of the interval.
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    t = student_quantile((1 + level) / 2, freedom)
    spread = share * (1 - share)
    effect = n * error**2 / spread * (t / z) ** 2 if spread > 0 else 1.0
    return effective_wilson_interval(min(1.0, max(0.0, share)), n, effect, level)


def analytic_interval(sample: Sample, plan: Plan) -> Outcome:
    """Return value +- t x analytic error, cut to the bounds."""
    if not sample.error > 0:
        return None, "no_variation"
    half = student_quantile((1 + plan.level) / 2, sample.freedom) * sample.error
    return (
        Interval(
            low=max(sample.bounds[0], sample.value - half),
            high=min(sample.bounds[1], sample.value + half),
            level=plan.level,
            method="analytic",
            clusters=sample.clusters,
        ),
        "",
    )


def _asked(sample: Sample, plan: Plan) -> Outcome:
    if plan.choice == "jackknife":
        return _jackknife(sample, plan)
    if plan.choice == "analytic":
        return analytic_interval(sample, plan)
    if plan.choice == "bca":
        return _accelerated(sample, plan)
    return _percentile(sample, plan)


def _accelerated(sample: Sample, plan: Plan) -> Outcome:
    deleted = sample.deleted()
    return _cut(
        bca_interval(sample.replicates, sample.value, deleted, sample.clusters, plan), sample
    )


def _percentile(sample: Sample, plan: Plan) -> Outcome:
    return _cut(percentile_interval(sample.replicates, sample.clusters, plan), sample)


def _jackknife(sample: Sample, plan: Plan) -> Outcome:
    return jackknife_interval(sample.value, sample.deleted(), plan, sample.bounds)


def _cut(outcome: Outcome, sample: Sample) -> Outcome:
    interval, reason = outcome
    if interval is None:
        return outcome
    low, high = np.clip([interval.low, interval.high], *sample.bounds)
    return interval.model_copy(update={"low": float(low), "high": float(high)}), reason


def _clustered(interval: Interval, sample: Sample, plan: Plan) -> Interval:
    low, high = sample.bounds
    return interval.model_copy(
        update={
            "low": low + (high - low) * interval.low,
            "high": low + (high - low) * interval.high,
            "resampled": plan.resampled,
            "clusters": sample.clusters,
        }
    )


def _with_rule(outcome: Outcome, rule: str) -> Outcome:
    interval, reason = outcome
    if interval is None:
        return outcome
    return interval.model_copy(update={"rule": rule}), reason
