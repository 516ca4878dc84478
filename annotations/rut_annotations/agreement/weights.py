"""Agreement weights and distances between the categories of a scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from rut_annotations.estimation.interval import FloatArray

Weights = Literal[
    "identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"
]
SetDistance = Literal["masi", "jaccard"]


def agreement_weights(name: Weights, values: Sequence[float]) -> FloatArray:
    """Return the weights of Gwet (2014), "Handbook of Inter-Rater Reliability", chapter 3.

    1 on the diagonal; 0 for the pair that is furthest apart.

    Args:
        name: Which.
        values: The numbers of the categories in the order of the scale, all of the declared ones:
            `linear` and its kin compare the values, `ordinal` their places alone.

    Raises:
        ValueError: The weights are not defined for these values (a ratio weight where two values
            add to 0).
    """
    x = np.asarray(values, dtype=np.float64)
    if name == "identity" or len(x) < 2:
        return np.eye(len(x))
    return _WEIGHTS[name](x)


def _linear(x: FloatArray) -> FloatArray:
    return np.asarray(1 - np.abs(_differences(x)) / np.ptp(x))


def _quadratic(x: FloatArray) -> FloatArray:
    return np.asarray(1 - (_differences(x) / np.ptp(x)) ** 2)


def _ordinal(x: FloatArray) -> FloatArray:
    """1 - C(|k - l| + 1, 2) / C(q, 2) over the places k and l."""
    steps = np.abs(_differences(np.arange(len(x), dtype=np.float64)))
    return np.asarray(1 - steps * (steps + 1) / (len(x) * (len(x) - 1)))


def _radical(x: FloatArray) -> FloatArray:
    return np.asarray(1 - np.sqrt(np.abs(_differences(x)) / np.ptp(x)))


def _ratio(x: FloatArray) -> FloatArray:
    return _scaled(ratio_distance(x))


def _circular(x: FloatArray) -> FloatArray:
    return _scaled(np.sin(np.pi * _differences(x) / (np.ptp(x) + 1)) ** 2)


def _bipolar(x: FloatArray) -> FloatArray:
    sums = x[:, None] + x
    room = (sums - 2 * x.min()) * (2 * x.max() - sums)
    apart = _differences(x) ** 2
    return _scaled(np.divide(apart, room, out=np.zeros_like(apart), where=apart > 0))


_WEIGHTS: dict[Weights, Callable[[FloatArray], FloatArray]] = {
    "linear": _linear,
    "quadratic": _quadratic,
    "ordinal": _ordinal,
    "radical": _radical,
    "ratio": _ratio,
    "circular": _circular,
    "bipolar": _bipolar,
}


def ratio_distance(values: Sequence[float] | FloatArray) -> FloatArray:
    """Return ((a - b) / (a + b))^2 (Krippendorff, 2011); two zeros are alike.

    Raises:
        ValueError: A value is below 0, where ratios have no meaning.
    """
    x = np.asarray(values, dtype=np.float64)
    if (x < 0).any():
        raise ValueError("a ratio scale has no values below 0")
    apart, sums = _differences(x), x[:, None] + x
    return np.asarray(np.divide(apart, sums, out=np.zeros_like(apart), where=sums > 0) ** 2)


def set_distance(name: SetDistance, sets: Sequence[frozenset[str]]) -> FloatArray:
    """Return the distance between any two sets; two empty sets agree.

    Jaccard: 1 - |A and B| / |A or B|. MASI (Passonneau, 2006, "Measuring Agreement on Set-valued
    Items"): 1 - J M, where M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they
    overlap, and 0 where they share nothing.
    """
    found = np.zeros((len(sets), len(sets)))
    for row, first in enumerate(sets):
        for column in range(row):
            found[row, column] = found[column, row] = _set_distance(name, first, sets[column])
    return found


def _set_distance(name: SetDistance, first: frozenset[str], second: frozenset[str]) -> float:
    if first == second:
        return 0.0
    shared = len(first & second)
    jaccard = shared / len(first | second)
    if name == "jaccard":
        return 1 - jaccard
    nested = first <= second or second <= first
    return 1 - jaccard * (0.0 if not shared else 2 / 3 if nested else 1 / 3)


def _differences(x: FloatArray) -> FloatArray:
    return np.asarray(x[:, None] - x)


def _scaled(distance: FloatArray) -> FloatArray:
    return np.asarray(1 - distance / distance.max())
