"""Prediction-powered inference for a share: many judged units, people on a few of them."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from rut_annotations.estimation.interval import Estimate, FloatArray, Interval, Plan
from rut_annotations.estimation.resampling import student_quantile
from rut_annotations.validity.audit import Audit
from rut_annotations.validity.sampling import FEW_CLUSTERS


def ppi_mean(
    human: FloatArray,
    judged: FloatArray,
    unlabelled: FloatArray,
    plan: Plan,
    lam: float | None = None,
) -> tuple[Estimate, float | None]:
    """Return the mean of the human values as published, and the weight of the judge.

    theta = lam mean(unlabelled) + mean(human - lam judged), with the normal interval of variance
    lam^2 var(unlabelled) / N + var(human - lam judged) / n. lam = 1 is prediction-powered inference
    (Angelopoulos et al., 2023), lam = 0 people alone; the best lam is cov(human, judged) /
    ((1 + n / N) var(judged)) within [0, 1] (PPI++: Angelopoulos, Duchi and Zrnic, 2023). All units
    count as independent and equally likely to be sampled; `estimate_ppi` needs neither.

    Args:
        human: The people's values on the sample.
        judged: The judge's on the same units.
        unlabelled: The judge's on all others.
        plan: The level.
        lam: The weight of the judge; the best one if null.

    Raises:
        ValueError: The first two are not equally long.
    """
    n, others = len(human), len(unlabelled)
    if n != len(judged):
        raise ValueError("the judge needs a value on every unit that people have judged")
    if n == 0 or others == 0:
        reason = "no_human_labels" if n == 0 else "no_judged_units"
        return Estimate(name="ppi", value=None, reason=reason, n=n), None
    if lam is None:
        spread = float(np.var(np.concatenate([judged, unlabelled]), ddof=1))
        together = float(np.mean((human - human.mean()) * (judged - judged.mean())))
        best = together / ((1 + n / others) * spread) if spread > 0 else 0.0
        lam = min(1.0, max(0.0, best))
    left = human - lam * judged
    value = lam * float(unlabelled.mean()) + float(left.mean())
    error = math.sqrt(lam**2 * float(np.var(unlabelled)) / others + float(np.var(left)) / n)
    half = NormalDist().inv_cdf((1 + plan.level) / 2) * error
    if error == 0:
        return Estimate(name="ppi", value=value, interval_reason="no_variation", n=n), lam
    interval = Interval(
        low=value - half, high=value + half, level=plan.level, method="analytic", rule="published"
    )
    return Estimate(name="ppi", value=value, interval=interval, n=n), lam


def estimate_ppi(audit: Audit, plan: Plan, lam: float | None = None) -> tuple[Estimate, float]:
    """Return the share that people would find in all judged units, and the weight of the judge.

    theta = lam mean_all(judged) + weighted mean_sample(human - lam judged), the weights being one
    over the probability of being sampled: the difference estimator (Särndal, Swensson and Wretman,
    1992), whose judged mean is over all units instead of those without label. In a simple random
    sample it equals PPI at lam N / (N + n). The best lam makes the variance least, which is summed
    by cluster (Angelopoulos, Duchi and Zrnic, 2023, with clusters); the interval is Student's.

    Args:
        audit: A judge's verdicts and people's on a sample; some of each.
        plan: The level, and what the clusters are.
        lam: The weight of the judge; the best one within [0, 1] if null.
    """
    known, weights = audit.known, audit.weights()
    judged, human = np.where(known, audit.judged, 0.0), np.nan_to_num(audit.human)
    share = weights / weights.sum()
    everywhere = known / known.sum()
    mean_all, mean_judged = float(everywhere @ judged), float(share @ judged)
    mean_human = float(share @ human)
    # What each unit adds to the errors of the human mean, and of the judged one less that of all.
    of_human = share * (human - mean_human)
    of_judge = share * (judged - mean_judged) - everywhere * (judged - mean_all)
    sums = [
        np.bincount(audit.cluster_of, column, audit.clusters) for column in (of_human, of_judge)
    ]
    if lam is None:
        spread = float(sums[1] @ sums[1])
        lam = min(1.0, max(0.0, float(sums[0] @ sums[1]) / spread)) if spread > 1e-18 else 0.0
    value = mean_human + lam * (mean_all - mean_judged)
    name = "ppi" if lam == 1 else "ppi_plus"
    return linearised(name, value, sums[0] - lam * sums[1], audit, plan), lam


def linearised(
    name: str, value: float, by_cluster: FloatArray, audit: Audit, plan: Plan
) -> Estimate:
    """Return a share with the interval of its linearised errors, cut to 0 and 1.

    The variance is g / (g - 1) times the sum of the squared `by_cluster`, and t has g - 1 degrees
    of freedom, for g clusters that hold a sampled unit.
    """
    n, clusters = int(audit.sampled.sum()), sampled_clusters(audit)
    warnings = ("few_clusters",) if clusters < FEW_CLUSTERS else ()
    if not 0 <= value <= 1:
        value, warnings = min(1.0, max(0.0, value)), (*warnings, "cut_to_range")
    error = linearised_error(by_cluster, clusters)
    interval, why = None, "one_cluster" if clusters < 2 else "no_variation"
    if error > 0:
        half = student_quantile((1 + plan.level) / 2, clusters - 1) * error
        why, interval = (
            "",
            Interval(
                low=max(0.0, value - half),
                high=min(1.0, value + half),
                level=plan.level,
                method="analytic",
                resampled=plan.resampled,
                clusters=clusters,
                rule="linearised",
            ),
        )
    return Estimate(
        name=name, value=value, interval=interval, interval_reason=why, n=n, warnings=warnings
    )


def linearised_error(by_cluster: FloatArray, clusters: int) -> float:
    """Return sqrt(g / (g - 1) sum u^2), 0 where it is rounding, or where there is one cluster."""
    total = float(by_cluster @ by_cluster)
    return math.sqrt(clusters / (clusters - 1) * total) if clusters > 1 and total > 1e-24 else 0.0


def sampled_clusters(audit: Audit) -> int:
    """Return how many clusters hold a sampled unit."""
    return len(np.unique(audit.cluster_of[audit.sampled]))
