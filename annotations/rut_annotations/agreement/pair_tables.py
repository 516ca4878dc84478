"""The tables of all pairs of raters, made once for all that is said of two raters at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from rut_annotations.agreement.chance import cohen_kappa
from rut_annotations.agreement.columns import sum_by_cluster
from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.ratings import BoolArray
from rut_annotations.estimation.interval import FloatArray

# Beyond these there are too many pairs, or too large tables, to be looked at one by one.
MOST_RATERS = 64
_MOST_CELLS = 20_000_000


@dataclass(frozen=True)
class PairTables:
    """What every two raters said of the units that both rated.

    `raters` are the pairs by place; `total` is pairs x q x q. `deleted` holds the kappa of each
    pair without each cluster, clusters x pairs, and `holds` which clusters a pair shares units in.
    """

    raters: tuple[tuple[int, int], ...]
    total: FloatArray
    deleted: FloatArray
    holds: BoolArray


def make_pair_tables(counts: Counts) -> PairTables | None:
    """Return the tables, aligned by unit; None where they would be too many."""
    width = len(counts.categories)
    pairs = tuple(combinations(range(counts.n_raters), 2))
    if counts.n_raters > MOST_RATERS or counts.n_units * len(pairs) * width**2 > _MOST_CELLS:
        return None
    column = np.full((counts.n_raters, counts.n_units), -1, dtype=np.int64)
    column[counts.rater, counts.unit] = counts.column
    rows = np.zeros((counts.n_units, len(pairs) * width**2))
    for place, (first, second) in enumerate(pairs):
        both = np.flatnonzero((column[first] >= 0) & (column[second] >= 0))
        cells = (place * width + column[first, both]) * width + column[second, both]
        rows[both, cells] = 1.0
    sums = sum_by_cluster(rows, counts)
    tables = sums.reshape(len(sums), len(pairs), width, width)
    total = tables.sum(axis=0)
    ones = np.ones(width)
    return PairTables(
        raters=pairs,
        total=total,
        deleted=cohen_kappa(total - tables, np.eye(width)),
        holds=(tables @ ones) @ ones > 0,
    )
