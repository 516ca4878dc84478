from __future__ import annotations

import numpy as np
import pytest

from rut_annotations.agreement.counts import count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Rating, Ratings
from rut_annotations.estimation.interval import Plan, choose_resampled
from rut_annotations.estimation.resampling import (
    bca_interval,
    delete_one_sums,
    jackknife_error,
    jackknife_interval,
    percentile_interval,
    resample_sums,
)
from tests.support.rating_tables import scale_of, table

FOUR = (
    "1 2 3 3 2 1 4 1 2 - - -",
    "1 2 3 3 2 2 4 1 2 5 - 3",
    "- 3 3 3 2 3 4 2 2 5 1 -",
    "1 2 3 3 2 4 4 1 2 5 1 -",
)


def draws(clusters: int, plan: Plan) -> np.ndarray:
    """The weights themselves: what a table with one column a cluster is resampled to."""
    (weights,) = resample_sums([np.eye(clusters)], plan)
    return weights


def resampled_alpha(ratings: Ratings, plan: Plan) -> np.ndarray:
    criterion = Criterion.of(count(ratings, "c", "category"), Settings())
    (sums,) = resample_sums([criterion.sums], plan)
    (alpha,) = (item for item in criterion.formulas if item.name == "krippendorff_alpha")
    return alpha.value(sums)


def test_a_resample_is_what_the_same_units_written_out_again_would_give() -> None:
    ratings = table(*FOUR)
    plan = Plan(replicates=30, seed=3)
    alpha = resampled_alpha(ratings, plan)
    columns = [row.split() for row in FOUR]
    for weights, value in zip(draws(12, plan), alpha, strict=True):
        picked = [n for n, times in enumerate(weights) for _ in range(int(times))]
        again = table(*(" ".join(column[n] for n in picked) for column in columns))
        (found,) = measure_agreement(again, Plan(replicates=1))
        assert found.alpha.value == pytest.approx(value, abs=1e-12)


def test_each_resample_draws_as_many_clusters_as_there_are() -> None:
    weights = draws(7, Plan(replicates=500, seed=1))
    assert weights.shape == (500, 7)
    assert (weights.sum(axis=1) == 7).all()
    # 500 draws of 7: a cluster is expected 500 times, standard deviation 21.
    assert (abs(weights.sum(axis=0) - 500) < 130).all()


def test_all_tables_share_the_draws_so_that_differences_are_paired() -> None:
    one, two = np.eye(5), np.arange(10.0).reshape(5, 2)
    plan = Plan(replicates=64, seed=9)
    first, second = resample_sums([one, two], plan)
    assert np.array_equal(first @ two, second)
    assert np.array_equal(first, draws(5, plan))


def test_resampling_in_chunks_is_resampling_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(replicates=100, seed=4)
    at_once = draws(11, plan)
    monkeypatch.setattr("rut_annotations.estimation.resampling._CELLS", 70)
    assert np.array_equal(draws(11, plan), at_once)


def test_one_seed_gives_one_interval_and_another_seed_another() -> None:
    ratings = table(*FOUR)
    intervals = [
        measure_agreement(ratings, Plan(replicates=200, seed=seed, choice="percentile"))[
            0
        ].alpha.interval
        for seed in (1, 1, 2)
    ]
    assert intervals[0] == intervals[1]
    assert intervals[0] != intervals[2]


def test_the_interval_of_the_published_example_is_nearly_useless() -> None:
    """Reference run over units (2,000 resamples): about .40 to 1.00."""
    (found,) = measure_agreement(
        table(*FOUR), Plan(replicates=2000, resampled="dialogue", choice="percentile")
    )
    interval = found.alpha.interval
    assert interval is not None
    assert interval.low == pytest.approx(0.40, abs=0.06)
    assert interval.high == pytest.approx(1.0, abs=0.03)
    assert (interval.clusters, interval.resampled, interval.level) == (11, "dialogue", 0.95)


def test_resamples_without_a_value_are_counted() -> None:
    """98 agreed, one each way: without either of the two a resample has one category only.

    That is (98/100)^100 = .133 of all resamples.
    """
    first = " ".join(["y"] * 98 + ["y", "n"])
    second = " ".join(["y"] * 98 + ["n", "y"])
    (found,) = measure_agreement(table(first, second), Plan(replicates=2000))
    interval = found.alpha.interval
    assert interval is not None
    assert interval.degenerate / interval.replicates == pytest.approx(0.133, abs=0.03)
    assert "degenerate_replicates" in found.warnings


def test_whole_tasks_are_drawn_where_tasks_repeat() -> None:
    """Two tasks, all agreed in one and opposed in the other: three possible resamples."""
    clusters = dict.fromkeys(range(4), "t1") | dict.fromkeys(range(4, 8), "t2")
    ratings = table("a b a b a b a b", "a b a b b a b a", clusters=clusters)
    alpha = resampled_alpha(ratings, Plan(replicates=200))
    assert set(alpha.round(6)) == {
        round(1 - 15 * share / (16 * 16 - 2 * 64), 6) for share in (0, 8, 16)
    }


@pytest.mark.parametrize(
    ("tasks", "resampled"),
    [({"d1": "a", "d2": "b"}, "dialogue"), ({"d1": "a", "d2": "a"}, "task"), ({}, "dialogue")],
)
def test_dialogues_are_resampled_only_where_each_task_occurs_once(
    tasks: dict[str, str], resampled: str
) -> None:
    assert choose_resampled(tasks) == resampled


@pytest.mark.parametrize(
    ("values", "clusters", "reason"),
    [
        ([0.1, 0.2], 1, "one_cluster"),
        ([np.nan, np.nan, 0.2], 5, "degenerate_replicates"),
        ([np.nan, np.nan], 5, "degenerate_replicates"),
        ([], 5, "degenerate_replicates"),
        ([0.2, 0.2], 5, "no_variation"),
    ],
)
def test_no_interval_has_a_reason(values: list[float], clusters: int, reason: str) -> None:
    plan = Plan(replicates=max(len(values), 1))
    assert percentile_interval(np.array(values), clusters, plan) == (None, reason)


def test_a_criterion_asked_in_one_task_alone_has_no_interval() -> None:
    rows = [
        Rating(f"u{n}", f"t{n // 4}", criterion, f"r{rater}", "ab"[n % 2 or (n == 0 and rater)])
        for n in range(8)
        for rater in range(2)
        for criterion in ("all", "some")
        if criterion == "all" or n < 4
    ]
    everywhere, somewhere = measure_agreement(
        Ratings.from_rows(rows, scale_of(rows)), Plan(replicates=100)
    )
    assert everywhere.alpha.interval is not None
    assert somewhere.alpha.interval_reason == "one_cluster"


def test_the_jackknife_error_of_a_mean_is_its_standard_error() -> None:
    values = np.array([[2.0], [4.0], [4.0], [5.0], [9.0]])
    deleted = delete_one_sums(values)[:, 0] / 4
    assert jackknife_error(deleted) == pytest.approx(values.std(ddof=1) / np.sqrt(5))
    interval, reason = jackknife_interval(4.8, deleted, Plan())
    assert reason == ""
    assert interval is not None
    # t(4) at .975 is 2.7764.
    assert interval.high - 4.8 == pytest.approx(2.7764 * values.std(ddof=1) / np.sqrt(5), abs=1e-3)


def test_bca_agrees_with_scipy_on_a_skewed_mean() -> None:
    from scipy.stats import bootstrap

    sample = np.random.default_rng(5).exponential(size=25)
    plan = Plan(replicates=20_000, seed=1)
    rows = np.column_stack([sample, np.ones(25)])
    (sums,) = resample_sums([rows], plan)
    deleted = delete_one_sums(rows)
    interval, _ = bca_interval(
        sums[:, 0] / sums[:, 1], sample.mean(), deleted[:, 0] / deleted[:, 1], 25, plan
    )
    theirs = bootstrap(
        (sample,), np.mean, n_resamples=20_000, method="BCa", random_state=3
    ).confidence_interval
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)
    percentile, _ = percentile_interval(sums[:, 0] / sums[:, 1], 25, plan)
    assert percentile is not None
    assert interval.low > percentile.low
    assert interval.high > percentile.high


@pytest.mark.parametrize(
    ("deleted", "reason"),
    [([], "one_cluster"), ([0.5], "one_cluster"), ([0.5, np.nan], "degenerate_jackknife")],
)
def test_a_jackknife_without_a_value_says_why(deleted: list[float], reason: str) -> None:
    assert jackknife_interval(0.5, np.array(deleted), Plan()) == (None, reason)
