"""Agreement and Cohen's kappa of square tables, many at once."""

from __future__ import annotations

import numpy as np

from rut_annotations.agreement.ratings import IntArray
from rut_annotations.estimation.interval import FloatArray
from rut_annotations.estimation.sums import divide

# A kappa whose chance agreement is 1 up to rounding is 0 / 0.
_ROUNDING = 1e-9


def pair_rows(
    first: IntArray, second: IntArray, categories: int, cluster_of: IntArray, clusters: int
) -> FloatArray:
    """Return the table of two columns of verdicts in every cluster: clusters x (q q).

    Args:
        first: The row of each unit's cell, below zero for no verdict.
        second: Its column.
        categories: q.
        cluster_of: Each unit's cluster.
        clusters: How many there are.
    """
    known = (first >= 0) & (second >= 0)
    size = categories * categories
    cell = first[known].astype(np.int64) * categories + second[known]
    index = cluster_of[known].astype(np.int64) * size + cell
    return np.bincount(index, minlength=clusters * size).reshape(clusters, size).astype(np.float64)


def agree(tables: FloatArray) -> FloatArray:
    """Return the share on the diagonal of tables (..., q, q), NaN where a table is empty."""
    return divide(np.trace(tables, axis1=-2, axis2=-1), tables.sum(axis=(-2, -1)))


def cohen(tables: FloatArray) -> FloatArray:
    """Return Cohen's kappa of tables (..., q, q), NaN where chance agrees on everything.

    (p_o - p_e) / (1 - p_e), with p_e from the margins of both (Cohen, 1960).
    """
    total = tables.sum(axis=(-2, -1))
    observed = agree(tables)
    expected = divide((tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1), total * total)
    left = 1 - expected
    return divide(observed - expected, np.where(np.abs(left) < _ROUNDING, 0.0, left))


def mean_of_tables(values: FloatArray, tables: FloatArray) -> FloatArray:
    """Return the mean of one value a table, weighted by how much each holds, without NaN ones.

    Args:
        values: (..., tables).
        tables: (..., tables, q, q).
    """
    weights = np.where(np.isnan(values), 0.0, tables.sum(axis=(-2, -1)))
    return divide((np.nan_to_num(values) * weights).sum(axis=-1), weights.sum(axis=-1))
