"""Whether judging changes in the course of the work."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, Statistic, cluster_sums, divide
from rut_annotations.validity.sampling import Quantity, encode_clusters, estimate
from rut_domains.frozen import Frozen


class Drift(Frozen):
    """How a value changes with the place of a rating in its rater's order.

    `rater` is `""` for all together, each by its own order. `halves` is the mean of the second
    half less that of the first, the middle one of an odd number left out; `slope` is the change
    from a rater's first rating to the last, by least squares; `spearman` is the rank correlation.
    """

    rater: str
    ratings: int
    halves: Estimate
    slope: Estimate
    spearman: Estimate


def measure_drift(
    raters: Sequence[str],
    order: ArrayLike,
    values: ArrayLike,
    clusters: ArrayLike,
    plan: Plan,
) -> tuple[Drift, ...]:
    """Return the drift of all raters together, then of each.

    A value may be 1 for a fail, 1 for agreement with the others, or seconds. In the resamples of
    clusters every rating keeps its rank and half.

    Args:
        raters: Whose rating each is.
        order: Its place in the rater's order, a number or a time in seconds; NaN if unknown.
        values: What may change; NaN for none.
        clusters: Each rating's cluster, of any kind that sorts.
        plan: How intervals are made.

    Raises:
        ValueError: The four are not equally long.
    """
    when, what = np.asarray(order, dtype=np.float64), np.asarray(values, dtype=np.float64)
    cluster_of, count = encode_clusters(clusters)
    if not len(raters) == len(when) == len(what) == len(cluster_of):
        raise ValueError("raters, order, values and clusters must be equally many")
    draws = Draws(count, plan)
    whose = np.asarray(raters, dtype=object)
    fits = np.isfinite(when) & np.isfinite(what)
    names = sorted(set(raters))
    place, half = np.zeros(len(when)), np.zeros(len(when))
    for name in names:
        rows = np.flatnonzero(fits & (whose == name))
        place[rows], half[rows] = _placed(when[rows])
    found = [_drift("", fits, place, half, what, cluster_of, draws)]
    found += [
        _drift(name, fits & (whose == name), place, half, what, cluster_of, draws) for name in names
    ]
    return tuple(found)


def correlate(sums: FloatArray) -> FloatArray:
    """Return Pearson's correlation from the sums of 1, x, y, xx, yy and xy."""
    n, x, y, xx, yy, xy = (sums[..., at] for at in range(6))
    spread = _clear(n * xx - x * x, n * xx) * _clear(n * yy - y * y, n * yy)
    return np.clip(divide(n * xy - x * y, np.sqrt(spread)), -1.0, 1.0)


def regress(sums: FloatArray) -> FloatArray:
    """Return the slope of y on x from the sums of 1, x, y, xx, yy and xy."""
    n, x, y, xx, _, xy = (sums[..., at] for at in range(6))
    return divide(n * xy - x * y, _clear(n * xx - x * x, n * xx))


def halves(sums: FloatArray) -> FloatArray:
    """Return the second half's mean less the first's, from their sums and counts."""
    return divide(sums[..., 2], sums[..., 3]) - divide(sums[..., 0], sums[..., 1])


def rank(values: FloatArray) -> FloatArray:
    """Return ranks from 1, tied values sharing the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse.reshape(-1)], dtype=np.float64)


def _clear(spread: FloatArray, scale: FloatArray) -> FloatArray:
    """Return 0 where a spread is but the rounding of its sums."""
    return np.where(spread <= 1e-12 * np.abs(scale), 0.0, spread)


def _placed(when: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return each place from 0 (first) to 1 (last), and the half: -1, 1, or 0 in the middle."""
    n = len(when)
    ranks = rank(when)
    place = (ranks - 1) / (n - 1) if n > 1 else np.full(n, 0.5)
    return place, np.sign(ranks - (n + 1) / 2)


def _drift(
    rater: str,
    rows: BoolArray,
    place: FloatArray,
    half: FloatArray,
    values: FloatArray,
    cluster_of: IntArray,
    draws: Draws,
) -> Drift:
    x, y, side, index = place[rows], values[rows], half[rows], cluster_of[rows]
    n = len(x)
    first, second = (side < 0).astype(np.float64), (side > 0).astype(np.float64)
    by_half = cluster_sums(index, draws.clusters, [y * first, first, y * second, second])
    reason = "constant_values" if n else "no_order"

    def number(name: str, columns: FloatArray, of: Statistic, bound: float) -> Estimate:
        quantity = Quantity(f"drift_{name}", columns, of, n, reason, (-bound, bound))
        return estimate(quantity, draws)

    return Drift(
        rater=rater,
        ratings=n,
        halves=number("halves", by_half, halves, np.inf),
        slope=number("slope", _moments(x, y, index, draws), regress, np.inf),
        spearman=number("spearman", _moments(rank(x), rank(y), index, draws), correlate, 1.0),
    )


def _moments(x: FloatArray, y: FloatArray, index: IntArray, draws: Draws) -> FloatArray:
    """Return the sums of 1, x, y, xx, yy and xy of every cluster, both centred."""
    if len(x):
        x, y = x - x.mean(), y - y.mean()
    return cluster_sums(index, draws.clusters, [np.ones(len(x)), x, y, x * x, y * y, x * y])
