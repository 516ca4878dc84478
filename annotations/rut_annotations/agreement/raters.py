"""What each rater does to agreement: how each answers, and what is left without each."""

from __future__ import annotations

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.ratings import IntArray, Ratings, Status
from rut_annotations.agreement.result import Coefficient
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Choice, FloatArray, Plan
from rut_domains.frozen import Frozen


class LeftOut(Frozen):
    """Agreement among the others when one rater is left out."""

    rater: str
    n_pairable: int
    percent: Coefficient
    alpha: Coefficient


class RaterProfile(Frozen):
    """How one rater answered one criterion.

    `given` counts the rater's answers by category. `shift` is the mean difference of the rater's
    numbers from the mean of the others on the same units (ordered scales: in steps of the scale,
    else in its numbers), null without shared units; `extremes` is the share of answers at either
    end of an ordered scale.
    """

    rater: str
    n_ratings: int
    n_not_applicable: int
    n_cannot_tell: int
    n_skipped: int
    given: dict[str, int]
    shift: FiniteFloat | None = None
    extremes: FiniteFloat | None = None


def leave_one_out(counts: Counts, plan: Plan, settings: Settings) -> tuple[LeftOut, ...]:
    """Return agreement without each rater in turn, from three raters on.

    Raters are taken as fixed: with a handful of them resampling raters makes no interval. Alpha
    has the jackknife's interval over clusters.
    """
    if counts.n_raters < 3:
        return ()
    parts = [
        Criterion.of(counts.without(rater), settings, plain=True)
        for rater in range(counts.n_raters)
    ]
    choices: dict[str, Choice] = {"percent_agreement": "auto", "krippendorff_alpha": "jackknife"}
    found = []
    for name, part in zip(counts.raters, parts, strict=True):
        none = np.zeros((0, part.sums.shape[1]))
        measured = {
            formula.name: part.measure(
                formula, none, plan.model_copy(update={"choice": choices[formula.name]})
            )
            for formula in part.formulas
            if formula.name in choices
        }
        if len(measured) == 2:
            found.append(
                LeftOut(
                    rater=name,
                    n_pairable=int(part.columns.one(part.total, "pairable")),
                    percent=measured["percent_agreement"],
                    alpha=measured["krippendorff_alpha"],
                )
            )
    return tuple(found)


def profile_raters(ratings: Ratings, criterion: str) -> tuple[RaterProfile, ...]:
    """Return how each person answered a criterion, in the order of their names."""
    place = ratings.criteria.index(criterion)
    rows = ratings.counted[place]
    scale, rater, unit = ratings.scales[place], ratings.rater[rows], ratings.unit[rows]
    codes = ratings.codes_on_scale(place, rows)
    number = _numbers(scale)
    shifts = {} if number is None else _shifts(unit, rater, codes, number)
    found = []
    for index in np.flatnonzero(np.bincount(rater, minlength=len(ratings.raters))):
        code = codes[rater == index]
        rated = code[code >= 0]
        ends = (rated == 0) | (rated == len(scale.categories) - 1)
        ordered = scale.level == "ordinal" and len(rated) > 0
        found.append(
            RaterProfile(
                rater=ratings.raters[index],
                n_ratings=len(rated),
                n_not_applicable=int((code == Status.NOT_APPLICABLE).sum()),
                n_cannot_tell=int((code == Status.CANNOT_TELL).sum()),
                n_skipped=int((code == Status.SKIPPED).sum()),
                given=_given(scale.categories, rated) if len(scale.categories) <= 64 else {},
                shift=shifts.get(int(index)),
                extremes=float(ends.mean()) if ordered else None,
            )
        )
    return tuple(found)


def _given(
    categories: tuple[str, ...], rated: np.ndarray[tuple[int], np.dtype[np.int32]]
) -> dict[str, int]:
    numbers = np.bincount(rated, minlength=len(categories))
    return {name: int(number) for name, number in zip(categories, numbers, strict=True)}


def _numbers(scale: Scale) -> FloatArray | None:
    if scale.level == "ordinal":
        return np.arange(len(scale.categories), dtype=np.float64)
    if scale.level in ("interval", "ratio") and scale.numbers:
        return np.asarray(scale.numbers)
    return None


def _shifts(
    units: IntArray, raters: IntArray, codes: IntArray, number: FloatArray
) -> dict[int, float]:
    """Return each rater's mean difference from the mean of the others on shared units."""
    rated = codes >= 0
    unit, rater, value = units[rated], raters[rated], number[codes[rated]]
    total, many = np.bincount(unit, value), np.bincount(unit)
    shared = many[unit] > 1
    others = (total[unit] - value) / np.maximum(many[unit] - 1, 1)
    return {
        int(index): float((value - others)[here].mean())
        for index in np.unique(rater)
        if (here := shared & (rater == index)).any()
    }
