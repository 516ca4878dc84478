"""One criterion's verdicts side by side: units x people and units x judges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rut_annotations.agreement.ratings import (
    HUMAN,
    MODEL,
    BoolArray,
    IntArray,
    Ratings,
    Status,
)
from rut_annotations.agreement.scale import Level, Scale
from rut_annotations.faults import RatingsFault
from rut_domains.frozen import Frozen

# How *not applicable* enters: as missing, as one more category, or as the only question.
Applicability = Literal["missing", "category", "alone"]

NOT_APPLICABLE = "not_applicable"
APPLICABLE = "applicable"
# No vote at all, or no majority among the votes.
UNDECIDED = -1
# So many cells a matrix may have: 200 MB.
_CELLS = 50_000_000


@dataclass(frozen=True)
class Items:
    """The verdicts on one criterion.

    `human` is units x people and `judge` units x judges: places in `categories`, or the number of
    a `Status`, below zero. `cluster_of` has one entry a unit and indexes `clusters`, which are
    those of the whole table, so that all criteria are resampled alike. `numbers` are the
    categories as numbers, where they are some. Of `interchangeable` people only how many judged
    each unit is known, not who: a column is then no person.
    """

    criterion: str
    level: Level
    categories: tuple[str, ...]
    numbers: tuple[float, ...] | None
    units: tuple[str, ...]
    clusters: tuple[str, ...]
    cluster_of: IntArray
    humans: tuple[str, ...]
    judges: tuple[str, ...]
    human: IntArray
    judge: IntArray
    interchangeable: bool = False

    def judged_by(self, judge: str) -> IntArray:
        """Return one judge's verdicts, one a unit.

        Raises:
            RatingsFault: There is no such judge.
        """
        if judge not in self.judges:
            raise RatingsFault(
                f"there is no judge {judge!r}",
                hint=f"Raters with the role model: {', '.join(self.judges) or 'none'}.",
                place=f"criterion {self.criterion!r}",
            )
        return self.judge[:, self.judges.index(judge)]

    def place(self, category: str) -> int:
        """Return the place of a category.

        Raises:
            RatingsFault: It is not on the scale.
        """
        if category not in self.categories:
            raise RatingsFault(
                f"{category!r} is not on the scale",
                hint=f"Its categories: {', '.join(self.categories) or 'none'}.",
                place=f"criterion {self.criterion!r}",
            )
        return self.categories.index(category)

    def choose(self, units: BoolArray) -> Items:
        """Return some of the units; people, judges and clusters stay as they are."""
        return replace(
            self,
            units=tuple(self.units[at] for at in np.flatnonzero(units)),
            cluster_of=self.cluster_of[units],
            human=self.human[units],
            judge=self.judge[units],
        )

    def packed(self) -> Items:
        """Return the human verdicts moved to the left: as many columns as a unit has verdicts."""
        width = int((self.human >= 0).sum(axis=1).max(initial=0))
        order = np.argsort(self.human < 0, axis=1, kind="stable")[:, :width]
        return replace(
            self,
            humans=_slots(width),
            human=np.take_along_axis(self.human, order, axis=1),
            interchangeable=True,
        )


class Answers(Frozen):
    """How many units one rater answered, and what stands in the others.

    The five add up to the units. `missing` units were not answered; where the people are
    interchangeable, a column's missing units were answered by fewer people than others.
    """

    rater: str
    role: str
    valid: int
    not_applicable: int
    cannot_tell: int
    skipped: int
    missing: int


@dataclass(frozen=True)
class Consensus:
    """What most raters said of each unit.

    `code` is the category's place or `UNDECIDED`; `votes` counts the raters of a unit; `tied` marks
    units with votes but without a single category ahead.
    """

    code: IntArray
    votes: IntArray
    tied: BoolArray


def align_items(
    ratings: Ratings, criterion: str, applicability: Applicability = "missing"
) -> Items:
    """Lay one criterion's first passes side by side, people and judges apart.

    Practice, repeats, adjudicated and gold ratings are left out. Where there are so many raters
    that the matrix would not fit into memory, people become interchangeable.

    Args:
        ratings: The table.
        criterion: One of its criteria.
        applicability: How *not applicable* enters. *Cannot tell*, skipped and missing are never
            verdicts; they are counted by `count_answers`.

    Raises:
        RatingsFault: The criterion does not occur, or one unit has too many ratings.
    """
    if criterion not in ratings.criteria:
        raise RatingsFault(
            f"there is no criterion {criterion!r}",
            hint=f"Criteria of the table: {', '.join(ratings.criteria) or 'none'}.",
        )
    rows = ratings.first_passes((HUMAN, MODEL))
    rows &= ratings.criterion == ratings.criteria.index(criterion)
    scale = ratings.scales[ratings.criteria.index(criterion)]
    code = _own_codes(ratings, scale, rows)
    categories, code = _apply(scale.categories, code, applicability)
    used, places = np.unique(ratings.unit[rows], return_inverse=True)
    unit = places.astype(np.int32).reshape(-1)
    rater, role = ratings.rater[rows], ratings.role[rows]
    human = np.array([name == HUMAN for name in ratings.roles], dtype=np.bool_)[role]
    people, cells, packed = _matrix(ratings, unit, rater, code, human, len(used))
    judges, verdicts, _ = _matrix(ratings, unit, rater, code, ~human, len(used), named=True)
    numbers = scale.numbers if categories == scale.categories else None
    return Items(
        criterion=criterion,
        level=scale.level,
        categories=categories,
        numbers=numbers,
        units=tuple(ratings.units[at] for at in used),
        clusters=ratings.clusters,
        cluster_of=ratings.cluster_of[used],
        humans=people,
        judges=judges,
        human=cells,
        judge=verdicts,
        interchangeable=packed,
    )


def count_answers(items: Items) -> tuple[Answers, ...]:
    """Count what every person and every judge said: nothing that was asked goes unseen."""
    found = []
    for role, names, codes in (
        (HUMAN, items.humans, items.human),
        (MODEL, items.judges, items.judge),
    ):
        for name, column in zip(names, codes.T, strict=True):
            found.append(
                Answers(
                    rater=name,
                    role=role,
                    valid=int((column >= 0).sum()),
                    not_applicable=int((column == Status.NOT_APPLICABLE).sum()),
                    cannot_tell=int((column == Status.CANNOT_TELL).sum()),
                    skipped=int((column == Status.SKIPPED).sum()),
                    missing=int((column == Status.MISSING).sum()),
                )
            )
    return tuple(found)


def find_majority(codes: IntArray, categories: int) -> Consensus:
    """Return the category with the most votes of each unit, undecided where two have as many.

    Args:
        codes: Units x raters; below zero is no vote.
        categories: How many there are.
    """
    votes = count_votes(codes, categories)
    total = votes.sum(axis=1)
    if categories == 0:
        return Consensus(np.full(len(codes), UNDECIDED, np.int32), total, total > 0)
    top = votes.max(axis=1)
    single = (votes == top[:, None]).sum(axis=1) == 1
    decided = single & (total > 0)
    code = np.where(decided, votes.argmax(axis=1), UNDECIDED).astype(np.int32)
    return Consensus(code, total, ~decided & (total > 0))


def count_votes(codes: IntArray, categories: int) -> IntArray:
    """Return how many raters chose each category of each unit: units x categories."""
    votes = np.zeros((len(codes), categories), dtype=np.int32)
    for category in range(categories):
        votes[:, category] = (codes == category).sum(axis=1)
    return votes


def _own_codes(ratings: Ratings, scale: Scale, rows: BoolArray) -> IntArray:
    """Return the codes of the rows as places on the criterion's scale."""
    place = {name: index for index, name in enumerate(scale.categories)}
    lookup = np.array([place.get(name, -1) for name in ratings.values] + [-1], dtype=np.int32)
    code = ratings.code[rows]
    return np.where(code < 0, code, lookup[np.maximum(code, -1)]).astype(np.int32)


def _apply(
    categories: tuple[str, ...], code: IntArray, applicability: Applicability
) -> tuple[tuple[str, ...], IntArray]:
    absent = code == Status.NOT_APPLICABLE
    if applicability == "category":
        if NOT_APPLICABLE in categories:
            raise RatingsFault(f"the scale has a category {NOT_APPLICABLE!r} of its own")
        code = np.where(absent, len(categories), code).astype(np.int32)
        return (*categories, NOT_APPLICABLE), code
    if applicability == "alone":
        code = np.where(absent, 1, np.minimum(code, 0)).astype(np.int32)
        return (APPLICABLE, NOT_APPLICABLE), code
    return categories, code


def _matrix(
    ratings: Ratings,
    unit: IntArray,
    rater: IntArray,
    code: IntArray,
    rows: BoolArray,
    units: int,
    *,
    named: bool = False,
) -> tuple[tuple[str, ...], IntArray, bool]:
    """Return names, codes (units x raters, missing where there is none), and whether packed."""
    known, column = np.unique(rater[rows], return_inverse=True)
    column, unit, code = column.reshape(-1), unit[rows], code[rows]
    names = tuple(ratings.raters[at] for at in known)
    packed = not named and units * len(known) > _CELLS
    if packed:
        # Rows are in order of unit, so a rating's rank within its unit is its distance from the
        # unit's first.
        column = np.arange(len(unit)) - np.searchsorted(unit, unit)
        names = _slots(int(column.max()) + 1)
    if units * len(names) > _CELLS:
        raise RatingsFault(
            "too many ratings of one unit" if packed else "too many judges",
            hint=f"Units times raters may be {_CELLS:,} at most; compare them in parts.",
        )
    cells = np.full((units, len(names)), int(Status.MISSING), dtype=np.int32)
    cells[unit, column] = code
    return names, cells, packed


def _slots(width: int) -> tuple[str, ...]:
    return tuple(f"rating {number + 1}" for number in range(width))
