"""One criterion, ready to be measured: its counts, its sums by cluster, its coefficients."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rut_annotations.agreement.columns import Columns, make_columns, sum_by_cluster
from rut_annotations.agreement.counts import Counts, Treatment
from rut_annotations.agreement.formulas import Formula, Weighting, list_formulas, weigh
from rut_annotations.agreement.linearised import AnalyticError
from rut_annotations.agreement.metric import Metric, metric_of
from rut_annotations.agreement.pair_tables import PairTables, make_pair_tables
from rut_annotations.agreement.result import Coefficient, Reason
from rut_annotations.agreement.weights import SetDistance, Weights
from rut_annotations.estimation.choosing import Sample, choose_interval
from rut_annotations.estimation.interval import FloatArray, Plan

_PLAIN: tuple[Reason, ...] = ("", "single_category", "too_few_units", "no_order")


@dataclass(frozen=True)
class Settings:
    """How agreement is measured.

    `treatment` is how *not applicable* enters. With fewer than `minimum_units` pairable units no
    chance-corrected coefficient is given. `weights` stand for those of the level of measurement on
    ordered scales; `sets` is the distance of sets.
    """

    treatment: Treatment = "category"
    minimum_units: int = 1
    weights: Weights | None = None
    sets: SetDistance = "masi"


@dataclass(frozen=True)
class Criterion:
    """A criterion with the sums of its units by cluster.

    `reason` says why chance-corrected coefficients are undefined, `metric_reason` why alpha alone
    is; both are empty where they are defined.
    """

    counts: Counts
    columns: Columns
    sums: FloatArray
    formulas: tuple[Formula, ...]
    reason: Reason
    metric_reason: Reason

    @classmethod
    def of(cls, counts: Counts, settings: Settings, *, plain: bool = False) -> Criterion:
        """Prepare counts.

        Args:
            counts: What was counted.
            settings: How agreement is measured.
            plain: Percent agreement and alpha alone.

        Raises:
            ValueError: The weights are not defined for the categories.
        """
        metric, why = _metric(counts, settings)
        weighting = Weighting("identity", None) if plain else weigh(counts, settings.weights)
        columns = make_columns(counts, metric, weighting.table)
        return cls(
            counts=counts,
            columns=columns,
            sums=sum_by_cluster(columns.rows, counts),
            formulas=tuple(list_formulas(counts, columns, metric, weighting)),
            reason=_reason(counts, settings.minimum_units),
            metric_reason=why,
        )

    @cached_property
    def total(self) -> FloatArray:
        """The sums over all units."""
        return np.asarray(self.sums.sum(axis=0))

    @cached_property
    def holding(self) -> FloatArray:
        """The sums of the clusters that hold a pairable unit."""
        return np.asarray(self.sums[self.columns.one(self.sums, "pairable") > 0])

    @cached_property
    def deleted(self) -> FloatArray:
        """The sums without each of the clusters that hold a pairable unit in turn."""
        return np.asarray(self.total - self.holding)

    @cached_property
    def pair_tables(self) -> PairTables | None:
        """What every two raters said; None where there are too many."""
        return make_pair_tables(self.counts)

    @property
    def clustered(self) -> bool:
        """Whether some cluster holds two pairable units."""
        return bool(len(self.holding) < self.columns.one(self.total, "pairable"))

    def measure(self, formula: Formula, replicates: FloatArray, plan: Plan) -> Coefficient:
        """Return a coefficient with its interval, from the sums of the resamples."""
        reason = self.why_undefined(formula)
        value = math.nan if reason else float(formula.value(self.total))
        if math.isnan(value):
            unused = formula.category and reason in ("", "single_category")
            why: Reason = "category_unused" if unused else reason or "single_category"
            return undefined(formula.name, formula.metric, why, formula.category)
        error = self._error(formula)
        sample = Sample(
            value=value,
            replicates=formula.value(replicates),
            deleted=lambda: formula.value(self.deleted),
            clusters=len(self.holding),
            bounds=formula.bounds,
            share=formula.share,
            error=error.value,
            freedom=error.freedom,
        )
        interval, lacking = choose_interval(sample, plan)
        return Coefficient(
            name=formula.name,
            metric=formula.metric,
            category=formula.category,
            value=value,
            interval=interval,
            interval_reason=lacking,
            standard_error=error.value if error.value > 1e-12 else None,
            n=int(self.columns.one(self.total, "pairable")),
        )

    def why_undefined(self, formula: Formula) -> Reason:
        """Say why a coefficient is undefined; empty when it is defined."""
        if not formula.corrected and self.reason in _PLAIN:
            return ""
        if self.reason == "single_category" and formula.constant_chance:
            return ""
        if formula.name == "krippendorff_alpha" and not self.reason:
            return self.metric_reason
        return self.reason

    def _error(self, formula: Formula) -> AnalyticError:
        if formula.error is None or self.reason:
            return AnalyticError(math.nan, 0)
        return formula.error()


def undefined(name: str, metric: str, reason: Reason, category: str = "") -> Coefficient:
    """Return a coefficient that has no value."""
    return Coefficient(name=name, metric=metric, value=None, reason=reason, category=category)


def _metric(counts: Counts, settings: Settings) -> tuple[Metric | None, Reason]:
    """Return the distance of alpha, or why there is none."""
    if counts.level in ("interval", "ratio") and counts.numbers is None and counts.categories:
        return None, "no_numbers"
    if counts.level == "ratio" and counts.numbers and min(counts.numbers) < 0:
        return None, "below_zero"
    if counts.level != "interval" and not counts.dense:
        return None, "too_many_values"
    return metric_of(counts, settings.sets), ""


def _reason(counts: Counts, minimum_units: int) -> Reason:
    """Say why chance-corrected coefficients are undefined; empty when they are defined."""
    if counts.n_ratings == 0:
        return "no_ratings"
    if counts.n_raters < 2:
        return "one_rater"
    pairable = counts.per_unit >= 2
    if not pairable.any():
        return "no_pairable_units"
    if counts.unplaced:
        return "no_order"
    if pairable.sum() < minimum_units:
        return "too_few_units"
    column = counts.column[pairable[counts.unit]]
    return "single_category" if (column == column[0]).all() else ""
