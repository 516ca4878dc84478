"""What tells simulated from human dialogues, beside what tells people from people."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.resampling import jackknife_interval
from rut_annotations.estimation.sums import divide
from rut_annotations.fidelity.outcomes import BoolArray, IntArray
from rut_annotations.fidelity.sampling import warn
from rut_annotations.fidelity.split import Split, split_halves
from rut_domains.frozen import Frozen

MeasureName = Literal[
    "wasserstein_iqr", "kolmogorov_smirnov", "jensen_shannon", "classifier_auc", "coverage"
]
# From the weights of dialogues (replicates x dialogues) to a value each, NaN where it has none.
Weighted = Callable[[FloatArray], FloatArray]

# More tasks are left out in groups (Kott, 2001, "The delete-a-group jackknife").
_GROUPS = 200
# So many cells of the weights of dialogues are made at once: 32 MB.
_CELLS = 4_000_000
_ROUNDING = 1e-12


class Likeness(Frozen):
    """How unlike people one source is in one column (`""`: several at once), by one measure.

    `value` compares all its dialogues with all of the people's. `split_half` is the same between
    two halves of the people on the same tasks, and `ratio` the source against a half, in equal
    numbers, over that: 1 is as unlike as people are among themselves. For coverage more is
    better, for all others less.
    """

    source: str
    column: str
    measure: MeasureName
    simulated: int
    human: int
    value: Estimate
    split_half: FiniteFloat | None
    ratio: Estimate


class Groups(NamedTuple):
    """Which dialogues are the source's, which are the people's, and each dialogue's task."""

    simulated: BoolArray
    human: BoolArray
    task: IntArray


# From two sets of dialogues to their distance under any weights.
Measure = Callable[[BoolArray, BoolArray], Weighted]


def compare_with_people(
    source: str,
    column: str,
    measure_name: MeasureName,
    groups: Groups,
    plan: Plan,
    measure: Measure,
    unscaled: Measure | None = None,
) -> Likeness:
    """Return a distance from people, and its ratio to that between halves of the people.

    A distance cannot be below 0, so that in a sample it is too large on average, the more so the
    smaller the sample: the ratio, in equal numbers, is what to read. A resample with repeats
    makes it larger still, and the bootstrap's interval may leave out the value itself; hence the
    jackknife over tasks, of the logarithm (rule `log_scale`) where there is no greatest value.

    Args:
        source: The source's name.
        column: The column's name.
        measure_name: The measure's name.
        groups: The dialogues with a value.
        plan: The level, the seed of the halves, and what the clusters are.
        measure: The distance of the first set of dialogues from the second.
        unscaled: What the ratio is made of, where the measure is scaled by the people's spread.
    """
    simulated, human, index = groups
    sizes = int(simulated.sum()), int(human.sum())
    top = 1.0 if measure_name in ("classifier_auc", "coverage") else np.inf
    value = Estimate(name=measure_name, value=None, reason="one_kind_only", n=sum(sizes))
    ratio = value.model_copy(update={"name": f"{measure_name}:ratio"})
    half = None
    if all(sizes):
        whole = measure(simulated, human)
        reason = "no_fold_with_both" if measure_name == "classifier_auc" else "no_spread"
        value = _estimate(measure_name, whole, groups, plan, reason, top)
        splits = list(split_halves(human, simulated, index, plan.seed))
        half = _split_half(splits, index, measure)
        ratio = _ratio(f"{measure_name}:ratio", splits, index, plan, unscaled or measure)
    return Likeness(
        source=source,
        column=column,
        measure=measure_name,
        simulated=sizes[0],
        human=sizes[1],
        value=value,
        split_half=half,
        ratio=ratio,
    )


def _ratio(
    name: str, splits: Sequence[Split], index: IntArray, plan: Plan, measure: Measure
) -> Estimate:
    if not splits:
        return Estimate(name=name, value=None, reason="no_human_repeats")
    people = [measure(split.second, split.first) for split in splits]
    source = [measure(split.simulated, split.first) for split in splits]

    def over(weights: FloatArray) -> FloatArray:
        below = _mean(people, weights)
        return divide(_mean(source, weights), np.where(below > _ROUNDING, below, 0.0))

    first = splits[0]
    groups = Groups(first.simulated, first.first | first.second, index)
    return _estimate(name, over, groups, plan, "split_half_zero")


def _split_half(splits: Sequence[Split], index: IntArray, measure: Measure) -> float | None:
    """Return the mean over splits of the distance of one half of the people from the other."""
    if not splits:
        return None
    people = [measure(split.second, split.first) for split in splits]
    half = float(_mean(people, np.ones((1, len(index))))[0])
    return None if np.isnan(half) else half


def _mean(parts: Sequence[Weighted], weights: FloatArray) -> FloatArray:
    """Return the mean over splits, of those that have a value."""
    values = np.stack([part(weights) for part in parts])
    defined = (~np.isnan(values)).sum(axis=0)
    total = np.nan_to_num(values).sum(axis=0)
    return divide(total, defined.astype(np.float64))


def _estimate(
    name: str, statistic: Weighted, groups: Groups, plan: Plan, reason: str, top: float = np.inf
) -> Estimate:
    """Return a statistic with the jackknife's interval, on the log scale unless it has a top."""
    used = groups.simulated | groups.human
    n, clusters = int(used.sum()), len(np.unique(groups.task[used]))
    value = float(statistic(np.ones((1, len(used))))[0])
    if np.isnan(value):
        return Estimate(name=name, value=None, reason=reason, n=n)
    deleted = np.concatenate(
        [statistic(weights) for weights in _leave_out(groups.task, used, plan.seed)]
    )
    interval, why = _interval(value, deleted, plan, top)
    if interval:
        interval = interval.model_copy(update={"clusters": clusters})
    return Estimate(
        name=name,
        value=value,
        interval=interval,
        interval_reason=why,
        n=n,
        warnings=warn(interval, n, clusters),
    )


def _interval(
    value: float, deleted: FloatArray, plan: Plan, top: float
) -> tuple[Interval | None, str]:
    if np.isfinite(top):
        return jackknife_interval(value, deleted, plan, (0.0, top))
    if value <= _ROUNDING or (deleted <= _ROUNDING).any():
        return None, "at_bound"
    found, why = jackknife_interval(math.log(value), np.log(deleted), plan)
    if found is None:
        return None, why
    ends = {"low": math.exp(found.low), "high": math.exp(found.high), "rule": "log_scale"}
    return found.model_copy(update=ends), ""


def _leave_out(task: IntArray, used: BoolArray, seed: int) -> Iterator[FloatArray]:
    """Yield weights that leave out each task in turn, or each of 200 groups of tasks."""
    tasks = np.unique(task[used])
    groups = min(len(tasks), _GROUPS)
    dealt = np.random.default_rng(seed).permutation(len(tasks)) % groups
    group = np.full(len(task), -1)
    group[used] = dealt[np.searchsorted(tasks, task[used])]
    rows = max(1, _CELLS // max(1, len(task)))
    for start in range(0, groups, rows):
        left = np.arange(start, min(start + rows, groups))
        yield (group[None, :] != left[:, None]).astype(np.float64)
