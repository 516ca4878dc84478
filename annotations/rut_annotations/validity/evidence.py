"""Whether raters point at the same evidence, apart from what they conclude from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.ratings import HUMAN, MODEL
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, ratio
from rut_annotations.faults import RatingsFault
from rut_annotations.judgement import Span
from rut_annotations.validity.sampling import Quantity, estimate
from rut_domains.frozen import Frozen

# Two spans are the same evidence from this share of common text on.
OVERLAP = 0.5


class Cited(NamedTuple):
    """What one rater cited for one verdict; nothing is an answer, too."""

    unit: str
    cluster: str
    rater: str
    turns: frozenset[int] = frozenset()
    spans: tuple[Span, ...] = ()
    role: str = HUMAN


class Match(Frozen):
    """Two spans of one unit that count as the same, and their intersection over union."""

    unit: str
    first_rater: str
    second_rater: str
    first: Span
    second: Span
    overlap: FiniteFloat


class Overlap(Frozen):
    """How far the evidence of some pairs of raters is the same.

    `turns` is the mean Jaccard index of the cited turns, over units the mean over their pairs;
    `spans` is F1, twice the matched spans over all spans of all pairs; `both_empty` pairs cited no
    turn and agree. `matches` lists what was matched.
    """

    units: int
    pairs: int
    both_empty: int
    turns: Estimate
    spans: Estimate
    matches: tuple[Match, ...]


class JudgeEvidence(Frozen):
    """A judge with people beside people with people, on the units of the judge and two people."""

    judge: str
    human_human: Overlap
    judge_human: Overlap


class EvidenceOverlap(Frozen):
    """People with people on all their units, and every judge beside them."""

    human_human: Overlap
    judges: tuple[JudgeEvidence, ...]


def measure_evidence(
    cited: Iterable[Cited], plan: Plan, overlap: float = OVERLAP
) -> EvidenceOverlap:
    """Compare the evidence of people with each other and with that of each judge.

    Args:
        cited: What was cited for one criterion, each rater at most once a unit.
        plan: How intervals are made.
        overlap: The least intersection over union of two spans of one turn that match.

    Raises:
        RatingsFault: A rater cited twice for one unit, or a unit stands in two clusters.
        ValueError: The least overlap is not above 0 and at most 1.
    """
    if not 0 < overlap <= 1:
        raise ValueError("the least overlap is above 0 and at most 1")
    by_unit = _group(cited)
    clusters = sorted({one.cluster for rows in by_unit.values() for one in rows})
    draws = Draws(len(clusters), plan)
    judges = sorted({one.rater for rows in by_unit.values() for one in rows if one.role == MODEL})
    people = {unit: [one for one in rows if one.role == HUMAN] for unit, rows in by_unit.items()}
    couples = {unit: list(combinations(rows, 2)) for unit, rows in people.items()}
    found = []
    for judge in judges:
        own = {
            unit: next(one for one in rows if one.role == MODEL and one.rater == judge)
            for unit, rows in by_unit.items()
            if couples[unit] and any(one.role == MODEL and one.rater == judge for one in rows)
        }
        with_judge = {unit: [(one, person) for person in people[unit]] for unit, one in own.items()}
        beside = {unit: couples[unit] for unit in own}
        found.append(
            JudgeEvidence(
                judge=judge,
                human_human=_overlap(beside, clusters, draws, overlap),
                judge_human=_overlap(with_judge, clusters, draws, overlap),
            )
        )
    return EvidenceOverlap(
        human_human=_overlap(couples, clusters, draws, overlap), judges=tuple(found)
    )


def jaccard(first: frozenset[int], second: frozenset[int]) -> float:
    """Return the shared over all members (Jaccard, 1912); two empty sets agree."""
    union = first | second
    return len(first & second) / len(union) if union else 1.0


def match_spans(
    first: tuple[Span, ...], second: tuple[Span, ...], overlap: float = OVERLAP
) -> list[tuple[int, int, float]]:
    """Pair spans of one turn, each at most once: as many as can be, then as close as can be.

    Returns places in both and the intersection over union, from the assignment of greatest sum
    (Kuhn, 1955).
    """
    from scipy.optimize import linear_sum_assignment

    if not first or not second:
        return []
    shared = np.array([[_shared(a, b) for b in second] for a in first])
    fits = shared >= overlap
    # One more pair is worth more than all closeness together.
    worth = np.where(fits, min(len(first), len(second)) + 1 + shared, 0.0)
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return [
        (int(a), int(b), float(shared[a, b]))
        for a, b in zip(rows, columns, strict=True)
        if fits[a, b]
    ]


def _shared(first: Span, second: Span) -> float:
    """Return the intersection over union of two spans, 0 in different turns."""
    if first.turn != second.turn:
        return 0.0
    common = min(first.end, second.end) - max(first.start, second.start)
    whole = max(first.end, second.end) - min(first.start, second.start)
    return max(0, common) / whole


def _group(cited: Iterable[Cited]) -> dict[str, list[Cited]]:
    """Return what was cited by unit, raters in order."""
    by_unit: dict[str, list[Cited]] = defaultdict(list)
    seen: set[tuple[str, str, str]] = set()
    cluster: dict[str, str] = {}
    for one in cited:
        place = f"unit {one.unit!r}, rater {one.rater!r}"
        if (one.unit, one.role, one.rater) in seen:
            raise RatingsFault("a rater cited evidence twice", place=place)
        if cluster.setdefault(one.unit, one.cluster) != one.cluster:
            raise RatingsFault("a unit stands in two clusters", place=place)
        seen.add((one.unit, one.role, one.rater))
        by_unit[one.unit].append(one)
    return {
        unit: sorted(by_unit[unit], key=lambda one: (one.role, one.rater))
        for unit in sorted(by_unit)
    }


def _overlap(
    pairs: dict[str, list[tuple[Cited, Cited]]],
    clusters: list[str],
    draws: Draws,
    overlap: float,
) -> Overlap:
    held = {unit: couples for unit, couples in pairs.items() if couples}
    matches: list[Match] = []
    cells: list[list[float]] = []
    for unit, couples in held.items():
        found = [_matches(unit, first, second, overlap) for first, second in couples]
        matches += [match for some in found for match in some]
        cells.append(
            [
                float(np.mean([jaccard(first.turns, second.turns) for first, second in couples])),
                1.0,
                2.0 * sum(map(len, found)),
                float(sum(len(first.spans) + len(second.spans) for first, second in couples)),
            ]
        )
    where = {name: at for at, name in enumerate(clusters)}
    cluster_of = np.array(
        [where[couples[0][0].cluster] for couples in held.values()], dtype=np.int32
    )
    columns = np.array(cells, dtype=np.float64).reshape(-1, 4)
    rows = cluster_sums(cluster_of, len(clusters), list(columns.T))
    couples_all = [couple for couples in held.values() for couple in couples]
    return Overlap(
        units=len(held),
        pairs=len(couples_all),
        both_empty=sum(not first.turns and not second.turns for first, second in couples_all),
        turns=_mean("evidence_turns", rows[:, :2], len(held), draws),
        spans=_mean("evidence_spans", rows[:, 2:], int(rows[:, 3].sum()), draws),
        matches=tuple(matches),
    )


def _matches(unit: str, first: Cited, second: Cited, overlap: float) -> list[Match]:
    return [
        Match(
            unit=unit,
            first_rater=first.rater,
            second_rater=second.rater,
            first=first.spans[a],
            second=second.spans[b],
            overlap=shared,
        )
        for a, b, shared in match_spans(first.spans, second.spans, overlap)
    ]


def _mean(name: str, rows: FloatArray, n: int, draws: Draws) -> Estimate:
    return estimate(Quantity(name, rows, ratio, n, "no_evidence", (0.0, 1.0)), draws)
