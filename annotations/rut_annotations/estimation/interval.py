"""What a number is worth: an estimate, its interval, and the reason where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import FiniteFloat

from rut_domains.frozen import Frozen

FloatArray = NDArray[np.float64]

Resampled = Literal["task", "dialogue", "unit", "cluster"]
Method = Literal[
    "percentile_cluster_bootstrap",
    "bca_cluster_bootstrap",
    "jackknife",
    "analytic",
    "wilson",
    "wilson_effective_n",
    "clopper_pearson",
    "newcombe",
    "tango",
    "exact_f",
]


# How an interval is made where there is a choice; `auto` picks by rule and says which.
Choice = Literal["auto", "percentile", "bca", "jackknife", "analytic"]


class Plan(Frozen):
    """How intervals are made: what is resampled, how often, from which seed, at which level."""

    resampled: Resampled = "unit"
    replicates: int = 2000
    seed: int = 0
    level: float = 0.95
    choice: Choice = "auto"


class Interval(Frozen):
    """An interval, and all that it takes to make it again.

    `degenerate` of the `replicates` resamples had no value (one category, no pairs) and were left
    out; both are 0 and `seed` is null where nothing was resampled. `clusters` is how many tasks,
    dialogues or units hold something that counts. `rule` is the slug of the rule by which the
    method was picked, empty where there was no choice.
    """

    low: FiniteFloat
    high: FiniteFloat
    level: float
    method: Method
    resampled: Resampled | None = None
    clusters: int | None = None
    replicates: int = 0
    degenerate: int = 0
    seed: int | None = None
    rule: str = ""


class Estimate(Frozen):
    """A named number: its value, or null and the reason; its interval, or the reason for none.

    `n` is how many things the value rests on; `warnings` are slugs that say why it deserves less
    trust than its level promises.
    """

    name: str
    value: FiniteFloat | None
    reason: str = ""
    interval: Interval | None = None
    interval_reason: str = ""
    n: int = 0
    warnings: tuple[str, ...] = ()


def choose_resampled(task_of: Mapping[str, str]) -> Resampled:
    """Say what is resampled: dialogues where each task occurs once, else tasks.

    Dialogues of one task are alike; drawing them singly would make intervals too narrow.
    """
    tasks = list(task_of.values())
    return "dialogue" if len(set(tasks)) == len(tasks) else "task"
