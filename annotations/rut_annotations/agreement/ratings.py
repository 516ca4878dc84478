"""A table of ratings: who said what about which unit under which criterion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rut_annotations.faults import RatingsFault

IntArray = NDArray[np.int32]


class Special(Enum):
    """What stands in a cell instead of a category. The three are never confused.

    A missing cell was not answered; *not applicable* and *cannot tell* were chosen.
    """

    MISSING = -1
    NOT_APPLICABLE = -2
    CANNOT_TELL = -3


class Rating(NamedTuple):
    """One row. `cluster` is what the unit was sampled with, such as the task of a dialogue."""

    unit: str
    cluster: str
    criterion: str
    rater: str
    value: str | Special


@dataclass(frozen=True)
class Ratings:
    """Ratings by column.

    `unit`, `criterion`, `rater` and `code` have one entry a row and index the tuples of names;
    `code` is an index into `categories` or a `Special`'s number. `cluster_of` has one entry a
    unit. Names are sorted, so that equal ratings make equal tables whatever their order.
    """

    units: tuple[str, ...]
    clusters: tuple[str, ...]
    criteria: tuple[str, ...]
    raters: tuple[str, ...]
    categories: tuple[str, ...]
    unit: IntArray
    criterion: IntArray
    rater: IntArray
    code: IntArray
    cluster_of: IntArray

    @classmethod
    def from_rows(cls, rows: Iterable[Rating], categories: Sequence[str] = ()) -> Ratings:
        """Build a table.

        Args:
            rows: The ratings in any order. A row given twice counts once.
            categories: The scale; categories that occur but are not named follow behind, sorted.

        Raises:
            RatingsFault: A rater gave one unit two different values under one criterion, or a
                unit stands in two clusters.
        """
        cells: dict[tuple[str, str, str], str | Special] = {}
        cluster_by_unit: dict[str, str] = {}
        for row in rows:
            place = f"unit {row.unit!r}, criterion {row.criterion!r}, rater {row.rater!r}"
            if cells.setdefault((row.unit, row.criterion, row.rater), row.value) != row.value:
                raise RatingsFault(
                    "a rater gave two different values",
                    hint="Keep the value that holds; repeats by one rater are no agreement.",
                    place=place,
                )
            if cluster_by_unit.setdefault(row.unit, row.cluster) != row.cluster:
                raise RatingsFault("a unit stands in two clusters", place=place)
        found = {value for value in cells.values() if isinstance(value, str)}
        scale = (*categories, *sorted(found - set(categories)))
        return cls._index(cells, cluster_by_unit, scale)

    @classmethod
    def _index(
        cls,
        cells: dict[tuple[str, str, str], str | Special],
        cluster_by_unit: dict[str, str],
        scale: tuple[str, ...],
    ) -> Ratings:
        keys = sorted(cells)
        units = tuple(sorted(cluster_by_unit))
        clusters = tuple(sorted(set(cluster_by_unit.values())))
        criteria = tuple(sorted({key[1] for key in keys}))
        raters = tuple(sorted({key[2] for key in keys}))
        codes = {name: index for index, name in enumerate(scale)}
        values = (cells[key] for key in keys)
        return cls(
            units=units,
            clusters=clusters,
            criteria=criteria,
            raters=raters,
            categories=scale,
            unit=_indices((key[0] for key in keys), units),
            criterion=_indices((key[1] for key in keys), criteria),
            rater=_indices((key[2] for key in keys), raters),
            code=np.fromiter(
                (value.value if isinstance(value, Special) else codes[value] for value in values),
                dtype=np.int32,
                count=len(keys),
            ),
            cluster_of=_indices((cluster_by_unit[name] for name in units), clusters),
        )


def _indices(names: Iterable[str], known: tuple[str, ...]) -> IntArray:
    index = {name: number for number, name in enumerate(known)}
    return np.fromiter((index[name] for name in names), dtype=np.int32)
