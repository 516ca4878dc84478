from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Estimate, Plan
from rut_annotations.validity.ceilings import Beside, Ceiling, find_ceiling
from rut_annotations.validity.items import align_items, find_majority
from rut_annotations.validity.kappa import cohen
from tests.support.judged_tables import exchangeable, items, judged

PLAN = Plan(replicates=400, seed=3)
WORDS = st.lists(st.text("pfx.", min_size=7, max_size=7), min_size=2, max_size=4)


def value(found: Estimate) -> float:
    assert found.value is not None, found.reason
    return found.value


def all_beside(found: Ceiling) -> list[Beside]:
    persons = [one for person in found.persons for one in (person.agreement, person.kappa)]
    return [
        found.pairwise_agreement,
        found.pairwise_kappa,
        found.left_out_agreement,
        found.left_out_kappa,
        *persons,
    ]


def test_a_judge_as_good_as_each_person_shows_no_gap() -> None:
    """Four raters of skill .85: a pair agrees on .85^2 + .15^2 = .745 of units.

    Against the majority of three the judge seems worse than people against a majority that holds
    them; the fair comparisons show no such gap.
    """
    table = exchangeable(20_000, people=3, judges=1, skill=0.85, fails=0.5, seed=7)
    found = find_ceiling(table, "j0", Plan(replicates=50))
    for beside in (found.pairwise_agreement, found.left_out_agreement):
        assert value(beside.difference) == pytest.approx(0, abs=0.008)
    assert value(found.pairwise_agreement.human_human) == pytest.approx(0.745, abs=0.006)
    assert value(found.pairwise_agreement.judge_human) == pytest.approx(0.745, abs=0.006)
    # .85^3 + .15^3 of units where the two others agree, which they do on .745.
    fair = (0.85**3 + 0.15**3) / 0.745
    assert value(found.left_out_agreement.human_human) == pytest.approx(fair, abs=0.006)
    majority = find_majority(table.human, 2).code
    unfair_judge = float((table.judge[:, 0] == majority).mean())
    unfair_human = float((table.human == majority[:, None]).mean())
    assert unfair_human - unfair_judge > 0.05
    assert value(found.pairwise_kappa.difference) == pytest.approx(0, abs=0.016)


def test_a_worse_judge_shows_its_gap_and_the_interval_leaves_out_zero() -> None:
    table = exchangeable(400, people=3, judges=0, skill=0.9, fails=0.5, seed=1)
    coin = np.random.default_rng(2).integers(0, 2, 400)
    guess = items(_words(table.human), ["".join("pf"[each] for each in coin)])
    found = find_ceiling(guess, "j0", PLAN)
    for beside in (found.pairwise_kappa, found.left_out_agreement):
        assert beside.difference.interval is not None
        assert beside.difference.interval.high < 0
    assert value(found.pairwise_kappa.human_human) > 0.5
    assert abs(value(found.pairwise_kappa.judge_human)) < 0.12


def test_the_paired_difference_is_narrower_than_two_apart() -> None:
    table = exchangeable(150, people=3, judges=1, skill=0.85, fails=0.3, seed=5)
    found = find_ceiling(table, "j0", PLAN).pairwise_kappa
    widths = [
        one.interval.high - one.interval.low
        for one in (found.human_human, found.judge_human, found.difference)
        if one.interval is not None
    ]
    assert len(widths) == 3
    assert widths[2] < np.hypot(widths[0], widths[1])


def test_values_by_hand() -> None:
    """h0 ppff, h1 pppf, h2 ppff, judge pfff."""
    found = find_ceiling(items(["ppff", "pppf", "ppff"], ["pfff"]), "j0", PLAN)
    # Pairs of people: 3/4, 4/4, 3/4. The judge with each: 3/4, 2/4, 3/4.
    assert value(found.pairwise_agreement.human_human) == pytest.approx(10 / 12)
    assert value(found.pairwise_agreement.judge_human) == pytest.approx(8 / 12)
    # Kappas: 1/2, 1, 1/2 and (3/4 - 1/2) / (1/2), (1/2 - 3/8) / (5/8), 1/2.
    assert value(found.pairwise_kappa.human_human) == pytest.approx(2 / 3)
    assert value(found.pairwise_kappa.judge_human) == pytest.approx((0.5 + 0.2 + 0.5) / 3)
    # Without h0 the others tie on unit 2: h0 3 of 3, the judge 2 of 3; so without h2; without h1
    # there is no tie: h1 3 of 4, the judge 3 of 4.
    assert [person.units for person in found.persons] == [3, 4, 3]
    assert [person.tied for person in found.persons] == [1, 0, 1]
    assert value(found.left_out_agreement.human_human) == pytest.approx(9 / 10)
    assert value(found.left_out_agreement.judge_human) == pytest.approx(7 / 10)
    assert value(found.left_out_agreement.difference) == pytest.approx(-2 / 10)


def test_only_units_of_the_judge_and_two_people_count() -> None:
    found = find_ceiling(items(["pf.p", "pf.f"], ["p.pp"]), "j0", PLAN)
    assert (found.units, found.people) == (2, 2)
    assert value(found.pairwise_agreement.human_human) == 0.5


@pytest.mark.parametrize("people", [[], ["pfpf"], ["pf..", "..pf"]])
def test_without_two_people_there_is_no_ceiling(people: list[str]) -> None:
    found = find_ceiling(items(people, ["pppf"]), "j0", PLAN)
    for beside in all_beside(found):
        for one in (beside.human_human, beside.judge_human, beside.difference):
            assert (one.value, one.reason) == (None, "one_human")


def test_one_category_has_agreement_and_no_kappa() -> None:
    found = find_ceiling(items(["p" * 9] * 3, ["p" * 9]), "j0", PLAN)
    agreement = found.pairwise_agreement.human_human
    assert agreement.value == 1
    assert agreement.interval is not None
    assert agreement.interval.method == "clopper_pearson"
    assert found.pairwise_agreement.difference.value == 0
    assert found.pairwise_agreement.difference.interval_reason == "no_variation"
    assert found.pairwise_kappa.human_human.reason == "one_category"
    assert found.pairwise_kappa.difference.reason == "one_category"


def test_a_scale_without_values_has_no_numbers() -> None:
    """Of an interval scale the categories are the values that occur, and here none does."""
    empty = judged(["xx", "x?"], ["x-"], scale=Scale("interval", ()))
    found = find_ceiling(align_items(empty, "c"), "j0", PLAN)
    assert {beside.difference.reason for beside in all_beside(found)} == {"one_human"}


def test_many_people_with_few_units_each_become_interchangeable() -> None:
    generator = np.random.default_rng(0)
    words = [["."] * 90 for _ in range(60)]
    for unit in range(90):
        truth = generator.random() < 0.4
        for rater in generator.choice(60, 3, replace=False):
            words[rater][unit] = "pf"[int(truth ^ (generator.random() < 0.1))]
    found = find_ceiling(items(["".join(word) for word in words], ["p" * 90]), "j0", PLAN)
    assert found.interchangeable
    assert len(found.persons) == 3
    assert value(found.pairwise_agreement.human_human) == pytest.approx(0.82, abs=0.1)


def test_kappa_of_a_known_table() -> None:
    """Cohen (1960): 88, 14, 18 / 10, 40, 10 / 2, 6, 12 of 200 gives .492."""
    table = np.array([[88.0, 14, 18], [10, 40, 10], [2, 6, 12]])
    assert float(cohen(table)) == pytest.approx(0.4915, abs=5e-5)
    assert np.isnan(cohen(np.array([[5.0, 0], [0, 0]])))


@settings(max_examples=40, deadline=None)
@given(WORDS, st.text("pfx.", min_size=7, max_size=7))
def test_order_of_people_changes_nothing_and_bounds_hold(people: list[str], judge: str) -> None:
    if set(judge) == {"."}:
        return
    plan = Plan(replicates=60)
    found = find_ceiling(items(people, [judge]), "j0", plan)
    again = find_ceiling(items(people[::-1], [judge]), "j0", plan)
    for one, other in zip(all_beside(found)[:4], all_beside(again)[:4], strict=True):
        for field in ("human_human", "judge_human", "difference"):
            a, b = getattr(one, field), getattr(other, field)
            assert a.reason == b.reason
            if a.value is not None:
                assert a.value == pytest.approx(b.value, abs=1e-12)
        if one.difference.value is not None:
            assert value(one.difference) == pytest.approx(
                value(one.judge_human) - value(one.human_human), abs=1e-12
            )
    for beside in all_beside(found):
        for one in (beside.human_human, beside.judge_human):
            assert one.value is None or -1 <= one.value <= 1 + 1e-12


def _words(codes: np.ndarray) -> list[str]:
    return ["".join("pf"[code] for code in column) for column in codes.T]
