from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.drift import measure_drift, rank

PLAN = Plan(replicates=300)
NUMBERS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), min_size=3, max_size=25)


def test_a_rise_by_hand() -> None:
    """Five ratings, the middle one in no half: (3 + 4) / 2 - (0 + 1) / 2; slope 4 in all."""
    whole, one = measure_drift(["a"] * 5, [10, 20, 30, 40, 50], [0, 1, 2, 3, 4], range(5), PLAN)
    assert (whole.rater, one.rater, one.ratings) == ("", "a", 5)
    assert one.halves.value == pytest.approx(3)
    assert one.slope.value == pytest.approx(4)
    assert one.spearman.value == pytest.approx(1)
    assert whole.slope == one.slope


def test_each_rater_has_an_order_of_its_own() -> None:
    """Both rise, b after a: over all the slope is that of each, not of the calendar."""
    raters, order = ["a"] * 4 + ["b"] * 4, range(8)
    found = measure_drift(raters, order, [0, 0, 1, 1, 0, 0, 1, 1], range(8), PLAN)
    assert [one.halves.value for one in found] == pytest.approx([1, 1, 1])
    assert found[0].slope.value == pytest.approx(found[1].slope.value)


def test_no_drift_has_zero_inside_and_a_strong_one_outside() -> None:
    generator = np.random.default_rng(1)
    order = np.arange(200)
    flat = (generator.random(200) < 0.4).astype(float)
    rising = (generator.random(200) < 0.1 + 0.8 * order / 200).astype(float)
    for values, drifts in ((flat, False), (rising, True)):
        found = measure_drift(["a"] * 200, order, values, order // 2, PLAN)[0]
        for one in (found.halves, found.slope, found.spearman):
            assert one.interval is not None
            assert one.interval.clusters == 100
            assert (one.interval.low > 0) == drifts


def test_what_never_varies_or_has_no_order_has_a_reason() -> None:
    flat = measure_drift(["a"] * 4, range(4), [1.0] * 4, range(4), PLAN)[0]
    assert (flat.halves.value, flat.slope.value) == (0, pytest.approx(0))
    assert flat.spearman.reason == "constant_values"
    lost = measure_drift(["a"] * 3, [np.nan] * 3, [1, 2, 3], range(3), PLAN)[1]
    for one in (lost.halves, lost.slope, lost.spearman):
        assert one.reason == "no_order"
    assert [one.ratings for one in measure_drift([], [], [], [], PLAN)] == [0]
    single = measure_drift(["a"], [1], [1], [1], PLAN)[0]
    assert single.halves.reason == "constant_values"
    with pytest.raises(ValueError, match="equally many"):
        measure_drift(["a"], [], [1], [1], PLAN)


@settings(max_examples=50, deadline=None)
@given(NUMBERS)
def test_ranks_slopes_and_correlations_are_the_known_ones(pairs: list[tuple[int, int]]) -> None:
    order, values = np.array(pairs, dtype=np.float64).T
    found = measure_drift(["a"] * len(order), order, values, range(len(order)), PLAN)[1]
    assert rank(order) == pytest.approx(stats.rankdata(order))
    if np.ptp(order) == 0 or np.ptp(values) == 0:
        assert found.spearman.value is None
        return
    assert found.spearman.value == pytest.approx(stats.spearmanr(order, values).statistic)
    place = (stats.rankdata(order) - 1) / (len(order) - 1)
    assert found.slope.value == pytest.approx(stats.linregress(place, values).slope)
