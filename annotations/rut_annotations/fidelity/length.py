"""Whether longer dialogues go with faithful users: correlations over sources."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Interval
from rut_annotations.fidelity.outcomes import Outcomes
from rut_domains.frozen import Frozen

# Below so many sources one of them can make a correlation.
FEW_SOURCES = 10
_ROUNDING = 1e-12


class WithoutOne(Frozen):
    """The correlations without one of the sources."""

    source: str
    pearson: FiniteFloat | None
    spearman: FiniteFloat | None


class Correlation(Frozen):
    """Pearson's and Spearman's correlation over named points, whole and without each in turn."""

    pearson: Estimate
    spearman: Estimate
    without: tuple[WithoutOne, ...]


class LengthLink(Frozen):
    """Mean turns of each source against its UFS and its mean reward, on the tasks all completed.

    `tasks` have a dialogue with turns under every source. A correlation over few sources is
    carried by single ones: see `without`.
    """

    tasks: int
    turns: dict[str, FiniteFloat | None]
    ufs: dict[str, FiniteFloat | None]
    reward: dict[str, FiniteFloat | None]
    turns_ufs: Correlation
    turns_reward: Correlation


def link_length(outcomes: Outcomes, level: float = 0.95) -> LengthLink:
    """Correlate mean turns with UFS and with mean reward over the sources."""
    index, tasks = outcomes.task_index()
    turns = outcomes.numbers(outcomes.turns)
    everywhere = np.ones(tasks, dtype=np.bool_)
    for source in outcomes.sources:
        there = outcomes.cell(source=source) & ~np.isnan(turns)
        everywhere &= np.bincount(index[there], minlength=tasks) > 0
    columns = {
        "turns": turns,
        "ufs": outcomes.numbers(outcomes.faithful),
        "reward": outcomes.numbers(outcomes.reward),
    }
    means: dict[str, dict[str, float | None]] = {name: {} for name in columns}
    for source in outcomes.sources:
        chosen = outcomes.cell(source=source) & everywhere[index]
        for name, values in columns.items():
            known = values[chosen & ~np.isnan(values)]
            means[name][source] = float(known.mean()) if known.size else None
    return LengthLink(
        tasks=int(everywhere.sum()),
        **means,
        turns_ufs=correlate(means["turns"], means["ufs"], level),
        turns_reward=correlate(means["turns"], means["reward"], level),
    )


def correlate(
    first: Mapping[str, float | None], second: Mapping[str, float | None], level: float = 0.95
) -> Correlation:
    """Correlate two values of named points; points without both values are left out.

    Intervals by Fisher's z (Fisher, 1921): tanh(atanh r +- z / sqrt(n - 3)); Spearman's with the
    wider error sqrt((1 + r^2 / 2) / (n - 3)) of Bonett and Wright (2000).
    """
    names = [name for name in first if first[name] is not None and second.get(name) is not None]
    x = np.array([first[name] for name in names], dtype=np.float64)
    y = np.array([second[name] for name in names], dtype=np.float64)
    rest = [np.arange(len(names)) != number for number in range(len(names))]
    return Correlation(
        pearson=_estimate("pearson", pearson(x, y), len(names), level),
        spearman=_estimate("spearman", spearman(x, y), len(names), level),
        without=tuple(
            WithoutOne(
                source=name,
                pearson=pearson(x[kept], y[kept]),
                spearman=spearman(x[kept], y[kept]),
            )
            for name, kept in zip(names, rest, strict=True)
        ),
    )


def pearson(x: FloatArray, y: FloatArray) -> float | None:
    """Return Pearson's correlation; null for fewer than two points or without variation."""
    if len(x) < 2:
        return None
    u, v = x - x.mean(), y - y.mean()
    # Rounding leaves a trace of variation in a constant column.
    if any(np.ptp(each) <= _ROUNDING * np.abs(each).max() for each in (x, y)):
        return None
    u, v = u / np.abs(u).max(), v / np.abs(v).max()
    return float(np.clip((u @ v) / math.sqrt((u @ u) * (v @ v)), -1.0, 1.0))


def spearman(x: FloatArray, y: FloatArray) -> float | None:
    """Return Spearman's rank correlation: Pearson's on ranks, ties at their mean rank."""
    return pearson(rank(x), rank(y))


def rank(values: FloatArray | Sequence[float]) -> FloatArray:
    """Return ranks from 1, ties at their mean rank."""
    _, inverse, counts = np.unique(
        np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True
    )
    middle = np.cumsum(counts) - (counts - 1) / 2
    return np.asarray(middle[inverse.reshape(-1)], dtype=np.float64)


def _estimate(name: str, r: float | None, n: int, level: float) -> Estimate:
    warnings = ("few_sources",) if n < FEW_SOURCES else ()
    if r is None:
        reason = "too_few_sources" if n < 2 else "constant_values"
        return Estimate(name=name, value=None, reason=reason, n=n)
    interval, why = None, ""
    if n < 4:
        why = "too_few_sources"
    elif abs(r) > 1 - _ROUNDING:
        why = "perfect_correlation"
    else:
        spread = 1 + r * r / 2 if name == "spearman" else 1.0
        half = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(spread / (n - 3))
        low, high = (math.tanh(math.atanh(r) + side * half) for side in (-1, 1))
        interval = Interval(low=low, high=high, level=level, method="analytic", rule="fisher_z")
    return Estimate(
        name=name, value=r, interval=interval, interval_reason=why, n=n, warnings=warnings
    )
