"""Whether a choice between two depends on which side each was shown on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

import numpy as np

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, ratio
from rut_annotations.validity.sampling import Quantity, estimate
from rut_domains.frozen import Frozen

Side = Literal["left", "right", "neither"]


class Choice(NamedTuple):
    """One rater's choice between two things, shown side by side (or one after the other)."""

    rater: str
    left: str
    right: str
    chosen: Side
    cluster: str


class SideEffect(Frozen):
    """How often a rater chose the left, and stayed with a thing when the sides were swapped.

    `rater` is `""` for all together. `left` is the share of left among choices of a side: without
    a position effect one half, where sides were dealt by chance. `consistent` is the share of pairs
    shown both ways in which the same thing was chosen, or neither twice; `same_side` the share
    in which the side was the same both times, which no preference for a thing explains.
    """

    rater: str
    choices: int
    neither: int
    swapped: int
    left: Estimate
    consistent: Estimate
    same_side: Estimate


def measure_sides(choices: Iterable[Choice], plan: Plan) -> tuple[SideEffect, ...]:
    """Return the side effects of all raters together, then of each.

    Of a rater's choices of one pair in one order, the first alone counts for consistency.

    Raises:
        ValueError: A choice is none of left, right and neither.
    """
    rows = list(choices)
    for row in rows:
        if row.chosen not in get_args(Side):
            raise ValueError(f"{row.chosen!r} is no side")
    clusters = sorted({row.cluster for row in rows})
    draws = Draws(len(clusters), plan)
    place = {name: at for at, name in enumerate(clusters)}
    raters = sorted({row.rater for row in rows})
    whole = [_effect("", rows, place, draws)]
    by_rater = [
        _effect(name, [row for row in rows if row.rater == name], place, draws) for name in raters
    ]
    return (*whole, *by_rater)


def _effect(name: str, rows: list[Choice], place: dict[str, int], draws: Draws) -> SideEffect:
    sided = [row for row in rows if row.chosen != "neither"]
    pairs = _swaps(rows)

    def share(label: str, hits: list[tuple[bool, str]], reason: str) -> Estimate:
        index = np.array([place[cluster] for _, cluster in hits], dtype=np.int32)
        flags: FloatArray = np.array([hit for hit, _ in hits], dtype=np.float64)
        sums = cluster_sums(index, draws.clusters, [flags, np.ones(len(flags))])
        return estimate(
            Quantity(label, sums, ratio, len(hits), reason, (0.0, 1.0), share=True), draws
        )

    return SideEffect(
        rater=name,
        choices=len(rows),
        neither=len(rows) - len(sided),
        swapped=len(pairs),
        left=share(
            "left_choice", [(row.chosen == "left", row.cluster) for row in sided], "no_choices"
        ),
        consistent=share(
            "swap_consistency",
            [(_thing(one) == _thing(other), one.cluster) for one, other in pairs],
            "no_swaps",
        ),
        same_side=share(
            "same_side",
            [(one.chosen == other.chosen != "neither", one.cluster) for one, other in pairs],
            "no_swaps",
        ),
    )


def _swaps(rows: list[Choice]) -> list[tuple[Choice, Choice]]:
    """Return, for each rater and pair shown both ways, the first choice of each way."""
    first: dict[tuple[str, str, str, str], Choice] = {}
    for row in rows:
        first.setdefault((row.cluster, row.rater, row.left, row.right), row)
    found: dict[tuple[str, str, str, str], list[Choice]] = defaultdict(list)
    for (cluster, rater, left, right), row in first.items():
        if left != right:
            found[(cluster, rater, min(left, right), max(left, right))].append(row)
    return [(two[0], two[1]) for two in found.values() if len(two) == 2]


def _thing(choice: Choice) -> str | None:
    if choice.chosen == "neither":
        return None
    return choice.left if choice.chosen == "left" else choice.right
