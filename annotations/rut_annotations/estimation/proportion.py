"""Intervals for shares of counted things, and for differences of shares.

All take the things as independent, except where a design effect is given.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Interval
from rut_domains.frozen import Frozen


class Proportion(Frozen):
    """A share `successes` / `n` with Wilson's interval; value and interval are null for n = 0."""

    successes: int
    n: int
    value: FiniteFloat | None
    low: FiniteFloat | None
    high: FiniteFloat | None
    level: float = 0.95


def wilson(successes: int, n: int, level: float = 0.95) -> Proportion:
    """Return a proportion with Wilson's score interval (Wilson, 1927), without correction.

    Raises:
        ValueError: The counts are impossible.
    """
    _check(successes, n)
    if n == 0:
        return Proportion(successes=0, n=0, value=None, low=None, high=None, level=level)
    low, high = _wilson(successes / n, n, level)
    return Proportion(
        successes=successes, n=n, value=successes / n, low=low, high=high, level=level
    )


def wilson_interval(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval (Wilson, 1927), without correction.

    Raises:
        ValueError: The counts are impossible, or n is 0.
    """
    _check(successes, n, least=1)
    low, high = _wilson(successes / n, n, level)
    return Interval(low=low, high=high, level=level, method="wilson")


def effective_wilson_interval(
    share: float, n: int, design_effect: float, level: float = 0.95
) -> Interval:
    """Return Wilson's interval with n / deff things instead of n (Kish, 1965).

    Args:
        share: The observed share.
        n: How many things it comes from, at least 1.
        design_effect: deff = 1 + (m - 1) ICC for clusters of m things; below 1 counts as 1.
        level: The level of the interval.

    Raises:
        ValueError: The share is none, or n is 0.
    """
    if n < 1:
        raise ValueError(f"a share of {share} of {n} is impossible")
    return wilson_effective(share, n / max(1.0, design_effect), level)


def wilson_effective(share: float, worth: float, level: float = 0.95) -> Interval:
    """Return Wilson's interval of a share that is worth so many independent things (Kish, 1965).

    Raises:
        ValueError: The share is none, or it is worth nothing.
    """
    if not 0 <= share <= 1 or not worth > 0:
        raise ValueError(f"a share of {share} of {worth} is impossible")
    low, high = _wilson(share, worth, level)
    return Interval(low=low, high=high, level=level, method="wilson_effective_n")


def clopper_pearson_interval(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return the exact interval by beta quantiles (Clopper and Pearson, 1934).

    It holds its level for every share and is wide for it: the one to use for 0 of n and n of n.

    Raises:
        ValueError: The counts are impossible, or n is 0.
    """
    from scipy.special import betaincinv

    _check(successes, n, least=1)
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - tail))
    return Interval(low=low, high=high, level=level, method="clopper_pearson")


def newcombe_interval(first: Proportion, second: Proportion, level: float = 0.95) -> Interval:
    """Return the interval of first - second, two independent shares.

    Newcombe (1998), "Interval estimation for the difference between independent proportions",
    method 10: the Wilson limits of both, joined by squares.

    Raises:
        ValueError: One of the shares is 0 of 0.
    """
    if first.value is None or second.value is None:
        raise ValueError("a share of 0 of 0 has no difference from another")
    low_1, high_1 = _wilson(first.value, first.n, level)
    low_2, high_2 = _wilson(second.value, second.n, level)
    difference = first.value - second.value
    return Interval(
        low=difference - math.hypot(first.value - low_1, high_2 - second.value),
        high=difference + math.hypot(high_1 - first.value, second.value - low_2),
        level=level,
        method="newcombe",
    )


def tango_interval(only_first: int, only_second: int, n: int, level: float = 0.95) -> Interval:
    """Return the score interval of a difference of two shares on the same n things.

    Tango (1998), "Equivalence test and confidence interval for the difference in proportions for
    the paired-sample design": the differences D that the score test with the restricted maximum
    likelihood estimate does not reject. It has width even where no pair differs.

    Args:
        only_first: On how many things the first is positive and the second is not.
        only_second: The other way round.
        n: How many things, at least 1.
        level: The level of the interval.

    Raises:
        ValueError: The counts are impossible, or n is 0.
    """
    from scipy.optimize import brentq

    _check(only_first + only_second, n, least=1)
    z = NormalDist().inv_cdf((1 + level) / 2)

    def score(difference: float) -> float:
        b = (2 * n - only_first + only_second) * difference - only_first - only_second
        c = -only_second * difference * (1 - difference)
        discordant = (math.sqrt(max(0.0, b * b - 8 * n * c)) - b) / (4 * n)
        variance = n * (2 * discordant + difference * (1 - difference))
        distance = only_first - only_second - n * difference
        if variance <= 0:
            return math.copysign(math.inf, distance) if distance else 0.0
        return distance / math.sqrt(variance)

    def search(target: float, inner: float, outer: float) -> float:
        # The score falls as the difference grows; at the outer end it may not reach the target.
        if (score(outer) - target) * (score(inner) - target) > 0:
            return outer
        return float(brentq(lambda difference: score(difference) - target, inner, outer))

    edge, value = 1 - 1e-12, (only_first - only_second) / n
    low = -1.0 if value == -1 else search(z, max(-edge, min(edge, value)), -edge)
    high = 1.0 if value == 1 else search(-z, max(-edge, min(edge, value)), edge)
    return Interval(low=max(-1.0, low), high=min(1.0, high), level=level, method="tango")


def _wilson(p: float, n: float, level: float) -> tuple[float, float]:
    """Return (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    low = 0.0 if p == 0 else max(0.0, centre - half)
    return low, 1.0 if p == 1 else min(1.0, centre + half)


def _check(successes: int, n: int, least: int = 0) -> None:
    if not 0 <= successes <= n or n < least:
        raise ValueError(f"{successes} of {n} is impossible")
