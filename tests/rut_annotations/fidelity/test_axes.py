from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.fidelity import wording
from rut_annotations.fidelity.axes import place_on_axes
from rut_annotations.fidelity.behaviours import tabulate_behaviours
from rut_annotations.fidelity.calibration import calibrate
from rut_annotations.fidelity.coverage import measure_coverage
from rut_annotations.fidelity.discrimination import discriminate
from rut_annotations.fidelity.distance import measure_distances
from rut_annotations.fidelity.effort import compare_efforts
from rut_annotations.fidelity.failures import count_failures, measure_failure_effects
from rut_annotations.fidelity.frontier import estimate_choice_odds, price_sources
from rut_annotations.fidelity.gap import measure_gaps
from rut_annotations.fidelity.hidden import count_hidden_failures
from rut_annotations.fidelity.length import link_length
from rut_annotations.fidelity.outcomes import Outcomes
from rut_annotations.fidelity.passes import measure_passes
from rut_annotations.fidelity.probe import probe_user_writes
from rut_annotations.fidelity.ranking import compare_rankings
from rut_annotations.fidelity.scores import score_fidelity, score_reward
from rut_domains.frozen import Frozen, canonical_json
from tests.support.outcome_tables import PLAN, random_table, shuffle, table


def every_table(outcomes: Outcomes) -> Iterator[Frozen]:
    yield from score_fidelity(outcomes, PLAN)
    yield from score_reward(outcomes, PLAN)
    yield from count_hidden_failures(outcomes, PLAN)
    yield from count_failures(outcomes, PLAN)
    yield from measure_failure_effects(outcomes, PLAN)
    yield from compare_efforts(outcomes, PLAN)
    yield link_length(outcomes)
    yield from price_sources(outcomes, PLAN)
    yield estimate_choice_odds(outcomes, 0.5, "2026-01-01", PLAN)
    yield probe_user_writes(outcomes, PLAN)
    yield from measure_passes(outcomes, PLAN)
    yield from measure_gaps(outcomes, "faithful", PLAN)
    yield from calibrate(outcomes, PLAN)
    yield from measure_distances(outcomes, PLAN)
    yield from discriminate(outcomes, PLAN)
    yield measure_coverage(outcomes, PLAN)
    yield from tabulate_behaviours(outcomes, PLAN)
    yield from compare_rankings(outcomes, PLAN)
    yield from place_on_axes(outcomes, PLAN)


def slugs(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("reason", "interval_reason", "rule") and each:
                yield ("RULES" if key == "rule" else "REASONS"), each
            elif key == "warnings":
                yield from (("WARNINGS", slug) for slug in each)
            else:
                yield from slugs(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from slugs(each)


TABLES = {
    "full": random_table(1, tasks=24),
    "small": random_table(2, tasks=5, trials=1),
    "one": random_table(3, tasks=1, trials=1),
    "one source": random_table(4, sources=1),
    "empty": Outcomes(source=(), task=()),
    "bare": Outcomes(source=("a", "b"), task=("t", "t"), human=(False, True)),
    "nulls": table(
        {"source": "a", "human": False, "success": None, "faithful": None, "features.x": None},
        {"source": "b", "human": True, "success": None, "faithful": None, "features.x": None},
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_json_and_every_slug_has_words(name: str) -> None:
    """No NaN, no infinity, no traceback, whatever is missing."""
    for found in every_table(TABLES[name]):
        plain = found.model_dump(mode="json")
        assert canonical_json(plain)
        for kind, slug in slugs(plain):
            assert slug in getattr(wording, kind), (kind, slug)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10_000))
def test_values_lie_in_their_intervals_where_the_bootstrap_is_not_used(seed: int) -> None:
    for found in every_table(random_table(seed, tasks=21)):
        for estimate in estimates(found.model_dump()):
            interval = estimate["interval"]
            if interval and interval["method"] != "percentile_cluster_bootstrap":
                assert interval["low"] - 1e-9 <= estimate["value"] <= interval["high"] + 1e-9


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 100))
def test_the_order_of_dialogues_changes_nothing(seed: int, order: int) -> None:
    outcomes = random_table(seed, tasks=21)
    pairs = zip(every_table(outcomes), every_table(shuffle(outcomes, order)), strict=True)
    for first, second in pairs:
        one, other = (list(leaves(each.model_dump())) for each in (first, second))
        assert [place for place, _ in one] == [place for place, _ in other]
        for (place, a), (_, b) in zip(one, other, strict=True):
            assert a == (pytest.approx(b, abs=1e-7) if isinstance(b, float) else b), place


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield from leaves(value[key], f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield from leaves(each, f"{place}[{number}]")
    else:
        yield place, value


def estimates(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if {"value", "interval", "interval_reason"} <= value.keys():
            yield value
        for each in value.values():
            yield from estimates(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from estimates(each)


def test_two_axes_and_no_score_over_both() -> None:
    axes = {each.source: each for each in place_on_axes(random_table(1), PLAN)}
    assert set(axes["s0"].model_dump()) == {"source", "human", "contract", "likeness"}
    likeness = axes["s0"].likeness
    assert likeness is not None
    assert {each.measure for each in likeness.measures} == {
        "wasserstein_iqr",
        "kolmogorov_smirnov",
        "jensen_shannon",
        "classifier_auc",
        "coverage",
    }
    assert set(axes["s0"].verdicts) == {"contract", "success"}
    assert (axes["s2"].human, axes["s2"].likeness, axes["s2"].verdicts) == (True, None, {})


def test_a_simulation_can_obey_better_than_people_and_be_unlike_them() -> None:
    rows = [
        {
            "source": source,
            "task": f"t{task}",
            "human": source == "h",
            "faithful": source == "s" or (task + trial) % 2 == 0,
            "features.words": (40 if source == "s" else 10) + task % 3 + trial,
        }
        for source in "hs"
        for task in range(40)
        for trial in range(2)
    ]
    found = place_on_axes(table(*rows), PLAN)[1]
    gap = found.contract.against_people
    assert gap is not None
    assert gap.matched.value == pytest.approx(0.5)
    assert found.likeness is not None
    auc = next(each for each in found.likeness.measures if each.measure == "classifier_auc")
    assert auc.value.value == 1
