"""What each unit adds to the sums of which every coefficient is a function.

A resample is a weighting of the units, so its sums are one matrix product; nothing is counted
again. All coefficients of all criteria are taken from the same sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.metric import Metric, paired_counts
from rut_annotations.estimation.interval import FloatArray

# The choices of raters are kept for so many cells of units by raters by categories: 160 MB.
_MOST_CHOICES = 20_000_000


@dataclass(frozen=True)
class Columns:
    """Named columns; `rows` has a row for each unit of the counts.

    rated, pairable: 1 where a unit has one rating or more, two or more.
    agree, exact: the share of its pairs of ratings that agree by the weights; that are equal, where
        weights say something else.
    within_one: on an ordinal scale, the share of its pairs that are at most one step apart.
    share: the share of its ratings in each category, of every rated unit.
    paired: how many of its ratings are in each category, of pairable units.
    alike, chances: of each category, how many ordered pairs of ratings are both in it, and in how
        many the first is.
    chosen: for each rater and category, 1 where the rater chose it.
    met: of two raters, for each pair of categories, 1 where the first chose the one and the second
        the other.
    apart, moments, coincide: see the distances in `metric`.
    """

    rows: FloatArray
    places: Mapping[str, slice]

    def __contains__(self, name: str) -> bool:
        return name in self.places

    def of(self, sums: FloatArray, name: str) -> FloatArray:
        """Return some columns of samples of sums: the last axis has one entry a column."""
        return sums[..., self.places[name]]

    def one(self, sums: FloatArray, name: str) -> FloatArray:
        """Return a column that stands alone, without its axis."""
        return np.asarray(sums[..., self.places[name].start])


def make_columns(counts: Counts, metric: Metric | None, weights: FloatArray | None) -> Columns:
    """Make the columns of one criterion.

    Args:
        counts: The criterion.
        metric: The distance of alpha, or None where there is none.
        weights: The agreement weights, categories x categories, or None where there are too many
            categories for coefficients that count them.
    """
    ratings = counts.per_unit.astype(np.float64)
    parts: dict[str, FloatArray] = {
        "rated": (ratings >= 1).astype(np.float64)[:, None],
        "pairable": (ratings >= 2).astype(np.float64)[:, None],
    }
    if metric is not None:
        parts.update(metric.columns())
    if weights is None or counts.level in ("ordinal", "interval", "ratio"):
        parts["exact"] = _exact(counts, ratings)
    if weights is not None:
        parts.update(_shares(counts, ratings, weights))
        if counts.n_units * counts.n_raters * len(counts.categories) <= _MOST_CHOICES:
            parts["chosen"] = _chosen(counts)
        if counts.n_raters == 2:
            parts["met"] = _met(counts)
    edges = np.cumsum([0, *(part.shape[1] for part in parts.values())])
    places = {
        name: slice(int(start), int(end))
        for name, start, end in zip(parts, edges[:-1], edges[1:], strict=True)
    }
    return Columns(np.hstack(list(parts.values())), places)


def sum_by_cluster(rows: FloatArray, counts: Counts) -> FloatArray:
    """Return the sums of the units of each cluster, n_clusters x columns."""
    if np.array_equal(counts.cluster_of, np.arange(counts.n_clusters)):
        return rows
    order = np.argsort(counts.cluster_of, kind="stable")
    found, starts = np.unique(counts.cluster_of[order], return_index=True)
    sums = np.zeros((counts.n_clusters, rows.shape[1]))
    if len(found):
        sums[found] = np.add.reduceat(rows[order], starts, axis=0)
    return sums


def _exact(counts: Counts, ratings: FloatArray) -> FloatArray:
    if counts.dense:
        equal = (counts.matrix**2).sum(axis=1) - ratings
    else:
        cells = counts.unit.astype(np.int64) * len(counts.categories) + counts.column
        found, number = np.unique(cells, return_counts=True)
        unit = found // len(counts.categories)
        equal = np.bincount(unit, number * (number - 1.0), counts.n_units)
    return np.asarray((equal / np.maximum(ratings * (ratings - 1), 1))[:, None])


def _shares(counts: Counts, ratings: FloatArray, weights: FloatArray) -> dict[str, FloatArray]:
    paired = paired_counts(counts)
    m = paired.sum(axis=1)

    def agreeing(table: FloatArray) -> FloatArray:
        near = (paired * (paired @ table - 1)).sum(axis=1)
        return np.asarray((near / np.maximum(m * (m - 1), 1))[:, None])

    width = len(weights)
    found = {"agree": agreeing(weights)}
    if counts.level == "ordinal":
        found["within_one"] = agreeing(np.tri(width, k=1) * np.tri(width, k=1).T)
    return found | {
        "share": counts.matrix / np.maximum(ratings, 1)[:, None],
        "paired": paired,
        "alike": paired * (paired - 1),
        "chances": paired * np.maximum(m - 1, 0)[:, None],
    }


def _chosen(counts: Counts) -> FloatArray:
    width = len(counts.categories)
    found = np.zeros((counts.n_units, counts.n_raters * width))
    found[counts.unit, counts.rater * width + counts.column] = 1.0
    return found


def _met(counts: Counts) -> FloatArray:
    width = len(counts.categories)
    column = np.full((2, counts.n_units), -1, dtype=np.int64)
    column[counts.rater, counts.unit] = counts.column
    both = np.flatnonzero((column >= 0).all(axis=0))
    found = np.zeros((counts.n_units, width**2))
    found[both, column[0, both] * width + column[1, both]] = 1.0
    return found
