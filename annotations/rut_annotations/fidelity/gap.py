"""How far a simulation is from people on the same tasks: success, UFS, or any column."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide, ratio
from rut_annotations.fidelity.contrast import difference
from rut_annotations.fidelity.equivalence import Equivalence, decide, paired_difference
from rut_annotations.fidelity.outcomes import BoolArray, Outcomes
from rut_annotations.fidelity.sampling import estimate_from_sums, warn
from rut_domains.frozen import Frozen

Measured = Literal["success", "faithful", "reward", "turns", "cost"]

# Ten points, the margin that the study protocol proposes for success and UFS.
MARGIN = 0.1
_SHARES = ("success", "faithful")


class Gap(Frozen):
    """A mean under one source minus that under the reference, each task alike.

    `matched` is over the `tasks` that both have played, where `source_mean` and `reference_mean`
    are taken; `unmatched` compares all dialogues of each, whatever their tasks. The verdict is
    on `matched`, against the margin; null where no margin was set.
    """

    measured: Measured
    source: str
    reference: str
    tasks: int
    source_only: int
    reference_only: int
    source_mean: FiniteFloat | None
    reference_mean: FiniteFloat | None
    matched: Estimate
    unmatched: Estimate
    verdict: Equivalence | None


def measure_gaps(
    outcomes: Outcomes,
    measured: Measured,
    plan: Plan,
    *,
    margin: float | None = None,
    reference: str | None = None,
) -> tuple[Gap, ...]:
    """Compare every simulated source with people, or every other source with `reference`.

    One dialogue of each side on each task and a column of yes and no: Tango's interval (rule
    `paired_binary`); else the jackknife over fewer than 100 tasks, or the cluster bootstrap.

    Args:
        outcomes: The table.
        measured: The column that is compared.
        plan: How intervals are made, at a level above 0.5.
        margin: Within which two sources are equivalent; 10 points if null for success and UFS,
            none for what has no such scale.
        reference: A source to compare with instead of all people.
    """
    if reference is None:
        other = outcomes.are_people()
        sources = [source for source in outcomes.sources if source not in outcomes.people]
    else:
        other = outcomes.cell(source=reference)
        sources = [source for source in outcomes.sources if source != reference]
    if margin is None and measured in _SHARES:
        margin = MARGIN
    # Two one-sided tests at alpha need the interval of level 1 - 2 alpha.
    wide = _draws(outcomes, plan, plan.level)
    inner = _draws(outcomes, plan, 2 * plan.level - 1)
    return tuple(
        _gap(outcomes, measured, source, reference or "human", other, margin, wide, inner)
        for source in sources
        if other.any()
    )


def _draws(outcomes: Outcomes, plan: Plan, level: float) -> Draws:
    return Draws(outcomes.task_index()[1], plan.model_copy(update={"level": level}))


def _gap(
    outcomes: Outcomes,
    measured: Measured,
    source: str,
    reference: str,
    other: BoolArray,
    margin: float | None,
    wide: Draws,
    inner: Draws,
) -> Gap:
    rows = _pair_sums(outcomes, measured, outcomes.cell(source=source), other)
    shared = (rows[:, 1] > 0) & (rows[:, 3] > 0)
    name = f"gap:{measured}"
    binary = measured in _SHARES

    def at_level(level: float) -> Estimate:
        near = abs(level - wide.plan.level) < abs(level - inner.plan.level)
        return subtract_on_shared_tasks(name, rows, binary, wide if near else inner)

    means = [
        float(divide(rows[shared, at], rows[shared, at + 1]).mean()) if shared.any() else None
        for at in (0, 2)
    ]
    return Gap(
        measured=measured,
        source=source,
        reference=reference,
        tasks=int(shared.sum()),
        source_only=int(((rows[:, 1] > 0) & ~shared).sum()),
        reference_only=int(((rows[:, 3] > 0) & ~shared).sum()),
        source_mean=means[0],
        reference_mean=means[1],
        matched=at_level(wide.plan.level),
        unmatched=estimate_from_sums(
            f"{name}:unmatched",
            rows,
            difference,
            wide,
            n=int(rows[:, [1, 3]].sum()),
            bounds=(-1.0, 1.0) if binary else (-np.inf, np.inf),
        ),
        verdict=decide(at_level, margin, 1 - wide.plan.level) if margin else None,
    )


def _pair_sums(
    outcomes: Outcomes, measured: Measured, first: BoolArray, second: BoolArray
) -> FloatArray:
    """Return sum and count of the first side, then of the second: tasks x 4."""
    values = outcomes.numbers(getattr(outcomes, measured))
    columns: list[FloatArray] = []
    for side in (first, second):
        known = side & ~np.isnan(values)
        columns += [np.where(known, values, 0.0), known.astype(np.float64)]
    return cluster_sums(*outcomes.task_index(), columns)


def subtract_on_shared_tasks(name: str, rows: FloatArray, binary: bool, draws: Draws) -> Estimate:
    """Return the mean over tasks that both sides have of the first's mean minus the second's.

    Args:
        name: The estimate's name.
        rows: Tasks x 4: sum and count of the first side, sum and count of the second.
        binary: Whether a value is 0 or 1; one on each side of each task then has Tango's interval.
        draws: The resamples of the tasks.
    """
    shared = (rows[:, 1] > 0) & (rows[:, 3] > 0)
    both = rows[shared]
    if binary and len(both) and both[:, [1, 3]].max() == 1:
        counts = (*count_discordant(both), len(both))
        found = paired_difference(name, *counts, draws.plan.level)
        return found.model_copy(update={"warnings": warn(None, 2 * len(both), len(both))})
    differences = divide(rows[:, 0], rows[:, 1]) - divide(rows[:, 2], rows[:, 3])
    columns = np.column_stack([np.where(shared, differences, 0.0), shared])
    dialogues = int(both[:, [1, 3]].sum())
    return estimate_from_sums(
        name,
        columns,
        ratio,
        draws,
        n=dialogues,
        bounds=(-1.0, 1.0) if binary else (-np.inf, np.inf),
        reason="no_shared_tasks",
    )


def count_discordant(both: FloatArray) -> tuple[int, int]:
    """Return on how many tasks the first side alone succeeds, and the second alone."""
    first, second = both[:, 0] == 1, both[:, 2] == 1
    return int((first & ~second).sum()), int((second & ~first).sum())
