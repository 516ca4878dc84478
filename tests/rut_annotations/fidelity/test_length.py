from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from rut_annotations.fidelity.length import correlate, link_length, pearson, spearman
from rut_annotations.fidelity.published.user_proxy_bench import load_publication
from tests.support.outcome_tables import random_table, table


def points(r: float, n: int) -> tuple[dict[str, float | None], dict[str, float | None]]:
    """Two columns with exactly this correlation."""
    generator = np.random.default_rng(4)
    x, e = generator.normal(size=(2, n))
    x -= x.mean()
    e -= e.mean()
    e -= x * (e @ x) / (x @ x)
    y = r * x / np.linalg.norm(x) + np.sqrt(1 - r * r) * e / np.linalg.norm(e)
    names = [f"p{number}" for number in range(n)]
    return dict(zip(names, x.tolist(), strict=True)), dict(zip(names, y.tolist(), strict=True))


@pytest.mark.parametrize(
    ("of", "low", "high"), [("turns_ufs", 0.72, 0.99), ("turns_reward", -0.29, 0.93)]
)
def test_published_correlations_over_seven_sources_are_this_uncertain(
    of: str, low: float, high: float
) -> None:
    """Fisher's interval at n = 7 (the notes of the project compute the same)."""
    printed = next(each for each in load_publication().correlations if each.of == of)
    found = correlate(*points(printed.pearson, printed.n)).pearson
    assert found.value == pytest.approx(printed.pearson)
    assert found.interval is not None
    assert (round(found.interval.low, 2), round(found.interval.high, 2)) == (low, high)
    assert found.warnings == ("few_sources",)


def test_one_source_can_make_a_correlation() -> None:
    x = {"a": 1.0, "b": 2.0, "c": 1.0, "d": 2.0, "e": 10.0}
    y = {"a": 1.0, "b": 1.0, "c": 2.0, "d": 2.0, "e": 10.0}
    found = correlate(x, y)
    assert found.pearson.value == pytest.approx(57.8 / 58.8)
    assert next(each for each in found.without if each.source == "e").pearson == pytest.approx(0)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        ({}, {}, "too_few_sources"),
        ({"a": 1.0}, {"a": 2.0}, "too_few_sources"),
        ({"a": 1.0, "b": None}, {"a": 2.0, "b": 1.0}, "too_few_sources"),
        ({"a": 1.0, "b": 1.0, "c": 1.0}, {"a": 2.0, "b": 1.0, "c": 0.0}, "constant_values"),
        ({"a": 0.1 + 0.2, "b": 0.3}, {"a": 2.0, "b": 1.0}, "constant_values"),
    ],
)
def test_undefined_correlations_have_a_reason(
    x: dict[str, float | None], y: dict[str, float | None], reason: str
) -> None:
    found = correlate(x, y).pearson
    assert (found.value, found.reason) == (None, reason)


def test_a_perfect_correlation_has_no_interval() -> None:
    x = {name: float(number) for number, name in enumerate("abcde")}
    found = correlate(x, x)
    assert found.pearson.value == 1
    assert found.pearson.interval_reason == "perfect_correlation"


@given(
    arrays(np.float64, st.integers(3, 12), elements=st.integers(-5, 5).map(float)),
    st.integers(0, 100),
)
def test_equal_to_scipy(x: np.ndarray, seed: int) -> None:
    y = np.random.default_rng(seed).integers(-3, 4, size=len(x)).astype(float)
    if np.ptp(x) and np.ptp(y):
        assert pearson(x, y) == pytest.approx(stats.pearsonr(x, y)[0], abs=1e-12)
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y)[0], abs=1e-12)
    else:
        assert pearson(x, y) is None


def test_only_tasks_that_every_source_completed_count() -> None:
    rows = [
        {"source": "a", "task": "t", "turns": 4, "faithful": True},
        {"source": "b", "task": "t", "turns": 6, "faithful": False},
        {"source": "a", "task": "u", "turns": 90, "faithful": True},
        {"source": "b", "task": "u", "turns": None, "faithful": True},
    ]
    link = link_length(table(*rows))
    assert (link.tasks, link.turns) == (1, {"a": 4, "b": 6})
    assert link.ufs == {"a": 1, "b": 0}
    assert link.turns_reward.pearson.reason == "too_few_sources"
    assert link_length(random_table(2)).tasks == 30
