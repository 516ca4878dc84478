from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.fidelity.coverage import find_clusters, measure_coverage
from rut_annotations.fidelity.outcomes import Outcomes
from tests.support.outcome_tables import PLAN, random_table, table

CENTRES = ((0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (10.0, 10.0))


def four_kinds(visited: tuple[int, ...], far: int = 0) -> Outcomes:
    """People show four kinds of behaviour on every task, the source only some; `far` are alien."""
    generator = np.random.default_rng(1)
    rows = []

    def add(source: str, task: int, place: tuple[float, float], spread: float) -> None:
        words, questions = (each + generator.normal(0, spread) for each in place)
        rows.append(
            {
                "source": source,
                "task": f"t{task}",
                "human": source == "h",
                "features.words": float(words),
                "features.questions": float(questions),
            }
        )

    for task in range(25):
        for place in CENTRES:
            add("h", task, place, 0.5)
        for kind in visited:
            add("s", task, CENTRES[kind], 0.1)
    for number in range(far):
        add("s", number, (500.0, 500.0), 0.1)
    return table(*rows)


def test_the_share_of_kinds_and_of_people_that_a_source_shows() -> None:
    found = measure_coverage(four_kinds((0, 3)), PLAN, clusters=4)
    assert sorted(each.human for each in found.clusters) == [25] * 4
    assert sorted(each.visits["s"] for each in found.clusters) == [0, 0, 25, 25]
    assert found.likeness[0].value.value == pytest.approx(2 / 4)
    assert found.mass == {"s": 0.5}
    assert found.likeness[0].split_half == pytest.approx(1)
    assert found.likeness[0].ratio.value == pytest.approx(0.5, abs=0.02)


def test_alien_behaviour_visits_no_kind() -> None:
    found = measure_coverage(four_kinds((), far=25), PLAN, clusters=4)
    assert found.likeness[0].value.value == 0
    assert found.mass == {"s": 0.0}
    assert sum(each.outside["s"] for each in found.clusters) == 25


def test_centres_are_in_the_units_of_the_features() -> None:
    found = measure_coverage(four_kinds((0,)), PLAN, clusters=4)
    centres = sorted(
        (round(c.centre["words"]), round(c.centre["questions"])) for c in found.clusters
    )
    assert centres == [(0, 0), (0, 10), (10, 0), (10, 10)]


def test_no_more_clusters_than_different_people() -> None:
    rows = [{"source": "h", "human": True, "features.words": number % 2} for number in range(6)]
    found = measure_coverage(table(*rows, {"human": False, "features.words": 0}), PLAN)
    assert len(found.clusters) == 2
    assert found.likeness[0].value.value == 0.5


def test_without_people_or_clusters() -> None:
    found = measure_coverage(table({"human": False, "features.words": 0}), PLAN)
    assert (found.clusters, found.reason, found.mass) == ((), "no_human_dialogues", {"s": None})
    with pytest.raises(ValueError, match="one cluster"):
        measure_coverage(random_table(1), PLAN, clusters=0)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 9), st.integers(0, 100))
def test_every_cluster_has_a_point_and_no_point_is_nearer_elsewhere(k: int, seed: int) -> None:
    points = np.random.default_rng(seed).integers(0, 4, size=(20, 2)).astype(float)
    centres = find_clusters(points, k, seed)
    assert len(centres) <= min(k, len(np.unique(points, axis=0)))
    label = ((points[:, None] - centres[None]) ** 2).sum(axis=2).argmin(axis=1)
    for number, centre in enumerate(centres):
        if (label == number).any():
            assert points[label == number].mean(axis=0) == pytest.approx(centre)
