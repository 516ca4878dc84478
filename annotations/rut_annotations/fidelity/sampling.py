"""Estimates from sums over tasks, with the interval that the rule picks."""

from __future__ import annotations

import numpy as np

from rut_annotations.estimation.choosing import clustered_share_interval
from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    wilson_interval,
)
from rut_annotations.estimation.resampling import (
    delete_one_sums,
    jackknife_error,
    jackknife_interval,
    percentile_interval,
)
from rut_annotations.estimation.sums import Draws, Statistic, cluster_sums, ratio
from rut_annotations.fidelity.outcomes import IntArray

# Below these an interval may be too narrow.
FEW_CLUSTERS = 20
# Below so many tasks the percentile interval covers too little, the jackknife's with Student's t
# does not.
MANY_CLUSTERS = 100
FEW_DIALOGUES = 30
MANY_DEGENERATE = 0.05
_ROUNDING = 1e-12


def estimate_from_sums(
    name: str,
    rows: FloatArray,
    statistic: Statistic,
    draws: Draws,
    *,
    n: int,
    bounds: tuple[float, float] = (-np.inf, np.inf),
    reason: str = "no_dialogues",
    smooth: bool = True,
) -> Estimate:
    """Return a statistic of sums over tasks, with a cluster bootstrap interval over the tasks.

    With fewer than 100 tasks that count, the interval is the jackknife's (rule `few_clusters`),
    unless the statistic is not smooth.

    Args:
        name: The estimate's name.
        rows: Sums a task, tasks x columns; a task of zeros alone does not count.
        statistic: From sums to the value.
        draws: The resamples of the tasks.
        n: How many things the value rests on.
        bounds: The least and the greatest value that can be.
        reason: Why there is no value, where the statistic has none.
        smooth: Whether the statistic changes little with every task; a median does not.
    """
    value = float(statistic(rows.sum(axis=0)))
    if np.isnan(value):
        return Estimate(name=name, value=None, reason=reason, n=n)
    counting = rows[rows.any(axis=1)]
    clusters = len(counting)
    if clusters < MANY_CLUSTERS and smooth:
        deleted = np.asarray(statistic(delete_one_sums(counting)))
        interval, why = jackknife_interval(value, deleted, draws.plan, bounds)
        interval = interval and interval.model_copy(update={"rule": "few_clusters"})
    else:
        replicates = draws.replicate(rows, statistic)
        interval, why = percentile_interval(replicates, clusters, draws.plan)
    if interval and interval.high - interval.low <= _ROUNDING * max(1.0, abs(value)):
        # Equal tasks: what varies is the rounding of their sums.
        interval, why = None, "no_variation"
    return Estimate(
        name=name,
        value=value,
        interval=interval,
        interval_reason=why,
        n=n,
        warnings=warn(interval, n, clusters),
    )


def estimate_share(name: str, rows: FloatArray, draws: Draws) -> Estimate:
    """Return a share of dialogues, with the interval that the rule picks.

    All or none: Clopper-Pearson with the tasks as n (rule `all_or_none`). Else, where each task
    has one dialogue: Wilson (`one_dialogue_a_task`). Else `estimate_share_of_sums`.

    Args:
        name: The estimate's name.
        rows: Tasks x 2: how many dialogues have it, of how many.
        draws: The resamples of the tasks.
    """
    hits, n = (round(float(total)) for total in rows.sum(axis=0))
    if n == 0:
        return Estimate(name=name, value=None, reason="no_dialogues")
    if 0 < hits < n and rows[:, 1].max() > 1:
        return estimate_share_of_sums(name, rows, ratio, draws.plan, n=n)
    clusters = int(np.count_nonzero(rows[:, 1]))
    if hits in (0, n):
        interval = clopper_pearson_interval(clusters if hits else 0, clusters, draws.plan.level)
        rule = "all_or_none"
    else:
        interval, rule = wilson_interval(hits, n, draws.plan.level), "one_dialogue_a_task"
    return _share(name, hits / n, interval, rule, draws.plan, n, clusters)


def estimate_share_of_sums(
    name: str,
    rows: FloatArray,
    statistic: Statistic,
    plan: Plan,
    *,
    n: int,
    groups: int = 1,
    reason: str = "no_dialogues",
) -> Estimate:
    """Return a share made of sums over tasks, with Wilson's interval of an effective n.

    See `clustered_share_interval`; the clusters are tasks.

    Args:
        name: The estimate's name.
        rows: Sums a task, tasks x columns; a task of zeros alone does not count.
        statistic: From sums to the share.
        plan: The level, and what the clusters are.
        n: How many dialogues the share rests on.
        groups: Of how many shares with tasks of their own it is made, each losing a freedom.
        reason: Why there is no value, where the statistic has none.
    """
    value = float(statistic(rows.sum(axis=0)))
    if np.isnan(value):
        return Estimate(name=name, value=None, reason=reason, n=n)
    counting = rows[rows.any(axis=1)]
    clusters = len(counting)
    error = jackknife_error(np.asarray(statistic(delete_one_sums(counting))))
    why = "one_cluster" if clusters < 2 else ""
    if not why and (np.isnan(error) or clusters <= groups):
        why = "degenerate_jackknife"
    if why:
        found = Estimate(name=name, value=value, interval_reason=why, n=n)
        return found.model_copy(update={"warnings": warn(None, n, clusters)})
    interval = clustered_share_interval(value, error, n, clusters - groups, plan.level)
    return _share(name, value, interval, "clustered_share", plan, n, clusters)


def _share(
    name: str, value: float, interval: Interval, rule: str, plan: Plan, n: int, clusters: int
) -> Estimate:
    chosen = {"rule": rule, "resampled": plan.resampled, "clusters": clusters}
    return Estimate(
        name=name,
        value=value,
        interval=interval.model_copy(update=chosen),
        n=n,
        warnings=warn(None, n, clusters),
    )


def estimate_mean(
    name: str, values: FloatArray, index: IntArray, draws: Draws, reason: str = "no_dialogues"
) -> Estimate:
    """Return the mean over the dialogues with a value; `index` holds each one's task."""
    known = ~np.isnan(values)
    rows = cluster_sums(index, draws.clusters, [values, known.astype(np.float64)])
    return estimate_from_sums(name, rows, ratio, draws, n=int(known.sum()), reason=reason)


def warn(interval: Interval | None, n: int, clusters: int) -> tuple[str, ...]:
    """Say why a number deserves less trust than its level promises."""
    lost = interval.degenerate / interval.replicates if interval and interval.replicates else 0.0
    found = (
        (n < FEW_DIALOGUES, "few_dialogues"),
        (clusters < FEW_CLUSTERS, "few_clusters"),
        (lost > MANY_DEGENERATE, "degenerate_replicates"),
    )
    return tuple(name for holds, name in found if holds)
