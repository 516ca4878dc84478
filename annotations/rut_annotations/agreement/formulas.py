"""Which coefficients a criterion gets, each as a function of sums over units."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from rut_annotations.agreement import chance
from rut_annotations.agreement.columns import Columns, make_columns
from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.linearised import AnalyticError, Deviations, cohen_error
from rut_annotations.agreement.metric import Metric
from rut_annotations.agreement.weights import Weights, agreement_weights
from rut_annotations.estimation.interval import FloatArray
from rut_annotations.estimation.sums import divide

# Weights are a table of categories by categories; numbers with more values have distances only.
MOST_WEIGHTED = 64
_DEFAULT_WEIGHTS: dict[str, Weights] = {
    "ordinal": "ordinal",
    "interval": "quadratic",
    "ratio": "ratio",
}
# The distance of alpha that a table of weights stands for.
_SAME = {"nominal": "identity", "interval": "quadratic", "ratio": "ratio"}


@dataclass(frozen=True)
class Formula:
    """A coefficient: its name, how values are compared, and its value from samples of sums.

    `error` gives its analytic standard error. `corrected` is false for plain shares;
    `constant_chance` is true where chance does not depend on what raters chose, so that ratings in
    one category alone have a value.
    """

    name: str
    metric: str
    value: Callable[[FloatArray], FloatArray]
    error: Callable[[], AnalyticError] | None = None
    bounds: tuple[float, float] = (-1.0, 1.0)
    share: bool = False
    corrected: bool = True
    constant_chance: bool = False
    category: str = ""


@dataclass(frozen=True)
class Weighting:
    """The weights of a criterion: their name, and the table or None where there is none."""

    name: Weights
    table: FloatArray | None

    @property
    def metric(self) -> str:
        """How the weights are named beside a coefficient."""
        return "nominal" if self.name == "identity" else self.name


def weigh(counts: Counts, wanted: Weights | None = None) -> Weighting:
    """Return the weights of the level of measurement, or the wanted ones.

    On an ordinal scale of words the categories count as 1, 2, 3, ...; only ordered scales have
    weights other than the identity. Sets have none: which of them there are is not declared, so
    nothing that counts categories may be said of them.
    """
    if counts.level == "set":
        return Weighting("identity", None)
    if counts.level not in _DEFAULT_WEIGHTS:
        return Weighting("identity", np.eye(len(counts.categories)) if counts.dense else None)
    name = wanted or _DEFAULT_WEIGHTS[counts.level]
    width = len(counts.categories)
    if not 1 < width <= MOST_WEIGHTED or not counts.dense:
        return Weighting(name, None)
    steps = counts.numbers
    if steps is None or counts.level == "ordinal":
        steps = tuple(float(place) for place in range(1, width + 1))
    if name == "ratio" and min(steps) < 0:
        return Weighting(name, None)
    return Weighting(name, agreement_weights(name, steps))


def list_formulas(
    counts: Counts, columns: Columns, metric: Metric | None, weighting: Weighting
) -> Iterator[Formula]:
    """Yield the coefficients that can be had from the columns, the plainest first."""
    weights = weighting.table
    deviations = None if weights is None else Deviations(counts, columns, weights)
    equal = "exact" if "exact" in columns else "agree"
    yield Formula(
        "percent_agreement",
        "nominal",
        lambda sums: divide(columns.one(sums, equal), columns.one(sums, "pairable")),
        deviations.percent_agreement if deviations and weighting.name == "identity" else None,
        bounds=(0.0, 1.0),
        share=True,
        corrected=False,
    )
    if metric is not None:
        same = _SAME.get(metric.name) == weighting.name
        yield Formula(
            "krippendorff_alpha",
            metric.name,
            lambda sums: chance.krippendorff_alpha(columns, sums, metric),
            deviations.krippendorff_alpha if deviations and same else None,
        )
    if weights is not None and deviations is not None:
        yield from _corrected(columns, weights, weighting, deviations)
        if "met" in columns:
            yield from _two_raters(counts, columns, weights, weighting.metric)


def _corrected(
    columns: Columns, weights: FloatArray, weighting: Weighting, deviations: Deviations
) -> Iterator[Formula]:
    plain = weighting.name == "identity"
    if "within_one" in columns:
        yield Formula(
            "within_one_agreement",
            "ordinal",
            lambda sums: divide(columns.one(sums, "within_one"), columns.one(sums, "pairable")),
            bounds=(0.0, 1.0),
            share=True,
            corrected=False,
        )
    if not plain:
        yield Formula(
            "weighted_agreement",
            weighting.metric,
            partial(chance.percent_agreement, columns),
            deviations.percent_agreement,
            bounds=(0.0, 1.0),
            share=True,
            corrected=False,
        )
    yield Formula(
        "gwet_ac1" if plain else "gwet_ac2",
        weighting.metric,
        lambda sums: chance.gwet_ac(columns, sums, weights),
        deviations.gwet_ac,
        constant_chance=len(weights) > 1,
    )
    yield Formula(
        "brennan_prediger",
        weighting.metric,
        lambda sums: chance.brennan_prediger(columns, sums, weights),
        deviations.brennan_prediger,
        constant_chance=len(weights) > 1,
    )
    yield Formula(
        "fleiss_kappa",
        weighting.metric,
        lambda sums: chance.fleiss_kappa(columns, sums, weights),
        deviations.fleiss_kappa,
    )
    if "chosen" in columns:
        yield Formula(
            "conger_kappa",
            weighting.metric,
            lambda sums: chance.conger_kappa(columns, sums, weights),
            deviations.conger_kappa,
        )


def _two_raters(
    counts: Counts, columns: Columns, weights: FloatArray, metric: str
) -> Iterator[Formula]:
    """Yield the coefficients of exactly two raters, on the units that both rated."""

    def tables(sums: FloatArray) -> FloatArray:
        met = columns.of(sums, "met")
        return met.reshape(*met.shape[:-1], *weights.shape)

    def scott_error() -> AnalyticError:
        both = counts.keep((counts.per_unit == 2)[counts.unit])
        if not both.n_ratings:
            return AnalyticError(math.nan, 0)
        return Deviations(both, make_columns(both, None, weights), weights).fleiss_kappa()

    yield Formula(
        "cohen_kappa",
        metric,
        lambda sums: chance.cohen_kappa(tables(sums), weights),
        lambda: cohen_error(tables(columns.rows.sum(axis=0)), weights),
    )
    yield Formula(
        "scott_pi", metric, lambda sums: chance.scott_pi(tables(sums), weights), scott_error
    )
