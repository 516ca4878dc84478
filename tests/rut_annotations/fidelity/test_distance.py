from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial.distance import jensenshannon

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.fidelity.distance import (
    distance_between,
    jensen_shannon,
    kolmogorov_smirnov,
    measure_distances,
    wasserstein,
)
from rut_annotations.fidelity.likeness import Likeness
from rut_annotations.fidelity.outcomes import Outcomes
from tests.support.outcome_tables import PLAN, random_table, table

SOME = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=12)


def joined(first: list[float], second: list[float]) -> tuple[FloatArray, int, int]:
    return np.array(first + second), len(first), len(first) + len(second)


@given(SOME, SOME)
def test_numbers_equal_to_scipy_and_the_definition(first: list[float], second: list[float]) -> None:
    values, split, total = joined(first, second)
    area = distance_between(wasserstein(values), split, total)
    largest = distance_between(kolmogorov_smirnov(values), split, total)
    assert area == pytest.approx(stats.wasserstein_distance(first, second), abs=1e-12)
    steps = [np.mean(np.array(first) <= v) - np.mean(np.array(second) <= v) for v in values]
    assert largest == pytest.approx(max(map(abs, steps)), abs=1e-12)


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=9),
    st.lists(st.sampled_from("bcd"), min_size=1, max_size=9),
)
def test_categories_equal_to_scipy(first: list[str], second: list[str]) -> None:
    shares = [[part.count(name) / len(part) for name in "abcd"] for part in (first, second)]
    found = distance_between(jensen_shannon(first + second), len(first), len(first + second))
    assert found == pytest.approx(jensenshannon(*shares, base=2) ** 2, abs=1e-9)


def test_scaled_by_the_spread_of_people() -> None:
    """People 0, 1, ..., 7 have quartiles 1 and 5 (least value that reaches the share)."""
    values, split, total = joined([10.0] * 3, [float(n) for n in range(8)])
    assert distance_between(wasserstein(values, scaled=True), split, total) == pytest.approx(
        6.5 / 4
    )
    values, split, total = joined([10.0] * 3, [2.0] * 8)
    assert distance_between(wasserstein(values, scaled=True), split, total) is None
    assert distance_between(wasserstein(values), split, total) == pytest.approx(8)
    assert distance_between(wasserstein(values), 0, total) is None


def test_weights_count_a_dialogue_as_often_as_it_is_drawn() -> None:
    values = np.array([0.0, 3.0, 1.0, 5.0])
    weights = np.array([[2.0, 1.0, 0.0, 3.0]])
    first = np.array([True, True, False, False])
    found = wasserstein(values)(first, ~first)(weights)[0]
    assert found == pytest.approx(stats.wasserstein_distance([0, 0, 3], [5, 5, 5]))


def people(seed: int, shift: float, tasks: int = 40) -> Outcomes:
    """Four people and two simulated dialogues a task; what they do depends on the task."""
    generator = np.random.default_rng(seed)
    rows = []
    for task in range(tasks):
        level = generator.normal(0, 2)
        for number in range(6):
            human = number < 4
            word = level + generator.normal(0, 1) + (0 if human else shift)
            rows.append(
                {
                    "source": "h" if human else "s",
                    "task": f"t{task}",
                    "human": human,
                    "features.words": float(word),
                    "categories.stop": "yes"
                    if generator.random() < (0.5 if human else 0.5 + shift / 8)
                    else "no",
                }
            )
    return table(*rows)


def by_measure(found: tuple[Likeness, ...]) -> dict[str, Likeness]:
    return {each.measure: each for each in found}


def test_a_simulation_like_people_has_a_ratio_near_one() -> None:
    """Averaged over 12 studies, so that chance alone does not decide."""
    ratios = [
        by_measure(measure_distances(people(seed, 0.0), Plan(replicates=2)))["wasserstein_iqr"]
        for seed in range(12)
    ]
    assert np.mean([each.ratio.value for each in ratios]) == pytest.approx(1, abs=0.2)


def test_a_simulation_unlike_people_has_ratios_far_above_one() -> None:
    found = by_measure(measure_distances(people(1, 3.0), PLAN))
    for measure in ("wasserstein_iqr", "kolmogorov_smirnov", "jensen_shannon"):
        ratio = found[measure].ratio
        assert ratio.value is not None
        assert ratio.interval is not None
        assert 1.5 < ratio.interval.low < ratio.value < ratio.interval.high
    assert (found["wasserstein_iqr"].simulated, found["wasserstein_iqr"].human) == (80, 160)
    assert found["wasserstein_iqr"].ratio.n == 240


def test_one_person_a_task_has_a_distance_but_no_ratio() -> None:
    found = by_measure(measure_distances(random_table(2, trials=1), PLAN))
    each = found["kolmogorov_smirnov"]
    assert each.value.value is not None
    assert (each.ratio.value, each.ratio.reason) == (None, "no_human_repeats")
    assert each.split_half is None


def test_no_spread_among_people_has_a_reason() -> None:
    rows = [
        {"source": s, "task": f"t{n}", "human": s == "h", "features.words": 5 if s == "h" else n}
        for s in "shh"
        for n in range(25)
    ]
    each = by_measure(measure_distances(table(*rows), PLAN))["wasserstein_iqr"]
    assert (each.value.value, each.value.reason) == (None, "no_spread")
    assert (each.ratio.value, each.ratio.reason) == (None, "split_half_zero")


def test_people_alone_are_not_compared() -> None:
    outcomes = table({"human": True, "features.words": 1})
    assert measure_distances(outcomes, PLAN) == ()


def test_a_source_without_the_feature_has_a_reason() -> None:
    outcomes = table(
        {"source": "s", "human": False, "features.words": None},
        {"source": "h", "human": True, "features.words": 1},
    )
    each = measure_distances(outcomes, PLAN)[0]
    assert (each.value.value, each.value.reason) == (None, "one_kind_only")
