"""Agreement with its bootstrap, against a loop over the package `krippendorff` (GPL, an oracle).

It is no dependency: where it is not installed, nothing is measured and it is said how to get it.
"""

from __future__ import annotations

import importlib
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Ratio
from rut_annotations.agreement.chance import krippendorff_alpha
from rut_annotations.agreement.columns import make_columns, sum_by_cluster
from rut_annotations.agreement.counts import count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.metric import metric_of
from rut_annotations.agreement.ratings import Ratings, Status
from rut_annotations.agreement.scale import Level, Scale
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.resampling import draw_weights, resample_sums

Cells = NDArray[np.float64]
REPLICATES = 1000
ALL = "percent_agreement krippendorff_alpha fleiss_kappa gwet_ac1 brennan_prediger conger_kappa"


def measure() -> Iterator[Ratio]:
    """Measure the joint bootstrap, all coefficients at once, one large alpha, and memory."""
    try:
        oracle: Any = importlib.import_module("krippendorff")
    except ImportError:
        print("agreement: needs krippendorff (uv pip install --group oracles); left out")
        return
    small, large = make_cells(375, 5, 3), make_cells(10_000, 5, 5)
    yield _bootstrap("bootstrap of alpha, 375 x 5 x 3, times faster", 60, small, oracle, 1)
    yield _bootstrap("the same, 10,000 x 5 x 5", 150, large, oracle, 20)
    yield _all_coefficients(small)
    yield _difference(small, oracle)
    yield _one_alpha(oracle)
    yield _memory()


def make_cells(units: int, criteria: int, raters: int) -> Cells:
    """Return criteria x raters x units of 0, 1 and 2, with 5% missing."""
    generator = np.random.default_rng(1)
    truth = generator.integers(0, 3, size=(criteria, 1, units))
    noise = generator.integers(0, 3, size=(criteria, raters, units))
    cells = np.where(generator.random((criteria, raters, units)) < 0.8, truth, noise)
    return np.where(generator.random(cells.shape) < 0.05, np.nan, cells)


def to_ratings(cells: Cells, level: Level = "nominal") -> Ratings:
    """Return cells as a table of ratings, without going through rows."""
    criteria, raters, units = cells.shape
    values = sorted(set(np.unique(cells[~np.isnan(cells)]).tolist()))
    code = np.searchsorted(values, np.nan_to_num(cells, nan=values[0]))
    code = np.where(np.isnan(cells), int(Status.MISSING), code)
    unit, criterion, rater = np.meshgrid(
        np.arange(units), np.arange(criteria), np.arange(raters), indexing="ij"
    )
    categories = tuple(str(value) for value in values)
    zeros = np.zeros(cells.size, dtype=np.int32)
    names = tuple(f"u{number:06d}" for number in range(units))
    return Ratings(
        units=names,
        clusters=names,
        criteria=tuple(f"c{number}" for number in range(criteria)),
        raters=tuple(f"r{number:02d}" for number in range(raters)),
        roles=("human",),
        passes=("main",),
        values=categories,
        scales=(Scale(level, categories),) * criteria,
        unit=unit.ravel().astype(np.int32),
        criterion=criterion.ravel().astype(np.int32),
        rater=rater.ravel().astype(np.int32),
        role=zeros,
        pass_=zeros,
        code=code.transpose(2, 0, 1).ravel().astype(np.int32),
        line=zeros,
        cluster_of=np.arange(units, dtype=np.int32),
    )


def resampled_alphas(ratings: Ratings, plan: Plan) -> list[Cells]:
    """Return alpha of every criterion in every resample, from one weight matrix."""
    tables, parts = [], []
    for criterion in ratings.criteria:
        counts = count(ratings, criterion, "missing")
        metric = metric_of(counts)
        columns = make_columns(counts, metric, None)
        parts.append((columns, metric))
        tables.append(sum_by_cluster(columns.rows, counts))
    return [
        krippendorff_alpha(columns, sums, metric)
        for (columns, metric), sums in zip(parts, resample_sums(tables, plan), strict=True)
    ]


def _bootstrap(name: str, goal: float, cells: Cells, oracle: Any, share: int) -> Ratio:
    """Compare with a loop over one resample in `share`, scaled up: the loop has no set-up."""
    ratings = to_ratings(cells)
    plan = Plan(replicates=REPLICATES)
    picked = np.random.default_rng(0).integers(
        0, cells.shape[2], size=(REPLICATES // share, cells.shape[2])
    )

    def loop() -> None:
        for drawn in picked:
            for criterion in cells:
                oracle.alpha(criterion[:, drawn], level_of_measurement="nominal")

    ours = _best(lambda: resampled_alphas(ratings, plan))
    theirs = _best(loop, rounds=2 if share > 1 else 3) * share
    return Ratio(name, theirs / ours, goal, _seconds(ours), _seconds(theirs), at_least=True)


def _all_coefficients(cells: Cells) -> Ratio:
    ratings = to_ratings(cells)
    plan = Plan(replicates=REPLICATES)

    def everything() -> None:
        parts = [
            Criterion.of(count(ratings, name, "missing"), Settings()) for name in ratings.criteria
        ]
        for part, sums in zip(parts, resample_sums([p.sums for p in parts], plan), strict=True):
            for formula in part.formulas:
                if formula.name in ALL.split():
                    formula.value(sums)

    both = [(_best(everything, 3), _best(lambda: resampled_alphas(ratings, plan), 3))] * 1
    ours, alone = min(both)
    return Ratio("six coefficients / alpha alone", ours / alone, 2, _seconds(ours), _seconds(alone))


def _difference(cells: Cells, oracle: Any) -> Ratio:
    """Return the largest difference from the oracle on identical resamples, in units of 1e-12."""
    plan = Plan(replicates=50, seed=7)
    ours = resampled_alphas(to_ratings(cells), plan)
    (weights,) = list(draw_weights(cells.shape[2], plan))
    worst = 0.0
    for criterion, values in zip(cells, ours, strict=True):
        for drawn, value in zip(weights, values, strict=True):
            picked = np.repeat(np.arange(len(drawn)), drawn.astype(int))
            theirs = oracle.alpha(criterion[:, picked], level_of_measurement="nominal")
            worst = max(worst, abs(theirs - float(value)))
    return Ratio(
        "difference on identical resamples, in 1e-12", worst / 1e-12, 1, f"{worst:.1e}", ""
    )


def _one_alpha(oracle: Any) -> Ratio:
    cells = make_cells(100_000, 1, 20)
    ratings = to_ratings(cells)

    def ours() -> None:
        counts = count(ratings, "c0", "missing")
        metric = metric_of(counts)
        columns = make_columns(counts, metric, None)
        krippendorff_alpha(columns, columns.rows.sum(axis=0), metric)

    theirs = _best(lambda: oracle.alpha(cells[0], level_of_measurement="nominal"))
    mine = _best(ours)
    return Ratio("alpha on 100,000 x 20", mine / theirs, 1, _seconds(mine), _seconds(theirs))


def _memory() -> Ratio:
    """Return the peak of 300 distinct values by 3 raters, interval, against 50 MB."""
    cells = np.random.default_rng(3).normal(size=(1, 3, 300))
    ratings = to_ratings(cells, "interval")
    tracemalloc.start()
    counts = count(ratings, "c0", "missing")
    metric = metric_of(counts)
    columns = make_columns(counts, metric, None)
    krippendorff_alpha(columns, columns.rows.sum(axis=0), metric)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Ratio("memory of continuous values / 50 MB", peak / 50e6, 1, f"{peak / 1e6:.1f} MB", "")


def _best(function: Callable[[], object], rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
