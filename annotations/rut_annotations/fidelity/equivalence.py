"""Equivalent within a margin, different, or undecided: never equal for want of evidence."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Interval
from rut_annotations.estimation.proportion import newcombe_interval, tango_interval, wilson
from rut_annotations.estimation.resampling import student_quantile
from rut_domains.frozen import Frozen

Decision = Literal["equivalent", "different", "undecided"]
# From a level to the estimate with its interval at that level.
AtLevel = Callable[[float], Estimate]
# Differences that are alike up to rounding have no spread to judge them by.
_ROUNDING = 1e-12


class Equivalence(Frozen):
    """What a difference comes to against a margin, at error rate alpha.

    Equivalent: the 1 - 2 alpha interval (`inner`) lies within (-margin, margin), which is two
    one-sided tests (Schuirmann, 1987). Else different: the 1 - alpha interval of `difference`
    leaves out 0. Else undecided. `nonzero` says whether 0 is left out whatever the decision, so
    that a difference too small to matter is seen; `beyond_margin` whether the whole interval
    lies outside the margin.
    """

    decision: Decision
    margin: FiniteFloat
    alpha: FiniteFloat
    difference: Estimate
    inner: Interval | None
    nonzero: bool | None
    beyond_margin: bool | None
    reason: str = ""


def decide(at_level: AtLevel, margin: float, alpha: float = 0.05) -> Equivalence:
    """Judge an estimate that can be had at any level.

    Without an interval (no value, no variation, one task) nothing is decided, and `reason` says
    why: numbers that never vary would else be equivalent beyond doubt.

    Raises:
        ValueError: The margin is not above 0, or alpha not within (0, 0.5).
    """
    if not margin > 0 or not 0 < alpha < 0.5:
        raise ValueError("the margin is above 0 and alpha within (0, 0.5)")
    outer, within = at_level(1 - alpha), at_level(1 - 2 * alpha)
    inner, wide = within.interval, outer.interval
    if inner is None or wide is None:
        return Equivalence(
            decision="undecided",
            margin=margin,
            alpha=alpha,
            difference=outer,
            inner=None,
            nonzero=None,
            beyond_margin=None,
            reason=outer.reason or outer.interval_reason or within.interval_reason,
        )
    nonzero = wide.low > 0 or wide.high < 0
    equivalent = -margin < inner.low and inner.high < margin
    return Equivalence(
        decision="equivalent" if equivalent else "different" if nonzero else "undecided",
        margin=margin,
        alpha=alpha,
        difference=outer,
        inner=inner,
        nonzero=nonzero,
        beyond_margin=wide.low >= margin or wide.high <= -margin,
    )


def compare_paired_flags(
    first: Sequence[bool], second: Sequence[bool], margin: float, alpha: float = 0.05
) -> Equivalence:
    """Judge a difference of shares on the same things, by Tango's score interval (Tango, 1998).

    It has width even where no pair differs, so that few equal pairs prove nothing.

    Raises:
        ValueError: The two are not equally long.
    """
    pairs = list(zip(first, second, strict=True))
    only_first = sum(bool(a) and not b for a, b in pairs)
    only_second = sum(bool(b) and not a for a, b in pairs)
    return decide(
        lambda level: paired_difference("difference", only_first, only_second, len(pairs), level),
        margin,
        alpha,
    )


def compare_independent_flags(
    first: Sequence[bool], second: Sequence[bool], margin: float, alpha: float = 0.05
) -> Equivalence:
    """Judge a difference of shares of different things, by Newcombe's interval (1998)."""
    one, other = (
        wilson(sum(map(bool, first)), len(first)),
        wilson(sum(map(bool, second)), len(second)),
    )

    def at_level(level: float) -> Estimate:
        if one.value is None or other.value is None:
            return Estimate(name="difference", value=None, reason="no_dialogues")
        return Estimate(
            name="difference",
            value=one.value - other.value,
            interval=newcombe_interval(one, other, level),
            n=one.n + other.n,
        )

    return decide(at_level, margin, alpha)


def compare_paired_numbers(
    differences: Sequence[float] | FloatArray, margin: float, alpha: float = 0.05
) -> Equivalence:
    """Judge the mean of independent differences, such as one a task, by Student's t."""
    values = np.asarray(differences, dtype=np.float64)
    return decide(lambda level: mean_difference("difference", values, level), margin, alpha)


def paired_difference(
    name: str, only_first: int, only_second: int, n: int, level: float
) -> Estimate:
    """Return the difference of two shares on the same n things with Tango's interval."""
    if n == 0:
        return Estimate(name=name, value=None, reason="no_shared_tasks")
    return Estimate(
        name=name,
        value=(only_first - only_second) / n,
        interval=tango_interval(only_first, only_second, n, level).model_copy(
            update={"rule": "paired_binary", "clusters": n}
        ),
        n=n,
    )


def mean_difference(name: str, values: FloatArray, level: float) -> Estimate:
    """Return the mean with Student's t interval; none where the values never vary."""
    n = len(values)
    if n == 0:
        return Estimate(name=name, value=None, reason="no_shared_tasks")
    mean = float(values.mean())
    interval, why = None, ""
    if n < 2:
        why = "one_cluster"
    elif np.ptp(values) <= _ROUNDING * max(1.0, float(np.abs(values).max())):
        why = "no_variation"
    else:
        half = student_quantile((1 + level) / 2, n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
        interval = Interval(
            low=mean - half, high=mean + half, level=level, method="analytic", clusters=n
        )
    return Estimate(name=name, value=mean, interval=interval, interval_reason=why, n=n)
