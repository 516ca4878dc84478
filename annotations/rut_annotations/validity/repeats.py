"""Whether raters say the same of a unit when they meet it again."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from rut_annotations.agreement.ratings import (
    HUMAN,
    PRACTICE,
    BoolArray,
    IntArray,
    Ratings,
)
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, ratio
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.kappa import cohen, mean_of_tables, pair_rows
from rut_annotations.validity.sampling import Quantity, estimate
from rut_domains.frozen import Frozen


class RaterRepeats(Frozen):
    """One rater with itself: units judged in two passes or more, and pairs of passes."""

    rater: str
    role: str
    units: int
    pairs: int
    agreement: Estimate
    kappa: Estimate


class Repeats(Frozen):
    """Intra-rater agreement on one criterion.

    Each pass is compared with the next one of the same rater on the same unit. The two pooled
    numbers are means over raters weighted by their pairs; raters are never compared with each
    other here.
    """

    criterion: str
    pairs: int
    agreement: Estimate
    kappa: Estimate
    raters: tuple[RaterRepeats, ...]


def compare_repeats(
    ratings: Ratings, criterion: str, plan: Plan, roles: Collection[str] = (HUMAN,)
) -> Repeats:
    """Compare every rater's passes, those of practice left out.

    Args:
        ratings: The table.
        criterion: One of its criteria.
        plan: How intervals are made.
        roles: Whose repeats.

    Raises:
        RatingsFault: The criterion does not occur.
    """
    if criterion not in ratings.criteria:
        raise RatingsFault(f"there is no criterion {criterion!r}")
    part = ratings.on_scale(criterion)
    draws = Draws(len(ratings.clusters), plan)
    # The whole table's clusters, so that all criteria are resampled alike.
    cluster_of = np.searchsorted(ratings.clusters, part.clusters).astype(np.int32)[part.cluster_of]
    first, second = _next_pass(part, roles)
    q = len(part.values)
    keys = sorted({(int(part.role[at]), int(part.rater[at])) for at in first})
    raters, blocks = [], []
    for role, rater in keys:
        rows = (part.role[first] == role) & (part.rater[first] == rater)
        codes, index = (part.code[first[rows]], part.code[second[rows]]), part.unit[first[rows]]
        blocks.append(pair_rows(*codes, q, cluster_of[index], draws.clusters))
        agreement, kappa = _two(blocks[-1:], q, int(rows.sum()), draws)
        raters.append(
            RaterRepeats(
                rater=part.raters[rater],
                role=part.roles[role],
                units=len(np.unique(part.unit[first[rows]])),
                pairs=int(rows.sum()),
                agreement=agreement,
                kappa=kappa,
            )
        )
    agreement, kappa = _two(blocks, q, len(first), draws)
    return Repeats(
        criterion=criterion,
        pairs=len(first),
        agreement=agreement,
        kappa=kappa,
        raters=tuple(raters),
    )


def _next_pass(part: Ratings, roles: Collection[str]) -> tuple[IntArray, IntArray]:
    """Return the rows of a real pass and of the same rater's next one on the same unit."""
    wanted = np.array([name in roles for name in part.roles], dtype=np.bool_)
    real = np.array([name.casefold() not in PRACTICE for name in part.passes], dtype=np.bool_)
    kept: BoolArray = wanted[part.role] & real[part.pass_] & (part.code >= 0)
    rows = np.flatnonzero(kept).astype(np.int32)
    # Rows are in order of unit, rater, role and pass.
    columns = (part.unit, part.rater, part.role)
    same = np.logical_and.reduce([np.diff(column[rows]) == 0 for column in columns])
    return rows[:-1][same], rows[1:][same]


def _two(blocks: list[FloatArray], q: int, pairs: int, draws: Draws) -> tuple[Estimate, Estimate]:
    """Return the share of equal pairs, and the mean kappa of the tables."""
    rows = np.hstack(blocks) if blocks else np.zeros((draws.clusters, 0))
    tables = rows.reshape(len(rows), len(blocks), q, q)
    equal = np.trace(tables, axis1=-2, axis2=-1).sum(axis=-1)
    share = np.column_stack([equal, tables.sum(axis=(-3, -2, -1))])

    def kappa(sums: FloatArray) -> FloatArray:
        squares = sums.reshape(*sums.shape[:-1], len(blocks), q, q)
        return mean_of_tables(cohen(squares), squares)

    why = "one_category" if pairs else "no_repeats"
    return (
        estimate(
            Quantity("intra_agreement", share, ratio, pairs, why, (0.0, 1.0), share=True), draws
        ),
        estimate(Quantity("intra_kappa", rows, kappa, pairs, why), draws),
    )
