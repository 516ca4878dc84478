"""A difference of means between dialogues with and without something, raw and within tasks."""

from __future__ import annotations

import numpy as np

from rut_annotations.estimation.interval import Estimate, FloatArray
from rut_annotations.estimation.sums import Draws, cluster_sums, divide, ratio
from rut_annotations.fidelity.outcomes import BoolArray, IntArray
from rut_annotations.fidelity.sampling import estimate_from_sums
from rut_domains.frozen import Frozen


class Contrast(Frozen):
    """The mean where something is present minus the mean where it is absent.

    `raw` mixes all tasks. The other two compare dialogues of the same task only: `fixed_effect`
    is the coefficient of a regression with a constant for every task (weights n1 n0 / (n1 + n0)),
    `matched` the mean difference over all pairs of one dialogue with and one without (weights
    n1 n0). `tasks` have both kinds of dialogue, `pairs` are theirs.
    """

    present: int
    absent: int
    tasks: int
    pairs: int
    raw: Estimate
    fixed_effect: Estimate
    matched: Estimate


def contrast_within_tasks(
    name: str,
    present: BoolArray,
    values: FloatArray,
    known: BoolArray,
    index: IntArray,
    draws: Draws,
) -> Contrast:
    """Return the contrast of `values` between dialogues where `present` holds and the others.

    Args:
        name: What the estimates' names begin with.
        present: Where it holds, one entry a dialogue.
        values: What is compared.
        known: Which dialogues count.
        index: Each dialogue's task.
        draws: The resamples of the tasks.
    """
    there, away = known & present, known & ~present
    filled = np.nan_to_num(values)
    columns = [filled * there, there.astype(np.float64), filled * away, away.astype(np.float64)]
    rows = cluster_sums(index, draws.clusters, columns)
    pairs = rows[:, 1] * rows[:, 3]
    differences = np.nan_to_num(divide(rows[:, 0], rows[:, 1]) - divide(rows[:, 2], rows[:, 3]))
    overlap = np.nan_to_num(divide(pairs, rows[:, 1] + rows[:, 3]))
    both = pairs > 0
    dialogues = int(rows[both][:, [1, 3]].sum())

    def within(kind: str, weights: FloatArray) -> Estimate:
        weighted = np.column_stack([differences * weights, weights])
        return estimate_from_sums(
            f"{name}:{kind}", weighted, ratio, draws, n=dialogues, reason="no_task_with_both"
        )

    return Contrast(
        present=int(there.sum()),
        absent=int(away.sum()),
        tasks=int(both.sum()),
        pairs=int(pairs.sum()),
        raw=estimate_from_sums(
            f"{name}:raw", rows, difference, draws, n=int(known.sum()), reason="one_kind_only"
        ),
        fixed_effect=within("fixed_effect", overlap),
        matched=within("matched", pairs),
    )


def difference(sums: FloatArray) -> FloatArray:
    """Return the mean of one side minus that of another, from sum and count of both."""
    return divide(sums[..., 0], sums[..., 1]) - divide(sums[..., 2], sums[..., 3])
