from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.blinding import Blinding, james_index, measure_blinding

PLAN = Plan(replicates=300)
ARMS = ("human", "model")


def table(counts: list[list[int]], copies: int = 1) -> Blinding:
    """Rows are arms; columns: guessed human, guessed model, cannot tell."""
    arms, guesses = [], []
    for arm, row in zip(ARMS, counts, strict=True):
        for guess, number in zip((*ARMS, "cannot_tell"), row, strict=True):
            arms += [arm] * number
            guesses += [guess] * number
    clusters = np.arange(len(arms))
    return measure_blinding(arms * copies, guesses * copies, np.tile(clusters, copies), PLAN)


def test_the_published_example() -> None:
    """48, 4, 330 and 22, 30, 319: James .896 (.875 to .918), Bang .115 (.080 to .150) and .022
    (-.016 to .060), as the R package BI prints them for its example."""
    found = table([[48, 4, 330], [22, 30, 319]])
    expected = [(found.james, 0.896, 0.875, 0.918)]
    expected += [
        (arm.bang, *numbers)
        for arm, numbers in zip(
            found.by_arm, [(0.115, 0.080, 0.150), (0.022, -0.016, 0.060)], strict=True
        )
    ]
    for one, value, low, high in expected:
        assert one.interval is not None
        assert one.interval.rule == "multinomial"
        ends = (one.value, one.interval.low, one.interval.high)
        assert ends == pytest.approx((value, low, high), abs=6e-4)


@pytest.mark.parametrize(
    ("counts", "james", "bang"),
    [
        ([[0, 0, 20], [0, 0, 20]], 1.0, [0.0, 0.0]),
        ([[20, 0, 0], [0, 20, 0]], 0.0, [1.0, 1.0]),
        ([[10, 10, 0], [10, 10, 0]], 0.5, [0.0, 0.0]),
        ([[0, 20, 0], [20, 0, 0]], 1.0, [-1.0, -1.0]),
        ([[20, 0, 0], [20, 0, 0]], 0.5, [1.0, -1.0]),
    ],
)
def test_the_ends_of_both_scales(counts: list[list[int]], james: float, bang: list[float]) -> None:
    found = table(counts)
    assert found.james.value == pytest.approx(james)
    assert [arm.bang.value for arm in found.by_arm] == pytest.approx(bang)


def test_copies_of_a_guess_in_one_cluster_are_worth_one() -> None:
    once, many = table([[48, 4, 130], [22, 30, 119]]), table([[48, 4, 130], [22, 30, 119]], 3)
    pairs = [(once.james, many.james)]
    pairs += [(a.bang, b.bang) for a, b in zip(once.by_arm, many.by_arm, strict=True)]
    for one, other in pairs:
        assert other.value == pytest.approx(one.value)
        assert one.interval is not None
        assert other.interval is not None
        assert other.interval.method == "bca_cluster_bootstrap"
        widths = [interval.high - interval.low for interval in (one.interval, other.interval)]
        assert widths[1] == pytest.approx(widths[0], rel=0.15)


def test_three_arms_by_chance_are_at_zero_and_one_half() -> None:
    arms = [arm for arm in "abc" for _ in range(30)]
    guesses = [guess for _ in "abc" for guess in "abc" for _ in range(10)]
    found = measure_blinding(arms, guesses, range(90), PLAN)
    assert found.james.value == pytest.approx(0.5)
    assert [arm.bang.value for arm in found.by_arm] == pytest.approx([0, 0, 0])
    assert found.counts == ((10, 10, 10, 0),) * 3


def test_missing_answers_are_counted_and_empty_tables_have_reasons() -> None:
    found = measure_blinding(["a", "b"], ["a", None], [1, 2], PLAN)
    assert found.no_answer == 1
    assert found.by_arm[1].bang.reason == "no_guesses"
    none = measure_blinding([], [], [], PLAN)
    assert (none.james.reason, none.by_arm) == ("no_guesses", ())
    # An arm that nobody was in can still be guessed.
    absent = measure_blinding(["a"] * 4, ["a", "b", "a", "b"], range(4), PLAN)
    assert (absent.arms, absent.james.value) == (("a", "b"), pytest.approx(0.5))
    assert [arm.bang.value for arm in absent.by_arm] == [0, None]
    single = measure_blinding(["a"] * 3, ["a"] * 3, [1, 2, 3], PLAN)
    assert (single.james.reason, single.by_arm[0].bang.reason) == ("empty_arm", "empty_arm")


def test_bad_guesses_are_refused() -> None:
    with pytest.raises(ValueError, match="no arm 'x'"):
        measure_blinding(["a"], ["x"], [1], PLAN, names=["a", "b"])
    with pytest.raises(ValueError, match="no arm 'a'"):
        measure_blinding(["a"], ["b"], [1], PLAN, names=["b"])
    with pytest.raises(ValueError, match="equally many"):
        measure_blinding(["a"], [], [1], PLAN)
    with pytest.raises(ValueError, match="may be called"):
        measure_blinding(["cannot_tell"], ["cannot_tell"], [1], PLAN)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any), min_size=2, max_size=2
    )
)
def test_bounds_and_arms_by_any_name(counts: list[list[int]]) -> None:
    found = table(counts)
    for one, low in [(found.james, 0.0), *((arm.bang, -1.0) for arm in found.by_arm)]:
        assert (one.value is None) == bool(one.reason)
        assert one.value is None or low <= one.value <= 1 + 1e-12
        if one.interval is not None:
            assert low <= one.interval.low <= one.interval.high <= 1
    turned = [
        [counts[1][1], counts[1][0], counts[1][2]],
        [counts[0][1], counts[0][0], counts[0][2]],
    ]
    flat, other = (np.array(rows, dtype=np.float64).reshape(-1) for rows in (counts, turned))
    assert james_index(flat, 2) == pytest.approx(james_index(other, 2), nan_ok=True)
