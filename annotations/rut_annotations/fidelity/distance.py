"""Distances between the distributions of what simulated and human users do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.sums import divide
from rut_annotations.fidelity.likeness import (
    Groups,
    Likeness,
    Measure,
    Weighted,
    compare_with_people,
)
from rut_annotations.fidelity.outcomes import BoolArray, IntArray, Outcomes


def measure_distances(outcomes: Outcomes, plan: Plan) -> tuple[Likeness, ...]:
    """Return how far every simulated source is from people, feature by feature.

    Numbers by Wasserstein's distance over the people's interquartile range and by Kolmogorov and
    Smirnov's, categories by Jensen and Shannon's divergence to base 2.
    """
    outcomes = outcomes.in_order()
    index, _ = outcomes.task_index()
    people = outcomes.are_people()
    found = []
    for source in (each for each in outcomes.sources if each not in outcomes.people):
        own = outcomes.cell(source=source)
        for name, column in sorted((outcomes.features or {}).items()):
            values = outcomes.numbers(column)
            known = ~np.isnan(values)
            groups = Groups(own & known, people & known, index)
            found += [
                compare_with_people(
                    source,
                    name,
                    "wasserstein_iqr",
                    groups,
                    plan,
                    wasserstein(values, scaled=True),
                    wasserstein(values),
                ),
                compare_with_people(
                    source, name, "kolmogorov_smirnov", groups, plan, kolmogorov_smirnov(values)
                ),
            ]
        for name, labels in sorted((outcomes.categories or {}).items()):
            known = np.array([label is not None for label in labels], dtype=np.bool_)
            groups = Groups(own & known, people & known, index)
            measure = jensen_shannon(labels)
            found.append(compare_with_people(source, name, "jensen_shannon", groups, plan, measure))
    return tuple(found)


def wasserstein(values: FloatArray, *, scaled: bool = False) -> Measure:
    """Return the area between two distribution functions (Vaserstein, 1969; first order).

    Scaled, it is divided by the interquartile range of the second set, and has no value where
    that is 0. A quartile is the least value that the share of dialogues up to it reaches.
    """

    def between(first: BoolArray, second: BoolArray) -> Weighted:
        order = _order(values, first | second)
        steps = np.diff(values[order])

        def distance(weights: FloatArray) -> FloatArray:
            one, other = (_cumulate(weights, part, order) for part in (first, second))
            area = np.asarray((np.abs(one - other)[:, :-1] * steps).sum(axis=1))
            if not scaled:
                return area
            low, high = (_quantile(other, values[order], share) for share in (0.25, 0.75))
            return divide(area, high - low)

        return distance

    return between


def kolmogorov_smirnov(values: FloatArray) -> Measure:
    """Return the largest distance between two distribution functions (Smirnov, 1939)."""

    def between(first: BoolArray, second: BoolArray) -> Weighted:
        order = _order(values, first | second)
        # Among equal values the functions are only what they are after the last of them.
        ends = np.append(np.diff(values[order]) > 0, True)

        def distance(weights: FloatArray) -> FloatArray:
            one, other = (_cumulate(weights, part, order) for part in (first, second))
            return np.asarray(np.abs(one - other)[:, ends].max(axis=1))

        return distance

    return between


def jensen_shannon(labels: Sequence[str | None]) -> Measure:
    """Return the divergence to base 2 of two sets of categories, 0 to 1 (Lin, 1991)."""
    known = sorted({label for label in labels if label is not None})
    names = {name: at for at, name in enumerate(known)}
    hot = np.zeros((len(labels), max(1, len(names))))
    for row, label in enumerate(labels):
        if label is not None:
            hot[row, names[label]] = 1.0

    def between(first: BoolArray, second: BoolArray) -> Weighted:
        def distance(weights: FloatArray) -> FloatArray:
            counts = [weights @ (hot * part[:, None]) for part in (first, second)]
            one, other = (divide(each, each.sum(axis=1, keepdims=True)) for each in counts)
            middle = (one + other) / 2
            found = _entropy(middle) - (_entropy(one) + _entropy(other)) / 2
            return np.asarray(np.clip(found, 0.0, 1.0))

        return distance

    return between


def distance_between(measure: Measure, first: int, total: int) -> float | None:
    """Return a measure of the first rows against the rest, each dialogue once; null for none."""
    chosen = np.arange(total) < first
    if not 0 < first < total:
        return None
    value = float(measure(chosen, ~chosen)(np.ones((1, total)))[0])
    return None if np.isnan(value) else value


def _order(values: FloatArray, used: BoolArray) -> IntArray:
    rows = np.flatnonzero(used)
    return np.asarray(rows[np.argsort(values[rows], kind="stable")])


def _cumulate(weights: FloatArray, part: BoolArray, order: IntArray) -> FloatArray:
    """Return the distribution function of a part at the sorted values, replicates x values."""
    total = np.cumsum(weights[:, order] * part[order], axis=1)
    return divide(total, total[:, -1:])


def _quantile(function: FloatArray, values: FloatArray, share: float) -> FloatArray:
    """Return the least value at which a distribution function reaches a share."""
    found = values[(function >= share - 1e-12).argmax(axis=1)]
    return np.asarray(np.where(np.isnan(function[:, -1]), np.nan, found))


def _entropy(shares: FloatArray) -> FloatArray:
    return np.asarray(
        -(shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0)).sum(axis=1)
    )
