"""Cluster bootstrap: resample the highest unit that was sampled, for all criteria at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist

import numpy as np

from rut_annotations.estimation.interval import FloatArray, Interval, Plan

# So many cells of the weight matrix are made at once: 2 MB, which a cache holds.
_CELLS = 262_144
# An interval over fewer than half of the resamples says more about those that were lost.
_ENOUGH = 0.5


def resample_sums(tables: Sequence[FloatArray], plan: Plan) -> list[FloatArray]:
    """Return each table's sums in every resample: one replicates x columns array a table.

    All tables have the same clusters as rows and share every draw, so that differences between
    criteria and coefficients are paired.
    """
    clusters = tables[0].shape[0] if tables else 0
    if clusters == 0:
        return [np.zeros((plan.replicates, table.shape[1])) for table in tables]
    stacked = np.hstack(tables)
    sums = np.vstack([weights @ stacked for weights in draw_weights(clusters, plan)])
    edges = np.cumsum([table.shape[1] for table in tables])[:-1]
    return list(np.split(sums, edges, axis=1))


def draw_weights(clusters: int, plan: Plan) -> Iterator[FloatArray]:
    """Yield how often each cluster is drawn, replicates x clusters, in chunks of replicates."""
    generator = np.random.default_rng(plan.seed)
    rows = max(1, _CELLS // clusters)
    for start in range(0, plan.replicates, rows):
        size = min(rows, plan.replicates - start)
        drawn = generator.integers(0, clusters, size=(size, clusters), dtype=np.int32)
        drawn += (np.arange(size, dtype=np.int32) * clusters)[:, None]
        counted = np.bincount(drawn.ravel(), minlength=size * clusters)
        yield counted.reshape(size, clusters).astype(np.float64)


def delete_one_sums(rows: FloatArray) -> FloatArray:
    """Return the sums without each cluster in turn: clusters x columns, as `rows`."""
    return np.asarray(rows.sum(axis=0) - rows)


def percentile_interval(
    values: FloatArray, clusters: int, plan: Plan
) -> tuple[Interval | None, str]:
    """Return an interval over resampled values (NaN where one has none), or the reason for none.

    Args:
        values: One value a replicate.
        clusters: How many clusters hold something that counts.
        plan: What the values were made by.
    """
    defined, reason = _defined(values, clusters)
    if reason:
        return None, reason
    tail = (1 - plan.level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return (
        Interval(
            low=float(low),
            high=float(high),
            level=plan.level,
            method="percentile_cluster_bootstrap",
            resampled=plan.resampled,
            clusters=clusters,
            replicates=plan.replicates,
            degenerate=len(values) - len(defined),
            seed=plan.seed,
        ),
        "",
    )


def bca_interval(
    values: FloatArray, value: float, deleted: FloatArray, clusters: int, plan: Plan
) -> tuple[Interval | None, str]:
    """Return the bias-corrected and accelerated interval, or the reason for none.

    Efron (1987), "Better Bootstrap Confidence Intervals": the bias z0 is the normal quantile of
    the share of replicates below the estimate (ties count half), the acceleration is
    sum d^3 / (6 (sum d^2)^1.5) over the deviations d of the delete-one values from their mean.

    Args:
        values: One value a replicate, NaN where it has none.
        value: The estimate from the whole sample.
        deleted: The value without each cluster in turn, NaN where it has none.
        clusters: How many clusters hold something that counts.
        plan: What the values were made by.
    """
    defined, reason = _defined(values, clusters)
    if reason:
        return None, reason
    kept = deleted[~np.isnan(deleted)]
    if len(kept) < len(deleted):
        return None, "degenerate_jackknife"
    below = (np.sum(defined < value) + np.sum(defined == value) / 2) / len(defined)
    if not 0 < below < 1:
        return None, "estimate_outside_replicates"
    normal = NormalDist()
    bias = normal.inv_cdf(float(below))
    deviations = kept.mean() - kept
    spread = float(np.sum(deviations**2))
    acceleration = float(np.sum(deviations**3)) / (6 * spread**1.5) if spread > 0 else 0.0
    tails = []
    for share in ((1 - plan.level) / 2, (1 + plan.level) / 2):
        shifted = bias + normal.inv_cdf(share)
        tails.append(normal.cdf(bias + shifted / (1 - acceleration * shifted)))
    low, high = np.quantile(defined, tails)
    return (
        Interval(
            low=float(low),
            high=float(high),
            level=plan.level,
            method="bca_cluster_bootstrap",
            resampled=plan.resampled,
            clusters=clusters,
            replicates=plan.replicates,
            degenerate=len(values) - len(defined),
            seed=plan.seed,
        ),
        "",
    )


def jackknife_error(deleted: FloatArray) -> float:
    """Return the delete-one-cluster standard error (Tukey, 1958).

    sqrt((g - 1) / g * sum (v_i - mean v)^2) over the g values without each cluster; NaN where any
    of them is.
    """
    g = len(deleted)
    if g < 2:
        return float("nan")
    return float(np.sqrt((g - 1) / g * np.sum((deleted - deleted.mean()) ** 2)))


def jackknife_interval(
    value: float,
    deleted: FloatArray,
    plan: Plan,
    bounds: tuple[float, float] = (-np.inf, np.inf),
) -> tuple[Interval | None, str]:
    """Return estimate +- t(g - 1) x jackknife error, cut to `bounds`, or the reason for none.

    Args:
        value: The estimate from the whole sample.
        deleted: The value without each of the g clusters that hold something that counts.
        plan: The level, and what the clusters are.
        bounds: The least and the greatest value that can be.
    """
    clusters = len(deleted)
    if clusters < 2:
        return None, "one_cluster"
    if np.isnan(deleted).any():
        return None, "degenerate_jackknife"
    error = jackknife_error(deleted)
    if error == 0:
        return None, "no_variation"
    half = student_quantile((1 + plan.level) / 2, clusters - 1) * error
    return (
        Interval(
            low=max(bounds[0], value - half),
            high=min(bounds[1], value + half),
            level=plan.level,
            method="jackknife",
            resampled=plan.resampled,
            clusters=clusters,
        ),
        "",
    )


def student_quantile(share: float, freedom: float) -> float:
    """Return the quantile of Student's t; with infinite freedom it is the normal's."""
    from scipy.special import ndtri, stdtrit

    if freedom == float("inf"):
        return float(ndtri(share))

    return float(stdtrit(freedom, share))


def _defined(values: FloatArray, clusters: int) -> tuple[FloatArray, str]:
    """Return the replicates that have a value, and why they make no interval, if they do not."""
    defined = values[~np.isnan(values)]
    if clusters < 2:
        return defined, "one_cluster"
    if len(defined) < _ENOUGH * len(values) or len(defined) == 0:
        return defined, "degenerate_replicates"
    if defined.min() == defined.max():
        return defined, "no_variation"
    return defined, ""
