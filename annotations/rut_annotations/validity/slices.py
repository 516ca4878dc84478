"""Any number of this room by family, mode, polarity or domain."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np

from rut_annotations.agreement.ratings import MODEL, IntArray, Ratings, Status
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, divide
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.ceilings import find_shared, pairwise_quantities
from rut_annotations.validity.confusion import FAIL, confusion_quantities, confusion_rows
from rut_annotations.validity.items import Applicability, Items, align_items
from rut_annotations.validity.sampling import Quantity, estimate
from rut_domains.frozen import Frozen

Found = TypeVar("Found")
# From the verdicts on one criterion to what is measured.
MeasureItems = Callable[[Items], Found]


class Slice(Frozen, Generic[Found]):
    """What was found in one group of units."""

    group: str
    units: int
    found: Found


class GroupMean(Frozen):
    """Unweighted means over the criteria of one group.

    Criteria are never thrown into one table: raters who guess, each criterion at its own rate,
    would seem to agree. `criteria` is what the mean of each name is over.
    """

    group: str
    criteria: dict[str, tuple[str, ...]]
    means: dict[str, Estimate]


def slice_units(
    items: Items, group_of: Mapping[str, str], measure: MeasureItems[Found]
) -> tuple[Slice[Found], ...]:
    """Measure each group of units by itself, such as the dialogues of each domain.

    Args:
        items: The verdicts on one criterion.
        group_of: Each unit's group; units without one are left out, and may be counted from it.
        measure: Any function of this room with its other arguments filled in.
    """
    names = np.array([group_of.get(unit, "") for unit in items.units], dtype=object)
    known = np.array([unit in group_of for unit in items.units], dtype=np.bool_)
    found = []
    for group in sorted(set(group_of.values())):
        part = items.choose(known & (names == group))
        if part.units:
            found.append(Slice(group=group, units=len(part.units), found=measure(part)))
    return tuple(found)


def stack_criteria(
    ratings: Ratings, criteria: Sequence[str], applicability: Applicability = "missing"
) -> Items:
    """Return the units of several criteria below each other, for the alternative annotator test.

    That test averages within clusters first, so that criteria of one dialogue count once. Kappas,
    MCC and any other number that corrects for chance must not be taken over criteria: see
    `average_groups`.

    Raises:
        RatingsFault: A criterion does not occur, there is none, or their scales differ.
    """
    parts = [align_items(ratings, name, applicability) for name in criteria]
    if not parts or len({part.categories for part in parts}) > 1:
        raise RatingsFault("only criteria of one scale can be stacked")
    humans = tuple(sorted({name for part in parts for name in part.humans}))
    judges = tuple(sorted({name for part in parts for name in part.judges}))
    return replace(
        parts[0],
        criterion=", ".join(criteria),
        units=tuple(f"{part.criterion}: {unit}" for part in parts for unit in part.units),
        cluster_of=np.concatenate([part.cluster_of for part in parts]),
        humans=humans,
        judges=judges,
        human=np.vstack([_spread(part.human, part.humans, humans) for part in parts]),
        judge=np.vstack([_spread(part.judge, part.judges, judges) for part in parts]),
        interchangeable=any(part.interchangeable for part in parts),
    )


def average_groups(
    ratings: Ratings,
    group_of: Mapping[str, str | Sequence[str]],
    judge: str,
    plan: Plan,
    *,
    fail: str = FAIL,
    applicability: Applicability = "missing",
) -> tuple[GroupMean, ...]:
    """Average confusion and pairwise agreement over the criteria of each group.

    All criteria are resampled by the same draws, so that the interval of a mean heeds how they
    hang together.

    Args:
        ratings: The table.
        group_of: Each criterion's group, or its groups: a criterion may have several modes.
        judge: Whose verdicts.
        plan: How intervals are made.
        fail: The category that counts as positive.
        applicability: How *not applicable* enters.

    Raises:
        RatingsFault: A criterion's scale has no such category, or there is no such judge at all.
    """
    if judge not in _judges(ratings):
        raise RatingsFault(f"there is no judge {judge!r}")
    items = {
        name: align_items(ratings, name, applicability)
        for name in ratings.criteria
        if name in group_of
    }
    return average_items(items, group_of, judge, Draws(len(ratings.clusters), plan), fail=fail)


def average_items(
    items: Mapping[str, Items],
    group_of: Mapping[str, str | Sequence[str]],
    judge: str,
    draws: Draws,
    *,
    fail: str = FAIL,
    names: Collection[str] | None = None,
) -> tuple[GroupMean, ...]:
    """Average over the criteria of each group, from verdicts that are aligned already.

    Args:
        items: Each criterion's verdicts; one that the judge did not judge is left out.
        group_of: Each criterion's group, or its groups.
        judge: Whose verdicts.
        draws: The resamples, over the clusters of the items.
        fail: The category that counts as positive.
        names: The numbers that are wanted (see `judge_quantities`); all if null.

    Raises:
        RatingsFault: A criterion's scale has no such category.
    """
    by_criterion = {}
    for name, each in items.items():
        if judge in each.judges and name in group_of:
            found = judge_quantities(each, judge, fail)
            by_criterion[name] = {
                key: one for key, one in found.items() if names is None or key in names
            }
    groups = {name: _groups(group_of[name]) for name in by_criterion}
    return tuple(
        _average(
            group,
            {name: by_criterion[name] for name in by_criterion if group in groups[name]},
            draws,
        )
        for group in sorted({group for some in groups.values() for group in some})
    )


def judge_quantities(items: Items, judge: str, fail: str = FAIL) -> dict[str, Quantity]:
    """Return the rates of confusion, and pairwise agreement and kappa, by name.

    The latter are called `pairwise_agreement:human_human` and so on.
    """
    found = confusion_quantities(confusion_rows(items, judge, fail))
    shared = find_shared(items, judge)
    for three in pairwise_quantities(shared, shared.judged_by(judge)).values():
        found |= {quantity.name: quantity for quantity in three}
    return found


def mean_quantity(name: str, parts: Sequence[Quantity]) -> Quantity:
    """Return the unweighted mean of quantities over the same clusters.

    Where one has no value (in a resample), neither has the mean.
    """
    widths = [part.rows.shape[1] for part in parts]
    edges = np.cumsum([0, *widths])

    def mean(sums: FloatArray) -> FloatArray:
        values = [
            part.statistic(sums[..., edges[at] : edges[at + 1]]) for at, part in enumerate(parts)
        ]
        return divide(np.sum(values, axis=0), np.asarray(float(len(parts))))

    low, high = (parts[0].bounds) if parts else (-1.0, 1.0)
    return Quantity(
        name,
        np.hstack([part.rows for part in parts]),
        mean,
        sum(part.n for part in parts),
        "no_shared_criteria",
        (low, high),
    )


def _spread(codes: IntArray, names: tuple[str, ...], wanted: tuple[str, ...]) -> IntArray:
    """Return the columns in another order of names, missing where a name has none."""
    wide = np.full((len(codes), len(wanted)), int(Status.MISSING), dtype=np.int32)
    wide[:, [wanted.index(name) for name in names]] = codes
    return wide


def _average(group: str, by_criterion: dict[str, dict[str, Quantity]], draws: Draws) -> GroupMean:
    names = list(dict.fromkeys(name for some in by_criterion.values() for name in some))
    criteria, means = {}, {}
    for name in names:
        parts = {
            criterion: some[name]
            for criterion, some in by_criterion.items()
            if not np.isnan(float(some[name].statistic(some[name].rows.sum(axis=0))))
        }
        criteria[name] = tuple(parts)
        if not parts:
            means[name] = Estimate(name=name, value=None, reason="no_criteria")
            continue
        found = estimate(_only(name, list(parts.values())), draws)
        partial = ("partial_group",) if len(parts) < len(by_criterion) else ()
        means[name] = found.model_copy(update={"warnings": (*found.warnings, *partial)})
    return GroupMean(group=group, criteria=criteria, means=means)


def _only(name: str, parts: list[Quantity]) -> Quantity:
    return parts[0] if len(parts) == 1 else mean_quantity(name, parts)


def _groups(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _judges(ratings: Ratings) -> set[str]:
    if MODEL not in ratings.roles:
        return set()
    rows = ratings.role == ratings.roles.index(MODEL)
    return {ratings.raters[at] for at in np.unique(ratings.rater[rows])}
