from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.estimation.proportion import tango_interval
from rut_annotations.fidelity.equivalence import (
    compare_independent_flags,
    compare_paired_flags,
    compare_paired_numbers,
)


def test_few_equal_pairs_prove_nothing() -> None:
    """Ten pairs without a difference: the 90% score interval still reaches past .1."""
    found = compare_paired_flags([True] * 10, [True] * 10, margin=0.1)
    assert (found.decision, found.difference.value) == ("undecided", 0)
    assert found.inner is not None
    assert found.inner.high > 0.1


def test_many_equal_pairs_are_equivalent() -> None:
    assert compare_paired_flags([True] * 100, [True] * 100, margin=0.1).decision == "equivalent"


def test_a_small_certain_difference_is_equivalent_and_told_as_nonzero() -> None:
    first = [False] * 60 + [True] * 1940
    found = compare_paired_flags(first, [True] * 2000, margin=0.1)
    assert (found.decision, found.nonzero, found.beyond_margin) == ("equivalent", True, False)


def test_a_large_difference_is_beyond_the_margin() -> None:
    found = compare_paired_flags([True] * 80 + [False] * 20, [False] * 100, margin=0.1)
    assert (found.decision, found.nonzero, found.beyond_margin) == ("different", True, True)


def test_paired_flags_have_tangos_interval() -> None:
    """Nine pairs one way, three the other, of 44."""
    first = [True] * 9 + [False] * 3 + [True] * 32
    second = [False] * 9 + [True] * 3 + [True] * 32
    found = compare_paired_flags(first, second, margin=0.1).difference.interval
    known = tango_interval(9, 3, 44)
    assert found is not None
    assert (found.low, found.high, found.rule) == (known.low, known.high, "paired_binary")


def test_without_variation_nothing_is_decided() -> None:
    for differences in ([0.0] * 50, [0.1 + 0.2, 0.3] * 20):
        found = compare_paired_numbers(differences, margin=0.5)
        assert (found.decision, found.reason) == ("undecided", "no_variation")


@pytest.mark.parametrize(
    ("differences", "reason"), [([], "no_shared_tasks"), ([0.3], "one_cluster")]
)
def test_too_little_has_a_reason(differences: list[float], reason: str) -> None:
    found = compare_paired_numbers(differences, margin=0.5)
    assert (found.decision, found.reason) == ("undecided", reason)


def test_no_flags_are_undecided() -> None:
    assert compare_paired_flags([], [], margin=0.1).reason == "no_shared_tasks"
    assert compare_independent_flags([], [True], margin=0.1).reason == "no_dialogues"


def test_independent_flags_need_the_numbers_of_a_trial() -> None:
    """70% of 360 an arm is about what equivalence within 10 points takes; 100 is too few."""
    many, few = [True] * 252 + [False] * 108, [True] * 70 + [False] * 30
    assert compare_independent_flags(many, many, margin=0.1).decision == "equivalent"
    assert compare_independent_flags(few, few, margin=0.1).decision == "undecided"


@pytest.mark.parametrize(("margin", "alpha"), [(0, 0.05), (-1, 0.05), (0.1, 0), (0.1, 0.5)])
def test_impossible_margins_are_refused(margin: float, alpha: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        compare_paired_numbers([0.1, 0.2], margin, alpha)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(-2, 2), min_size=3, max_size=30).filter(lambda v: np.ptp(v) > 1e-3),
    st.sampled_from([0.1, 0.5, 1.0]),
)
def test_equivalent_is_two_one_sided_t_tests(values: list[float], margin: float) -> None:
    low = stats.ttest_1samp(values, -margin, alternative="greater").pvalue
    high = stats.ttest_1samp(values, margin, alternative="less").pvalue
    found = compare_paired_numbers(values, margin)
    if abs(max(low, high) - 0.05) > 1e-9:
        assert (found.decision == "equivalent") == (max(low, high) < 0.05)
    assert found.nonzero == (stats.ttest_1samp(values, 0).pvalue < 0.05)
    assert compare_paired_numbers([-v for v in values], margin).decision == found.decision
