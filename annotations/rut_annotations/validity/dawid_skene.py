"""What is true of each unit, and how each person errs, fitted together.

Dawid and Skene (1979), "Maximum Likelihood Estimation of Observer Error-Rates Using the EM
Algorithm", with pseudo-counts. People alone are fitted: a judge that helped to make the consensus
cannot be measured by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import FloatArray
from rut_annotations.validity.items import UNDECIDED, Items, count_votes, find_majority
from rut_domains.frozen import Frozen

SMOOTHING = 0.1
ITERATIONS = 2000
TOLERANCE = 1e-9
# Fewer ratings of a class say little about how a rater errs there.
ENOUGH_PER_CLASS = 20.0
ENOUGH_RATERS = 3
# The objective may fall by rounding.
_ROUNDING = 1e-9
_TIE = 1e-9


class FitReport(Frozen):
    """How the fit went, and whether it can be relied on.

    `objective` is, step by step, the log-likelihood plus the logarithm of the pseudo-counts'
    prior, which the EM algorithm never lowers; `log_likelihood` is the last one without the
    prior. `switched` is true where a class answers to another category than its own: no labels
    are given then. `reason` says why there is no fit.
    """

    raters: tuple[str, ...]
    categories: tuple[str, ...]
    units: int
    smoothing: FiniteFloat
    iterations: int
    converged: bool
    monotone: bool
    objective: tuple[FiniteFloat, ...]
    log_likelihood: FiniteFloat | None
    switched: bool
    reason: str = ""
    warnings: tuple[str, ...] = ()


class BesideMajority(Frozen):
    """The fitted labels beside the majority's, unit by unit.

    `settled` units are tied by majority and have a label here.
    """

    same: int
    different: int
    settled: int
    undecided: int


@dataclass(frozen=True)
class DawidSkene:
    """A fit.

    `posterior` is units x categories (zeros where nobody voted), `prior` one share a category,
    `confusion` raters x true x said. `code` is the most probable category of each unit, below
    zero where two are as probable, nobody voted, or the classes are switched.
    """

    posterior: FloatArray
    prior: FloatArray
    confusion: FloatArray
    code: IntArray
    report: FitReport


class _Top(NamedTuple):
    """Where the climb ended, and its objective step by step."""

    posterior: FloatArray
    prior: FloatArray
    confusion: FloatArray
    trace: list[float]
    likelihood: float


def fit_items(items: Items, smoothing: float = SMOOTHING) -> DawidSkene:
    """Fit the people of one criterion. Judges are never among the raters."""
    if items.interchangeable:
        reason = "raters_interchangeable"
        return _no_fit(len(items.units), items.categories, items.humans, smoothing, reason)
    return fit_codes(items.human, items.categories, items.humans, smoothing=smoothing)


def fit_codes(
    codes: IntArray,
    categories: tuple[str, ...],
    raters: tuple[str, ...],
    *,
    smoothing: float = SMOOTHING,
    iterations: int = ITERATIONS,
    tolerance: float = TOLERANCE,
) -> DawidSkene:
    """Fit by EM from the shares of the votes.

    Args:
        codes: Units x columns; below zero is no vote. A rater's repeats are columns of one name.
        categories: Their names.
        raters: Whose the columns are.
        smoothing: The pseudo-count of every cell of every rater's table, 0 for none.
        iterations: The most steps.
        tolerance: The fit has settled when a step gains less than this share of the objective.

    Raises:
        ValueError: The smoothing is negative, or the columns are not as many as their names.
    """
    if smoothing < 0 or codes.shape[1] != len(raters):
        raise ValueError("one name a column and a smoothing of 0 or more are needed")
    names = tuple(dict.fromkeys(raters))
    q = len(categories)
    counts = _count(codes, raters, names, q)
    voted = counts.sum(axis=(1, 2)) > 0
    if not voted.any() or q < 2:
        reason = "one_category" if voted.any() else "no_ratings"
        return _no_fit(len(codes), categories, names, smoothing, reason)
    top = _climb(counts[voted], smoothing, iterations, tolerance)
    report = _report(names, categories, top, counts[voted], smoothing, tolerance)
    full = np.zeros((len(codes), q))
    full[voted] = top.posterior
    decided = voted if not report.switched else np.zeros_like(voted)
    return DawidSkene(full, top.prior, top.confusion, _decide(full, decided), report)


def compare_with_majority(fit: DawidSkene, codes: IntArray) -> BesideMajority:
    """Count where the fit says what the majority says.

    Args:
        fit: The fit.
        codes: The verdicts it was made from.
    """
    majority = find_majority(codes, len(fit.report.categories))
    both = (majority.code >= 0) & (fit.code >= 0)
    same = both & (majority.code == fit.code)
    return BesideMajority(
        same=int(same.sum()),
        different=int((both & ~same).sum()),
        settled=int((majority.tied & (fit.code >= 0)).sum()),
        undecided=int((fit.code < 0).sum()),
    )


def _count(codes: IntArray, raters: tuple[str, ...], names: tuple[str, ...], q: int) -> FloatArray:
    """Return how often each rater put each unit into each category: units x raters x q."""
    counts = np.zeros((len(codes), len(names), q))
    for column, name in zip(codes.T, raters, strict=True):
        counts[:, names.index(name)] += count_votes(column[:, None], q)
    return counts


def _climb(counts: FloatArray, smoothing: float, iterations: int, tolerance: float) -> _Top:
    """Take EM steps until one gains next to nothing.

    Units with the same votes have the same posterior: each kind is computed once.
    """
    units, raters, q = counts.shape
    kinds, kind_of, times = np.unique(
        counts.reshape(units, raters * q), axis=0, return_inverse=True, return_counts=True
    )
    votes = kinds.reshape(-1, raters, q).sum(axis=1)
    posterior = votes / votes.sum(axis=1, keepdims=True)
    trace: list[float] = []
    while True:
        prior, confusion = _maximise(posterior * times[:, None], kinds, raters, smoothing)
        by_vote = _log(confusion).transpose(0, 2, 1).reshape(raters * q, q)
        joint = _log(prior) + kinds @ by_vote
        top = joint.max(axis=1, keepdims=True)
        weight = np.exp(joint - top)
        total = weight.sum(axis=1, keepdims=True)
        posterior = weight / total
        likelihood = float(times @ (top + np.log(total))[:, 0])
        penalty = smoothing * float(_log(confusion).sum() + _log(prior).sum())
        trace.append(likelihood + penalty)
        if _settled(trace, tolerance) or len(trace) >= iterations:
            return _Top(posterior[kind_of.reshape(-1)], prior, confusion, trace, likelihood)


def _report(
    names: tuple[str, ...],
    categories: tuple[str, ...],
    top: _Top,
    counts: FloatArray,
    smoothing: float,
    tolerance: float,
) -> FitReport:
    ratings = np.einsum("uk,url->rk", top.posterior, counts)
    switched = _switched(top.confusion, ratings)
    settled, monotone = _settled(top.trace, tolerance), _monotone(top.trace)
    return FitReport(
        raters=names,
        categories=categories,
        units=len(counts),
        smoothing=smoothing,
        iterations=len(top.trace),
        converged=settled,
        monotone=monotone,
        objective=tuple(top.trace),
        log_likelihood=top.likelihood,
        switched=switched,
        reason="label_switching" if switched else "",
        warnings=_warn(len(names), ratings, settled, monotone),
    )


def _settled(trace: list[float], tolerance: float) -> bool:
    if len(trace) < 2:
        return False
    return trace[-1] - trace[-2] <= tolerance * max(1.0, abs(trace[-1]))


def _monotone(trace: list[float]) -> bool:
    steps = pairwise(trace)
    return all(after - before >= -_ROUNDING * max(1.0, abs(after)) for before, after in steps)


def _maximise(
    mass: FloatArray, kinds: FloatArray, raters: int, smoothing: float
) -> tuple[FloatArray, FloatArray]:
    """Return the prior and the raters' tables that are most probable given the posterior.

    Args:
        mass: Kinds of units x q, the posterior times how many units are of the kind.
        kinds: Kinds of units x (raters * q), their votes.
        raters: How many raters there are.
        smoothing: The pseudo-count of every cell.
    """
    q = mass.shape[1]
    weights = mass.sum(axis=0) + smoothing
    cells = (mass.T @ kinds).reshape(q, raters, q).transpose(1, 0, 2) + smoothing
    total = cells.sum(axis=2, keepdims=True)
    # A rater who never met a class says nothing about it.
    confusion = np.divide(cells, total, out=np.full(cells.shape, 1 / q), where=total > 0)
    return weights / weights.sum(), confusion


def _log(values: FloatArray) -> FloatArray:
    """Return logarithms, that of 0 being so low that no unit is given to the class."""
    return np.log(np.maximum(values, 1e-300))


def _switched(confusion: FloatArray, ratings: FloatArray) -> bool:
    """Say whether a class's commonest answer, over all raters, is another category than its own.

    A class that hardly any rating fell on is not asked: its table is the pseudo-counts'.
    """
    met = ratings.sum(axis=0)
    answers = np.einsum("rk,rkl->kl", ratings, confusion)
    own = answers[np.arange(len(answers)), np.arange(len(answers))]
    return bool(((answers.max(axis=1) > own + _TIE) & (met >= 1)).any())


def _decide(posterior: FloatArray, voted: BoolArray) -> IntArray:
    top = posterior.max(axis=1)
    single = (posterior >= top[:, None] - _TIE).sum(axis=1) == 1
    return np.where(voted & single, posterior.argmax(axis=1), UNDECIDED).astype(np.int32)


def _warn(raters: int, ratings: FloatArray, converged: bool, monotone: bool) -> tuple[str, ...]:
    found = (
        (raters < ENOUGH_RATERS, "few_raters"),
        (bool((ratings < ENOUGH_PER_CLASS).any()), "few_ratings_per_class"),
        (not converged, "not_converged"),
        (not monotone, "not_monotone"),
    )
    return tuple(name for holds, name in found if holds)


def _no_fit(
    units: int, categories: tuple[str, ...], names: tuple[str, ...], smoothing: float, reason: str
) -> DawidSkene:
    q = len(categories)
    return DawidSkene(
        posterior=np.zeros((units, q)),
        prior=np.zeros(q),
        confusion=np.zeros((len(names), q, q)),
        code=np.full(units, UNDECIDED, np.int32),
        report=FitReport(
            raters=names,
            categories=categories,
            units=0,
            smoothing=smoothing,
            iterations=0,
            converged=False,
            monotone=True,
            objective=(),
            log_likelihood=None,
            switched=False,
            reason=reason,
        ),
    )
