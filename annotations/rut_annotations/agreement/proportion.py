"""Intervals for a share of counted things."""

from __future__ import annotations

import math
from statistics import NormalDist

from pydantic import FiniteFloat

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

    (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). It takes the n things as
    independent.

    Raises:
        ValueError: The counts are impossible.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is impossible")
    if n == 0:
        return Proportion(successes=0, n=0, value=None, low=None, high=None, level=level)
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = successes / n
    scale = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / scale
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    return Proportion(
        successes=successes,
        n=n,
        value=p,
        low=0.0 if successes == 0 else max(0.0, centre - half),
        high=1.0 if successes == n else min(1.0, centre + half),
        level=level,
    )
