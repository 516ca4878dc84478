"""How many units an agreement study needs."""

from __future__ import annotations

import math
from statistics import NormalDist


def kappa_sample_size(
    rates: tuple[float, float],
    kappa: float,
    null_kappa: float,
    *,
    significance: float = 0.05,
    power: float = 0.8,
    two_sided: bool = False,
) -> int:
    """Return the units that two raters need to tell a kappa from another.

    Cantor (1996), "Sample-size calculations for Cohen's kappa": N = ((z_a sqrt(Q0) + z_b
    sqrt(Q1)) / (kappa - null_kappa))^2 with Q the asymptotic variance of kappa at given rates.

    Args:
        rates: How often each rater says yes, between 0 and 1.
        kappa: The kappa that is expected.
        null_kappa: The kappa that it is to be told from.
        significance: Of the test.
        power: The chance to tell them apart.
        two_sided: Whether the test looks both ways.

    Raises:
        ValueError: A rate or share is not between 0 and 1, both kappas are equal, or a kappa
            cannot be reached with these rates.
    """
    if not all(0 < share < 1 for share in (*rates, significance, power)):
        raise ValueError("rates, significance and power lie between 0 and 1")
    if kappa == null_kappa:
        raise ValueError("the two kappas are equal")
    normal = NormalDist()
    z_null = normal.inv_cdf(1 - (significance / 2 if two_sided else significance))
    spread = z_null * math.sqrt(_variance(rates, null_kappa)) + normal.inv_cdf(power) * math.sqrt(
        _variance(rates, kappa)
    )
    return math.ceil((spread / (kappa - null_kappa)) ** 2 - 1e-9)


def _variance(rates: tuple[float, float], kappa: float) -> float:
    """Return n times the variance of kappa (Fleiss, Cohen and Everitt, 1969) for two categories."""
    first, second = rates
    chance = first * second + (1 - first) * (1 - second)
    observed = kappa * (1 - chance) + chance
    yes = (observed - 1 + first + second) / 2
    cells = ((yes, first - yes), (second - yes, 1 - first - second + yes))
    if min(min(row) for row in cells) < -1e-12:
        raise ValueError(f"a kappa of {kappa} cannot be reached with rates {first} and {second}")
    rows, columns = (first, 1 - first), (second, 1 - second)
    same = sum(
        cells[k][k] * ((1 - chance) - (columns[k] + rows[k]) * (1 - observed)) ** 2 for k in (0, 1)
    )
    other = sum(
        cells[k][1 - k] * (columns[k] + rows[1 - k]) ** 2 * (1 - observed) ** 2 for k in (0, 1)
    )
    last = (observed * chance - 2 * chance + observed) ** 2
    return (same + other - last) / (1 - chance) ** 4
