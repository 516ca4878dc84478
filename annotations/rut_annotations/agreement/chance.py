"""Coefficients from sums over units, for one sample or for all its resamples at once.

Each function takes samples of sums (any axes; the last as in `Columns`) and returns one value a
sample, NaN where it is 0/0. n_u is the number of ratings of unit u, n_uk of those in category k.
"""

from __future__ import annotations

import numpy as np

from rut_annotations.agreement.columns import Columns
from rut_annotations.agreement.metric import Metric
from rut_annotations.estimation.interval import FloatArray
from rut_annotations.estimation.sums import divide


def krippendorff_alpha(columns: Columns, sums: FloatArray, metric: Metric) -> FloatArray:
    """Return alpha = 1 - (N - 1) observed / expected disagreement (Krippendorff, 2011).

    Any number of raters, with missing values; 0/0 without pairs and when all paired values are
    equal.
    """
    observed, expected, number = metric.split(lambda name: columns.of(sums, name))
    return np.asarray(1 - divide((number - 1) * observed, expected))


def percent_agreement(columns: Columns, sums: FloatArray) -> FloatArray:
    """Return the mean over pairable units of the (weighted) share of agreeing pairs.

    Every unit counts alike, however many rated it (Gwet, 2014, p_a).
    """
    return divide(columns.one(sums, "agree"), columns.one(sums, "pairable"))


def specific_agreement(columns: Columns, sums: FloatArray) -> FloatArray:
    """Return, for each category, how often others chose it too when one rater did.

    sum n_uk (n_uk - 1) / sum n_uk (n_u - 1) (Uebersax, 1982); for two categories and two raters
    the positive and negative agreement of Cicchetti and Feinstein (1990). The categories are a
    last axis.
    """
    return divide(columns.of(sums, "alike"), columns.of(sums, "chances"))


def brennan_prediger(columns: Columns, sums: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the coefficient with every category equally likely by chance.

    Brennan and Prediger (1981); Bennett, Alpert and Goldstein's S (1954), Randolph's free-marginal
    kappa (2005), and PABAK (Byrt, Bishop and Carlin, 1993) for two categories.
    """
    q = weights.shape[0]
    return _correct(percent_agreement(columns, sums), np.asarray(weights.sum() / (q * q)))


def fleiss_kappa(columns: Columns, sums: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Fleiss' kappa (1971), in Gwet's form (2014) where ratings are missing.

    Chance is sum w_kl p_k p_l over the mean shares p of all rated units, those with one rating
    included. With two raters and nothing missing it is Scott's pi (1955).
    """
    shares = mean_shares(columns, sums)
    chance = ((shares @ weights) * shares).sum(axis=-1)
    return _correct(percent_agreement(columns, sums), chance)


def gwet_ac(columns: Columns, sums: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Gwet's AC1 (2008), or AC2 with weights (2014).

    Chance is the sum of weights over q (q - 1), times sum p_k (1 - p_k).
    """
    q = weights.shape[0]
    shares = mean_shares(columns, sums)
    scale = weights.sum() / (q * (q - 1)) if q > 1 else np.nan
    return _correct(percent_agreement(columns, sums), scale * (shares * (1 - shares)).sum(axis=-1))


def conger_kappa(columns: Columns, sums: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Conger's kappa (1980): Cohen's for any number of raters, missing values included.

    Chance is the mean over pairs of raters of sum w_kl p_gk p_hl, with p_gk the share of rater
    g's ratings in category k.
    """
    chance = conger_chance(rater_shares(columns, sums, weights.shape[0]), weights)
    return _correct(percent_agreement(columns, sums), chance)


def cohen_kappa(tables: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Cohen's kappa (1960; weighted 1968) of two raters.

    Args:
        tables: Units by the category of the first rater and of the second: the last two axes.
        weights: Agreement weights, categories x categories.
    """
    ones = np.ones(tables.shape[-1])
    rows, columns = tables @ ones, ones @ tables
    total = rows @ ones
    observed = divide(np.einsum("...kl,kl->...", tables, weights), total)
    expected = divide(np.einsum("...k,...k->...", rows @ weights, columns), total**2)
    return _correct(observed, expected)


def scott_pi(tables: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Scott's pi (1955) of two raters: chance from the mean of both raters' shares."""
    shares = _normalise(tables)
    mean = (shares.sum(axis=-1) + shares.sum(axis=-2)) / 2
    expected = ((mean @ weights) * mean).sum(axis=-1)
    return _correct((shares * weights).sum(axis=(-1, -2)), expected)


def _normalise(tables: FloatArray) -> FloatArray:
    return divide(tables, tables.sum(axis=(-1, -2), keepdims=True))


def mean_shares(columns: Columns, sums: FloatArray) -> FloatArray:
    """Return the mean over rated units of the share of each category."""
    return divide(columns.of(sums, "share"), columns.of(sums, "rated"))


def rater_shares(columns: Columns, sums: FloatArray, categories: int) -> FloatArray:
    """Return the share of each rater's ratings in each category: raters x categories at the end.

    The shares of a rater without any ratings are 0.
    """
    chosen = columns.of(sums, "chosen")
    chosen = chosen.reshape(*chosen.shape[:-1], -1, categories)
    given = chosen @ np.ones((categories, 1))
    return np.asarray(chosen / np.maximum(given, 1.0))


def conger_chance(shares: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the mean of sum w_kl p_gk p_hl over the pairs of raters who have any ratings."""
    together = np.ones(shares.shape[-2]) @ shares
    raters = np.rint(together @ np.ones(shares.shape[-1]))
    both = np.einsum("...k,...k->...", together @ weights, together)
    same = np.einsum("...rk,...rk->...", shares @ weights, shares)
    return divide(both - same, raters * (raters - 1))


def _correct(agreement: FloatArray, chance: FloatArray) -> FloatArray:
    """Return (agreement - chance) / (1 - chance); NaN where chance alone makes all agree."""
    room = 1 - np.asarray(chance)
    # What is left of 1 - 1 after rounding is no room.
    return divide(agreement - chance, np.where(room > 1e-12, room, 0.0))
