"""What is said of agreement on one criterion, and why something cannot be said."""

from __future__ import annotations

from typing import Literal

from pydantic import FiniteFloat

from rut_annotations.agreement.counts import Treatment
from rut_annotations.agreement.scale import Level
from rut_annotations.estimation.interval import Estimate
from rut_domains.frozen import Frozen

Reason = Literal[
    "",
    "no_ratings",
    "one_rater",
    "no_pairable_units",
    "too_few_units",
    "single_category",
    "no_order",
    "no_numbers",
    "below_zero",
    "too_many_values",
    "too_many_raters",
    "no_spread",
    "not_two_raters",
    "no_complete_units",
    "category_unused",
]

# Krippendorff (2004), "Content Analysis": rely on .800 and above, conclude tentatively from .667.
RELY, TENTATIVE = 0.8, 0.667
REASONS: dict[str, str] = {
    "no_ratings": "no ratings",
    "one_rater": "only one rater",
    "no_pairable_units": "no unit was rated by two raters",
    "too_few_units": "too few units were rated by two raters",
    "single_category": "all paired ratings are equal, so chance alone explains them",
    "no_order": "not applicable has no place in the order of the scale",
    "no_numbers": "the values are no numbers",
    "below_zero": "a ratio scale has no values below zero",
    "too_many_values": "too many different values to be counted one by one",
    "too_many_raters": "too many raters to be looked at one by one",
    "no_spread": "the units do not differ",
    "not_two_raters": "not exactly two raters",
    "no_complete_units": "fewer than two units were rated by every rater",
    "one_cluster": "only one cluster to resample",
    "degenerate_replicates": "most resamples have no value",
    "degenerate_jackknife": "without one of the clusters there is no value",
    "no_variation": "nothing varies between units, which is no certainty",
    "estimate_outside_replicates": "all resamples lie on one side of the value",
    "clustered_units": "units of one cluster are alike, which this interval does not allow for",
    "not_resampled": "no interval is made for it",
    "category_unused": "no paired rating is in the category, or all are",
}

WARNINGS: dict[str, str] = {
    "few_units": "fewer than 30 units with two ratings: the interval is too narrow",
    "few_minority_units": "fewer than 15 units of which half the ratings are not in the commonest "
    "category: the interval is too narrow",
    "few_clusters": "fewer than 20 clusters: the interval is too narrow",
    "degenerate_replicates": "more than 1 in 20 resamples had no value and were left out",
    "units_left_out": "units that some rater did not rate are left out",
    "pairs_left_out": "pairs of raters without a value are left out",
    "prevalence": "raters agree, but nearly always on one category: chance-corrected values are "
    "low for that reason alone (Feinstein and Cicchetti, 1990)",
}


class Coefficient(Estimate):
    """One number on one criterion.

    `metric` names the distance or the weights by which values are compared, `category` the one
    category that the number is about, if it is about one.
    """

    metric: str = "nominal"
    category: str = ""
    standard_error: FiniteFloat | None = None


class Agreement(Frozen):
    """Agreement on one criterion under one treatment of *not applicable*.

    `n_pairable` units have two ratings or more, from which `n_pairs` pairs of raters follow.
    `prevalence` counts all ratings by category, `minority_units` the pairable units of which half
    the ratings or more are not in the commonest category. `coincidences` has, for each two
    categories, how many pairs of ratings of one unit fell into them, each unit counting as often
    as it was rated; it is empty where there are too many categories to be read.
    """

    criterion: str
    level: Level
    treatment: Treatment
    n_units: int
    n_pairable: int
    n_raters: int
    n_pairs: int
    n_ratings: int
    n_not_applicable: int
    n_cannot_tell: int
    n_skipped: int
    n_missing: int
    n_clusters: int
    prevalence: dict[str, int]
    minority_units: int
    coefficients: tuple[Coefficient, ...]
    specific: tuple[Coefficient, ...] = ()
    coincidences: tuple[tuple[FiniteFloat, ...], ...] = ()
    warnings: tuple[str, ...] = ()

    def find(self, name: str, metric: str | None = None) -> Coefficient:
        """Return a coefficient by name.

        Raises:
            KeyError: It is not among them.
        """
        for item in self.coefficients:
            if item.name == name and metric in (None, item.metric):
                return item
        raise KeyError(name)

    @property
    def alpha(self) -> Coefficient:
        """Krippendorff's alpha at the level of the scale."""
        return self.find("krippendorff_alpha")

    @property
    def percent(self) -> Coefficient:
        """Percent agreement."""
        return self.find("percent_agreement")
