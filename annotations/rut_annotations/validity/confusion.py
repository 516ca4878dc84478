"""A judge's verdicts against those of people, with failing as what is looked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, Statistic, cluster_sums, divide, ratio
from rut_annotations.validity.items import UNDECIDED, Items, find_majority
from rut_annotations.validity.joined import correlation_of, join_intervals
from rut_annotations.validity.kappa import cohen
from rut_annotations.validity.sampling import Quantity, encode_clusters, estimate
from rut_domains.frozen import Frozen

FAIL = "not_met"


class Confusion(Frozen):
    """Counts and rates of a judge's fails against the reference's, failing being positive.

    `undecided` units were judged but the reference has no verdict on them (a tie, or no vote);
    `unjudged` ones have a reference, but no verdict of the judge. `prevalence` is the share of
    fails in the reference, `judged_fails` that in the judge's verdicts.
    """

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int
    undecided: int
    unjudged: int
    precision: Estimate
    recall: Estimate
    specificity: Estimate
    negative_predictive_value: Estimate
    balanced_accuracy: Estimate
    agreement: Estimate
    f1: Estimate
    mcc: Estimate
    kappa: Estimate
    ac1: Estimate
    prevalence: Estimate
    judged_fails: Estimate


def confuse(
    items: Items,
    judge: str,
    plan: Plan,
    *,
    fail: str = FAIL,
    reference: IntArray | None = None,
    draws: Draws | None = None,
) -> Confusion:
    """Compare one judge with the majority of the people, or another reference.

    Args:
        items: The verdicts on one criterion.
        judge: Whose verdicts.
        plan: How intervals are made.
        fail: The category that counts as positive; every other one is negative.
        reference: A category's place a unit, below zero where undecided; the majority if null.
        draws: Resamples shared with other numbers.

    Raises:
        RatingsFault: There is no such judge or category.
        ValueError: The reference has not one entry a unit.
    """
    if reference is None:
        reference = find_majority(items.human, len(items.categories)).code
    if len(reference) != len(items.units):
        raise ValueError("the reference needs one entry a unit")
    judged = items.judged_by(judge)
    return _confusion(
        confusion_rows(items, judge, fail, reference),
        draws or Draws(len(items.clusters), plan),
        undecided=int(((reference < 0) & (judged >= 0)).sum()),
        unjudged=int(((reference >= 0) & (judged < 0)).sum()),
    )


def confuse_flags(
    truth: Sequence[bool | None], judged: Sequence[bool | None], clusters: ArrayLike, plan: Plan
) -> Confusion:
    """Compare flags, true for a fail and null for no verdict, one a unit.

    Args:
        truth: What people say.
        judged: What the judge says.
        clusters: Each unit's cluster, of any kind that sorts.
        plan: How intervals are made.

    Raises:
        ValueError: The three are not equally long.
    """
    cluster_of, count = encode_clusters(clusters)
    if not len(truth) == len(judged) == len(cluster_of):
        raise ValueError("truth, verdicts and clusters must be equally many")
    first, second = _codes(truth), _codes(judged)
    rows = cluster_sums(cluster_of, count, list(_cells(first, second, 1).T))
    return _confusion(
        rows,
        Draws(count, plan),
        undecided=int(((first < 0) & (second >= 0)).sum()),
        unjudged=int(((first >= 0) & (second < 0)).sum()),
    )


def confusion_quantities(rows: FloatArray) -> dict[str, Quantity]:
    """Return every rate as a quantity, from true and false positives, false and true negatives.

    Args:
        rows: Clusters x 4 in that order.
    """
    counts = rows.sum(axis=0)
    n = round(float(counts.sum()))
    minority = round(float(min(counts[0] + counts[2], counts[1] + counts[3])))

    def share(name: str, above: tuple[int, ...], below: tuple[int, ...], why: str) -> Quantity:
        columns = np.column_stack([rows[:, above].sum(axis=1), rows[:, below].sum(axis=1)])
        size = round(float(columns[:, 1].sum()))
        return Quantity(name, columns, ratio, size, why, (0.0, 1.0), share=True)

    def number(
        name: str, statistic: Statistic, why: str, bounds: tuple[float, float] = (0.0, 1.0)
    ) -> Quantity:
        return Quantity(name, rows, statistic, n, why, bounds, minority=minority)

    one_sided = "no_fails" if counts[0] + counts[2] == 0 else "no_passes"
    none = "no_shared_units"
    found = (
        share("precision", (0,), (0, 1), "nothing_judged_fail" if n else none),
        share("recall", (0,), (0, 2), "no_fails" if n else none),
        share("specificity", (3,), (1, 3), "no_passes" if n else none),
        share("negative_predictive_value", (3,), (2, 3), "nothing_judged_pass" if n else none),
        share("agreement", (0, 3), (0, 1, 2, 3), none),
        share("prevalence", (0, 2), (0, 1, 2, 3), none),
        share("judged_fails", (0, 1), (0, 1, 2, 3), none),
        number("balanced_accuracy", balance, one_sided if n else none),
        number("f1", f1, "no_fails" if n else none),
        number("mcc", correlate, "one_category" if n else none, (-1.0, 1.0)),
        number("kappa", kappa, "one_category" if n else none, (-1.0, 1.0)),
        number("ac1", ac1, none, (-1.0, 1.0)),
    )
    return {quantity.name: quantity for quantity in found}


def confusion_rows(
    items: Items, judge: str, fail: str = FAIL, reference: IntArray | None = None
) -> FloatArray:
    """Return true and false positives, false and true negatives of every cluster: clusters x 4."""
    if reference is None:
        reference = find_majority(items.human, len(items.categories)).code
    cells = _cells(reference, items.judged_by(judge), items.place(fail))
    return cluster_sums(items.cluster_of, len(items.clusters), list(cells.T))


def balance(sums: FloatArray) -> FloatArray:
    """Return the mean of recall and specificity."""
    recall = divide(sums[..., 0], sums[..., 0] + sums[..., 2])
    return (recall + divide(sums[..., 3], sums[..., 1] + sums[..., 3])) / 2


def f1(sums: FloatArray) -> FloatArray:
    """Return 2 TP / (2 TP + FP + FN)."""
    return divide(2 * sums[..., 0], 2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def correlate(sums: FloatArray) -> FloatArray:
    """Return Matthews' correlation coefficient (Matthews, 1975), NaN where a margin is empty."""
    tp, fp, fn, tn = (sums[..., at] for at in range(4))
    margins = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return divide(tp * tn - fp * fn, np.sqrt(margins))


def kappa(sums: FloatArray) -> FloatArray:
    """Return Cohen's kappa of the four counts (Cohen, 1960)."""
    return cohen(sums.reshape(*sums.shape[:-1], 2, 2))


def ac1(sums: FloatArray) -> FloatArray:
    """Return Gwet's AC1 of the four counts (Gwet, 2008).

    Chance agrees on 2 p (1 - p), p being the mean of both shares of fails: little where fails are
    rare, so that AC1 stays high where kappa does not.
    """
    tp, fp, fn, tn = (sums[..., at] for at in range(4))
    n = tp + fp + fn + tn
    share = divide(2 * tp + fp + fn, 2 * n)
    chance = 2 * share * (1 - share)
    return divide(divide(tp + tn, n) - chance, 1 - chance)


def _confusion(rows: FloatArray, draws: Draws, *, undecided: int, unjudged: int) -> Confusion:
    counts = [round(float(count)) for count in rows.sum(axis=0)]
    found = confusion_quantities(rows)
    rates = {name: estimate(each, draws) for name, each in found.items()}
    recall, specificity = found["recall"], found["specificity"]
    joined = join_intervals(
        rates["recall"],
        rates["specificity"],
        correlation_of(recall, specificity),
        draws.plan,
    )
    if joined is not None:
        clusters = int(rows.any(axis=1).sum())
        rates["balanced_accuracy"] = rates["balanced_accuracy"].model_copy(
            update={
                "interval": joined.model_copy(update={"clusters": clusters}),
                "interval_reason": "",
            }
        )
    return Confusion(
        true_positive=counts[0],
        false_positive=counts[1],
        false_negative=counts[2],
        true_negative=counts[3],
        undecided=undecided,
        unjudged=unjudged,
        **rates,
    )


def _cells(truth: IntArray, judged: IntArray, positive: int) -> FloatArray:
    """Return one row a unit, 1 in the cell it belongs to, zeros where a verdict is missing."""
    known: BoolArray = (truth >= 0) & (judged >= 0)
    fails, found = truth == positive, judged == positive
    cells = (fails & found, ~fails & found, fails & ~found, ~fails & ~found)
    return np.column_stack([known & cell for cell in cells]).astype(np.float64)


def _codes(flags: Sequence[bool | None]) -> IntArray:
    return np.array([UNDECIDED if flag is None else int(flag) for flag in flags], dtype=np.int32)
