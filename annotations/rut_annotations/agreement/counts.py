"""From ratings to counts: how often each unit was put into each category."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.ratings import IntArray, Ratings, Special
from rut_annotations.estimation.interval import FloatArray

# How *not applicable* enters: as a category of its own; as missing, so that only agreement given
# that the criterion applies is left; or alone, as agreement on whether it applies at all.
Treatment = Literal["category", "missing", "applicability"]

NOT_APPLICABLE = "not_applicable"
APPLICABLE = "applicable"


@dataclass(frozen=True)
class Counts:
    """One criterion under one treatment.

    `matrix` has a row for each unit of the table and a column for each category. *Cannot tell*
    is no category: it is counted and left out, like a missing answer.
    """

    criterion: str
    treatment: Treatment
    categories: tuple[str, ...]
    matrix: FloatArray
    cluster_of: IntArray
    n_clusters: int
    n_units: int
    n_raters: int
    n_ratings: int
    n_not_applicable: int
    n_cannot_tell: int
    n_missing: int


def count(ratings: Ratings, criterion: str, treatment: Treatment) -> Counts:
    """Count one criterion's ratings.

    `n_units` are the units that anybody was asked about under the criterion, `n_raters` those
    whose ratings count, `n_missing` the cells of these units and of all who answered the
    criterion at all in which there is no answer.
    """
    index = ratings.criteria.index(criterion)
    here = ratings.criterion == index
    code, unit, rater = ratings.code[here], ratings.unit[here], ratings.rater[here]
    answered = code != Special.MISSING.value
    n_units, n_askers = len(np.unique(unit)), len(np.unique(rater))
    categories, column, kept = _columns(ratings.categories, code, treatment)
    matrix = np.zeros((len(ratings.units), len(categories)))
    np.add.at(matrix, (unit[kept], column[kept]), 1.0)
    return Counts(
        criterion=criterion,
        treatment=treatment,
        categories=categories,
        matrix=matrix,
        cluster_of=ratings.cluster_of,
        n_clusters=len(ratings.clusters),
        n_units=n_units,
        n_raters=len(np.unique(rater[kept])),
        n_ratings=int(kept.sum()),
        n_not_applicable=int((code == Special.NOT_APPLICABLE.value).sum()),
        n_cannot_tell=int((code == Special.CANNOT_TELL.value).sum()),
        n_missing=n_units * n_askers - int(answered.sum()),
    )


def _columns(
    scale: tuple[str, ...], code: IntArray, treatment: Treatment
) -> tuple[tuple[str, ...], IntArray, NDArray[np.bool_]]:
    """Return the categories, each row's column, and which rows count."""
    rated = code >= 0
    aside = code == Special.NOT_APPLICABLE.value
    if treatment == "missing":
        return scale, code, rated
    if treatment == "applicability":
        column = np.where(aside, 1, 0).astype(np.int32)
        return (APPLICABLE, NOT_APPLICABLE), column, rated | aside
    column = np.where(aside, len(scale), code).astype(np.int32)
    return (*scale, NOT_APPLICABLE), column, rated | aside
