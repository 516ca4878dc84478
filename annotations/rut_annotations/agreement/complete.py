"""Coefficients of units that every rater rated: intraclass correlations and Kendall's W."""

from __future__ import annotations

import math

import numpy as np

from rut_annotations.agreement.concordance import kendall_w
from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.criterion import Criterion, undefined
from rut_annotations.agreement.result import Coefficient, Reason
from rut_annotations.agreement.variance import FORMS, intraclass_correlation
from rut_annotations.estimation.interval import FloatArray, Plan

_NUMERIC = ("interval", "ratio")
# A rater with few ratings would leave no unit complete; beyond this many a table has gaps anyway.
_MOST_RATERS = 64


def measure_complete(criterion: Criterion, plan: Plan) -> list[Coefficient]:
    """Return the coefficients that need every rating of a unit.

    ICC on interval and ratio scales, Kendall's W on ordered ones. Units with gaps are left out
    and said to be.
    """
    counts = criterion.counts
    icc = counts.level in _NUMERIC
    if not icc and counts.level != "ordinal":
        return []
    names = [*(FORMS if icc else ()), "kendall_w"]
    reason, values = _complete(criterion)
    if reason:
        return [
            undefined(_name(name), name if name in FORMS else "ranks", reason) for name in names
        ]
    left_out = len(values) < int((counts.per_unit >= 1).sum())
    warnings = ("units_left_out",) if left_out else ()
    found = [_correlation(values, form, plan, criterion, warnings) for form in FORMS if icc]
    w = kendall_w(values)
    if math.isnan(w):
        return [*found, undefined("kendall_w", "ranks", "no_spread")]
    return [
        *found,
        Coefficient(
            name="kendall_w",
            metric="ranks",
            value=w,
            interval_reason="not_resampled",
            n=len(values),
            warnings=warnings,
        ),
    ]


def _correlation(
    values: FloatArray, form: str, plan: Plan, criterion: Criterion, warnings: tuple[str, ...]
) -> Coefficient:
    known = next(item for item in FORMS if item == form)
    value, interval = intraclass_correlation(values, known, plan.level)
    if math.isnan(value):
        return undefined("icc", form, "no_spread")
    if criterion.clustered:
        interval = None
    why = "" if interval else "clustered_units" if criterion.clustered else "no_variation"
    return Coefficient(
        name="icc",
        metric=form,
        value=value,
        interval=interval,
        interval_reason=why,
        n=len(values),
        warnings=warnings,
    )


def _complete(criterion: Criterion) -> tuple[Reason, FloatArray]:
    """Return the values of the units that every rater rated, or why there are none."""
    counts = criterion.counts
    empty = np.zeros((0, 0))
    if criterion.reason not in ("", "single_category", "too_few_units"):
        return criterion.reason, empty
    if counts.n_raters > _MOST_RATERS:
        return "too_many_raters", empty
    number = _numbers(counts)
    if number is None:
        return "no_numbers", empty
    values = np.full((counts.n_units, counts.n_raters), np.nan)
    values[counts.unit, counts.rater] = number[counts.column]
    values = values[~np.isnan(values).any(axis=1)]
    return ("no_complete_units" if len(values) < 2 else ""), values


def _numbers(counts: Counts) -> FloatArray | None:
    if counts.level == "ordinal":
        return np.arange(len(counts.categories), dtype=np.float64)
    return None if counts.numbers is None else np.asarray(counts.numbers)


def _name(name: str) -> str:
    return "icc" if name in FORMS else name
