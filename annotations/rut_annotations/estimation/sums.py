"""Sums over clusters, and what is made of them in every resample."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.resampling import draw_weights

# From sums (..., columns) to one value each (...), NaN where there is none.
Statistic = Callable[[FloatArray], FloatArray]

# So many cells of weights are kept: 64 MB.
_KEPT = 8_388_608


class Draws:
    """The resamples of a set of clusters, drawn once: all numbers made by them are paired."""

    def __init__(self, clusters: int, plan: Plan) -> None:
        self.clusters = clusters
        self.plan = plan
        self._kept: tuple[FloatArray, ...] | None = None

    def chunks(self) -> Iterator[FloatArray]:
        """Yield how often each cluster is drawn, replicates x clusters, in chunks of replicates.

        They are kept for the next number where they do not take too much memory.
        """
        if self._kept is not None:
            yield from self._kept
            return
        drawn = draw_weights(self.clusters, self.plan) if self.clusters else iter(())
        if self.clusters * self.plan.replicates <= _KEPT:
            self._kept = tuple(drawn)
            yield from self._kept
        else:
            yield from drawn

    def replicate(self, rows: FloatArray, statistic: Statistic) -> FloatArray:
        """Return the statistic of the sums of `rows` (clusters x columns) in every resample."""
        values = [np.asarray(statistic(weights @ rows)) for weights in self.chunks()]
        return np.concatenate(values) if values else np.full(0, np.nan)


def cluster_sums(
    cluster_of: NDArray[np.signedinteger[Any]], clusters: int, columns: Sequence[FloatArray]
) -> FloatArray:
    """Return the sums of columns over each cluster's units: clusters x columns; NaN counts as 0."""
    rows = np.zeros((clusters, len(columns)))
    for number, column in enumerate(columns):
        filled = np.nan_to_num(np.asarray(column, dtype=np.float64))
        rows[:, number] = np.bincount(cluster_of, weights=filled, minlength=clusters)
    return rows


def divide(above: FloatArray, below: FloatArray) -> FloatArray:
    """Return above / below, NaN where `below` is 0."""
    above, below = np.broadcast_arrays(above, below)
    fits = below != 0
    return np.asarray(np.divide(above, below, out=np.full(below.shape, np.nan), where=fits))


def ratio(sums: FloatArray) -> FloatArray:
    """Return the first column over the second."""
    return divide(sums[..., 0], sums[..., 1])
