"""Two raters at a time: how often they agree, Cohen's kappa, and Light's mean of it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from rut_annotations.agreement.chance import cohen_kappa
from rut_annotations.agreement.columns import sum_by_cluster
from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.criterion import Criterion, undefined
from rut_annotations.agreement.linearised import cohen_error
from rut_annotations.agreement.result import Coefficient
from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.estimation.resampling import jackknife_interval
from rut_domains.frozen import Frozen

# Beyond these there are too many pairs, or too large tables, to be looked at one by one.
MOST_RATERS = 64
_MOST_CELLS = 20_000_000


class PairAgreement(Frozen):
    """How two raters agree on the `n` units that both rated; without any, values are null."""

    first: str
    second: str
    n: int
    percent: Coefficient
    kappa: Coefficient


def list_pairs(criterion: Criterion, plan: Plan) -> tuple[PairAgreement, ...]:
    """Return how every pair of raters agrees, each on its own units.

    Pairs are aligned by unit, never by place. Shares have Wilson's interval, kappas that of the
    delete-one jackknife over clusters.
    """
    pairs = _Pairs.of(criterion)
    return () if pairs is None else tuple(pairs.describe(place, plan) for place in pairs.places)


def measure_light(criterion: Criterion, plan: Plan) -> list[Coefficient]:
    """Return Light's kappa (1971), the mean of Cohen's over pairs, from three raters on.

    A pair of raters who used one category alone has no kappa and is left out, which is said.
    """
    counts = criterion.counts
    if counts.level not in ("binary", "nominal") or counts.n_raters < 3:
        return []
    pairs = None if criterion.reason else _Pairs.of(criterion)
    if pairs is None:
        return [undefined("light_kappa", "nominal", criterion.reason or "too_many_raters")]
    return [pairs.light(plan, criterion)]


class _Pairs:
    """The tables of all pairs of raters, summed by cluster: clusters x pairs x q x q."""

    def __init__(self, counts: Counts, tables: FloatArray) -> None:
        self._counts = counts
        self._total = tables.sum(axis=0)
        self._identity = np.eye(tables.shape[-1])
        # The kappa of each pair without each cluster, and which clusters a pair shares units in.
        self._deleted = cohen_kappa(self._total - tables, self._identity)
        ones = np.ones(tables.shape[-1])
        self._holds = (tables @ ones) @ ones > 0
        self._raters = list(combinations(range(counts.n_raters), 2))
        self.places = range(len(self._raters))

    @classmethod
    def of(cls, criterion: Criterion) -> _Pairs | None:
        """Make the tables, or return None where they would be too many."""
        counts, width = criterion.counts, len(criterion.counts.categories)
        pairs = counts.n_raters * (counts.n_raters - 1) // 2
        if counts.n_raters > MOST_RATERS or counts.n_units * pairs * width**2 > _MOST_CELLS:
            return None
        column = np.full((counts.n_raters, counts.n_units), -1, dtype=np.int64)
        column[counts.rater, counts.unit] = counts.column
        rows = np.zeros((counts.n_units, pairs * width**2))
        for place, (first, second) in enumerate(combinations(range(counts.n_raters), 2)):
            both = np.flatnonzero((column[first] >= 0) & (column[second] >= 0))
            cells = (place * width + column[first, both]) * width + column[second, both]
            rows[both, cells] = 1.0
        sums = sum_by_cluster(rows, counts)
        return cls(counts, sums.reshape(len(sums), pairs, width, width))

    def describe(self, place: int, plan: Plan) -> PairAgreement:
        first, second = self._raters[place]
        table = self._total[place]
        n, equal = int(table.sum()), int(np.trace(table))
        percent = undefined("percent_agreement", "nominal", "no_pairable_units")
        if n:
            percent = Coefficient(
                name="percent_agreement",
                value=equal / n,
                interval=wilson_interval(equal, n, plan.level),
                n=n,
            )
        return PairAgreement(
            first=self._counts.raters[first],
            second=self._counts.raters[second],
            n=n,
            percent=percent,
            kappa=self._kappa(place, n, plan),
        )

    def _kappa(self, place: int, n: int, plan: Plan) -> Coefficient:
        value = float(cohen_kappa(self._total[place], self._identity))
        if math.isnan(value):
            return undefined(
                "cohen_kappa", "nominal", "single_category" if n else "no_pairable_units"
            )
        deleted = self._deleted[self._holds[:, place], place]
        interval, why = jackknife_interval(value, deleted, plan, (-1.0, 1.0))
        error = cohen_error(self._total[place], self._identity).value
        return Coefficient(
            name="cohen_kappa",
            value=value,
            interval=interval,
            interval_reason=why,
            standard_error=None if math.isnan(error) else error,
            n=n,
        )

    def light(self, plan: Plan, criterion: Criterion) -> Coefficient:
        kappas = cohen_kappa(self._total, self._identity)
        known = ~np.isnan(kappas)
        if not known.any():
            return undefined("light_kappa", "nominal", "single_category")
        deleted = self._deleted[self._holds.any(axis=1)][:, known].mean(axis=1)
        value = float(kappas[known].mean())
        interval, why = jackknife_interval(value, deleted, plan, (-1.0, 1.0))
        if interval is not None:
            interval = interval.model_copy(update={"rule": "pairs"})
        return Coefficient(
            name="light_kappa",
            value=value,
            interval=interval,
            interval_reason=why,
            n=int(criterion.columns.one(criterion.total, "pairable")),
            warnings=() if known.all() else ("pairs_left_out",),
        )


def kappa_of_disagreement(table: FloatArray, disagreement: FloatArray) -> float:
    """Return Cohen's weighted kappa (1968) from weights of disagreement, 0 for none.

    Args:
        table: Units by the category of the first rater (rows) and of the second.
        disagreement: How much each pair of categories disagrees.
    """
    return float(cohen_kappa(table, 1 - disagreement / disagreement.max()))
