"""A share of the judged units, from weighted labels in strata and clusters."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    effective_wilson_interval,
)
from rut_annotations.estimation.resampling import student_quantile
from rut_annotations.estimation.sums import cluster_sums
from rut_annotations.validity.audit import Audit
from rut_annotations.validity.ppi import linearised_error
from rut_annotations.validity.sampling import FEW_CLUSTERS, FEW_UNITS


def weighted_share(name: str, audit: Audit, stratum: IntArray, plan: Plan) -> Estimate:
    """Return the mean over strata of the weighted share, by the strata's judged units.

    Each stratum has Wilson's interval of as many labels as its own are worth, by weights and
    clusters; the distances from the limits are added as squares (Yan and Su, 2010), and what the
    sizes of the strata add by varying. A stratum whose labels are all alike is thus as uncertain
    as their number allows. One stratum at 0% or 100% has the exact interval over clusters.

    Args:
        name: The estimate's name.
        audit: Labels and judged units.
        stratum: Each unit's stratum; every one with judged units has a label.
        plan: The level, and what the clusters are.
    """
    known, weights = audit.known, audit.weights()
    human = np.nan_to_num(audit.human)
    strata = np.unique(stratum[known])
    shares = np.array([(known & (stratum == one)).sum() / known.sum() for one in strata])
    means, errors, limits = [], [], []
    for one in strata:
        own = weights * (stratum == one)
        mean = _snap(float(own @ human / own.sum()))
        means.append(mean)
        errors.append(own / own.sum() * (human - mean))
        limits.append(_limits(mean, errors[-1], audit, own > 0, plan.level))
    value = _snap(float(shares @ means))
    clusters = len(np.unique(audit.cluster_of[audit.sampled]))
    n = int(audit.sampled.sum())
    if clusters < 2:
        interval, why = None, "one_cluster"
    elif len(strata) == 1 and value in (0.0, 1.0):
        interval = clopper_pearson_interval(clusters if value else 0, clusters, plan.level)
        why = ""
    else:
        sizes = _sizes(stratum, strata, np.array(means), known) - known * value / known.sum()
        interval = _join(value, shares, np.array(limits), sizes, errors, audit, plan)
        why = "" if interval else "no_variation"
    if interval is not None:
        rule = "extreme_share" if interval.method == "clopper_pearson" else "clustered_share"
        rule = "joined_strata" if len(strata) > 1 else rule
        chosen = {"rule": rule, "resampled": plan.resampled, "clusters": clusters}
        interval = interval.model_copy(update=chosen)
    pairs = ((n < FEW_UNITS, "few_units"), (clusters < FEW_CLUSTERS, "few_clusters"))
    return Estimate(
        name=name,
        value=value,
        interval=interval,
        interval_reason=why,
        n=n,
        warnings=tuple(slug for holds, slug in pairs if holds),
    )


def _snap(share: float) -> float:
    """Return 0 and 1 for what differs from them by the rounding of weights."""
    return float(round(share)) if abs(share - round(share)) < 1e-12 else share


def _limits(
    mean: float, errors: FloatArray, audit: Audit, own: BoolArray, level: float
) -> tuple[float, float]:
    """Return how far the limits of one stratum's share are below and above it.

    With one cluster, or without a spread, the labels are worth as many as their clusters.
    """
    clusters = len(np.unique(audit.cluster_of[own]))
    by_cluster = cluster_sums(audit.cluster_of, audit.clusters, [errors])[:, 0]
    error = linearised_error(by_cluster, clusters)
    worth = float(clusters)
    if error > 0 and 0 < mean < 1:
        z = NormalDist().inv_cdf((1 + level) / 2)
        t = student_quantile((1 + level) / 2, clusters - 1)
        worth = mean * (1 - mean) / error**2 * (z / t) ** 2
    # Weights can make labels worth more than their number, which no design effect above 1 says.
    size = max(1, math.ceil(worth))
    interval = effective_wilson_interval(mean, size, size / worth, level)
    return mean - interval.low, interval.high - mean


def _sizes(stratum: IntArray, strata: IntArray, means: FloatArray, known: BoolArray) -> FloatArray:
    """Return each judged unit's part of the mean over strata."""
    place = np.searchsorted(strata, stratum).clip(0, len(strata) - 1)
    return np.asarray(known * means[place] / known.sum())


def _join(
    value: float,
    shares: FloatArray,
    limits: FloatArray,
    sizes: FloatArray,
    errors: list[FloatArray],
    audit: Audit,
    plan: Plan,
) -> Interval | None:
    """Join the strata's distances, wider where clusters reach over strata and go together."""
    z = NormalDist().inv_cdf((1 + plan.level) / 2)
    parts = [share * error for share, error in zip(shares, errors, strict=True)]
    table = cluster_sums(audit.cluster_of, audit.clusters, [*parts, sizes])
    apart, together = float((table**2).sum()), float((table.sum(axis=1) ** 2).sum())
    shared = max(1.0, together / apart) if apart > 0 else 1.0
    between = z * z * float((table[:, -1] ** 2).sum())
    squares = ((shares[:, None] * limits) ** 2).sum(axis=0) + between
    low, high = np.sqrt(shared * squares)
    if low + high <= 0:
        return None
    return Interval(
        low=max(0.0, value - float(low)),
        high=min(1.0, value + float(high)),
        level=plan.level,
        method="wilson_effective_n",
    )
