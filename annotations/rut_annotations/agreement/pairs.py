"""Two raters at a time: how often they agree, Cohen's kappa, and Light's mean of it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rut_annotations.agreement.chance import cohen_kappa
from rut_annotations.agreement.criterion import Criterion, undefined
from rut_annotations.agreement.linearised import cohen_error
from rut_annotations.agreement.pair_tables import PairTables
from rut_annotations.agreement.result import Coefficient
from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.estimation.resampling import jackknife_interval
from rut_domains.frozen import Frozen


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
    tables = criterion.pair_tables
    if tables is None:
        return ()
    names = criterion.counts.raters
    return tuple(_describe(tables, place, names, plan) for place in range(len(tables.raters)))


def measure_light(criterion: Criterion, plan: Plan) -> list[Coefficient]:
    """Return Light's kappa (1971), the mean of Cohen's over pairs, from three raters on.

    A pair of raters who used one category alone has no kappa and is left out, which is said.
    """
    counts = criterion.counts
    if counts.level not in ("binary", "nominal") or counts.n_raters < 3:
        return []
    tables = None if criterion.reason else criterion.pair_tables
    if tables is None:
        return [undefined("light_kappa", "nominal", criterion.reason or "too_many_raters")]
    return [_light(tables, plan, criterion)]


def _describe(tables: PairTables, place: int, names: Sequence[str], plan: Plan) -> PairAgreement:
    first, second = tables.raters[place]
    table = tables.total[place]
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
        first=names[first],
        second=names[second],
        n=n,
        percent=percent,
        kappa=_kappa(tables, place, n, plan),
    )


def _kappa(tables: PairTables, place: int, n: int, plan: Plan) -> Coefficient:
    table = tables.total[place]
    identity = np.eye(len(table))
    value = float(cohen_kappa(table, identity))
    if math.isnan(value):
        return undefined("cohen_kappa", "nominal", "single_category" if n else "no_pairable_units")
    deleted = tables.deleted[tables.holds[:, place], place]
    interval, why = jackknife_interval(value, deleted, plan, (-1.0, 1.0))
    error = cohen_error(table, identity).value
    return Coefficient(
        name="cohen_kappa",
        value=value,
        interval=interval,
        interval_reason=why,
        standard_error=None if math.isnan(error) else error,
        n=n,
    )


def _light(tables: PairTables, plan: Plan, criterion: Criterion) -> Coefficient:
    kappas = cohen_kappa(tables.total, np.eye(tables.total.shape[-1]))
    known = ~np.isnan(kappas)
    if not known.any():
        return undefined("light_kappa", "nominal", "single_category")
    deleted = tables.deleted[tables.holds.any(axis=1)][:, known].mean(axis=1)
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
