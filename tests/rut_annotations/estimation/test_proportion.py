from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_annotations.estimation.proportion import (
    clopper_pearson_interval,
    effective_wilson_interval,
    newcombe_interval,
    tango_interval,
    wilson,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("successes", "n", "wilson_limits", "exact_limits"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_single_shares_as_in_table_1_of_newcombe_1998(
    successes: int,
    n: int,
    wilson_limits: tuple[float, float],
    exact_limits: tuple[float, float],
) -> None:
    found, exact = wilson_interval(successes, n), clopper_pearson_interval(successes, n)
    assert (found.low, found.high) == pytest.approx(wilson_limits, abs=5e-5)
    assert (exact.low, exact.high) == pytest.approx(exact_limits, abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "limits"),
    [
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((6, 7), (2, 7), (0.0582, 0.8062)),
        ((5, 56), (0, 29), (-0.0381, 0.1926)),
        ((0, 10), (0, 20), (-0.1611, 0.2775)),
        ((10, 10), (0, 10), (0.6075, 1.0)),
    ],
)
def test_differences_as_in_table_2_of_newcombe_1998(
    first: tuple[int, int], second: tuple[int, int], limits: tuple[float, float]
) -> None:
    found = newcombe_interval(wilson(*first), wilson(*second))
    assert (found.low, found.high) == pytest.approx(limits, abs=5e-5)


def test_a_design_effect_makes_the_sample_smaller() -> None:
    assert effective_wilson_interval(0.5, 40, 2.0).low == wilson_interval(10, 20).low
    assert effective_wilson_interval(0.5, 40, 0.5).low == wilson_interval(20, 40).low


def test_paired_shares_without_any_difference_still_have_width() -> None:
    """Without discordant pairs the limits are z^2 / (n + z^2) on both sides."""
    z = 1.959963984540054
    found = tango_interval(0, 0, 44)
    assert (found.low, found.high) == pytest.approx((-(z**2) / (44 + z**2), z**2 / (44 + z**2)))


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_paired_limits_hold_the_difference_and_mirror(first: int, second: int, both: int) -> None:
    n = first + second + both
    if n == 0:
        return
    found, mirrored = tango_interval(first, second, n), tango_interval(second, first, n)
    assert -1 <= found.low <= (first - second) / n <= found.high <= 1
    assert (found.low, found.high) == pytest.approx((-mirrored.high, -mirrored.low), abs=1e-6)


@given(st.integers(1, 60), st.data())
def test_the_exact_interval_is_where_the_tails_weigh_what_they_should(
    n: int, data: st.DataObject
) -> None:
    successes = data.draw(st.integers(0, n))
    found = clopper_pearson_interval(successes, n)

    def at_most(most: int, p: float) -> float:
        return sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))

    if successes < n:
        assert at_most(successes, found.high) == pytest.approx(0.025, abs=1e-6)
    if successes > 0:
        assert 1 - at_most(successes - 1, found.low) == pytest.approx(0.025, abs=1e-6)


@pytest.mark.parametrize("counts", [(-1, 5), (6, 5), (0, 0)])
def test_impossible_counts_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="impossible"):
        clopper_pearson_interval(*counts)
