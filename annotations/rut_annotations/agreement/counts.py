"""From ratings to counts: how often each unit was put into each category, and by whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.ratings import BoolArray, IntArray, Ratings, Status
from rut_annotations.agreement.scale import Level, Scale
from rut_annotations.estimation.interval import FloatArray

# How *not applicable* enters: as a category of its own; as missing, so that only agreement given
# that the criterion applies is left; or alone, as agreement on whether it applies at all.
Treatment = Literal["category", "missing", "applicability"]
TREATMENTS: tuple[Treatment, ...] = ("category", "missing", "applicability")

NOT_APPLICABLE = "not_applicable"
APPLICABLE = "applicable"
_UNORDERED: tuple[Level, ...] = ("binary", "nominal")
# A matrix of units by categories is made up to so many cells: 160 MB.
_MOST_CELLS = 20_000_000


@dataclass(frozen=True)
class Counts:
    """One criterion under one treatment, first human passes alone.

    `unit`, `rater` and `column` have one entry a rating that counts: places in the units here, in
    the raters and in `categories`. `cluster_of` has one entry a unit here and indexes the
    `n_clusters` clusters of the whole table that hold any such pass. *Cannot tell*, missing and
    skipped are no categories: they are counted and left out. `unplaced` is true where *not
    applicable* should be a category of an ordered scale, in which it has no place.
    """

    criterion: str
    treatment: Treatment
    level: Level
    categories: tuple[str, ...]
    numbers: tuple[float, ...] | None
    raters: tuple[str, ...]
    unit: IntArray
    rater: IntArray
    column: IntArray
    cluster_of: IntArray
    n_clusters: int
    n_units: int
    n_not_applicable: int
    n_cannot_tell: int
    n_skipped: int
    n_missing: int
    unplaced: bool = False

    @property
    def n_ratings(self) -> int:
        """How many ratings count."""
        return len(self.unit)

    @property
    def n_raters(self) -> int:
        """How many raters have a rating that counts."""
        return len(self.raters)

    @property
    def dense(self) -> bool:
        """Whether a matrix of units by categories is small enough to be made."""
        return self.n_units * len(self.categories) <= _MOST_CELLS

    @cached_property
    def matrix(self) -> FloatArray:
        """How often each unit was put into each category: n_units x categories, not to change."""
        width = len(self.categories)
        cells = self.unit.astype(np.int64) * width + self.column
        counted = np.bincount(cells, minlength=self.n_units * width)
        return counted.reshape(self.n_units, width).astype(np.float64)

    @cached_property
    def per_unit(self) -> NDArray[np.int64]:
        """How many ratings of each unit count, not to change."""
        return np.bincount(self.unit, minlength=self.n_units)

    def without(self, rater: int) -> Counts:
        """Return the counts without one rater."""
        return self.keep(self.rater != rater)

    def keep(self, rows: BoolArray) -> Counts:
        """Return the counts of some ratings; units stay as they are, raters without any go."""
        used = np.flatnonzero(np.bincount(self.rater[rows], minlength=self.n_raters))
        place = np.zeros(self.n_raters, dtype=np.int32)
        place[used] = np.arange(len(used))
        return replace(
            self,
            raters=tuple(self.raters[index] for index in used),
            unit=self.unit[rows],
            rater=place[self.rater[rows]],
            column=self.column[rows],
        )


def count(ratings: Ratings, criterion: str, treatment: Treatment) -> Counts:
    """Count one criterion's first human passes.

    `n_units` are the units that anybody was asked about under the criterion, `n_missing` the
    cells of these units and of all who answered the criterion at all in which there is no answer.
    """
    index = ratings.criteria.index(criterion)
    here = ratings.counted[index]
    code = ratings.codes_on_scale(index, here)
    units, unit = _compress(ratings.unit[here], len(ratings.units))
    askers, _ = _compress(ratings.rater[here], len(ratings.raters))
    scale = ratings.scales[index]
    aside = code == Status.NOT_APPLICABLE
    categories, column, kept = _columns(scale, code, aside, treatment)
    if not kept.all():
        here, unit, column = here[kept], unit[kept], column[kept]
    raters, rater = _compress(ratings.rater[here], len(ratings.raters))
    n_clusters, cluster_place = ratings.counted_clusters
    cluster_of = cluster_place[ratings.cluster_of[units]]
    skipped = int((code == Status.SKIPPED).sum())
    answered = int((code != Status.MISSING).sum()) - skipped
    return Counts(
        criterion=criterion,
        treatment=treatment,
        level=_level(scale, len(categories), treatment),
        categories=categories,
        numbers=scale.numbers if len(categories) == len(scale.categories) else None,
        raters=tuple(ratings.raters[number] for number in raters),
        unit=unit,
        rater=rater,
        column=column,
        cluster_of=cluster_of,
        n_clusters=n_clusters,
        n_units=len(units),
        n_not_applicable=int(aside.sum()),
        n_cannot_tell=int((code == Status.CANNOT_TELL).sum()),
        n_skipped=skipped,
        n_missing=len(units) * len(askers) - answered - skipped,
        unplaced=treatment == "category" and scale.level not in _UNORDERED and bool(aside.any()),
    )


def _columns(
    scale: Scale, code: IntArray, aside: BoolArray, treatment: Treatment
) -> tuple[tuple[str, ...], IntArray, BoolArray]:
    """Return the categories, each row's column, and which rows count."""
    rated = code >= 0
    if treatment == "applicability":
        column = np.where(aside, 1, 0).astype(np.int32)
        return (APPLICABLE, NOT_APPLICABLE), column, rated | aside
    if treatment == "missing" or scale.level not in _UNORDERED:
        return scale.categories, code, rated
    if not scale.not_applicable and not aside.any():
        return scale.categories, code, rated
    column = np.where(aside, len(scale.categories), code).astype(np.int32)
    return (*scale.categories, NOT_APPLICABLE), column, rated | aside


def _level(scale: Scale, categories: int, treatment: Treatment) -> Level:
    if treatment == "applicability":
        return "binary"
    return "nominal" if scale.level == "binary" and categories > 2 else scale.level


def _compress(codes: IntArray, size: int) -> tuple[NDArray[np.intp], IntArray]:
    """Return the codes that occur, and each row's place among them."""
    used = np.flatnonzero(np.bincount(codes, minlength=size))
    if len(used) == size:
        return used, codes
    place = np.zeros(size, dtype=np.int32)
    place[used] = np.arange(len(used))
    return used, place[codes]
