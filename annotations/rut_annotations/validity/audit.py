"""A judge's verdicts on many units, and people's on a sample of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import FloatArray
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.items import Items, find_majority


@dataclass(frozen=True)
class Audit:
    """What is needed to correct a judged share.

    `judged` and `human` are 1 where the verdict is the one that is counted, 0 for any other and
    NaN for none; `human` is NaN outside of the sample. `cluster_of` indexes the `clusters`
    clusters, `stratum` the `strata`. `probability` is how likely each unit was to be sampled, or
    null for a simple random sample (of each stratum). The sample must have been drawn by chance
    after the judge was fixed, and hold no unit that the judge was tuned on.
    """

    judged: FloatArray
    human: FloatArray
    cluster_of: IntArray
    clusters: int
    stratum: IntArray
    strata: tuple[str, ...]
    probability: FloatArray | None = None

    def __post_init__(self) -> None:
        sizes = {len(self.judged), len(self.human), len(self.cluster_of), len(self.stratum)}
        if self.probability is not None:
            sizes.add(len(self.probability))
        if len(sizes) != 1:
            raise ValueError("every column needs one entry a unit")
        for flags in (self.judged, self.human):
            if not np.all(np.isnan(flags) | (flags == 0) | (flags == 1)):
                raise ValueError("a verdict is 1, 0 or NaN")
        if self.probability is not None and not self._likely(self.probability[self.sampled]):
            raise RatingsFault(
                "a sampled unit has an impossible probability",
                hint="Probabilities of being sampled are above 0 and at most 1.",
            )

    @property
    def sampled(self) -> BoolArray:
        """Where people gave a verdict on a unit that the judge judged, too."""
        return np.asarray(~np.isnan(self.human) & ~np.isnan(self.judged))

    @property
    def known(self) -> BoolArray:
        """Where the judge gave a verdict."""
        return np.asarray(~np.isnan(self.judged))

    @property
    def equal(self) -> bool:
        """Whether all units were equally likely to be sampled, strata apart."""
        given = self.probability
        if given is None:
            return len(np.unique(self.stratum)) < 2
        chosen = given[self.sampled]
        return bool(np.ptp(chosen) < 1e-12) if len(chosen) else True

    def weights(self) -> FloatArray:
        """Return how many judged units each sampled one stands for, 0 where it is not sampled."""
        sampled = self.sampled
        if self.probability is not None:
            safe = np.where(sampled, self.probability, 1.0)
            return np.asarray(np.where(sampled, 1 / safe, 0.0))
        size = max(len(self.strata), 1)
        of = np.bincount(self.stratum[self.known], minlength=size)
        labelled = np.bincount(self.stratum[sampled], minlength=size)
        share = of / np.maximum(labelled, 1)
        return np.asarray(np.where(sampled, share[self.stratum], 0.0))

    @staticmethod
    def _likely(probability: FloatArray) -> bool:
        return bool(np.all((probability > 0) & (probability <= 1)))


def audit_items(
    items: Items,
    judge: str,
    counted: str,
    *,
    reference: IntArray | None = None,
    strata: Mapping[str, str] | None = None,
    probability: Mapping[str, float] | None = None,
) -> Audit:
    """Make an audit of one criterion.

    Args:
        items: The verdicts.
        judge: Whose share is corrected.
        counted: The category whose share it is.
        reference: A category's place a unit, below zero where there is none; the majority of the
            people if null. Tied units count as not sampled.
        strata: The stratum of each unit that was sampled by stratum.
        probability: How likely each unit was to be sampled.

    Raises:
        RatingsFault: There is no such judge or category, or a unit has no stratum or probability.
    """
    if reference is None:
        reference = find_majority(items.human, len(items.categories)).code
    place, codes = items.place(counted), items.judged_by(judge)
    named = [_find(strata, unit, "stratum") for unit in items.units] if strata else []
    names = tuple(sorted(set(named))) or ("all",)
    stratum = [names.index(name) for name in named] if named else [0] * len(items.units)
    likely = None
    if probability is not None:
        # Only sampled units need one.
        likely = np.array([probability.get(unit, np.nan) for unit in items.units])
    return Audit(
        judged=_flags(codes, place),
        human=_flags(reference, place),
        cluster_of=items.cluster_of,
        clusters=len(items.clusters),
        stratum=np.array(stratum, dtype=np.int32),
        strata=names,
        probability=likely,
    )


def _flags(codes: IntArray, place: int) -> FloatArray:
    return np.where(codes < 0, np.nan, (codes == place).astype(np.float64))


def _find(named: Mapping[str, str], unit: str, what: str) -> str:
    if unit not in named:
        raise RatingsFault(f"unit {unit!r} has no {what}")
    return named[unit]
