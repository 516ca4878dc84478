"""Coefficients from sums over units, for one sample or for all its resamples at once.

Every coefficient here is a function of sums of per-unit numbers. A resample is a weighting of the
units, so its sums are one matrix product; nothing is counted again.
"""

from __future__ import annotations

import numpy as np

from rut_annotations.agreement.counts import Counts
from rut_annotations.estimation.interval import FloatArray

# Columns of a row of sums; the counts of the categories follow.
DISAGREEMENT, AGREEMENT, PAIRABLE, FIRST_CATEGORY = range(4)


def unit_rows(counts: Counts) -> FloatArray:
    """Return what each unit adds to the sums: n_units x (3 + categories).

    With n_uk ratings of unit u in category k and m_u ratings in all, a unit with m_u >= 2 adds
    (m_u^2 - sum_k n_uk^2) / (m_u - 1), its share of agreeing pairs, 1, and its n_uk. A unit with
    one rating says nothing about agreement and adds nothing.
    """
    matrix = counts.matrix
    ratings = matrix.sum(axis=1)
    pairable = ratings >= 2
    squares = (matrix**2).sum(axis=1)
    rows = np.zeros((len(matrix), FIRST_CATEGORY + matrix.shape[1]))
    m, s = ratings[pairable], squares[pairable]
    rows[pairable, DISAGREEMENT] = (m**2 - s) / (m - 1)
    rows[pairable, AGREEMENT] = (s - m) / (m * (m - 1))
    rows[pairable, PAIRABLE] = 1.0
    rows[pairable, FIRST_CATEGORY:] = matrix[pairable]
    return rows


def cluster_rows(counts: Counts) -> FloatArray:
    """Return what each cluster adds: the sums of its units, n_clusters x (3 + categories)."""
    rows = unit_rows(counts)
    sums = np.zeros((counts.n_clusters, rows.shape[1]))
    np.add.at(sums, counts.cluster_of, rows)
    return sums


def nominal_alpha(sums: FloatArray) -> FloatArray:
    """Return Krippendorff's alpha for nominal data, NaN where it is 0/0.

    alpha = 1 - (N - 1) D / (N^2 - sum_k n_k^2), where N and n_k count the values that can be
    paired and D is the sum of `unit_rows`' first column: the coincidence-matrix form of
    Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", for any number of raters
    and with missing values. It is 0/0 without pairs and when all paired values are equal.

    Args:
        sums: Any number of samples; the last axis as in `unit_rows`.
    """
    values = sums[..., FIRST_CATEGORY:]
    total = values.sum(axis=-1)
    expected = total**2 - (values**2).sum(axis=-1)
    defined = expected > 0
    ratio = np.divide(
        (total - 1) * sums[..., DISAGREEMENT],
        expected,
        out=np.full(expected.shape, np.nan),
        where=defined,
    )
    return np.asarray(1.0 - ratio)


def percent_agreement(sums: FloatArray) -> FloatArray:
    """Return the mean over units of the share of agreeing pairs of raters, NaN without pairs.

    Every unit counts alike, however many rated it (Gwet, 2014, "Handbook of Inter-Rater
    Reliability", p_a).
    """
    units = sums[..., PAIRABLE]
    undefined = np.full(units.shape, np.nan)
    return np.asarray(np.divide(sums[..., AGREEMENT], units, out=undefined, where=units > 0))
