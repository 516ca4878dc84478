from __future__ import annotations

import itertools
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.fidelity.passes import measure_passes
from tests.support.outcome_tables import PLAN, table


def trials(*counts: tuple[int, int]) -> list[dict]:
    """(successes, trials) a task."""
    return [
        {"task": f"t{number}", "success": trial < won}
        for number, (won, n) in enumerate(counts)
        for trial in range(n)
    ]


def test_by_hand() -> None:
    """C(3,2)/C(4,2) = 1/2 and C(1,2)/C(2,2) = 0: pass^2 = 1/4; pass@2: 1 - 0 and 1 - 0."""
    found = measure_passes(table(*trials((3, 4), (1, 2))), PLAN)[0]
    at = {each.k: each for each in found.at}
    assert found.mean_success.value == pytest.approx(4 / 6)
    assert at[1].pass_hat_k.value == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert at[2].pass_hat_k.value == pytest.approx(1 / 4)
    assert at[2].pass_at_k.value == pytest.approx(1)
    assert (at[3].tasks, at[3].short) == (1, 1)


def test_too_few_trials_is_a_reason() -> None:
    at = measure_passes(table(*trials((1, 1))), PLAN)[0].at
    assert (at[1].pass_hat_k.value, at[1].pass_hat_k.reason) == (None, "too_few_trials")


def test_trials_without_outcome_do_not_count() -> None:
    found = measure_passes(table(*trials((1, 2)), {"task": "t0", "success": None}), PLAN)[0]
    assert (found.dialogues, found.at[1].pass_hat_k.value) == (2, 0)


def test_two_agents_are_no_trials_of_one() -> None:
    rows = [{"task": "t", "agent": name, "success": name == "a"} for name in "ab"]
    found = measure_passes(table(*rows), PLAN, ks=(1, 2))
    assert [(each.agent, each.at[0].pass_hat_k.value) for each in found] == [("a", 1), ("b", 0)]
    assert found[0].at[1].pass_hat_k.reason == "too_few_trials"


def test_k_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        measure_passes(table(*trials((1, 2))), PLAN, ks=(0,))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.integers(1, 7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=1
    )
)
def test_equal_to_the_binomials_and_ordered(counts: list[tuple[int, int]]) -> None:
    at = measure_passes(table(*trials(*counts)), PLAN, ks=(1, 2, 3))[0].at
    for each in at:
        fit = [(c, n) for c, n in counts if n >= each.k]
        if fit:
            shares = [comb(c, each.k) / comb(n, each.k) for c, n in fit]
            assert each.pass_hat_k.value == pytest.approx(sum(shares) / len(fit))
            misses = [comb(n - c, each.k) / comb(n, each.k) for c, n in fit]
            assert each.pass_at_k.value == pytest.approx(1 - sum(misses) / len(fit))
    if min(n for _, n in counts) >= 3:
        values = [each.pass_hat_k.value or 0.0 for each in at]
        assert all(a >= b - 1e-12 for a, b in itertools.pairwise(values))
