from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.estimation.proportion import effective_wilson_interval, wilson
from rut_annotations.fidelity.outcomes import Outcomes
from rut_annotations.fidelity.scores import score_fidelity, score_reward
from tests.support.outcome_tables import PLAN, random_table, shuffle, table


def test_pooled_and_mean_of_domains_differ_with_unequal_domains() -> None:
    """Three of four in a, none of one in b: pooled 3/5, mean of domains 3/8."""
    flags = [("a", True)] * 3 + [("a", False), ("b", False), ("b", None)]
    score = score_fidelity(table(*({"domain": d, "faithful": f} for d, f in flags)), PLAN)[0]
    assert score.pooled.value == pytest.approx(3 / 5)
    assert score.mean_of_domains.value == pytest.approx(3 / 8)
    assert [(each.domain, each.scored, each.total) for each in score.domains] == [
        ("a", 4, 4),
        ("b", 1, 2),
    ]
    assert (score.scored, score.total) == (5, 6)


def test_a_domain_without_scores_leaves_no_mean_of_domains() -> None:
    score = score_fidelity(
        table({"domain": "a", "faithful": True}, {"domain": "b", "faithful": None}), PLAN
    )[0]
    assert (score.mean_of_domains.value, score.mean_of_domains.reason) == (
        None,
        "domain_without_scores",
    )
    assert score.domains[1].score.reason == "no_dialogues"


def test_families_count_only_where_a_criterion_applied() -> None:
    score = score_fidelity(
        table(
            {"faithful": False, "failures.x": 2},
            {"faithful": True, "failures.x": 0},
            {"faithful": True, "failures.x": None},
        ),
        PLAN,
    )[0]
    assert (score.families["x"].value, score.families["x"].n) == (0.5, 2)


def test_one_dialogue_a_task_has_wilsons_interval() -> None:
    rows = [{"faithful": number < 26} for number in range(40)]
    interval = score_fidelity(table(*rows), PLAN)[0].pooled.interval
    known = wilson(26, 40)
    assert interval is not None
    assert (interval.low, interval.high) == (known.low, known.high)
    assert (interval.method, interval.rule) == ("wilson", "one_dialogue_a_task")


def test_two_published_scores_are_within_each_others_noise() -> None:
    """.845 and .864 of 375 dialogues (UserProxyBench, 2026): each by 3.6 points either way."""
    intervals = []
    for faithful in (317, 324):
        pooled = score_fidelity(table(*({"faithful": n < faithful} for n in range(375))), PLAN)
        interval = pooled[0].pooled.interval
        assert interval is not None
        assert (interval.high - interval.low) / 2 == pytest.approx(0.036, abs=0.0015)
        intervals.append(interval)
    assert intervals[1].low < 317 / 375 < 324 / 375 < intervals[0].high


def test_none_of_n_rests_on_tasks_not_dialogues() -> None:
    """0 of 10 tasks, four dialogues each: Clopper-Pearson 0 to .308 (1 - .025^(1/10))."""
    rows = [{"task": f"t{number % 10}", "faithful": False} for number in range(40)]
    interval = score_fidelity(table(*rows), PLAN)[0].pooled.interval
    assert interval is not None
    assert interval.high == pytest.approx(1 - 0.025 ** (1 / 10))
    assert (interval.clusters, interval.rule) == (10, "all_or_none")


def test_dialogues_that_only_repeat_their_task_count_once() -> None:
    """13 of 20 tasks, each four times alike: v = p (1 - p) / 19, and t of 19 freedoms."""
    rows = [{"task": f"t{task}", "faithful": task < 13} for task in range(20) for _ in range(4)]
    pooled = score_fidelity(table(*rows), PLAN)[0].pooled
    known = effective_wilson_interval(
        13 / 20, 80, 80 / 19 * (stats.t.ppf(0.975, 19) / stats.norm.ppf(0.975)) ** 2
    )
    assert pooled.interval is not None
    assert pooled.interval.low == pytest.approx(known.low)
    assert pooled.interval.high == pytest.approx(known.high)
    assert (pooled.interval.rule, pooled.interval.clusters) == ("clustered_share", 20)


def test_few_tasks_are_warned_of() -> None:
    outcomes = random_table(3, tasks=8)
    assert score_fidelity(outcomes, PLAN)[0].pooled.warnings == ("few_dialogues", "few_clusters")
    interval = score_reward(outcomes, PLAN)[0].pooled.interval
    assert interval is not None
    assert (interval.method, interval.rule) == ("jackknife", "few_clusters")


def test_many_tasks_take_the_bootstrap() -> None:
    interval = score_reward(random_table(3, tasks=100), PLAN)[0].pooled.interval
    assert interval is not None
    assert (interval.method, interval.clusters) == ("percentile_cluster_bootstrap", 100)


def test_an_empty_table_has_no_scores() -> None:
    assert score_fidelity(Outcomes(source=(), task=()), PLAN) == ()


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000), order=st.integers(0, 1000))
def test_the_order_of_dialogues_does_not_matter(seed: int, order: int) -> None:
    outcomes = random_table(seed, tasks=22)
    shuffled = shuffle(outcomes, order)
    assert score_fidelity(outcomes, PLAN) == score_fidelity(shuffled, PLAN)
    first, second = score_reward(outcomes, PLAN), score_reward(shuffled, PLAN)
    for one, other in zip(first, second, strict=True):
        assert one.pooled.value == pytest.approx(other.pooled.value)
        assert one.mean_of_domains.value == pytest.approx(other.mean_of_domains.value)
