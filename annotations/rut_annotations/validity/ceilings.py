"""How well a judge agrees with people, beside how well people agree with each other.

A judge that is compared with the majority of three people, and a person with a majority that
holds the person, is compared unfairly: the person agrees with itself. Both comparisons here put
the judge and a person to the same test, on the same units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import numpy as np

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, Statistic, ratio
from rut_annotations.validity.items import Items, count_votes
from rut_annotations.validity.kappa import agree, cohen, mean_of_tables, pair_rows
from rut_annotations.validity.sampling import Quantity, estimate
from rut_domains.frozen import Frozen

# With more pairs of people than this, who judged a unit is no longer told apart.
MANY_PAIRS = 200

Measure = Callable[[FloatArray], FloatArray]


class Beside(Frozen):
    """One measure of people with people and of the judge with people, and the second less the
    first, all from the same resamples.
    """

    human_human: Estimate
    judge_human: Estimate
    difference: Estimate


class LeftOut(Frozen):
    """One person and the judge against the majority of the other people.

    `units` were judged by both, and the others have a majority there; on `tied` ones they have
    none and these are left out.
    """

    human: str
    units: int
    tied: int
    agreement: Beside
    kappa: Beside


class Ceiling(Frozen):
    """What a judge can be asked to reach: what people reach.

    `units` were judged by the judge and by two people or more; `people` judged one or more of them.
    `pairwise` is the mean over pairs of two people, and of the judge and a person, each weighted
    by its units. `left_out` is the mean over persons of `persons`, weighted alike. Where
    `interchangeable`, a person is any one of the people who judged a unit.
    """

    judge: str
    units: int
    people: int
    interchangeable: bool
    pairwise_agreement: Beside
    pairwise_kappa: Beside
    left_out_agreement: Beside
    left_out_kappa: Beside
    persons: tuple[LeftOut, ...]


def find_ceiling(items: Items, judge: str, plan: Plan, draws: Draws | None = None) -> Ceiling:
    """Compare a judge with people as people with people, in pairs and one person left out.

    Args:
        items: The verdicts on one criterion.
        judge: Whose verdicts.
        plan: How intervals are made.
        draws: Resamples shared with other numbers.

    Raises:
        RatingsFault: There is no such judge.
    """
    draws = draws or Draws(len(items.clusters), plan)
    shared = find_shared(items, judge)
    codes = shared.judged_by(judge)
    pairs = pairwise_quantities(shared, codes)
    persons, pooled = _leave_out(shared, codes, draws)
    return Ceiling(
        judge=judge,
        units=len(shared.units),
        people=int((shared.human >= 0).any(axis=0).sum()),
        interchangeable=shared.interchangeable,
        pairwise_agreement=_beside(pairs["agreement"], draws),
        pairwise_kappa=_beside(pairs["kappa"], draws),
        left_out_agreement=_beside(pooled["agreement"], draws),
        left_out_kappa=_beside(pooled["kappa"], draws),
        persons=persons,
    )


def find_shared(items: Items, judge: str) -> Items:
    """Return the units that the judge and two people or more have judged.

    With so many people that their pairs cannot be told apart, they become interchangeable.
    """
    both: BoolArray = (items.judged_by(judge) >= 0) & ((items.human >= 0).sum(axis=1) > 1)
    shared = items.choose(both)
    people = int((shared.human >= 0).any(axis=0).sum())
    return shared.packed() if people * (people - 1) // 2 > MANY_PAIRS else shared


def pairwise_quantities(shared: Items, judged: IntArray) -> dict[str, tuple[Quantity, ...]]:
    """Return agreement and kappa of people with people, of judge with people, and the difference.

    Args:
        shared: Units with a verdict of the judge and of two people or more.
        judged: The judge's verdicts.
    """
    q, columns = len(shared.categories), shared.human.T
    couples = list(combinations(columns, 2))
    rows = _tables(shared, [*couples, *((judged, column) for column in columns)])
    return _three("pairwise", rows, q, (len(couples), len(columns)), len(shared.units))


def _leave_out(
    shared: Items, judged: IntArray, draws: Draws
) -> tuple[tuple[LeftOut, ...], dict[str, tuple[Quantity, ...]]]:
    """Score each person and the judge against the majority of the rest."""
    q = len(shared.categories)
    votes = count_votes(shared.human, q)
    persons, own, theirs, units = [], [], [], 0
    for name, column in zip(shared.humans, shared.human.T, strict=True):
        rest, tied = _rest(votes, column, q)
        n = int((rest >= 0).sum())
        own.append((rest, column))
        theirs.append((rest, judged))
        units += n
        three = _three("left_out", _tables(shared, (own[-1], theirs[-1])), q, (1, 1), n)
        persons.append(
            LeftOut(
                human=name,
                units=n,
                tied=tied,
                agreement=_beside(three["agreement"], draws),
                kappa=_beside(three["kappa"], draws),
            )
        )
    rows = _tables(shared, [*own, *theirs])
    return tuple(persons), _three("left_out", rows, q, (len(own), len(theirs)), units)


def _rest(votes: IntArray, column: IntArray, q: int) -> tuple[IntArray, int]:
    """Return the majority of the others where the person judged, and on how many they are tied."""
    mine = column >= 0
    rest = votes.copy()
    rest[np.flatnonzero(mine), column[mine]] -= 1
    top = rest.max(axis=1, initial=0)
    single = (rest == top[:, None]).sum(axis=1) == 1
    decided = mine & single & (top > 0)
    code = np.where(decided, rest.argmax(axis=1) if q else -1, -1).astype(np.int32)
    return code, int((mine & ~single & (top > 0)).sum())


def _three(
    name: str, rows: FloatArray, q: int, sizes: tuple[int, int], n: int
) -> dict[str, tuple[Quantity, ...]]:
    """Return for each measure three quantities: people, judge, and the difference.

    Args:
        name: What their names begin with.
        rows: Clusters x (tables q q): first the tables of people, then those of the judge.
        q: The categories.
        sizes: How many tables of each there are.
        n: The units.
    """
    edge = sizes[0] * q * q
    people, judge = rows[:, :edge], rows[:, edge:]
    why = "one_human" if n == 0 else "one_category"
    found = {}
    for kind, measure, width in (("agreement", agree, 1.0), ("kappa", cohen, 2.0)):
        of_people, of_judge = _mean(measure, sizes[0], q), _mean(measure, sizes[1], q)

        def subtract(
            sums: FloatArray, first: Statistic = of_people, second: Statistic = of_judge
        ) -> FloatArray:
            return second(sums[..., edge:]) - first(sums[..., :edge])

        label = f"{name}_{kind}"
        if kind == "agreement":
            alone = [_share(f"{label}:human_human", people, sizes[0], q, n)]
            alone.append(_share(f"{label}:judge_human", judge, sizes[1], q, n))
        else:
            alone = [Quantity(f"{label}:human_human", people, of_people, n, why)]
            alone.append(Quantity(f"{label}:judge_human", judge, of_judge, n, why))
        difference = Quantity(
            f"{label}:difference", rows, subtract, n, why, (-width, width), kind="paired"
        )
        found[kind] = (*alone, difference)
    return found


def _share(name: str, rows: FloatArray, count: int, q: int, n: int) -> Quantity:
    """Return the share of pairs that agree: what lies on the diagonals of the tables."""
    tables = rows.reshape(len(rows), count, q, q)
    agreeing = np.trace(tables, axis1=-2, axis2=-1).sum(axis=-1)
    columns = np.column_stack([agreeing, tables.sum(axis=(-3, -2, -1))])
    return Quantity(name, columns, ratio, n, "one_human", (0.0, 1.0), share=True)


def _mean(measure: Measure, tables: int, q: int) -> Statistic:
    """Return the mean of a measure over tables, from the sums of all their cells."""

    def statistic(sums: FloatArray) -> FloatArray:
        squares = sums.reshape(*sums.shape[:-1], tables, q, q)
        return mean_of_tables(measure(squares), squares)

    return statistic


def _tables(shared: Items, pairs: Iterable[tuple[IntArray, IntArray]]) -> FloatArray:
    """Return the tables of pairs of columns in every cluster: clusters x (tables q q)."""
    q, clusters = len(shared.categories), len(shared.clusters)
    blocks = [pair_rows(a, b, q, shared.cluster_of, clusters) for a, b in pairs]
    return np.hstack(blocks) if blocks else np.zeros((clusters, 0))


def _beside(three: tuple[Quantity, ...], draws: Draws) -> Beside:
    people, judge, difference = (estimate(each, draws) for each in three)
    return Beside(human_human=people, judge_human=judge, difference=difference)
