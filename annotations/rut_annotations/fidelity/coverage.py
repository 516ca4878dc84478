"""Which kinds of human behaviour a simulation ever shows."""

from __future__ import annotations

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.sums import divide
from rut_annotations.fidelity.discrimination import feature_matrix
from rut_annotations.fidelity.likeness import (
    Groups,
    Likeness,
    Measure,
    Weighted,
    compare_with_people,
)
from rut_annotations.fidelity.outcomes import BoolArray, IntArray, Outcomes
from rut_domains.frozen import Frozen

_STARTS = 10
_STEPS = 100


class BehaviourCluster(Frozen):
    """A kind of human behaviour: the mean of each feature, and who shows it.

    `outside` simulated dialogues are nearest to this cluster, yet farther from its centre than
    any human dialogue of it: they do not count as visits.
    """

    centre: dict[str, FiniteFloat]
    human: int
    visits: dict[str, int]
    outside: dict[str, int]


class Coverage(Frozen):
    """The clusters of human behaviour, and how much of it every simulated source shows.

    A `likeness` has as value the share of clusters visited; its ratio is to the share that one
    half of the people visits of the clusters of the other. `mass` is the share of human dialogues
    that lie in clusters the source visits. Rare clusters are missed by chance in few dialogues.
    """

    clusters: tuple[BehaviourCluster, ...]
    likeness: tuple[Likeness, ...]
    mass: dict[str, FiniteFloat | None]
    reason: str = ""


def measure_coverage(outcomes: Outcomes, plan: Plan, clusters: int = 8) -> Coverage:
    """Cluster the people's dialogues by their features and count which clusters are visited.

    k-means (Lloyd, 1982; starts by Arthur and Vassilvitskii, 2007) on features in units of their
    spread among people; dialogues that lack a feature are left out. No more clusters are made
    than there are different human dialogues.

    Raises:
        ValueError: No clusters are asked for.
    """
    if clusters < 1:
        raise ValueError("at least one cluster is needed")
    outcomes = outcomes.in_order()
    index, _ = outcomes.task_index()
    features, known = feature_matrix(outcomes)
    people = outcomes.are_people() & known
    sources = [source for source in outcomes.sources if source not in outcomes.people]
    if not people.any():
        return Coverage(
            clusters=(), likeness=(), mass=dict.fromkeys(sources), reason="no_human_dialogues"
        )
    spread = features[people].std(axis=0)
    scaled = (features - features[people].mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    centres = find_clusters(scaled[people], clusters, plan.seed)
    label, inside = _place(scaled, centres, people, known)
    owns = {source: outcomes.cell(source=source) & known for source in sources}
    return Coverage(
        clusters=_describe(outcomes, features, label, inside, people, owns, len(centres)),
        likeness=tuple(
            compare_with_people(
                source,
                "",
                "coverage",
                Groups(own, people, index),
                plan,
                visited_share(label, inside, len(centres)),
            )
            for source, own in owns.items()
        ),
        mass={source: _mass(label, own & inside, own, people) for source, own in owns.items()},
    )


def visited_share(label: IntArray, inside: BoolArray, clusters: int) -> Measure:
    """Return a measure: the share of the second set's clusters that the first set visits."""
    hot = np.zeros((len(label), clusters))
    hot[inside, label[inside]] = 1.0

    def between(first: BoolArray, second: BoolArray) -> Weighted:
        def share(weights: FloatArray) -> FloatArray:
            here, there = ((weights @ (hot * part[:, None])) > 0 for part in (first, second))
            return divide((here & there).sum(axis=1) * 1.0, there.sum(axis=1) * 1.0)

        return share

    return between


def find_clusters(points: FloatArray, clusters: int, seed: int) -> FloatArray:
    """Return the centres of at most `clusters` clusters: the best of ten starts of k-means."""
    wanted = min(clusters, len(np.unique(points, axis=0)))
    generator = np.random.default_rng(seed)
    best, least = points[:1], np.inf
    for _ in range(_STARTS):
        centres = _start(points, wanted, generator)
        for _ in range(_STEPS):
            label = _distances(points, centres).argmin(axis=1)
            moved = np.stack(
                [
                    points[label == number].mean(axis=0) if (label == number).any() else centre
                    for number, centre in enumerate(centres)
                ]
            )
            if np.array_equal(moved, centres):
                break
            centres = moved
        cost = float(_distances(points, centres).min(axis=1).sum())
        if cost < least:
            best, least = centres, cost
    return best


def _start(points: FloatArray, wanted: int, generator: np.random.Generator) -> FloatArray:
    """Draw first centres, each with a chance that grows with its distance from those before."""
    chosen = [points[generator.integers(len(points))]]
    while len(chosen) < wanted:
        far = _distances(points, np.stack(chosen)).min(axis=1)
        chosen.append(points[generator.choice(len(points), p=far / far.sum())])
    return np.stack(chosen)


def _distances(points: FloatArray, centres: FloatArray) -> FloatArray:
    """Return squared distances, points x centres."""
    return np.asarray(((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2))


def _place(
    scaled: FloatArray, centres: FloatArray, people: BoolArray, known: BoolArray
) -> tuple[IntArray, BoolArray]:
    """Return each dialogue's nearest cluster, and whether it is as near as people are."""
    far = _distances(np.where(known[:, None], scaled, 0.0), centres)
    label, least = far.argmin(axis=1), far.min(axis=1)
    reach = np.array(
        [least[people & (label == number)].max(initial=0.0) for number in range(len(centres))]
    )
    return label, known & (least <= reach[label] + 1e-12)


def _describe(
    outcomes: Outcomes,
    features: FloatArray,
    label: IntArray,
    inside: BoolArray,
    people: BoolArray,
    owns: dict[str, BoolArray],
    clusters: int,
) -> tuple[BehaviourCluster, ...]:
    names = sorted(outcomes.features or {})
    found = []
    for number in range(clusters):
        here = label == number
        means = features[people & here].mean(axis=0)
        found.append(
            BehaviourCluster(
                centre=dict(zip(names, means.tolist(), strict=True)),
                human=int((people & here).sum()),
                visits={name: int((own & here & inside).sum()) for name, own in owns.items()},
                outside={name: int((own & here & ~inside).sum()) for name, own in owns.items()},
            )
        )
    return tuple(found)


def _mass(label: IntArray, visits: BoolArray, own: BoolArray, people: BoolArray) -> float | None:
    if not own.any():
        return None
    return float(np.isin(label[people], label[visits]).mean())
