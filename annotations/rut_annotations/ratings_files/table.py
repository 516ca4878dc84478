"""The table that every shape ends in: ratings by column, in one order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rut_annotations.ratings_files.columns import IntArray
from rut_annotations.ratings_files.scale import Scale

BoolArray = NDArray[np.bool_]
# Passes whose ratings count neither as first nor as repeated ones.
PRACTICE = frozenset({"training", "calibration", "gold", "pilot"})


@dataclass(frozen=True)
class RatingsTable:
    """Ratings by column.

    `unit`, `criterion`, `rater`, `role`, `pass_`, `code` and `line` have one entry a rating.
    The first five index the tuples of names; `code` indexes `values` or is a `Status`'s number,
    below zero. `cluster_of` has one entry a unit and indexes `clusters`; `scales` has one entry a
    criterion. `line` is where the rating stands in the file (a line, or the number of a record).

    Names are sorted and rows are in order of unit, criterion, rater, role and pass, each at most
    once: equal ratings make equal tables, `line` apart, whatever their order in the file.
    """

    units: tuple[str, ...]
    clusters: tuple[str, ...]
    criteria: tuple[str, ...]
    raters: tuple[str, ...]
    roles: tuple[str, ...]
    passes: tuple[str, ...]
    values: tuple[str, ...]
    scales: tuple[Scale, ...]
    unit: IntArray
    criterion: IntArray
    rater: IntArray
    role: IntArray
    pass_: IntArray
    code: IntArray
    line: IntArray
    cluster_of: IntArray

    def __len__(self) -> int:
        return len(self.unit)

    def first_passes(self, roles: Collection[str] = ("human",)) -> BoolArray:
        """Mark the rows that may enter agreement between raters.

        These are the ratings by raters of the given roles, of a rater's repeats of one unit and
        criterion the first alone, without training, calibration and gold passes.
        """
        wanted = np.fromiter((name in roles for name in self.roles), np.bool_, len(self.roles))
        real = np.fromiter(
            (name.casefold() not in PRACTICE for name in self.passes), np.bool_, len(self.passes)
        )
        kept = np.flatnonzero(wanted[self.role] & real[self.pass_])
        first = np.ones(len(kept), dtype=np.bool_)
        first[1:] = np.logical_or.reduce(
            [
                np.diff(column[kept]) != 0
                for column in (self.unit, self.criterion, self.rater, self.role)
            ]
        )[: max(len(kept) - 1, 0)]
        marked = np.zeros(len(self), dtype=np.bool_)
        marked[kept[first]] = True
        return marked

    def restrict(self, rows: BoolArray) -> RatingsTable:
        """Return the table of some rows; names that they do not use are left out.

        `values` and the scales stay as they are.
        """
        units, unit = _used(self.units, self.unit[rows])
        criteria, criterion = _used(self.criteria, self.criterion[rows])
        raters, rater = _used(self.raters, self.rater[rows])
        roles, role = _used(self.roles, self.role[rows])
        passes, pass_ = _used(self.passes, self.pass_[rows])
        kept = np.unique(self.unit[rows])
        clusters, cluster_of = _used(self.clusters, self.cluster_of[kept])
        return replace(
            self,
            units=units,
            clusters=clusters,
            criteria=criteria,
            raters=raters,
            roles=roles,
            passes=passes,
            scales=tuple(self.scales[index] for index in np.unique(self.criterion[rows])),
            unit=unit,
            criterion=criterion,
            rater=rater,
            role=role,
            pass_=pass_,
            code=self.code[rows],
            line=self.line[rows],
            cluster_of=cluster_of,
        )

    def on_scale(self, criterion: str) -> RatingsTable:
        """Return the rows of one criterion, with `values` the categories of its scale in order."""
        index = self.criteria.index(criterion)
        part = self.restrict(self.criterion == index)
        scale = self.scales[index]
        places = {value: place for place, value in enumerate(self.values)}
        lookup = np.full(len(self.values) + 1, -1, dtype=np.int32)
        for step, category in enumerate(scale.categories):
            lookup[places[category]] = step
        code = np.where(part.code < 0, part.code, lookup[part.code])
        return replace(part, values=scale.categories, code=code.astype(np.int32))


def _used(names: tuple[str, ...], codes: IntArray) -> tuple[tuple[str, ...], IntArray]:
    kept, inverse = np.unique(codes, return_inverse=True)
    return tuple(names[index] for index in kept), inverse.astype(np.int32).reshape(-1)
