"""Ratings that were made too fast to have been read, by a rule that is declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from pydantic import FiniteFloat

from rut_annotations.agreement.ratings import BoolArray, IntArray
from rut_annotations.estimation.interval import FloatArray
from rut_domains.frozen import Frozen

Against = Literal["rater", "item"]

SHARE = 1 / 3
# A median of fewer times says nothing.
ENOUGH_TIMES = 3


class Speed(Frozen):
    """One rater's times. `fast` ratings are flagged; of `unjudged` ones the rule has no median.

    `pace` is the median of a rater's times over the medians of the same items' other times, null
    where no item was timed twice.
    """

    rater: str
    timed: int
    untimed: int
    unjudged: int
    fast: int
    fast_share: FiniteFloat | None
    median_seconds: FiniteFloat | None
    pace: FiniteFloat | None


class Speeders(Frozen):
    """Which ratings were fast, by `rule`, and how many of each rater's.

    `flagged` are places in the columns that were given. Nothing is left out for it: that is the
    lead's to decide, and to report with and without.
    """

    rule: str
    flagged: tuple[int, ...]
    raters: tuple[Speed, ...]


def find_speeders(
    raters: Sequence[str],
    items: Sequence[str],
    seconds: ArrayLike,
    *,
    against: Against = "rater",
    share: float = SHARE,
) -> Speeders:
    """Flag ratings below a share of the median time, the rater's own or the item's.

    Args:
        raters: Whose rating each is.
        items: What was rated.
        seconds: The active time; NaN, infinite and negative ones count as untimed.
        against: The median of the rater's other times, or of the item's other times.
        share: A time below this share of it is fast.

    Raises:
        ValueError: The share is not above 0, or the columns are not equally long.
    """
    times = np.asarray(seconds, dtype=np.float64)
    if not len(raters) == len(items) == len(times):
        raise ValueError("raters, items and seconds must be equally many")
    if not share > 0:
        raise ValueError("the share is above 0")
    timed: BoolArray = np.isfinite(times) & (times >= 0)
    whose, what = _codes(raters), _codes(items)
    group = whose if against == "rater" else what
    medians = _median_of_others(times, timed, group, ENOUGH_TIMES)
    fast = timed & (times < share * np.nan_to_num(medians, nan=-np.inf))
    item_medians = _median_of_others(times, timed, what, 1)
    return Speeders(
        rule=f"below {share:.3g} of the {against}'s median",
        flagged=tuple(int(at) for at in np.flatnonzero(fast)),
        raters=tuple(
            _speed(name, whose == at, times, timed, fast, medians, item_medians)
            for at, name in enumerate(sorted(set(raters)))
        ),
    )


def _codes(names: Sequence[str]) -> IntArray:
    place = {name: at for at, name in enumerate(sorted(set(names)))}
    return np.array([place[name] for name in names], dtype=np.int32)


def _median_of_others(
    times: FloatArray, timed: BoolArray, group: IntArray, least: int
) -> FloatArray:
    """Return for each timed rating the median time of its group's others, NaN if they are too few.

    In the sorted times of a group, all that matters is on which side of the middle a time is.
    """
    medians = np.full(len(times), np.nan)
    rows = np.flatnonzero(timed)
    order = rows[np.lexsort((times[rows], group[rows]))]
    for members in np.split(order, np.flatnonzero(np.diff(group[order])) + 1):
        m = len(members)
        if m - 1 < max(least, 1):
            continue
        value, at, k = times[members], np.arange(m), m // 2
        if m % 2:
            low = np.where(at < k, value[k], value[k - 1])
            high = np.where(at <= k, value[min(k + 1, m - 1)], value[k])
        else:
            low = high = np.where(at < k, value[k], value[k - 1])
        medians[members] = (low + high) / 2
    return medians


def _speed(
    name: str,
    rows: BoolArray,
    times: FloatArray,
    timed: BoolArray,
    fast: BoolArray,
    medians: FloatArray,
    item_medians: FloatArray,
) -> Speed:
    own = rows & timed
    judged = own & ~np.isnan(medians)
    shared = own & (np.nan_to_num(item_medians) > 0)
    return Speed(
        rater=name,
        timed=int(own.sum()),
        untimed=int((rows & ~timed).sum()),
        unjudged=int((own & np.isnan(medians)).sum()),
        fast=int(fast[rows].sum()),
        fast_share=float(fast[rows].sum() / judged.sum()) if judged.any() else None,
        median_seconds=float(np.median(times[own])) if own.any() else None,
        pace=float(np.median(times[shared] / item_medians[shared])) if shared.any() else None,
    )
