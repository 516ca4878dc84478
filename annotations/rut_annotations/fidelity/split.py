"""Halves of the human dialogues: how far people are from people on the same tasks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rut_annotations.fidelity.outcomes import BoolArray, IntArray

SPLITS = 10


class Split(NamedTuple):
    """Two halves of the human dialogues and as many simulated ones, task by task."""

    first: BoolArray
    second: BoolArray
    simulated: BoolArray


def split_halves(
    human: BoolArray, simulated: BoolArray, index: IntArray, seed: int, splits: int = SPLITS
) -> Iterator[Split]:
    """Yield random halves of equal size within every task; nothing if no task has two of people.

    Only tasks that both sides have played count, and the simulated dialogues are as many as those
    of a half (fewer where there are fewer): distances shrink with the number of dialogues, so
    only equal numbers can be compared.

    Args:
        human: Which dialogues are human.
        simulated: Which are the source's.
        index: Each dialogue's task.
        seed: Of the random halves.
        splits: How many.
    """
    people, source = _by_task(human, index), _by_task(simulated, index)
    tasks = [task for task, rows in people.items() if len(rows) > 1 and task in source]
    if not tasks:
        return
    generator = np.random.default_rng(seed)
    for _ in range(splits):
        halves = np.zeros((3, len(index)), dtype=np.bool_)
        for task in tasks:
            rows = generator.permutation(people[task])
            half = len(rows) // 2
            halves[0, rows[:half]] = True
            halves[1, rows[half : 2 * half]] = True
            halves[2, generator.permutation(source[task])[:half]] = True
        yield Split(halves[0], halves[1], halves[2])


def _by_task(chosen: BoolArray, index: IntArray) -> dict[int, IntArray]:
    rows = np.flatnonzero(chosen)
    return {int(task): rows[index[rows] == task] for task in np.unique(index[rows])}
