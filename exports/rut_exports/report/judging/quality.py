"""The raters among themselves, from the first passes of people."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rut_annotations.agreement.counts import count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.pairs import list_pairs
from rut_annotations.agreement.raters import leave_one_out
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide, ratio
from rut_annotations.validity.items import Items, align_items
from rut_annotations.validity.repeats import Repeats, compare_repeats
from rut_annotations.validity.sampling import Quantity, estimate
from rut_exports.report.judging.absent import absent_of_raters
from rut_exports.report.judging.advice import advise_on_raters
from rut_exports.report.judging.evidence import compare_evidence, without_matches
from rut_exports.report.judging.model import CriterionQuality, Quality, RaterShare
from rut_exports.report.judging.timing import measure_tempo, verdict_drift
from rut_exports.report.ratings import SCALE, list_ratings, repeats_of
from rut_exports.report.sorting import Sorted

# One dialogue rated by two is no agreement study.
MINIMUM_UNITS = 2
# With more raters than this a table of pairs is no longer read.
MOST_RATERS = 30


def build_quality(found: Sorted, plan: Plan) -> Quality | None:
    """Measure the raters on the generic criteria; null where nobody judged one.

    Args:
        found: The judgements; those of models enter nothing.
        plan: How the intervals of the section are made.
    """
    rows = list_ratings(found, found.entries, "generic", plan.resampled)
    if not rows:
        return None
    ratings = Ratings.from_rows(rows, SCALE)
    again = None
    if repeats := repeats_of(found):
        passes = [*found.entries, *repeats]
        rows = list_ratings(found, passes, "generic", plan.resampled)
        again = Ratings.from_rows(rows, SCALE)
    draws = Draws(len(ratings.clusters), plan)
    answered = {entry.criterion.id for entry in found.entries if entry.criterion.scope == "generic"}
    criteria = tuple(
        _criterion(found, ratings, again, item.id, draws)
        for item in found.rubric.criteria
        if item.id in answered
    )
    tempo = measure_tempo(found.entries, plan)
    return Quality(
        criteria=criteria,
        tempo=tempo,
        absent=absent_of_raters(found, criteria, tempo),
        advice=advise_on_raters(found.rubric, criteria, tempo),
    )


def _criterion(
    found: Sorted, ratings: Ratings, again: Ratings | None, name: str, draws: Draws
) -> CriterionQuality:
    plan = draws.plan
    treatment = found.rubric.not_applicable
    settings = Settings(treatment=treatment, minimum_units=MINIMUM_UNITS)
    counted = Criterion.of(count(ratings, name, treatment), settings)
    raters = counted.counts.n_raters
    few = raters <= MOST_RATERS
    overlap = compare_evidence(found.entries, name, plan.resampled, plan).human_human
    return CriterionQuality(
        criterion=name,
        pairs=list_pairs(counted, plan) if few and raters > 1 else (),
        left_out=leave_one_out(counted.counts, plan, settings) if few else (),
        raters=_shares(found, align_items(ratings, name, treatment), draws),
        evidence=without_matches(overlap) if overlap.pairs else None,
        repeats=_repeats(again, name, plan),
        drift=verdict_drift(found.entries, name, plan),
    )


def _repeats(again: Ratings | None, name: str, plan: Plan) -> Repeats | None:
    if again is None or name not in again.criteria:
        return None
    repeats = compare_repeats(again, name, plan)
    return repeats if repeats.pairs else None


def _shares(found: Sorted, items: Items, draws: Draws) -> tuple[RaterShare, ...]:
    """Return what each person said of one criterion, and how strict that is beside the others."""
    said: dict[str, Counter[str]] = {}
    for entry in found.entries:
        if entry.criterion.scope == "generic" and entry.criterion.id == items.criterion:
            said.setdefault(entry.judgement.rater, Counter())[entry.verdict] += 1
    return tuple(
        RaterShare(
            rater=rater,
            met=counts["met"],
            not_met=counts["not_met"],
            not_applicable=counts["not_applicable"],
            cannot_tell=counts["cannot_tell"],
            bias=measure_bias(items, rater, draws),
        )
        for rater, counts in sorted(said.items())
    )


def measure_bias(items: Items, rater: str, draws: Draws) -> Estimate:
    """Return the mean of a person's fail (1 or 0) less the share of the others who fail the unit.

    Units that nobody else judged are left out.
    """
    place = items.place("not_met")
    valid = items.human >= 0
    fails: FloatArray = np.where(valid, items.human == place, 0).astype(np.float64)
    at = items.humans.index(rater)
    own, held = fails[:, at], valid[:, at]
    others = valid.sum(axis=1) - held
    rows = held & (others > 0)
    rest = divide(fails.sum(axis=1) - own, others.astype(np.float64))
    columns = [(own - rest)[rows], np.ones(int(rows.sum()))]
    sums = cluster_sums(items.cluster_of[rows], draws.clusters, columns)
    quantity = Quantity("bias", sums, ratio, int(rows.sum()), "no_shared_units", kind="paired")
    return estimate(quantity, draws)
