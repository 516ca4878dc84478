"""Measuring in pairs: A and B in turn, so that a machine whose speed drifts skews neither."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """How often A takes the time (or size) of B, and what it should reach."""

    name: str
    ratio: float
    goal: float
    a: str
    b: str
    at_least: bool = False

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio >= self.goal if self.at_least else self.ratio <= self.goal


def pair(a: Callable[[], object], b: Callable[[], object], rounds: int = 7) -> tuple[float, float]:
    """Return the median seconds of two functions, run in turn after one warm-up each."""
    a()
    b()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for function, kept in zip((a, b), times, strict=True):
            start = time.perf_counter()
            function()
            kept.append(time.perf_counter() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def compare(
    name: str, goal: float, a: Callable[[], object], b: Callable[[], object], rounds: int = 7
) -> Ratio:
    """Return the ratio of the median times of A and B."""
    first, second = pair(a, b, rounds)
    return Ratio(name, first / second, goal, _milliseconds(first), _milliseconds(second))


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"
