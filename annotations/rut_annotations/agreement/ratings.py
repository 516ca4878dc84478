"""The one table of ratings: who said what about which unit under which criterion, in which pass."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.scale import Scale
from rut_annotations.faults import RatingsFault

IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]

HUMAN, MODEL = "human", "model"
# Passes whose ratings are neither a first answer nor a repeat of one.
PRACTICE = frozenset({"training", "calibration", "gold", "pilot"})


class Status(IntEnum):
    """What stands in a cell instead of a value. No two are ever confused.

    A missing cell was not answered and a skipped one was put off; *not applicable* and *cannot
    tell* were chosen.
    """

    MISSING = -1
    NOT_APPLICABLE = -2
    CANNOT_TELL = -3
    SKIPPED = -4


class Rating(NamedTuple):
    """One row. `cluster` is what the unit was sampled with, such as the task of a dialogue.

    `role` is what the rater is: human, model, adjudicated, gold. `pass_name` tells a rater's
    repeats apart, and practice from the real thing (`PRACTICE`).
    """

    unit: str
    cluster: str
    criterion: str
    rater: str
    value: str | Status
    role: str = HUMAN
    pass_name: str = "main"


@dataclass(frozen=True)
class Ratings:
    """Ratings by column.

    `unit`, `criterion`, `rater`, `role`, `pass_`, `code` and `line` have one entry a rating. The
    first five index the tuples of names; `code` indexes `values`, or is a `Status`'s number,
    below zero. `cluster_of` has one entry a unit and indexes `clusters`; `scales` has one entry a
    criterion. `line` is where the rating stands in its source, 0 where it stands nowhere.

    Units, criteria, raters and clusters are sorted, passes are in their order, and rows are in
    order of unit, criterion, rater, role and pass, each at most once: equal ratings make equal
    tables, `line` apart, whatever the order they came in.
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

    @classmethod
    def from_rows(cls, rows: Iterable[Rating], scales: Scale | Mapping[str, Scale]) -> Ratings:
        """Build a table.

        Args:
            rows: The ratings in any order. A row given twice counts once.
            scales: The scale of all criteria, or of each.

        Raises:
            RatingsFault: A value is not on its scale, a rater gave one unit two different values
                in one pass, or a unit stands in two clusters.
        """
        cells: dict[tuple[str, str, str, str, tuple[int, float, str]], Rating] = {}
        cluster_by_unit: dict[str, str] = {}
        for row in rows:
            _check(row, scales[row.criterion] if isinstance(scales, Mapping) else scales)
            key = (row.unit, row.criterion, row.rater, row.role, pass_order(row.pass_name))
            if cells.setdefault(key, row).value != row.value:
                raise RatingsFault(
                    "a rater gave two different values",
                    hint="Keep the value that holds, or name the passes of a rater's repeats.",
                    place=_place(row),
                )
            if cluster_by_unit.setdefault(row.unit, row.cluster) != row.cluster:
                raise RatingsFault("a unit stands in two clusters", place=_place(row))
        kept = [cells[key] for key in sorted(cells)]
        criteria = tuple(sorted({row.criterion for row in kept}))
        found = scales if isinstance(scales, Mapping) else dict.fromkeys(criteria, scales)
        return cls._index(kept, cluster_by_unit, tuple(found[name] for name in criteria))

    @classmethod
    def _index(
        cls, rows: list[Rating], cluster_by_unit: dict[str, str], scales: tuple[Scale, ...]
    ) -> Ratings:
        units = tuple(sorted(cluster_by_unit))
        clusters = tuple(sorted(set(cluster_by_unit.values())))
        criteria = tuple(sorted({row.criterion for row in rows}))
        raters = tuple(sorted({row.rater for row in rows}))
        roles = tuple(sorted({row.role for row in rows}))
        passes = tuple(sorted({row.pass_name for row in rows}, key=pass_order))
        values = tuple(dict.fromkeys(name for scale in scales for name in scale.categories))
        places: dict[str | Status, int] = {name: index for index, name in enumerate(values)}
        places.update({status: int(status) for status in Status})
        return cls(
            units=units,
            clusters=clusters,
            criteria=criteria,
            raters=raters,
            roles=roles,
            passes=passes,
            values=values,
            scales=scales,
            unit=_indices((row.unit for row in rows), units),
            criterion=_indices((row.criterion for row in rows), criteria),
            rater=_indices((row.rater for row in rows), raters),
            role=_indices((row.role for row in rows), roles),
            pass_=_indices((row.pass_name for row in rows), passes),
            code=np.fromiter((places[row.value] for row in rows), np.int32, len(rows)),
            line=np.zeros(len(rows), dtype=np.int32),
            cluster_of=_indices((cluster_by_unit[name] for name in units), clusters),
        )

    def first_passes(self, roles: Collection[str] = (HUMAN,)) -> BoolArray:
        """Mark the rows that may enter agreement between raters.

        These are the ratings by raters of the given roles, of a rater's repeats of one unit and
        criterion the first alone, without training, calibration, pilot and gold passes.
        """
        wanted = np.fromiter((name in roles for name in self.roles), np.bool_, len(self.roles))
        real = np.fromiter(
            (name.casefold() not in PRACTICE for name in self.passes), np.bool_, len(self.passes)
        )
        kept = np.flatnonzero(wanted[self.role] & real[self.pass_])
        marked = np.zeros(len(self), dtype=np.bool_)
        marked[
            kept[_first_of_runs(self.unit, self.criterion, self.rater, self.role, rows=kept)]
        ] = 1
        return marked

    def restrict(self, rows: BoolArray) -> Ratings:
        """Return the table of some rows; names that they do not use are left out.

        `values` and the scales stay as they are.
        """
        units, unit = _used(self.units, self.unit[rows])
        criteria, criterion = _used(self.criteria, self.criterion[rows])
        raters, rater = _used(self.raters, self.rater[rows])
        roles, role = _used(self.roles, self.role[rows])
        passes, pass_ = _used(self.passes, self.pass_[rows])
        clusters, cluster_of = _used(self.clusters, self.cluster_of[np.unique(self.unit[rows])])
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

    def scale_codes(self, criterion: int) -> IntArray:
        """Return, for each entry of `values`, its place on the scale of a criterion, -1 for none.

        The last entry is -1, so that a `Status` may be looked up as well.
        """
        place = {name: index for index, name in enumerate(self.scales[criterion].categories)}
        return np.array([*(place.get(name, -1) for name in self.values), -1], dtype=np.int32)

    def on_scale(self, criterion: str) -> Ratings:
        """Return the rows of one criterion, with `values` the categories of its scale in order."""
        index = self.criteria.index(criterion)
        part = self.restrict(self.criterion == index)
        lookup = self.scale_codes(index)
        code = np.where(part.code < 0, part.code, lookup[np.maximum(part.code, -1)])
        return replace(part, values=self.scales[index].categories, code=code.astype(np.int32))


def pass_order(name: str) -> tuple[int, float, str]:
    """Sort passes: the main one first, then numbers by their value, then names."""
    if name.casefold() in ("", "main", "first"):
        return (0, 0.0, name)
    return (1, float(name), name) if name.isascii() and name.isdigit() else (2, 0.0, name)


def _first_of_runs(*columns: IntArray, rows: NDArray[np.intp]) -> BoolArray:
    """Mark, of the given rows, those that differ from the row before in one of the columns."""
    first = np.ones(len(rows), dtype=np.bool_)
    if len(rows) > 1:
        first[1:] = np.logical_or.reduce([np.diff(column[rows]) != 0 for column in columns])
    return first


def _check(row: Rating, scale: Scale) -> None:
    if not isinstance(row.value, Status) and row.value not in scale.categories:
        raise RatingsFault(
            f"{row.value!r} is not on the scale",
            hint=f"Its categories: {', '.join(scale.categories) or 'none'}.",
            place=_place(row),
        )


def _place(row: Rating) -> str:
    return f"unit {row.unit!r}, criterion {row.criterion!r}, rater {row.rater!r}"


def _used(names: tuple[str, ...], codes: IntArray) -> tuple[tuple[str, ...], IntArray]:
    kept, inverse = np.unique(codes, return_inverse=True)
    return tuple(names[index] for index in kept), inverse.astype(np.int32).reshape(-1)


def _indices(names: Iterable[str], known: tuple[str, ...]) -> IntArray:
    index = {name: number for number, name in enumerate(known)}
    return np.fromiter((index[name] for name in names), dtype=np.int32)
