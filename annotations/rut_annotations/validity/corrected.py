"""The share that people would find, from a judge on many units and people on a sample."""

from __future__ import annotations

from typing import Literal

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.estimation.sums import Draws, cluster_sums, divide
from rut_annotations.validity.audit import Audit
from rut_annotations.validity.ppi import estimate_ppi, sampled_clusters
from rut_annotations.validity.sampling import FEW_CLUSTERS, FEW_UNITS, Quantity, estimate
from rut_annotations.validity.weighted import weighted_share
from rut_domains.frozen import Frozen

Headline = Literal["human_only", "stratified", "ppi_plus", "none"]

ENOUGH_MINORITY = 10
ENOUGH_DISAGREEMENTS = 10
# So many where a rare label may have a large weight.
SAFE_WORTH = 20
# Below this the corrected intervals can still be a little too narrow.
WARN_WORTH = 15
# Recall plus specificity less 1 (Youden, 1950) below which dividing by it helps little.
WEAK = 0.2


class CorrectedRate(Frozen):
    """All estimates of one share, and which of them is the headline, by which rule.

    `judged` is the judge's own share; it has no interval, since its errors are no chance. `units`
    have a verdict of the judge, `labelled` of people, too; `unjudged` have one of people alone and
    enter nothing. `minority` labels are of the rarer kind; on `disagreements` the judge and people
    differ. `lam` is how much PPI++ leans on the judge, from 0 to 1.
    """

    units: int
    labelled: int
    unjudged: int
    minority: int
    disagreements: int
    judged: Estimate
    human_only: Estimate
    horvitz_thompson: Estimate
    hajek: Estimate
    stratified: Estimate
    ppi: Estimate
    ppi_plus: Estimate
    lam: FiniteFloat | None
    rogan_gladen: Estimate
    headline: Headline
    rule: str

    def chosen(self) -> Estimate | None:
        """Return the headline, or null where there is none."""
        return None if self.headline == "none" else getattr(self, self.headline)


def correct_rate(audit: Audit, plan: Plan) -> CorrectedRate:
    """Estimate the share in every way, and choose.

    People alone are the headline where labels of the rarer kind, or disagreements, are worth fewer
    than 10 (20 where units were not equally likely to be sampled): the corrected intervals are too
    narrow there. Else it is the
    stratified estimate where the sample was drawn by stratum, and PPI++ where it was not.
    """
    sampled, known = audit.sampled, audit.known
    n, units = int(sampled.sum()), int(known.sum())
    hits = int(audit.human[sampled].sum())
    wrong = int((audit.human[sampled] != audit.judged[sampled]).sum())
    minority = min(hits, n - hits)
    judged = _value("judged", float(np.nanmean(audit.judged)) if units else None, units)
    headline, rule = _choose(audit)
    found: dict[str, Estimate] = {}
    lam: float | None = None
    if n:
        few = ("few_minority_labels",) if min(_worths(audit)) < WARN_WORTH else ()
        found["ppi"], _ = estimate_ppi(audit, plan, 1.0)
        found["ppi_plus"], lam = estimate_ppi(audit, plan)
        for name, one in found.items():
            found[name] = one.model_copy(update={"name": name, "warnings": (*one.warnings, *few)})
    else:
        for name in ("ppi", "ppi_plus"):
            found[name] = Estimate(name=name, value=None, reason="no_human_labels")
    return CorrectedRate(
        units=units,
        labelled=n,
        unjudged=int((~np.isnan(audit.human) & ~known).sum()),
        minority=minority,
        disagreements=wrong,
        judged=judged,
        human_only=estimate_human_only(audit, plan),
        horvitz_thompson=estimate_horvitz_thompson(audit),
        hajek=estimate_hajek(audit, plan),
        stratified=estimate_stratified(audit, plan),
        lam=lam,
        rogan_gladen=estimate_rogan_gladen(audit, plan),
        headline=headline,
        rule=rule,
        **found,
    )


def estimate_human_only(audit: Audit, plan: Plan) -> Estimate:
    """Return the share among the labels with Wilson's interval.

    Where units are clustered or were not equally likely to be sampled, it is the weighted share,
    with as many units as the sample is worth.
    """
    sampled = audit.sampled
    n, clusters = int(sampled.sum()), sampled_clusters(audit)
    if len(np.unique(audit.stratum[audit.known])) > 1 and not _unlabelled(audit):
        return estimate_stratified(audit, plan).model_copy(update={"name": "human_only"})
    if not n or clusters < n or not audit.equal:
        return estimate_hajek(audit, plan).model_copy(update={"name": "human_only"})
    hits = int(audit.human[sampled].sum())
    interval = wilson_interval(hits, n, plan.level).model_copy(
        update={
            "rule": "one_unit_a_cluster",
            "resampled": plan.resampled,
            "clusters": clusters,
        }
    )
    warnings = _warn(n, clusters)
    return Estimate(name="human_only", value=hits / n, interval=interval, n=n, warnings=warnings)


def estimate_horvitz_thompson(audit: Audit) -> Estimate:
    """Return sum(y / probability) / N over the sample (Horvitz and Thompson, 1952).

    It may exceed 1. Its error depends on whether the size of the sample was fixed, which the
    Hájek estimate's does not; so it has no interval here.
    """
    n, units = int(audit.sampled.sum()), int(audit.known.sum())
    if not n:
        return Estimate(name="horvitz_thompson", value=None, reason="no_human_labels")
    value = float(audit.weights() @ np.nan_to_num(audit.human)) / units
    return Estimate(name="horvitz_thompson", value=value, interval_reason="see_hajek", n=n)


def estimate_hajek(audit: Audit, plan: Plan) -> Estimate:
    """Return the share weighted by one over the probability of being sampled (Hájek, 1971)."""
    if not audit.sampled.any():
        return Estimate(name="hajek", value=None, reason="no_human_labels")
    return weighted_share("hajek", audit, np.zeros(len(audit.stratum), dtype=np.int32), plan)


def estimate_stratified(audit: Audit, plan: Plan) -> Estimate:
    """Return the mean of the strata's weighted shares, weighted by their judged units.

    Cochran (1977): sum over strata of N_h / N times the share in the stratum; null where a stratum
    has judged units but no label.
    """
    if not audit.sampled.any():
        return Estimate(name="stratified", value=None, reason="no_human_labels")
    if _unlabelled(audit):
        n = int(audit.sampled.sum())
        return Estimate(name="stratified", value=None, reason="stratum_without_labels", n=n)
    return weighted_share("stratified", audit, audit.stratum, plan)


def estimate_rogan_gladen(audit: Audit, plan: Plan) -> Estimate:
    """Return (p + specificity - 1) / (recall + specificity - 1) (Rogan and Gladen, 1978).

    p is the judged share of all units, recall and specificity are those on the sample. The
    interval is the jackknife's over clusters, so that all three vary: the delta method without a
    formula. The value is cut to 0 and 1.
    """
    sampled, weights = audit.sampled, audit.weights()
    judged, human = np.nan_to_num(audit.judged), np.nan_to_num(audit.human)
    columns = [
        judged,
        audit.known.astype(np.float64),
        weights * human * judged,
        weights * human,
        weights * (1 - human) * (1 - judged),
        weights * (1 - human),
    ]
    rows = cluster_sums(audit.cluster_of, audit.clusters, columns)
    n, hits = int(sampled.sum()), int(human[sampled].sum())
    reason = "judge_uninformative"
    if n == 0 or hits in (0, n):
        reason = "no_human_labels" if n == 0 else "one_category"
    name = "rogan_gladen"
    minority = min(hits, n - hits)
    quantity = Quantity(
        name, rows, _rogan_gladen, n, reason, (0.0, 1.0), kind="quotient", minority=minority
    )
    found = estimate(quantity, Draws(audit.clusters, plan))
    if found.value is None:
        return found
    sums = rows.sum(axis=0)
    power = sums[2] / sums[3] + sums[4] / sums[5] - 1
    cut = min(1.0, max(0.0, found.value))
    pairs = ((power < WEAK, "weak_judge"), (cut != found.value, "cut_to_range"))
    added = tuple(slug for holds, slug in pairs if holds)
    return found.model_copy(update={"value": cut, "warnings": (*found.warnings, *added)})


def _rogan_gladen(sums: FloatArray) -> FloatArray:
    recall, specificity = divide(sums[..., 2], sums[..., 3]), divide(sums[..., 4], sums[..., 5])
    power = recall + specificity - 1
    useful = np.where(power > 1e-9, power, 0.0)
    return divide(divide(sums[..., 0], sums[..., 1]) + specificity - 1, np.nan_to_num(useful))


def _choose(audit: Audit) -> tuple[Headline, str]:
    """Choose by what the labels are worth: a few with large weights are worth less (Kish, 1965)."""
    if not audit.sampled.any():
        return "none", "no_human_labels"
    minority, wrong = _worths(audit)
    # Where a rare label has a large weight, 10 are not enough.
    safe = audit.equal or len(audit.strata) > 1
    if minority < (ENOUGH_MINORITY if safe else SAFE_WORTH):
        return "human_only", "few_minority_labels"
    if wrong < (ENOUGH_DISAGREEMENTS if safe else SAFE_WORTH):
        return "human_only", "few_disagreements"
    if len(np.unique(audit.stratum[audit.known])) > 1:
        if _unlabelled(audit):
            return "human_only", "stratum_without_labels"
        return "stratified", "stratified_sample"
    return "ppi_plus", "enough_labels"


def _worths(audit: Audit) -> tuple[float, float]:
    """Return how many labels those of the rarer kind are worth, and the disagreements."""
    sampled, weights = audit.sampled, audit.weights()
    yes, wrong = sampled & (audit.human == 1), sampled & (audit.human != audit.judged)
    minority = min(_worth(weights[yes]), _worth(weights[sampled & ~yes]))
    return minority, _worth(weights[wrong])


def _worth(weights: FloatArray) -> float:
    """Return how many equally weighted labels these are worth, rounded against false digits."""
    square = float(weights @ weights)
    return round(float(weights.sum()) ** 2 / square, 9) if square > 0 else 0.0


def _unlabelled(audit: Audit) -> set[int]:
    """Return the strata with judged units but no label."""
    return set(audit.stratum[audit.known]) - set(audit.stratum[audit.sampled])


def _value(name: str, value: float | None, n: int) -> Estimate:
    if value is None:
        return Estimate(name=name, value=None, reason="no_judged_units")
    return Estimate(name=name, value=value, interval_reason="not_an_interval", n=n)


def _warn(n: int, clusters: int) -> tuple[str, ...]:
    pairs = ((n < FEW_UNITS, "few_units"), (clusters < FEW_CLUSTERS, "few_clusters"))
    return tuple(slug for holds, slug in pairs if holds)
