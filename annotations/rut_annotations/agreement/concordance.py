"""Agreement on the order of units: Kendall's W."""

from __future__ import annotations

import math

import numpy as np

from rut_annotations.estimation.interval import FloatArray


def kendall_w(values: FloatArray, *, correct_ties: bool = True) -> float:
    """Return Kendall's coefficient of concordance (Kendall and Babington Smith, 1939).

    W = 12 S / (m^2 (n^3 - n) - m T) over the ranks that m raters give n units, equal values
    sharing their middle rank; T is the sum of t^3 - t over the ties of each rater, or 0 without
    the correction.

    Args:
        values: Units x raters, without gaps.
        correct_ties: Whether to correct for ties.

    Returns:
        W, NaN where nobody ranks anything above anything.
    """
    n, m = values.shape
    if n < 2 or m < 2:
        return math.nan
    ranked = [_rank(values[:, rater]) for rater in range(m)]
    sums = np.sum([ranks for ranks, _ in ranked], axis=0)
    spread = float(((sums - sums.mean()) ** 2).sum())
    below = m**2 * (n**3 - n)
    if correct_ties:
        below -= m * sum(ties for _, ties in ranked)
    if below <= 0:
        return math.nan
    return float(12 * spread / below)


def _rank(column: FloatArray) -> tuple[FloatArray, float]:
    """Return the middle rank of each value, and the sum of t^3 - t over its ties."""
    _, place, counts = np.unique(column, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - (counts - 1) / 2
    return middle[place], float((counts**3 - counts).sum())
