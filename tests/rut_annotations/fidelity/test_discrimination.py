from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rut_annotations.fidelity.discrimination import (
    classifier_auc,
    count_wins,
    discriminate,
)
from tests.support.outcome_tables import PLAN, random_table, table


@given(
    st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=2, max_size=30).filter(
        lambda rows: len({label for _, label in rows}) == 2
    )
)
def test_auc_is_the_share_of_pairs_won(rows: list[tuple[int, bool]]) -> None:
    scores = np.array([float(score) for score, _ in rows])
    label = np.array([float(each) for _, each in rows])
    won, pairs = count_wins(scores, label, np.ones((1, len(rows))))
    known = stats.mannwhitneyu(scores[label == 1], scores[label == 0], method="asymptotic")
    assert won[0] == pytest.approx(known.statistic)
    assert pairs[0] == label.sum() * (1 - label).sum()


def test_weights_count_as_repeats() -> None:
    scores, label = np.array([1.0, 2.0, 2.0, 3.0]), np.array([1.0, 0.0, 1.0, 0.0])
    weights = np.array([[2.0, 1.0, 3.0, 0.0]])
    repeated = np.repeat(np.arange(4), weights[0].astype(int))
    once = count_wins(scores[repeated], label[repeated], np.ones((1, 6)))
    assert count_wins(scores, label, weights) == once


def auc(features: np.ndarray, index: np.ndarray, first: np.ndarray) -> float:
    return float(classifier_auc(features, index, 3)(first, ~first)(np.ones((1, len(first))))[0])


def test_what_is_told_apart_by_a_sum_of_features_is_found() -> None:
    generator = np.random.default_rng(1)
    features = generator.normal(size=(400, 3))
    first = features.sum(axis=1) + generator.normal(0, 0.3, 400) > 0
    assert auc(features, np.arange(400), first) > 0.97
    assert auc(features, np.arange(400), ~first) > 0.97


def test_a_task_alone_tells_nothing() -> None:
    """Each task has its own feature value and its own label: other tasks do not help."""
    generator = np.random.default_rng(2)
    index = np.repeat(np.arange(100), 6)
    first = generator.permutation(np.arange(100) % 2 == 0)[index]
    features = generator.normal(size=(100, 2))[index]
    assert 0.35 < auc(features, index, first) < 0.65


def test_perfect_separation_and_constant_features_have_values() -> None:
    first = np.arange(100) % 2 == 0
    index = np.arange(100) // 2
    assert auc(first[:, None] * 1.0, index, first) == 1
    assert auc(np.ones((100, 1)), index, first) == 0.5


def test_one_task_has_no_value() -> None:
    """Nothing is left to train on: that is no chance level of one half."""
    rows = [
        {"source": s, "human": s == "h", "task": "t", "features.words": n}
        for s in "sh"
        for n in (1, 2)
    ]
    each = discriminate(table(*rows), PLAN)[0]
    assert (each.value.value, each.value.reason) == (None, "no_fold_with_both")
    assert (each.ratio.value, each.split_half) == (None, None)


def test_sources_are_told_from_people_by_features() -> None:
    rows = discriminate(random_table(8, tasks=60), PLAN)
    assert [each.source for each in rows] == ["s0", "s1"]
    far, near = (each.value for each in rows)
    assert far.value is not None
    assert near.value is not None
    assert 0.5 < near.value < far.value < 1
    assert far.interval is not None
    assert rows[0].ratio.value is not None
    assert rows[0].ratio.value > 1
    assert rows[0].split_half == pytest.approx(0.5, abs=0.1)


def test_dialogues_without_a_feature_are_left_out() -> None:
    outcomes = table(
        {"source": "s", "human": False, "features.words": None, "features.questions": 1},
        {"source": "h", "human": True, "features.words": 1, "features.questions": 1},
    )
    each = discriminate(outcomes, PLAN)[0]
    assert (each.simulated, each.human, each.value.reason) == (0, 1, "one_kind_only")
