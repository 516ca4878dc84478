"""Whether success under simulated users tells success under people, task by task."""

from __future__ import annotations

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide, ratio
from rut_annotations.fidelity.outcomes import BoolArray, IntArray, Outcomes
from rut_annotations.fidelity.sampling import estimate_from_sums
from rut_annotations.fidelity.split import split_halves
from rut_domains.frozen import Frozen

# With fewer simulated dialogues a task its mean is hardly more than 0 or 1.
ENOUGH_ROLLOUTS = 5


class Bin(Frozen):
    """Tasks whose mean simulated success lies in [low, high), the last bin with its high end."""

    low: FiniteFloat
    high: FiniteFloat
    tasks: int
    simulated: FiniteFloat | None
    human: FiniteFloat | None


class Calibration(Frozen):
    """Simulated against human success of one source, for one population and one difficulty.

    `population` is a human source, or `""` for all people; `difficulty` is `""` for all tasks.
    `bias` is mean simulated minus mean human success over the tasks. `floor` is the same error
    between two halves of the people, for scale; null where no task was played
    by two. `rollouts` is the least number of simulated dialogues of a task.
    """

    source: str
    population: str
    difficulty: str
    tasks: int
    rollouts: int
    bins: tuple[Bin, ...]
    error: Estimate
    bias: Estimate
    floor: FiniteFloat | None


def calibrate(outcomes: Outcomes, plan: Plan, bins: int = 5) -> tuple[Calibration, ...]:
    """Return the expected calibration error of every simulated source.

    ECE = sum over bins of n_b / N |mean simulated - mean human success|, over tasks binned by
    their simulated success (after Naeini, Cooper and Hauskrecht, 2015; for users: Lost in
    Simulation, 2026). The error of a perfect simulation is above 0 in any sample: see `floor`.

    Raises:
        ValueError: There are no bins.
    """
    if bins < 1:
        raise ValueError("at least one bin is needed")
    outcomes = outcomes.in_order()
    draws = Draws(outcomes.task_index()[1], plan)
    people = sorted(outcomes.people)
    populations = ["", *people] if len(people) > 1 else [""] if people else []
    levels = ["", *sorted({level for level in outcomes.difficulty or () if level is not None})]
    return tuple(
        _calibrate(outcomes, source, population, level, bins, draws)
        for source in outcomes.sources
        if source not in outcomes.people
        for population in populations
        for level in levels
    )


def _calibrate(
    outcomes: Outcomes, source: str, population: str, level: str, bins: int, draws: Draws
) -> Calibration:
    index, tasks = outcomes.task_index()
    success = outcomes.numbers(outcomes.success)
    kept = ~np.isnan(success)
    if level:
        kept &= np.array([each == level for each in outcomes.difficulty or ()], dtype=np.bool_)
    human = outcomes.cell(source=population) if population else outcomes.are_people()
    own, theirs = kept & outcomes.cell(source=source), kept & human
    rows = _means(success, own, theirs, index, tasks)
    shared = rows[:, 0] > 0
    placed = place_in_bins(rows, bins)
    error = estimate_from_sums(
        "calibration_error",
        placed,
        binned_error,
        draws,
        n=int(shared.sum()),
        bounds=(0.0, 1.0),
        reason="no_shared_tasks",
    )
    counts = np.bincount(index[own], minlength=tasks)[shared]
    rollouts = int(counts.min()) if counts.size else 0
    few = ("few_rollouts",) if error.value is not None and rollouts < ENOUGH_ROLLOUTS else ()
    bias = np.column_stack([rows[:, 1] - rows[:, 2], rows[:, 0]])
    return Calibration(
        source=source,
        population=population,
        difficulty=level,
        tasks=int(shared.sum()),
        rollouts=rollouts,
        bins=_bins(placed.sum(axis=0).reshape(bins, 3)),
        error=error.model_copy(update={"warnings": (*error.warnings, *few)}),
        bias=estimate_from_sums(
            "calibration_bias", bias, ratio, draws, n=int(shared.sum()), reason="no_shared_tasks"
        ),
        floor=_floor(success, theirs, own, index, tasks, bins, draws.plan.seed),
    )


def place_in_bins(rows: FloatArray, bins: int) -> FloatArray:
    """Spread (1, simulated, human) of every task over its bin's three columns: tasks x 3 bins."""
    # .6 is three fifths also where the sum of shares falls short of it by rounding.
    bin_of = np.clip(np.floor(rows[:, 1] * bins + 1e-9).astype(np.intp), 0, bins - 1)
    placed = np.zeros((len(rows), bins, 3))
    placed[np.arange(len(rows)), bin_of] = rows
    return placed.reshape(len(rows), 3 * bins)


def binned_error(sums: FloatArray) -> FloatArray:
    """Return sum |simulated - human| / sum n over bins of (n, simulated, human) columns."""
    binned = sums.reshape(*sums.shape[:-1], -1, 3)
    distance = np.abs(binned[..., 1] - binned[..., 2]).sum(axis=-1)
    return divide(distance, binned[..., 0].sum(axis=-1))


def _means(
    success: FloatArray, own: BoolArray, theirs: BoolArray, index: IntArray, tasks: int
) -> FloatArray:
    """Return (1, mean own, mean theirs) of every task that both have, zeros of any other."""
    won = np.nan_to_num(success)
    columns = [won * own, own.astype(np.float64), won * theirs, theirs.astype(np.float64)]
    sums = cluster_sums(index, tasks, columns)
    shared = (sums[:, 1] > 0) & (sums[:, 3] > 0)
    means = [divide(sums[:, at], sums[:, at + 1]) for at in (0, 2)]
    return np.column_stack([shared, *(np.where(shared, mean, 0.0) for mean in means)])


def _floor(
    success: FloatArray,
    human: BoolArray,
    own: BoolArray,
    index: IntArray,
    tasks: int,
    bins: int,
    seed: int,
) -> float | None:
    errors = [
        float(
            binned_error(
                place_in_bins(_means(success, split.first, split.second, index, tasks), bins).sum(
                    axis=0
                )
            )
        )
        for split in split_halves(human, own, index, seed)
    ]
    return float(np.mean(errors)) if errors else None


def _bins(sums: FloatArray) -> tuple[Bin, ...]:
    edges = np.linspace(0, 1, len(sums) + 1)
    return tuple(
        Bin(
            low=float(edges[number]),
            high=float(edges[number + 1]),
            tasks=int(n),
            simulated=float(simulated / n) if n else None,
            human=float(human / n) if n else None,
        )
        for number, (n, simulated, human) in enumerate(sums)
    )
