"""The distances of Krippendorff's alpha, each with the columns of units that it needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from rut_annotations.agreement.counts import Counts
from rut_annotations.agreement.ratings import BoolArray
from rut_annotations.agreement.scale import Scale
from rut_annotations.agreement.weights import (
    SetDistance,
    ratio_distance,
    set_distance,
)
from rut_annotations.estimation.interval import FloatArray

# Gives the sums of some columns by their name; see `columns.Columns`.
Sums = Callable[[str], FloatArray]
# Products of counts are kept for so many cells of units by pairs of categories: 160 MB.
_MOST_PRODUCTS = 20_000_000


class Metric(Protocol):
    """A distance between values. `name` is printed beside every alpha."""

    name: str

    def columns(self) -> dict[str, FloatArray]:
        """Return the columns of units that `split` needs, by name."""

    def split(self, sums: Sums) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return observed sum, expected sum and number of paired values of samples of sums.

        alpha = 1 - (N - 1) observed / expected: the sum over units of the distances of ordered
        pairs over (m_u - 1), and of those of all ordered pairs of values whatever their unit
        (Krippendorff, 2011, "Computing Krippendorff's Alpha-Reliability").
        """


class Fixed:
    """A table of distances between categories that does not depend on what occurs."""

    def __init__(self, name: str, distance: FloatArray, counts: Counts) -> None:
        self.name = name
        self._distance = distance
        self._counts = counts

    def columns(self) -> dict[str, FloatArray]:
        """Return `apart` and `paired`."""
        paired = paired_counts(self._counts)
        near = ((paired @ self._distance) * paired).sum(axis=1)
        apart = near / np.maximum(paired.sum(axis=1) - 1, 1)
        return {"apart": apart[:, None], "paired": paired}

    def split(self, sums: Sums) -> tuple[FloatArray, FloatArray, FloatArray]:
        """See `Metric`."""
        values = sums("paired")
        expected = ((values @ self._distance) * values).sum(axis=-1)
        return sums("apart")[..., 0], expected, values.sum(axis=-1)


class Nominal(Fixed):
    """Any two different categories are one apart: short forms without the table."""

    def __init__(self, counts: Counts) -> None:
        super().__init__("nominal", np.zeros((0, 0)), counts)

    def columns(self) -> dict[str, FloatArray]:
        """Return `paired` and `apart` = (m^2 - sum of squares) / (m - 1)."""
        paired = paired_counts(self._counts)
        m = paired.sum(axis=1)
        apart = (m**2 - (paired**2).sum(axis=1)) / np.maximum(m - 1, 1)
        return {"apart": apart[:, None], "paired": paired}

    def split(self, sums: Sums) -> tuple[FloatArray, FloatArray, FloatArray]:
        """See `Metric`; expected is N^2 - sum n_k^2."""
        values = sums("paired")
        total = values.sum(axis=-1)
        return sums("apart")[..., 0], total**2 - (values**2).sum(axis=-1), total


class Moments:
    """The squared difference of numbers, from number, sum and sum of squares.

    Its memory is linear in the ratings, however many different values there are.
    """

    def __init__(self, values: FloatArray, counts: Counts, name: str = "interval") -> None:
        self.name = name
        # About the middle, so that squares of large numbers lose nothing.
        self._values = values - (values.min() + values.max()) / 2 if len(values) else values
        self._counts = counts

    def columns(self) -> dict[str, FloatArray]:
        """Return `moments`, and `apart` = 2 m / (m - 1) times the squares about the unit's mean."""
        unit, size = self._counts.unit, self._counts.n_units
        m = self._counts.per_unit.astype(np.float64)
        value = self._values[self._counts.column]
        first = np.bincount(unit, value, size)
        second = np.bincount(unit, value**2, size)
        about = value - (first / np.maximum(m, 1))[unit]
        spread = np.bincount(unit, about**2, size)
        pairable = m >= 2
        apart = np.where(pairable, 2 * m * spread / np.maximum(m - 1, 1), 0.0)
        moments = np.where(pairable, np.stack([m, first, second]), 0.0).T
        return {"apart": apart[:, None], "moments": moments}

    def split(self, sums: Sums) -> tuple[FloatArray, FloatArray, FloatArray]:
        """See `Metric`; expected is 2 (N S2 - S1^2), 0 where only rounding is left of it."""
        number, first, second = np.moveaxis(sums("moments"), -1, 0)
        expected = 2 * (number * second - first**2)
        spread = np.where(expected > 1e-12 * number * second, expected, 0.0)
        return sums("apart")[..., 0], spread, number


class Ordinal:
    """Krippendorff's ordinal distance: how much lies between two categories, squared.

    (sum of n_g over the categories from k to l - (n_k + n_l) / 2)^2. It is the squared difference
    of the categories' middle ranks, which depend on the sample, so products of counts are kept for
    every pair of categories that meets in a unit.
    """

    name = "ordinal"

    def __init__(self, paired: FloatArray, meets: BoolArray) -> None:
        self._paired = paired
        self._left, self._right = np.nonzero(meets)

    def columns(self) -> dict[str, FloatArray]:
        """Return `paired`, and `coincide`: 2 n_uk n_ul / (m_u - 1) for pairs k < l that meet."""
        scale = 2 / np.maximum(self._paired.sum(axis=1) - 1, 1)
        products = self._paired[:, self._left] * self._paired[:, self._right]
        return {"coincide": products * scale[:, None], "paired": self._paired}

    def split(self, sums: Sums) -> tuple[FloatArray, FloatArray, FloatArray]:
        """See `Metric`; expected is 2 (N sum n R^2 - (sum n R)^2) over the middle ranks R."""
        values = sums("paired")
        total = values.sum(axis=-1)
        rank = np.cumsum(values, axis=-1) - values / 2
        apart = (rank[..., self._left] - rank[..., self._right]) ** 2
        observed = (sums("coincide") * apart).sum(axis=-1)
        first = (values * rank).sum(axis=-1)
        expected = 2 * (total * (values * rank**2).sum(axis=-1) - first**2)
        single = (values > 0).sum(axis=-1) < 2
        return observed, np.where(single, 0.0, expected), total


def metric_of(counts: Counts, sets: SetDistance = "masi") -> Metric:
    """Return the distance that belongs to the level of measurement.

    Raises:
        ValueError: The categories are no numbers, or below 0 on a ratio scale.
    """
    if counts.level == "ordinal":
        return _ordinal(counts)
    if counts.level == "set":
        members = Scale("set", counts.categories).sets
        return Fixed(sets, set_distance(sets, members), counts)
    if counts.level in ("binary", "nominal"):
        return Nominal(counts)
    if counts.numbers is None:
        raise ValueError("the categories of an interval or ratio scale are numbers")
    values = np.asarray(counts.numbers)
    if counts.level == "interval":
        return Moments(values, counts)
    return Fixed("ratio", ratio_distance(values), counts)


def paired_counts(counts: Counts) -> FloatArray:
    """Return how often each pairable unit was put into each category; other units have zeros."""
    return np.asarray(counts.matrix * (counts.per_unit >= 2)[:, None])


def _ordinal(counts: Counts) -> Metric:
    """Return the ordinal distance, with fixed ranks where too many pairs of categories meet.

    The value is the same; resamples then keep the middle ranks of the whole sample.
    """
    paired = paired_counts(counts)
    meets = np.triu(paired.T @ paired > 0, 1)
    if counts.n_units * meets.sum() <= _MOST_PRODUCTS:
        return Ordinal(paired, meets)
    total = paired.sum(axis=0)
    return Moments(np.cumsum(total) - total / 2, counts, "ordinal")
