"""Whether a classifier can tell simulated from human dialogues."""

from __future__ import annotations

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

FOLDS = 5
_RIDGE = 1.0
_STEPS = 25
_CONVERGED = 1e-9


def discriminate(outcomes: Outcomes, plan: Plan) -> tuple[Likeness, ...]:
    """Return the classifier's AUC for every simulated source: .5 is indistinguishable.

    A classifier two-sample test (Lopez-Paz and Oquab, 2017) by logistic regression on all
    features, a task's dialogues never being in training and test at once. Dialogues that lack a
    feature are left out. In the interval the classifier stays as it was trained. The ratio is of
    AUCs: 1 where the source is told from people as well as people are from people.
    """
    outcomes = outcomes.in_order()
    index, _ = outcomes.task_index()
    features, known = feature_matrix(outcomes)
    people = outcomes.are_people() & known
    return tuple(
        compare_with_people(
            source,
            "",
            "classifier_auc",
            Groups(outcomes.cell(source=source) & known, people, index),
            plan,
            classifier_auc(features, index, plan.seed),
        )
        for source in outcomes.sources
        if source not in outcomes.people
    )


def feature_matrix(outcomes: Outcomes) -> tuple[FloatArray, BoolArray]:
    """Return the features by name, dialogues x features, and which dialogues have them all."""
    columns = [outcomes.numbers(column) for _, column in sorted((outcomes.features or {}).items())]
    if not columns:
        return np.zeros((len(outcomes.source), 0)), np.zeros(len(outcomes.source), dtype=np.bool_)
    features = np.column_stack(columns)
    return features, np.asarray(~np.isnan(features).any(axis=1))


def classifier_auc(features: FloatArray, index: IntArray, seed: int) -> Measure:
    """Return a measure: the AUC of scores that were fitted on other tasks.

    It is taken in every fold and averaged by pairs, since the scores of two fits have no common
    scale. It has no value where no fold has both kinds to train on and to test.
    """

    def between(first: BoolArray, second: BoolArray) -> Weighted:
        rows = np.flatnonzero(first | second)
        folds = _deal_folds(index[rows], seed)
        label = first[rows].astype(np.float64)
        scores, tested = np.zeros(len(rows)), []
        for fold in range(FOLDS):
            test = folds == fold
            if test.any() and len(np.unique(label[~test])) == 2:
                scores[test] = _fit_and_score(features[rows], label, test)
                tested.append(test)

        def auc(weights: FloatArray) -> FloatArray:
            won, pairs = np.zeros(len(weights)), np.zeros(len(weights))
            for test in tested:
                wins, some = count_wins(scores[test], label[test], weights[:, rows[test]])
                won += wins
                pairs += some
            return divide(won, pairs)

        return auc

    return between


def count_wins(
    scores: FloatArray, label: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the pairs in which a 1 scores above a 0 (ties half) and all pairs, by weights.

    Mann and Whitney (1947). `weights` is replicates x dialogues.
    """
    order = np.argsort(scores, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(scores[order]) > 0))
    ones = np.add.reduceat(weights[:, order] * label[order], starts, axis=1)
    zeros = np.add.reduceat(weights[:, order] * (1 - label[order]), starts, axis=1)
    below = np.cumsum(zeros, axis=1) - zeros / 2
    return (ones * below).sum(axis=1), ones.sum(axis=1) * zeros.sum(axis=1)


def _deal_folds(index: IntArray, seed: int) -> IntArray:
    """Return each dialogue's fold; the dialogues of one task share theirs."""
    tasks = np.unique(index)
    dealt = np.random.default_rng(seed).permutation(len(tasks)) % FOLDS
    return np.asarray(dealt[np.searchsorted(tasks, index)])


def _fit_and_score(features: FloatArray, label: FloatArray, test: BoolArray) -> FloatArray:
    """Fit ridge logistic regression by Newton's method outside of `test`, return scores there."""
    mean, spread = features[~test].mean(axis=0), features[~test].std(axis=0)
    scaled = (features - mean) / np.where(spread > 0, spread, 1.0)
    design = np.column_stack([np.ones(len(scaled)), scaled])
    train, wanted = design[~test], label[~test]
    penalty = np.diag([1e-9] + [_RIDGE] * features.shape[1])
    slopes = np.zeros(design.shape[1])
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(train @ slopes, -30, 30)))
        slope = train.T @ (wanted - fitted) - penalty @ slopes
        bend = (train * (fitted * (1 - fitted))[:, None]).T @ train + penalty
        step = np.linalg.solve(bend, slope)
        slopes = slopes + step
        if np.abs(step).max() < _CONVERGED:
            break
    return np.asarray(design[test] @ slopes)
