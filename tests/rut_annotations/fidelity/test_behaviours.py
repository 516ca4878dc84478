from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.estimation.proportion import tango_interval
from rut_annotations.fidelity.behaviours import mcnemar, tabulate_behaviours
from tests.support.outcome_tables import PLAN, table


def row(behaviour: str, task: int, success: bool | None, **more: Any) -> dict[str, Any]:
    return {"behaviour": behaviour, "task": f"t{task}", "success": success, **more}


def study() -> list[dict[str, Any]]:
    """Ideal succeeds on 8 of 10 tasks; vague on 3 of them and on one more; rude on none."""
    return [
        *(row("ideal", task, task < 8) for task in range(10)),
        *(row("vague", task, task < 3 or task == 9) for task in range(10)),
        *(row("rude", task, False) for task in range(5)),
    ]


def test_the_mix_of_the_study_and_of_the_world_differ() -> None:
    found = tabulate_behaviours(
        table(*study()),
        PLAN,
        prevalence={"ideal": 0.77, "vague": 0.2, "rude": 0.03, "never": 0.0},
        prevalence_source="a survey",
    )[0]
    assert found.equal_weights.value == pytest.approx(12 / 25)
    assert found.by_prevalence.value == pytest.approx(0.77 * 0.8 + 0.2 * 0.4)
    assert found.prevalence_source == "a survey"


def test_shares_are_scaled_to_one() -> None:
    """Published shares that add to 101.2 are one mix, whatever they add to."""
    once, twice = (
        tabulate_behaviours(
            table(*study()),
            PLAN,
            prevalence={"ideal": 3.0 * scale, "vague": 1.0 * scale},
            prevalence_source="x",
        )[0].by_prevalence.value
        for scale in (1, 2)
    )
    assert once == pytest.approx(0.75 * 0.8 + 0.25 * 0.4)
    assert once == pytest.approx(twice)


def test_drops_are_on_the_same_task() -> None:
    drops = {each.behaviour: each for each in tabulate_behaviours(table(*study()), PLAN)[0].drops}
    vague = drops["vague"]
    known = tango_interval(5, 1, 10)
    assert (vague.tasks, vague.only_reference, vague.only_behaviour) == (10, 5, 1)
    assert vague.drop.value == pytest.approx(0.4)
    assert vague.drop.interval is not None
    assert (vague.drop.interval.low, vague.drop.interval.high) == (known.low, known.high)
    assert vague.p_value == pytest.approx(stats.binomtest(1, 6).pvalue)
    assert (drops["rude"].tasks, drops["rude"].drop.value) == (5, 1)


def test_several_dialogues_a_task_have_no_discordant_pairs() -> None:
    drop = tabulate_behaviours(table(*study(), row("vague", 0, False)), PLAN)[0].drops[1]
    assert (drop.behaviour, drop.only_reference, drop.p_value) == ("vague", None, None)
    assert drop.drop.value == pytest.approx(0.45)


def test_interaction_of_behaviour_and_mode() -> None:
    """The drop is 1 - 0 in multi and 1 - 1 in single turn."""
    rows = [
        row("ideal", 0, True, mode="multi"),
        row("vague", 0, False, mode="multi"),
        row("ideal", 1, True, mode="single"),
        row("vague", 1, True, mode="single"),
    ]
    found = tabulate_behaviours(table(*rows), PLAN)[0]
    assert [(each.first, each.second) for each in found.interactions] == [("multi", "single")]
    assert found.interactions[0].difference.value == 1
    assert [(rate.behaviour, rate.mode) for rate in found.rates][:3] == [
        ("ideal", ""),
        ("ideal", "multi"),
        ("ideal", "single"),
    ]
    some = tabulate_behaviours(table(*rows[:3]), PLAN)[0].interactions[0].difference
    assert (some.value, some.reason) == (None, "cell_without_dialogues")


def test_errors_are_open_and_no_zeros() -> None:
    rows = [row("ideal", 0, True, **{"scores.honesty": 0.5}), row("ideal", 1, None)]
    rate = tabulate_behaviours(table(*rows), PLAN)[0].rates[0]
    assert (rate.dialogues, rate.open, rate.success.value) == (1, 1, 1)
    assert (rate.scores["honesty"].value, rate.scores["honesty"].n) == (0.5, 1)


def test_failure_classes_share_the_classified_failures() -> None:
    rows = [
        row("ideal", 0, False, failure_class="R0"),
        row("ideal", 1, False, failure_class="R4"),
        row("ideal", 2, False, failure_class="R4"),
        row("ideal", 3, False, failure_class=None),
        row("ideal", 4, True, failure_class="R4"),
    ]
    found = tabulate_behaviours(table(*rows), PLAN)[0]
    assert [(each.name, each.dialogues) for each in found.failures] == [("R0", 1), ("R4", 2)]
    assert sum(each.share.value or 0 for each in found.failures) == pytest.approx(1)
    assert found.unclassified == 1


def test_without_the_columns_there_are_reasons_and_empty_tables() -> None:
    found = tabulate_behaviours(
        table({"success": False}), PLAN, prevalence={"ideal": 1}, prevalence_source="x"
    )[0]
    assert (found.rates, found.drops, found.failures, found.unclassified) == ((), (), (), 1)
    assert found.by_prevalence.reason == "behaviour_without_dialogues"
    bare = tabulate_behaviours(table({"success": False}), PLAN)[0]
    assert bare.by_prevalence.reason == "no_prevalence"


@pytest.mark.parametrize(
    ("shares", "source", "said"),
    [
        ({"a": 1.0}, "", "named source"),
        ({"a": 0.0}, "x", "not all zero"),
        ({"a": -1.0}, "x", "neg"),
    ],
)
def test_impossible_shares_are_refused(shares: dict[str, float], source: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tabulate_behaviours(table(), PLAN, prevalence=shares, prevalence_source=source)


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_is_the_binomial_test(first: int, second: int) -> None:
    known = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert mcnemar(first, second) == pytest.approx(known)
    assert mcnemar(first, second) == mcnemar(second, first)
