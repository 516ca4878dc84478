"""Not applicable taken in the other ways, beside the one that the rubric fixes for the headline."""

from __future__ import annotations

from rut_annotations.agreement.counts import TREATMENTS, count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.measures import measure_criterion
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.agreement.result import Agreement
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.resampling import resample_sums
from rut_exports.report.ratings import SCALE, list_ratings
from rut_exports.report.sorting import Sorted


def measure_treatments(
    found: Sorted, headline: tuple[Agreement, ...], plan: Plan, minimum_units: int
) -> tuple[Agreement, ...]:
    """Return percent agreement and alpha of each generic criterion in the ways not taken.

    A criterion without any verdict of *not applicable* is left out: all ways are the same there.

    Args:
        found: The judgements.
        headline: Agreement as the rubric takes *not applicable*.
        plan: How intervals are made.
        minimum_units: Below so many dialogues with two raters no coefficient is given.
    """
    asked = [item for item in headline if item.n_not_applicable]
    if not asked:
        return ()
    ratings = Ratings.from_rows(
        list_ratings(found, found.entries, "generic", plan.resampled), SCALE
    )
    parts = [
        Criterion.of(
            count(ratings, item.criterion, treatment),
            Settings(treatment=treatment, minimum_units=minimum_units),
            plain=True,
        )
        for item in asked
        for treatment in TREATMENTS
        if treatment != item.treatment
    ]
    drawn = resample_sums([part.sums for part in parts], plan)
    return tuple(
        measure_criterion(part, sums, plan) for part, sums in zip(parts, drawn, strict=True)
    )
