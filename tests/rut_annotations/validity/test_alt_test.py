from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.alt_test import AltTest, adjust_by, p_below, run_alt_test
from rut_annotations.validity.items import Items, align_items
from tests.support.judged_tables import GRADES, exchangeable, items, judged

PLAN = Plan(replicates=200)


def slowly(table: Items, epsilon: float, alpha: float = 0.05) -> tuple[float, float]:
    """The paper's procedure unit by unit: winning rate and advantage."""
    ps, advantages = [], []
    for own in range(table.human.shape[1]):
        differences, wins = [], []
        for unit, row in enumerate(table.human):
            judge = table.judge[unit, 0]
            others = [row[other] for other in range(len(row)) if other != own and row[other] >= 0]
            if row[own] < 0 or judge < 0 or not others:
                continue
            of_judge = np.mean([other == judge for other in others])
            of_human = np.mean([other == row[own] for other in others])
            differences.append(float(of_human >= of_judge) - float(of_judge >= of_human))
            wins.append(float(of_judge >= of_human))
        ps.append(float(stats.ttest_1samp(differences, epsilon, alternative="less").pvalue))
        advantages.append(float(np.mean(wins)))
    m = len(ps)
    limits = [(rank + 1) * alpha / (m * sum(1 / k for k in range(1, m + 1))) for rank in range(m)]
    passed = [rank for rank, p in enumerate(sorted(ps)) if p <= limits[rank]]
    return (max(passed) + 1 if passed else 0) / m, float(np.mean(advantages))


def at(found: AltTest, epsilon: float) -> float | None:
    return next(one.winning_rate.value for one in found.curve if one.epsilon == epsilon)


@pytest.mark.parametrize("seed", range(4))
def test_the_papers_procedure_unit_by_unit(seed: int) -> None:
    table = exchangeable(80, people=4, judges=1, skill=0.8, fails=0.4, seed=seed)
    found = run_alt_test(table, "j0", PLAN)
    for point in found.curve:
        rate, advantage = slowly(table, point.epsilon)
        assert point.winning_rate.value == pytest.approx(rate)
        assert found.advantage.value == pytest.approx(advantage)


def test_a_judge_as_good_as_people_passes_with_a_price_and_a_coin_never() -> None:
    table = exchangeable(300, people=3, judges=1, skill=0.9, fails=0.5, seed=1)
    found = run_alt_test(table, "j0", PLAN)
    assert at(found, 0.0) == 0
    assert at(found, 0.2) == 1
    assert found.least_epsilon is not None
    assert 0 < found.least_epsilon <= 0.2
    coin = np.random.default_rng(3).integers(0, 2, 300)
    words = ["".join("pf"[code] for code in column) for column in table.human.T]
    bad = run_alt_test(items(words, ["".join("pf"[each] for each in coin)]), "j0", PLAN)
    assert at(bad, 0.2) == 0
    assert not bad.curve[4].passed
    assert bad.advantage.value is not None
    assert found.advantage.value is not None
    assert bad.advantage.value < found.advantage.value
    assert bad.human_human.value == pytest.approx(0.64, abs=0.1)


def test_equal_raters_have_a_p_above_zero() -> None:
    """Where nobody differs the paper's t is infinite; 40 ties leave at most .8^40."""
    found = run_alt_test(items(["pf" * 20] * 3, ["pf" * 20]), "j0", PLAN, curve=[0.0, 0.2])
    none, some = found.curve
    assert [person.p for person in none.persons] == [1.0] * 3
    for person in some.persons:
        assert person.exact
        assert person.p == pytest.approx(0.8**40)
        assert person.adjusted == pytest.approx(0.8**40 * (1 + 1 / 2 + 1 / 3))
    assert (none.passed, some.passed) == (False, True)
    assert found.advantage.interval_reason == "no_variation"


def test_p_of_a_sample_is_students() -> None:
    values = np.array([1.0, 0, 0, -1, 0, 1, 0, 0, -1, -1])
    expected = stats.ttest_1samp(values, 0.2, alternative="less").pvalue
    assert p_below(values, 0.2) == (pytest.approx(float(expected)), False)
    assert p_below(np.array([0.5]), 0.2) == (1.0, True)
    assert p_below(np.full(3, -1.0), 0.5) == (pytest.approx(0.25**3), True)


def test_clustered_units_are_worth_one_each() -> None:
    """Every unit five times in its cluster says no more than once."""
    table = exchangeable(60, people=3, judges=1, skill=0.8, fails=0.5, seed=9)
    words = ["".join("pf"[code] for code in column) for column in table.human.T]
    judge = "".join("pf"[code] for code in table.judge[:, 0])
    once = run_alt_test(items(words, [judge]), "j0", PLAN)
    clusters = [f"k{place // 5:03d}" for place in range(300)]
    stretched = ["".join(letter * 5 for letter in word) for word in [*words, judge]]
    many = run_alt_test(items(stretched[:3], stretched[3:], clusters=clusters), "j0", PLAN)
    for first, second in zip(once.curve, many.curve, strict=True):
        for one, other in zip(first.persons, second.persons, strict=True):
            assert other.p == pytest.approx(one.p)
            assert (other.units, other.clusters) == (300, 60)


def test_few_clusters_are_warned_of() -> None:
    """Forty units of two clusters are two values for the test."""
    clusters = [f"k{place % 2}" for place in range(40)]
    found = run_alt_test(items(["pf" * 20] * 3, ["pf" * 20], clusters=clusters), "j0", PLAN)
    assert found.curve[0].winning_rate.warnings == ("few_clusters",)
    assert found.curve[4].persons[0].p == pytest.approx(0.8**2)


def test_benjamini_yekutieli_by_hand() -> None:
    """p .01 .04 .03 with c = 11/6: .055, .0733.., .0733.., the second raised to no more."""
    assert adjust_by([0.01, 0.04, 0.03]) == pytest.approx([0.055, 0.04 * 11 / 6, 0.04 * 11 / 6])
    assert adjust_by([]) == []
    assert adjust_by([0.9, 0.9]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("people", "reason"),
    [
        (["pf" * 20], "few_humans"),
        ([], "few_humans"),
        (["pf" * 10 + "." * 20, "pf" * 20], "few_humans"),
        (["pf" * 20 + "." * 40, "." * 40 + "pf" * 20], "few_humans"),
    ],
)
def test_too_little_has_a_reason(people: list[str], reason: str) -> None:
    found = run_alt_test(items(people, ["pf" * 40]), "j0", PLAN)
    assert found.advantage.value is None
    assert {point.winning_rate.reason for point in found.curve} == {reason}
    assert {point.passed for point in found.curve} == {None}
    assert found.least_epsilon is None


def test_two_people_are_warned_of_and_a_person_with_few_units_is_left_out() -> None:
    third = "p" * 29 + "." * 31
    found = run_alt_test(items(["pf" * 30, "pf" * 30, third], ["pf" * 30]), "j0", PLAN)
    assert found.tested == 2
    assert [person.reason for person in found.curve[0].persons] == ["", "", "few_units"]
    assert found.curve[0].persons[2].p is None
    warnings = found.curve[0].winning_rate.warnings
    assert warnings == ("two_humans", "unequal_humans")


def test_closeness_counts_for_grades() -> None:
    """People say 3 and 4; a judge that says 3 wins over one that says 1."""
    table = judged(["34" * 20, "43" * 20, "33" * 20], ["3" * 40, "1" * 40], scale=GRADES)
    found = align_items(table, "c")
    near = run_alt_test(found, "j0", PLAN, scoring="rmse")
    far = run_alt_test(found, "j1", PLAN, scoring="rmse")
    assert near.advantage.value is not None
    assert near.advantage.value > 0.8
    assert far.advantage.value == 0
    assert (
        run_alt_test(items(["pf" * 20] * 2, ["pf" * 20]), "j0", PLAN, scoring="rmse")
        .curve[0]
        .winning_rate.reason
        == "no_numbers"
    )


def test_bad_questions_are_refused() -> None:
    table = items(["p"], ["p"])
    for curve in ([], [1.0], [-0.1], [float("nan")]):
        with pytest.raises(ValueError, match="epsilon"):
            run_alt_test(table, "j0", PLAN, curve=curve)
    with pytest.raises(RatingsFault, match="no judge"):
        run_alt_test(table, "k", PLAN)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusted_values_are_the_procedures(values: list[float]) -> None:
    adjusted = adjust_by(values)
    m = len(values)
    scale = m * sum(1 / k for k in range(1, m + 1))
    for level in (0.05, 0.2):
        ranked = sorted(values)
        passed = [k for k in range(m) if ranked[k] * scale / (k + 1) <= level]
        rejected = (max(passed) + 1) if passed else 0
        assert sum(value <= level for value in adjusted) >= rejected
    assert all(a >= p for a, p in zip(adjusted, values, strict=True))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1000))
def test_the_curve_never_falls_and_the_order_of_people_is_nothing(seed: int) -> None:
    table = exchangeable(40, people=3, judges=1, skill=0.75, fails=0.5, seed=seed)
    rates = [point.winning_rate.value for point in run_alt_test(table, "j0", PLAN).curve]
    assert all(a is not None and b is not None and a <= b for a, b in pairwise(rates))
    words = ["".join("pf"[code] for code in column) for column in table.human.T]
    judge = "".join("pf"[code] for code in table.judge[:, 0])
    again = run_alt_test(items(words[::-1], [judge]), "j0", PLAN)
    assert [point.winning_rate.value for point in again.curve] == rates
