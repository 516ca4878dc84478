"""Analytic standard errors by linearisation: what each unit adds to a coefficient's deviation.

Gwet (2014), "Handbook of Inter-Rater Reliability", chapter 5: the variance of a coefficient is
that of the mean of values u*, one a unit. What is summed here is u* - coefficient, 0 for units that
nobody rated; over the units of a cluster first, so that these may be alike. Raters are taken as
fixed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rut_annotations.agreement.chance import cohen_kappa, conger_chance, mean_shares, rater_shares
from rut_annotations.agreement.columns import Columns
from rut_annotations.agreement.counts import Counts
from rut_annotations.estimation.interval import FloatArray


@dataclass(frozen=True)
class AnalyticError:
    """A standard error, NaN where there is none, and its degrees of freedom."""

    value: float
    freedom: float


class Deviations:
    """The standard errors of the coefficients of one criterion.

    Args:
        counts: The criterion, with at least one pairable unit.
        columns: Its columns.
        weights: The agreement weights that `columns` were made with.
    """

    def __init__(self, counts: Counts, columns: Columns, weights: FloatArray) -> None:
        self._counts = counts
        self._columns = columns
        self._weights = weights
        self._sums = columns.rows.sum(axis=0)
        self._rated = columns.one(columns.rows, "rated")
        self._pairable = columns.one(columns.rows, "pairable")
        self._n = self._rated.sum()
        self._agree = columns.one(columns.rows, "agree")
        self._observed = self._agree.sum() / max(self._pairable.sum(), 1.0)

    def percent_agreement(self) -> AnalyticError:
        """Return the standard error of the share of agreeing pairs."""
        scale = self._n / self._pairable.sum()
        return self._error(scale * self._agree - self._observed * self._rated)

    def brennan_prediger(self) -> AnalyticError:
        """Return the standard error of Brennan and Prediger's coefficient."""
        return self._corrected(self._weights.mean(), np.zeros(len(self._rated)))

    def fleiss_kappa(self) -> AnalyticError:
        """Return the standard error of Fleiss' kappa."""
        shares = mean_shares(self._columns, self._sums)
        near = self._weights @ shares
        chance = float(shares @ near)
        own = self._columns.of(self._columns.rows, "share") @ near
        return self._corrected(chance, 2 * (own - chance * self._rated))

    def gwet_ac(self) -> AnalyticError:
        """Return the standard error of Gwet's AC1 or AC2."""
        q = len(self._weights)
        shares = mean_shares(self._columns, self._sums)
        scale = self._weights.sum() / (q * (q - 1))
        chance = float(scale * (shares * (1 - shares)).sum())
        own = scale * (self._columns.of(self._columns.rows, "share") @ (1 - shares))
        return self._corrected(chance, 2 * (own - chance * self._rated))

    def conger_kappa(self) -> AnalyticError:
        """Return the standard error of Conger's kappa.

        The chance term is linearised by its derivative in the share p_gk of each rater and
        category, each a ratio of sums over units.
        """
        counts, q = self._counts, len(self._weights)
        shares = rater_shares(self._columns, self._sums, q)
        chance = float(conger_chance(shares, self._weights))
        others = (shares.sum(axis=0) - shares) @ self._weights
        middle = (shares * others).sum(axis=1)
        given = np.bincount(counts.rater, minlength=counts.n_raters)
        pull = (self._n / given)[counts.rater] * (
            others[counts.rater, counts.column] - middle[counts.rater]
        )
        own = np.bincount(counts.unit, pull, counts.n_units)
        raters = counts.n_raters
        return self._corrected(chance, 2 * own / (raters * (raters - 1)))

    def krippendorff_alpha(self) -> AnalyticError:
        """Return the standard error of alpha with the disagreement 1 - weight, on pairable units.

        As published, the agreement that units with more ratings add is corrected for a small
        sample, the rest is not.
        """
        paired = self._columns.of(self._columns.rows, "paired")[self._pairable > 0]
        m = paired.sum(axis=1)
        mean = m.mean()
        excess = (m - mean) / mean
        shares = paired.mean(axis=0) / mean
        near = self._weights @ shares
        chance = float(shares @ near)
        agree = (paired * (paired @ self._weights - 1)).sum(axis=1) / (mean * (m - 1))
        observed = agree.mean()
        kappa = (observed - chance) / (1 - chance)
        own = agree - (observed + (1 - observed) / m.sum()) * excess
        expected = paired @ near / mean - chance * excess
        found = np.zeros(len(self._rated))
        found[self._pairable > 0] = (own - chance) / (1 - chance) - (
            2 * (1 - kappa) * (expected - chance) / (1 - chance) + kappa
        )
        return self._error(found, self._pairable)

    def _corrected(self, chance: float, chance_deviation: FloatArray) -> AnalyticError:
        """Join the deviations of agreement and of chance; n' is taken as given, as Gwet does."""
        room = 1 - chance
        kappa = (self._observed - chance) / room
        own = self._n / self._pairable.sum() * (self._agree - chance * self._pairable) / room
        return self._error(own - kappa * self._rated - (1 - kappa) * chance_deviation / room)

    def _error(self, deviations: FloatArray, counted: FloatArray | None = None) -> AnalyticError:
        """Return sqrt(G / (G - 1) sum of squares) / n over the G clusters of the n units.

        Of a complete table of two raters the published errors are without G / (G - 1) (Fleiss,
        Cohen and Everitt, 1969; Gwet, 2008), and so are these.
        """
        here = self._rated if counted is None else counted
        cluster_of = self._counts.cluster_of
        clusters = np.flatnonzero(np.bincount(cluster_of, here))
        if len(clusters) < 2:
            return AnalyticError(math.nan, 0)
        sums = np.bincount(cluster_of, deviations)[clusters]
        table = self._counts.n_raters == 2 and len(clusters) == self._pairable.sum() == self._n
        scale = 1.0 if table else len(clusters) / (len(clusters) - 1)
        error = math.sqrt(scale * (sums**2).sum()) / here.sum()
        return AnalyticError(error, len(clusters) - 1)


def cohen_error(table: FloatArray, weights: FloatArray) -> AnalyticError:
    """Return the standard error of Cohen's kappa or weighted kappa of one table.

    Fleiss, Cohen and Everitt (1969); not the one under no agreement, and not for clusters. It is
    left out where it comes out as 0, which is no certainty.
    """
    kappa = float(cohen_kappa(table, weights))
    if math.isnan(kappa):
        return AnalyticError(math.nan, math.inf)
    n = table.sum()
    p = table / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    chance = float(rows @ weights @ columns)
    mean = (weights @ columns)[:, None] + (rows @ weights)[None, :]
    spread = float((p * (weights - mean * (1 - kappa)) ** 2).sum())
    variance = (spread - (kappa - chance * (1 - kappa)) ** 2) / (n * (1 - chance) ** 2)
    return AnalyticError(math.sqrt(variance) if variance > 1e-15 else math.nan, math.inf)
