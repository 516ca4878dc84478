"""Agreement on the order of units: Kendall's W."""

from __future__ import annotations

import math

import numpy as np

from rut_annotations.estimation.interval import FloatArray


def kendall_w(values: FloatArray, *, correct_ties: bool = True) -> tuple[float, float]:
    """Return Kendall's coefficient of concordance (Kendall and Babington Smith, 1939).

    W = 12 S / (m^2 (n^3 - n) - m T) over the ranks that m raters give n units, equal values
    sharing their middle rank; T is the sum of t^3 - t over the ties of each rater, or 0 without
    the correction.

    Args:
        values: Units x raters, without gaps.
        correct_ties: Whether to correct for ties.

    Returns:
        W, NaN where nobody ranks anything above anything, and the p-value of no concordance by
        the chi-square approximation m (n - 1) W.
    """
    from scipy.special import chdtrc
    from scipy.stats import rankdata

    n, m = values.shape
    if n < 2 or m < 2:
        return math.nan, math.nan
    ranks = rankdata(values, axis=0)
    sums = ranks.sum(axis=1)
    spread = float(((sums - sums.mean()) ** 2).sum())
    below = m**2 * (n**3 - n)
    if correct_ties:
        below -= m * sum(_ties(values[:, rater]) for rater in range(m))
    if below <= 0:
        return math.nan, math.nan
    w = 12 * spread / below
    return w, float(chdtrc(n - 1, m * (n - 1) * w))


def _ties(column: FloatArray) -> float:
    _, counts = np.unique(column, return_counts=True)
    return float((counts**3 - counts).sum())
