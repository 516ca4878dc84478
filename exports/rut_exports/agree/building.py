"""From a table of ratings to the whole answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rut_annotations.agreement.counts import TREATMENTS, Treatment, count
from rut_annotations.agreement.criterion import Criterion, Settings
from rut_annotations.agreement.measures import measure_criterion
from rut_annotations.agreement.pairs import list_pairs
from rut_annotations.agreement.raters import leave_one_out, profile_raters
from rut_annotations.agreement.ratings import MODEL, Ratings, Status
from rut_annotations.agreement.result import Agreement
from rut_annotations.agreement.weights import SetDistance, Weights
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.resampling import resample_sums
from rut_annotations.ratings_files.reading import RatingsFile
from rut_annotations.validity.ceilings import Ceiling, find_ceiling
from rut_annotations.validity.items import align_items
from rut_annotations.validity.repeats import Repeats, compare_repeats
from rut_exports.agree.advice import advise
from rut_exports.agree.model import AgreeReport, CriterionReport, Taken

Tell = Callable[[str, float], None]
# Tables of raters are made up to so many of them.
_MOST_RATERS = 30


@dataclass(frozen=True)
class Wishes:
    """How a person wants agreement measured; `treatment` null leaves it to the scale."""

    treatment: Treatment | None = None
    weights: Weights | None = None
    sets: SetDistance = "masi"
    minimum_units: int = 2


def build_agreement(
    read: RatingsFile, name: str, version: str, plan: Plan, wishes: Wishes, tell: Tell
) -> AgreeReport:
    """Measure agreement over a file of ratings.

    Args:
        read: The file as it was read.
        name: What it is called in the report.
        version: Of this program.
        plan: How intervals are made.
        wishes: How agreement is measured.
        tell: Is told how far the work is: a criterion, and a share from 0 to 1.
    """
    ratings = read.ratings
    parts = [
        Criterion.of(count(ratings, name, settings.treatment), settings)
        for place, name in enumerate(ratings.criteria)
        for settings in [_settings(ratings, place, wishes)]
    ]
    criteria = []
    # All criteria share every resample.
    for place, sums in enumerate(resample_sums([part.sums for part in parts], plan)):
        tell(ratings.criteria[place], place / len(parts))
        headline = measure_criterion(parts[place], sums, plan)
        criteria.append(_criterion(ratings, place, parts[place], headline, plan, wishes))
    return AgreeReport(
        version=version,
        file=name,
        shape=read.shape,
        taken=tuple(Taken(what=t.what, to_be=t.to_be, why=t.why) for t in read.taken),
        notes=read.notes,
        counts=dict(read.counts),
        plan=plan,
        criteria=tuple(criteria),
    )


def _settings(
    ratings: Ratings, place: int, wishes: Wishes, treatment: Treatment | None = None
) -> Settings:
    """Return the settings of a criterion: *not applicable* is a category unless it has no order."""
    ordered = ratings.scales[place].level in ("ordinal", "interval", "ratio", "set")
    chosen = treatment or wishes.treatment or ("missing" if ordered else "category")
    return Settings(
        treatment=chosen,
        minimum_units=wishes.minimum_units,
        weights=wishes.weights,
        sets=wishes.sets,
    )


def _criterion(
    ratings: Ratings,
    place: int,
    counted: Criterion,
    headline: Agreement,
    plan: Plan,
    wishes: Wishes,
) -> CriterionReport:
    name, scale = ratings.criteria[place], ratings.scales[place]
    settings = _settings(ratings, place, wishes)
    few = headline.n_raters <= _MOST_RATERS
    left_out = leave_one_out(counted.counts, plan, settings) if few else ()
    return CriterionReport(
        criterion=name,
        level=scale.level,
        categories=scale.categories if len(scale.categories) <= _MOST_RATERS else (),
        declared=scale.declared,
        why=scale.why,
        headline=headline,
        others=_others(ratings, place, headline, plan, wishes),
        pairs=list_pairs(counted, plan) if few and headline.n_raters > 1 else (),
        left_out=left_out,
        raters=profile_raters(ratings, name) if few else (),
        repeats=_repeats(ratings, name, plan),
        judges=_judges(ratings, name, plan),
        advice=advise(headline, left_out),
    )


def _others(
    ratings: Ratings, place: int, headline: Agreement, plan: Plan, wishes: Wishes
) -> tuple[Agreement, ...]:
    if not headline.n_not_applicable:
        return ()
    found = []
    for treatment in TREATMENTS:
        if treatment != headline.treatment:
            settings = _settings(ratings, place, wishes, treatment)
            part = Criterion.of(count(ratings, headline.criterion, treatment), settings)
            (sums,) = resample_sums([part.sums], plan)
            found.append(measure_criterion(part, sums, plan))
    return tuple(found)


def _repeats(ratings: Ratings, criterion: str, plan: Plan) -> Repeats | None:
    """Return how raters agree with themselves, where anybody has rated a unit twice."""
    return compare_repeats(ratings, criterion, plan) if len(ratings.passes) > 1 else None


def _judges(ratings: Ratings, criterion: str, plan: Plan) -> tuple[Ceiling, ...]:
    """Set each model that rates beside the people, on the same units."""
    if MODEL not in ratings.roles:
        return ()
    here = ratings.criterion == ratings.criteria.index(criterion)
    model = here & (ratings.role == ratings.roles.index(MODEL)) & (ratings.code != Status.MISSING)
    names = [ratings.raters[index] for index in np.unique(ratings.rater[model])]
    if not names:
        return ()
    items = align_items(ratings, criterion)
    return tuple(find_ceiling(items, judge, plan) for judge in names)
