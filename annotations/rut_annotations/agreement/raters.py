"""What each rater does to agreement: how each answers, and what is left without each."""

from __future__ import annotations

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.counts import count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.ratings import Ratings, Status
from rut_annotations.agreement.result import Coefficient
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.resampling import resample_sums
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


def leave_one_out(
    ratings: Ratings, criterion: str, plan: Plan, settings: Settings
) -> tuple[LeftOut, ...]:
    """Return agreement without each rater in turn, from three raters on.

    Raters are taken as fixed: with a handful of them resampling raters makes no interval.
    """
    counts = count(ratings, criterion, settings.treatment)
    if counts.n_raters < 3:
        return ()
    parts = [Criterion.of(counts.without(rater), settings) for rater in range(counts.n_raters)]
    resampled = resample_sums([part.sums for part in parts], plan)
    found = []
    for name, part, replicates in zip(counts.raters, parts, resampled, strict=True):
        measured = {
            formula.name: part.measure(formula, replicates, plan)
            for formula in part.formulas
            if formula.name in ("percent_agreement", "krippendorff_alpha")
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
    part = ratings.restrict(ratings.first_passes())
    if criterion not in part.criteria:
        return ()
    part = part.on_scale(criterion)
    scale = part.scales[0]
    number = _numbers(part)
    shifts = _shifts(part, number) if number is not None else {}
    found = []
    for index, name in enumerate(part.raters):
        code = part.code[part.rater == index]
        rated = code[code >= 0]
        ends = (rated == 0) | (rated == len(scale.categories) - 1)
        ordered = scale.level == "ordinal" and len(rated) > 0
        found.append(
            RaterProfile(
                rater=name,
                n_ratings=len(rated),
                n_not_applicable=int((code == Status.NOT_APPLICABLE).sum()),
                n_cannot_tell=int((code == Status.CANNOT_TELL).sum()),
                n_skipped=int((code == Status.SKIPPED).sum()),
                given=_given(scale.categories, rated) if len(scale.categories) <= 64 else {},
                shift=shifts.get(index),
                extremes=float(ends.mean()) if ordered else None,
            )
        )
    return tuple(found)


def _given(
    categories: tuple[str, ...], rated: np.ndarray[tuple[int], np.dtype[np.int32]]
) -> dict[str, int]:
    numbers = np.bincount(rated, minlength=len(categories))
    return {name: int(number) for name, number in zip(categories, numbers, strict=True)}


def _numbers(part: Ratings) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    scale = part.scales[0]
    if scale.level == "ordinal":
        return np.arange(len(scale.categories), dtype=np.float64)
    if scale.level in ("interval", "ratio") and scale.numbers:
        return np.asarray(scale.numbers)
    return None


def _shifts(
    part: Ratings, number: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> dict[int, float]:
    """Return each rater's mean difference from the mean of the others on shared units."""
    rated = part.code >= 0
    unit, rater, value = part.unit[rated], part.rater[rated], number[part.code[rated]]
    size = len(part.units)
    total, many = np.bincount(unit, value, size), np.bincount(unit, minlength=size)
    shared = many[unit] > 1
    others = (total[unit] - value) / np.maximum(many[unit] - 1, 1)
    return {
        index: float((value - others)[here].mean())
        for index in range(len(part.raters))
        if (here := shared & (rater == index)).any()
    }
