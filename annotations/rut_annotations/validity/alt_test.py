"""The alternative annotator test: may a judge stand in for a person?

Calderon, Reichart and Dror (2025), "The Alternative Annotator Test for LLM-as-a-Judge". Each
person in turn is left out, and the judge and the person are scored by how well they agree with
the other people. The judge wins over a person if it is no worse, up to a price epsilon that is
paid for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide, ratio
from rut_annotations.validity.ceilings import find_shared, pairwise_quantities
from rut_annotations.validity.items import Items
from rut_annotations.validity.sampling import FEW_CLUSTERS, Quantity, estimate
from rut_domains.frozen import Frozen

Scoring = Literal["match", "rmse"]

# The price of people by who they are, after Calderon, Reichart and Dror (2025).
EPSILON = {"crowd": 0.1, "skilled": 0.15, "expert": 0.2}
CURVE = tuple(round(0.05 * step, 2) for step in range(11))
ENOUGH_UNITS = 30
ENOUGH_HUMANS = 2
PASSING = 0.5
_ROUNDING = 1e-12


class PersonTest(Frozen):
    """The judge against one person at one epsilon.

    `difference` is the mean over clusters of how often the person is at least as good minus how
    often the judge is. `p` is for the hypothesis that it is epsilon or more, by Student's t over
    clusters, or, where `exact`, by a bound that needs no spread; `adjusted` is after Benjamini
    and Yekutieli (2001). A person with too few units is not tested, and `reason` says so.
    """

    human: str
    units: int
    clusters: int
    judge_wins: FiniteFloat | None
    human_wins: FiniteFloat | None
    difference: FiniteFloat | None
    p: FiniteFloat | None
    adjusted: FiniteFloat | None
    exact: bool
    rejected: bool | None
    reason: str = ""


class AtEpsilon(Frozen):
    """The test at one epsilon; `winning_rate` is the share of persons over whom the judge wins."""

    epsilon: FiniteFloat
    winning_rate: Estimate
    passed: bool | None
    persons: tuple[PersonTest, ...]


class AltTest(Frozen):
    """The test of one judge over the whole curve of epsilon.

    `advantage` is the mean over tested persons of how often the judge is at least as good as the
    person. `human_human` is the people's own agreement, Cohen's kappa over pairs: the less people
    agree with each other, the easier the test is passed. `least_epsilon` is the least epsilon of
    the curve from which on the judge passes, null if it never does.
    """

    judge: str
    scoring: Scoring
    alpha: FiniteFloat
    tested: int
    advantage: Estimate
    human_human: Estimate
    least_epsilon: FiniteFloat | None
    curve: tuple[AtEpsilon, ...]


class _Person(NamedTuple):
    name: str
    units: int
    difference: FloatArray
    wins: FloatArray
    reason: str


def run_alt_test(
    items: Items,
    judge: str,
    plan: Plan,
    *,
    scoring: Scoring = "match",
    curve: Sequence[float] = CURVE,
    alpha: float = 0.05,
    draws: Draws | None = None,
) -> AltTest:
    """Test a judge against each person.

    Units of one cluster are alike, so their differences are averaged first, and the t-test is
    over clusters. Persons with fewer than 30 units are not tested; fewer than two tested persons
    make no winning rate.

    Args:
        items: The verdicts on one criterion.
        judge: Whose verdicts.
        plan: How the interval of the advantage is made.
        scoring: The share of the others that are matched, or minus the root of the mean squared
            difference from them, for categories that are numbers.
        curve: The epsilons, each within [0, 1).
        alpha: The false discovery rate.
        draws: Resamples shared with other numbers.

    Raises:
        RatingsFault: There is no such judge.
        ValueError: There is no epsilon, or one is out of range.
    """
    if not curve or not all(0 <= epsilon < 1 for epsilon in curve):
        raise ValueError("each epsilon is at least 0 and below 1")
    judged = items.judged_by(judge)
    draws = draws or Draws(len(items.clusters), plan)
    reason = _refuse(items, scoring)
    persons = () if reason else _persons(items, judged, scoring)
    tested = [person for person in persons if not person.reason]
    if not reason and len(tested) < ENOUGH_HUMANS:
        reason = "few_humans"
    shared = find_shared(items, judge)
    pairs = pairwise_quantities(shared, shared.judged_by(judge))
    points = tuple(
        _at_epsilon(persons, float(epsilon), alpha, reason) for epsilon in sorted(set(curve))
    )
    return AltTest(
        judge=judge,
        scoring=scoring,
        alpha=alpha,
        tested=len(tested),
        advantage=_advantage(tested, reason, draws),
        human_human=estimate(pairs["kappa"][0], draws),
        least_epsilon=_least(points),
        curve=points,
    )


def adjust_by(p: Sequence[float]) -> list[float]:
    """Return p-values adjusted for the false discovery rate under any dependence.

    Benjamini and Yekutieli (2001): p_(i) m c(m) / i with c(m) = 1 + 1/2 + ... + 1/m, made
    monotone from the largest down.
    """
    values = np.asarray(p, dtype=np.float64)
    m = len(values)
    if m == 0:
        return []
    order = np.argsort(values, kind="stable")
    ranks = np.arange(1, m + 1)
    raised = values[order] * m * float((1 / ranks).sum()) / ranks
    least = np.minimum.accumulate(raised[::-1])[::-1]
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(1.0, least)
    return [float(value) for value in adjusted]


def p_below(values: FloatArray, epsilon: float) -> tuple[float, bool]:
    """Return the p-value for a mean of epsilon or more, and whether it is the exact bound.

    One-sided Student's t (the mean below epsilon speaks against it). Values that do not vary have
    no t: of n equal values v below epsilon, all at most 1, a mean of epsilon leaves each a chance
    of at most (1 - epsilon) / (1 - v) to be v, so p is at most that to the power of n.
    """
    from scipy.special import stdtr

    n, mean = len(values), float(values.mean())
    if n < 2 or np.ptp(values) <= _ROUNDING:
        return (1.0 if mean >= epsilon else ((1 - epsilon) / (1 - mean)) ** n), True
    t = (mean - epsilon) / (float(values.std(ddof=1)) / np.sqrt(n))
    return float(stdtr(n - 1, t)), False


def _refuse(items: Items, scoring: Scoring) -> str:
    if items.interchangeable:
        return "raters_interchangeable"
    if scoring == "rmse" and items.numbers is None:
        return "no_numbers"
    return ""


def _persons(items: Items, judged: IntArray, scoring: Scoring) -> tuple[_Person, ...]:
    """Return, for each person, how often each of the two is at least as good, by cluster."""
    found = []
    for at, name in enumerate(items.humans):
        others = np.delete(items.human, at, axis=1)
        own = items.human[:, at]
        both: BoolArray = (own >= 0) & (judged >= 0) & (others >= 0).any(axis=1)
        of_judge, of_human = (
            _match(codes[both], others[both])
            if scoring == "match"
            else _closeness(codes[both], others[both], items.numbers or ())
            for codes in (judged, own)
        )
        wins = (of_judge >= of_human - _ROUNDING).astype(np.float64)
        human_wins = (of_human >= of_judge - _ROUNDING).astype(np.float64)
        columns = [wins, human_wins, np.ones(len(wins))]
        sums = cluster_sums(items.cluster_of[both], len(items.clusters), columns)
        held = sums[:, 2] > 0
        found.append(
            _Person(
                name=name,
                units=int(both.sum()),
                difference=divide(sums[held, 1] - sums[held, 0], sums[held, 2]),
                wins=sums,
                reason="few_units" if both.sum() < ENOUGH_UNITS else "",
            )
        )
    return tuple(found)


def _match(codes: IntArray, others: IntArray) -> FloatArray:
    """Return the share of the others' verdicts that are the same."""
    same = ((others == codes[:, None]) & (others >= 0)).sum(axis=1)
    return divide(same.astype(np.float64), (others >= 0).sum(axis=1).astype(np.float64))


def _closeness(codes: IntArray, others: IntArray, numbers: tuple[float, ...]) -> FloatArray:
    """Return minus the root of the mean squared difference from the others."""
    value = np.asarray(numbers)
    known = others >= 0
    squares = np.where(known, (value[codes][:, None] - value[np.maximum(others, 0)]) ** 2, 0.0)
    return -np.sqrt(divide(squares.sum(axis=1), known.sum(axis=1).astype(np.float64)))


def _at_epsilon(
    persons: tuple[_Person, ...], epsilon: float, alpha: float, reason: str
) -> AtEpsilon:
    tested = [person for person in persons if not person.reason]
    tests = [p_below(person.difference, epsilon) for person in tested]
    adjusted = adjust_by([p for p, _ in tests])
    outcome = {
        person.name: (p, exact, level)
        for person, (p, exact), level in zip(tested, tests, adjusted, strict=True)
    }
    rows = tuple(_row(person, outcome.get(person.name), alpha) for person in persons)
    won = [row.rejected for row in rows if row.rejected is not None]
    if reason:
        rate = Estimate(name="winning_rate", value=None, reason=reason, n=len(won))
    else:
        rate = Estimate(
            name="winning_rate",
            value=sum(won) / len(won),
            interval_reason="share_of_tests",
            n=len(won),
            warnings=(*_warn(len(tested), len(persons)), *_few(tested)),
        )
    passed = None if rate.value is None else rate.value >= PASSING
    return AtEpsilon(epsilon=epsilon, winning_rate=rate, passed=passed, persons=rows)


def _row(person: _Person, outcome: tuple[float, bool, float] | None, alpha: float) -> PersonTest:
    judge, human, units = (float(total) for total in person.wins.sum(axis=0))
    p, exact, adjusted = outcome or (None, False, None)
    return PersonTest(
        human=person.name,
        units=person.units,
        clusters=len(person.difference),
        judge_wins=judge / units if units else None,
        human_wins=human / units if units else None,
        difference=float(person.difference.mean()) if units else None,
        p=p,
        adjusted=adjusted,
        exact=exact,
        rejected=None if adjusted is None else adjusted <= alpha,
        reason=person.reason,
    )


def _advantage(tested: list[_Person], reason: str, draws: Draws) -> Estimate:
    """Return the mean over persons of the share of units on which the judge is as good."""
    if reason or not tested:
        return Estimate(name="advantage", value=None, reason=reason or "few_humans")
    rows = np.hstack([person.wins[:, [0, 2]] for person in tested])

    def mean(sums: FloatArray) -> FloatArray:
        return np.asarray(ratio(sums.reshape(*sums.shape[:-1], len(tested), 2)).mean(axis=-1))

    n = sum(person.units for person in tested)
    found = estimate(Quantity("advantage", rows, mean, n, "few_humans", (0.0, 1.0)), draws)
    return found.model_copy(update={"warnings": (*found.warnings, *_warn(len(tested), 0))})


def _warn(tested: int, persons: int) -> tuple[str, ...]:
    pairs = ((tested == ENOUGH_HUMANS, "two_humans"), (persons > tested, "unequal_humans"))
    return tuple(name for holds, name in pairs if holds)


def _few(tested: list[_Person]) -> tuple[str, ...]:
    least = min((len(person.difference) for person in tested), default=0)
    return ("few_clusters",) if least < FEW_CLUSTERS else ()


def _least(points: tuple[AtEpsilon, ...]) -> float | None:
    """Return the least epsilon from which on every one is passed."""
    least = None
    for point in reversed(points):
        if not point.passed:
            break
        least = point.epsilon
    return least
