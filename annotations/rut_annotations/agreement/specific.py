"""Agreement on one category at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from rut_annotations.agreement import chance
from rut_annotations.agreement.columns import Columns
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.formulas import Formula
from rut_annotations.agreement.result import Coefficient
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.resampling import resample_sums
from rut_annotations.estimation.sums import divide

# With more categories than this nobody reads them one by one.
MOST_CATEGORIES = 32


def measure_specific(
    criterion: Criterion, replicates: FloatArray, plan: Plan
) -> tuple[Coefficient, ...]:
    """Return specific agreement and Fleiss' kappa of each category against all others.

    For a binary scale these are the positive and the negative agreement. On a scale of sets they
    are percent agreement and alpha on each option: whether it was chosen.
    """
    counts = criterion.counts
    categories = counts.categories
    if counts.level == "set":
        return _options(criterion, plan)
    unread = counts.level in ("interval", "ratio") or len(categories) > MOST_CATEGORIES
    if unread or "alike" not in criterion.columns:
        return ()
    return tuple(
        criterion.measure(formula, replicates, plan)
        for place, name in enumerate(categories)
        for formula in _formulas(criterion.columns, place, name)
    )


def category_kappa(columns: Columns, place: int, sums: FloatArray) -> FloatArray:
    """Return Fleiss' kappa of one category (Fleiss, 1971), NaN where it is 0/0.

    1 - disagreeing ordered pairs over the category / (pairs x p (1 - p) x 2), from units with two
    ratings or more; for complete ratings it is the published one.
    """
    alike = columns.of(sums, "alike")[..., place]
    chances = columns.of(sums, "chances")
    pairs = chances.sum(axis=-1)
    share = divide(chances[..., place], pairs)
    apart = divide(chances[..., place] - alike, pairs)
    return np.asarray(1 - divide(apart, share * (1 - share)))


def _formulas(columns: Columns, place: int, name: str) -> Iterator[Formula]:
    yield Formula(
        "specific_agreement",
        "nominal",
        lambda sums: chance.specific_agreement(columns, sums)[..., place],
        bounds=(0.0, 1.0),
        share=True,
        corrected=False,
        category=name,
    )
    yield Formula(
        "fleiss_kappa",
        "nominal",
        partial(category_kappa, columns, place),
        category=name,
    )


def _options(criterion: Criterion, plan: Plan) -> tuple[Coefficient, ...]:
    """Measure each option of a scale of sets; the resamples are those of the whole criterion."""
    counts = criterion.counts
    sets = Scale("set", counts.categories).sets
    options = sorted(frozenset[str]().union(*sets))
    if not counts.n_ratings or len(options) > MOST_CATEGORIES:
        return ()
    parts = []
    for option in options:
        chosen = np.array([option in members for members in sets], dtype=np.int32)
        parts.append(
            Criterion.of(
                replace(
                    counts,
                    level="binary",
                    categories=("absent", "present"),
                    numbers=None,
                    column=chosen[counts.column],
                ),
                Settings(),
            )
        )
    resampled = resample_sums([part.sums for part in parts], plan)
    return tuple(
        part.measure(formula, sums, plan).model_copy(update={"category": option})
        for option, part, sums in zip(options, parts, resampled, strict=True)
        for formula in part.formulas
        if formula.name in ("percent_agreement", "krippendorff_alpha")
    )
