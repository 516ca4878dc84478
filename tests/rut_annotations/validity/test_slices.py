from __future__ import annotations

import numpy as np
import pytest

from rut_annotations.agreement.ratings import Rating, Ratings
from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.alt_test import run_alt_test
from rut_annotations.validity.ceilings import find_ceiling
from rut_annotations.validity.confusion import Confusion, confuse
from rut_annotations.validity.items import Items, align_items
from rut_annotations.validity.slices import average_groups, slice_units, stack_criteria
from tests.support.judged_tables import GRADES, VERDICTS, items, judged, rows

PLAN = Plan(replicates=200)


def confuse_first(part: Items) -> Confusion:
    return confuse(part, "j0", PLAN)


def test_domains_are_measured_apart() -> None:
    table = items(["ffppff"], ["fpppff"])
    domain = {unit: "air" if unit < "u00003" else "shop" for unit in table.units[:5]}
    air, shop = slice_units(table, domain, confuse_first)
    assert (air.group, air.units, shop.group, shop.units) == ("air", 3, "shop", 2)
    assert air.found.recall.value == 0.5
    assert shop.found.recall.value == 1
    assert (
        air.found.true_positive + shop.found.true_positive + 1 == confuse_first(table).true_positive
    )


def test_any_function_of_the_room_can_be_sliced() -> None:
    table = items(["fpfp", "fppp"], ["ffpp"])
    found = slice_units(
        table, dict.fromkeys(table.units, "all"), lambda part: find_ceiling(part, "j0", PLAN)
    )
    assert found[0].found == find_ceiling(table, "j0", PLAN)
    assert slice_units(table, {}, confuse_first) == ()
    assert slice_units(table, {"stranger": "x"}, confuse_first) == ()


def test_families_are_means_over_their_criteria() -> None:
    """Recall 1/2 and 1 make 3/4, whatever the numbers of fails."""
    table = Ratings.from_rows(
        rows(["ffpp", "ffpp"], ["fppp"], criterion="c1")
        + rows(["fppp", "fppp"], ["ffpp"], criterion="c2")
        + rows(["pppp", "pppp"], ["pppp"], criterion="c3"),
        VERDICTS,
    )
    families = {"c1": "knowledge", "c2": "knowledge", "c3": ("knowledge", "goal")}
    goal, knowledge = average_groups(table, families, "j0", PLAN)
    assert (goal.group, knowledge.group) == ("goal", "knowledge")
    assert knowledge.means["recall"].value == pytest.approx(0.75)
    assert knowledge.criteria["recall"] == ("c1", "c2")
    assert "partial_group" in knowledge.means["recall"].warnings
    assert knowledge.means["agreement"].value == pytest.approx((0.75 + 0.75 + 1) / 3)
    assert goal.means["recall"].reason == "no_criteria"
    assert goal.means["agreement"].value == 1
    people = knowledge.means["pairwise_agreement:human_human"].value
    assert people == pytest.approx(1)


def test_guessing_at_each_criterions_own_rate_agrees_no_more_than_chance() -> None:
    """Thrown into one table these guesses would have a kappa of about .6."""
    generator = np.random.default_rng(4)
    some = []
    for number, rate in enumerate((0.95, 0.9, 0.5, 0.1, 0.05)):
        words = ["".join("pf"[int(x < rate)] for x in generator.random(400)) for _ in range(3)]
        some += rows(words[:2], words[2:], criterion=f"c{number}")
    table = Ratings.from_rows(some, VERDICTS)
    groups = dict.fromkeys(table.criteria, "all")
    (found,) = average_groups(table, groups, "j0", PLAN)
    for name in ("pairwise_kappa:human_human", "pairwise_kappa:judge_human", "mcc"):
        one = found.means[name]
        assert one.value == pytest.approx(0, abs=0.06)
        assert one.interval is not None
        assert one.interval.low < 0 < one.interval.high


def test_the_interval_of_a_mean_heeds_what_criteria_share() -> None:
    """The same verdicts under two names are no more evidence than under one."""
    generator = np.random.default_rng(6)
    words = ["".join("pf"[int(x < 0.4)] for x in generator.random(100)) for _ in range(3)]
    both = rows(words[:2], words[2:], criterion="c1") + rows(words[:2], words[2:], criterion="c2")
    table = Ratings.from_rows(both, VERDICTS)
    alone, _, pair = average_groups(table, {"c1": ("a", "z"), "c2": ("b", "z")}, "j0", PLAN)
    for name in ("mcc", "pairwise_kappa:difference"):
        one, two = alone.means[name].interval, pair.means[name].interval
        assert one is not None
        assert two is not None
        assert (two.low, two.high) == pytest.approx((one.low, one.high))


def test_criteria_stacked_for_the_test_of_a_whole_rubric_count_once_a_cluster() -> None:
    """The same verdicts under three names give the p-values of one."""
    generator = np.random.default_rng(9)
    truth = generator.random(60) < 0.5
    words = [
        "".join("pf"[int(flag)] for flag in truth ^ (generator.random(60) < 0.2)) for _ in range(4)
    ]
    some = [
        row for name in ("c1", "c2", "c3") for row in rows(words[:3], words[3:], criterion=name)
    ]
    table = Ratings.from_rows(some + rows(["p"], [], criterion="other"), VERDICTS)
    stacked = stack_criteria(table, ("c1", "c2", "c3"))
    assert stacked.units[0] == "c1: u00000"
    many, one = (run_alt_test(part, "j0", PLAN) for part in (stacked, align_items(table, "c1")))
    for first, second in zip(many.curve, one.curve, strict=True):
        assert [person.p for person in first.persons] == pytest.approx(
            [person.p for person in second.persons]
        )
        assert [person.units for person in first.persons] == [180] * 3


def test_stacking_fills_gaps_and_refuses_other_scales() -> None:
    some = [
        Rating("u", "u", "c1", "a", "met"),
        Rating("u", "u", "c2", "b", "not_met"),
        Rating("u", "u", "g", "a", "3"),
    ]
    table = Ratings.from_rows(some, {"c1": VERDICTS, "c2": VERDICTS, "g": GRADES})
    stacked = stack_criteria(table, ("c1", "c2"))
    assert stacked.humans == ("a", "b")
    assert stacked.human.tolist() == [[0, -1], [-1, 1]]
    for criteria in (("c1", "g"), ()):
        with pytest.raises(RatingsFault, match="one scale"):
            stack_criteria(table, criteria)


def test_strangers() -> None:
    table = judged(["pf"], ["pf"])
    assert average_groups(table, {}, "j0", PLAN) == ()
    assert average_groups(table, {"other": "x"}, "j0", PLAN) == ()
    with pytest.raises(RatingsFault, match="no judge"):
        average_groups(table, {"c": "x"}, "k", PLAN)
    with pytest.raises(RatingsFault, match="no judge"):
        average_groups(judged(["pf"]), {"c": "x"}, "j0", PLAN)
