"""The interval of a mean of two numbers, from the intervals of both."""

from __future__ import annotations

import math

import numpy as np

from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.resampling import delete_one_sums
from rut_annotations.validity.sampling import Quantity

_ROUNDING = 1e-12


def join_intervals(
    first: Estimate, second: Estimate, correlation: float, plan: Plan
) -> Interval | None:
    """Return the interval of (first + second) / 2, null where either has none.

    The distances of both from their limits are added as squares, and what they share: Newcombe
    (1998) for shares, Zou and Donner (2008) for any two numbers. Each keeps its own unequal
    distances, so that it covers where a bootstrap of the mean does not: few fails.

    Args:
        first: A number with its interval.
        second: Another.
        correlation: That of both over samples.
        plan: The level, and what the clusters are.
    """
    one, other = first.interval, second.interval
    if first.value is None or second.value is None or one is None or other is None:
        return None
    value = (first.value + second.value) / 2
    down = _join(first.value - one.low, second.value - other.low, correlation) / 2
    up = _join(one.high - first.value, other.high - second.value, correlation) / 2
    if down + up <= _ROUNDING:
        return None
    return Interval(
        low=value - down,
        high=value + up,
        level=plan.level,
        method="newcombe",
        resampled=plan.resampled,
        rule="joined",
    )


def correlation_of(first: Quantity, second: Quantity) -> float:
    """Return the correlation of two numbers' delete-one-cluster values, 0 where one is constant."""
    held = first.rows.any(axis=1) | second.rows.any(axis=1)
    values = [np.asarray(one.statistic(delete_one_sums(one.rows[held]))) for one in (first, second)]
    return _correlate(*values)


def _correlate(first: FloatArray, second: FloatArray) -> float:
    known = ~np.isnan(first) & ~np.isnan(second)
    a, b = first[known], second[known]
    if len(a) < 2 or np.ptp(a) <= _ROUNDING or np.ptp(b) <= _ROUNDING:
        return 0.0
    return float(np.clip(np.corrcoef(a, b)[0, 1], -1.0, 1.0))


def _join(first: float, second: float, correlation: float) -> float:
    square = first * first + second * second + 2 * correlation * first * second
    return math.sqrt(max(0.0, square))
