"""Cluster bootstrap: resample the highest unit that was sampled, for all criteria at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from rut_annotations.agreement.counts import FloatArray
from rut_domains.frozen import Frozen

Resampled = Literal["task", "dialogue", "unit"]

# So many cells of the weight matrix are made at once: 32 MB.
_CELLS = 4_000_000
# An interval over fewer than half of the resamples says more about those that were lost.
_ENOUGH = 0.5


class Plan(Frozen):
    """How intervals are made: what is resampled, how often, from which seed, at which level."""

    resampled: Resampled = "unit"
    replicates: int = 2000
    seed: int = 0
    level: float = 0.95


class Interval(Frozen):
    """A percentile interval, and all that it takes to make it again.

    `degenerate` of the `replicates` resamples had no value (one category, no pairs) and were left
    out. `clusters` is how many tasks, dialogues or units hold something that can be paired.
    """

    low: float
    high: float
    level: float
    method: Literal["percentile_cluster_bootstrap", "wilson"]
    resampled: Resampled
    clusters: int
    replicates: int
    degenerate: int
    seed: int


def choose_resampled(task_of: Mapping[str, str]) -> Resampled:
    """Say what is resampled: dialogues where each task occurs once, else tasks.

    Dialogues of one task are alike; drawing them singly would make intervals too narrow.
    """
    tasks = list(task_of.values())
    return "dialogue" if len(set(tasks)) == len(tasks) else "task"


def resample_sums(tables: Sequence[FloatArray], plan: Plan) -> list[FloatArray]:
    """Return each table's sums in every resample: one replicates x columns array a table.

    All tables have the same clusters as rows and share every draw, so that differences between
    criteria and coefficients are paired.
    """
    clusters = tables[0].shape[0] if tables else 0
    if clusters == 0:
        return [np.zeros((plan.replicates, table.shape[1])) for table in tables]
    stacked = np.hstack(tables)
    sums = np.vstack([weights @ stacked for weights in _weights(clusters, plan)])
    edges = np.cumsum([table.shape[1] for table in tables])[:-1]
    return list(np.split(sums, edges, axis=1))


def _weights(clusters: int, plan: Plan) -> Iterator[FloatArray]:
    """Yield how often each cluster is drawn, in chunks of resamples."""
    generator = np.random.default_rng(plan.seed)
    rows = max(1, _CELLS // clusters)
    for start in range(0, plan.replicates, rows):
        size = min(rows, plan.replicates - start)
        drawn = generator.integers(0, clusters, size=(size, clusters), dtype=np.int32)
        drawn += (np.arange(size, dtype=np.int32) * clusters)[:, None]
        counted = np.bincount(drawn.ravel(), minlength=size * clusters)
        yield counted.reshape(size, clusters).astype(np.float64)


def percentile_interval(
    values: FloatArray, clusters: int, plan: Plan
) -> tuple[Interval | None, str]:
    """Return an interval over resampled values (NaN where one has none), or the reason for none.

    Args:
        values: One value a replicate.
        clusters: How many clusters hold something that can be paired.
        plan: What the values were made by.
    """
    defined = values[~np.isnan(values)]
    degenerate = len(values) - len(defined)
    if clusters < 2:
        return None, "one_cluster"
    if len(defined) < _ENOUGH * len(values) or len(defined) == 0:
        return None, "degenerate_replicates"
    if defined.min() == defined.max():
        return None, "no_variation"
    tail = (1 - plan.level) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return (
        Interval(
            low=float(low),
            high=float(high),
            level=plan.level,
            method="percentile_cluster_bootstrap",
            resampled=plan.resampled,
            clusters=clusters,
            replicates=plan.replicates,
            degenerate=degenerate,
            seed=plan.seed,
        ),
        "",
    )
