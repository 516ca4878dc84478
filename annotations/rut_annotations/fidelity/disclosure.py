"""When users say what they know: before they are asked, when asked, or never."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from pydantic import FiniteFloat, PositiveInt, model_validator

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums
from rut_annotations.fidelity.outcomes import BoolArray, IntArray
from rut_annotations.fidelity.sampling import estimate_mean, estimate_share
from rut_domains.frozen import Frozen

Turns = tuple[PositiveInt | None, ...]


class Facts(Frozen):
    """One entry a dialogue and fact of its contract.

    Turns count from 1: the user's turn k answers the agent's turn k. `disclosed` is the user's
    first turn that says the fact, `requested` the agent's first that asks for it, null for
    never; a null column says that requests were not recorded. `last` is the user's last turn.
    """

    dialogue: tuple[str, ...]
    source: tuple[str, ...]
    task: tuple[str, ...]
    fact: tuple[str, ...]
    disclosed: Turns
    requested: Turns | None = None
    last: tuple[PositiveInt, ...]
    domain: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        rows = len(self.dialogue)
        for name in type(self).model_fields:
            column = getattr(self, name)
            if column is not None and len(column) != rows:
                raise ValueError(f"{name} has {len(column)} entries, dialogue has {rows}")
        if len(set(zip(self.dialogue, self.fact, strict=True))) < rows:
            raise ValueError("a fact occurs twice in one dialogue")
        whole = zip(self.source, self.task, self.domain or self.task, self.last, strict=True)
        known: dict[str, tuple[object, ...]] = {}
        for name, values in zip(self.dialogue, whole, strict=True):
            if known.setdefault(name, values) != values:
                raise ValueError(f"dialogue {name!r} has two sources, tasks, domains or lengths")
        for told, last in zip(self.disclosed, self.last, strict=True):
            if told is not None and told > last:
                raise ValueError(f"a fact is disclosed in turn {told} of {last}")
        return self


# Which columns each table is made of, as for outcomes.
FACT_NEEDS: dict[str, tuple[str, ...]] = {
    "disclosure_curves": ("disclosed",),
    "front_load": ("disclosed",),
    "disclosure_timing": ("disclosed", "requested"),
}


def missing_fact_columns(facts: Facts, table: str) -> tuple[str, ...]:
    """Return the columns that a table of disclosures needs and that hold nothing here.

    `disclosed` may hold nothing but nulls, which says that nothing was ever disclosed.

    Raises:
        KeyError: There is no such table.
    """
    return tuple(
        column
        for column in FACT_NEEDS[table]
        if not facts.dialogue or getattr(facts, column) is None
    )


class CurvePoint(Frozen):
    """The share of facts disclosed up to a turn; `running` dialogues have such a turn."""

    turn: int
    disclosed: Estimate
    running: int


class FactCurve(Frozen):
    """The share of a task's dialogues that have disclosed one fact, turn by turn from 1."""

    domain: str
    task: str
    fact: str
    dialogues: int
    requested: int | None
    disclosed: tuple[FiniteFloat, ...]


class Disclosure(Frozen):
    """When one source discloses.

    Every fact is exactly one of: `early`, said before it was asked for; `unsolicited`, said and
    never asked for; `answered`, said after it was asked for; `withheld`, asked for and never
    said; `unmentioned`. `lead` is how many turns early, `latency` how many turns after the
    question the answer came. Per dialogue, then averaged: `front_load` is the share of facts
    disclosed in the first turn, `area` the mean over the dialogue's turns of the share disclosed
    so far. A dialogue that has ended keeps its share in the curve. Where requests were not
    recorded, all that needs them is null.
    """

    source: str
    dialogues: int
    facts: int
    front_load: Estimate
    area: Estimate
    early: Estimate
    unsolicited: Estimate
    answered: Estimate
    withheld: Estimate
    unmentioned: Estimate
    lead: Estimate
    latency: Estimate
    curve: tuple[CurvePoint, ...]
    by_fact: tuple[FactCurve, ...]


def time_disclosures(facts: Facts, plan: Plan, horizon: int = 20) -> tuple[Disclosure, ...]:
    """Return the timing of every source's disclosures, with curves up to turn `horizon`."""
    domains = facts.domain or ("",) * len(facts.task)
    keys = list(zip(domains, facts.task, strict=True))
    number = {key: at for at, key in enumerate(sorted(set(keys)))}
    index = np.array([number[key] for key in keys], dtype=np.intp)
    draws = Draws(len(number), plan)
    longest = min(horizon, max(facts.last, default=0))
    return tuple(
        _timing(facts, source, index, draws, longest) for source in sorted(set(facts.source))
    )


def _timing(facts: Facts, source: str, index: IntArray, draws: Draws, longest: int) -> Disclosure:
    own = np.array([each == source for each in facts.source], dtype=np.bool_)
    told, asked = _turns(facts.disclosed), _turns(facts.requested or (None,) * len(own))
    last = np.array(facts.last, dtype=np.float64)
    classes = _classify(told, asked)

    def share(name: str, part: BoolArray) -> Estimate:
        if name in classes and facts.requested is None:
            return Estimate(name=name, value=None, reason="no_requests_recorded")
        columns = [(part & own).astype(np.float64), own.astype(np.float64)]
        return estimate_share(name, cluster_sums(index, draws.clusters, columns), draws)

    def mean(name: str, values: FloatArray, part: BoolArray) -> Estimate:
        if facts.requested is None:
            return Estimate(name=name, value=None, reason="no_requests_recorded")
        kept = np.where(part & own, values, np.nan)
        return estimate_mean(name, kept, index, draws, reason="no_facts")

    # Disclosed in turn d of T: the share is up in T - d + 1 of the turns.
    up = np.where(np.isnan(told), 0.0, (last - np.nan_to_num(told) + 1) / last)
    per_dialogue, heads = _per_dialogue(facts, own, [(told == 1).astype(np.float64), up])
    running = [int((heads & (last >= turn)).sum()) for turn in range(1, longest + 1)]
    return Disclosure(
        source=source,
        dialogues=len({name for name, kept in zip(facts.dialogue, own, strict=True) if kept}),
        facts=int(own.sum()),
        front_load=estimate_mean("front_load", per_dialogue[0], index, draws),
        area=estimate_mean("disclosure_area", per_dialogue[1], index, draws),
        **{name: share(name, part) for name, part in classes.items()},
        lead=mean("lead", asked - told, classes["early"]),
        latency=mean("latency", told - asked, classes["answered"]),
        curve=tuple(
            CurvePoint(turn=turn, disclosed=share(f"disclosed_by_{turn}", told <= turn), running=n)
            for turn, n in enumerate(running, 1)
        ),
        by_fact=_by_fact(facts, own, told, ~np.isnan(asked), longest),
    )


def _classify(told: FloatArray, asked: FloatArray) -> dict[str, BoolArray]:
    """Return what every fact is: exactly one of five."""
    said, wanted = ~np.isnan(told), ~np.isnan(asked)
    before = said & wanted & (told < asked)
    return {
        "early": before,
        "unsolicited": said & ~wanted,
        "answered": said & wanted & ~before,
        "withheld": ~said & wanted,
        "unmentioned": ~said & ~wanted,
    }


def _turns(column: Turns) -> FloatArray:
    return np.array([np.nan if turn is None else turn for turn in column], dtype=np.float64)


def _per_dialogue(
    facts: Facts, own: BoolArray, columns: Sequence[FloatArray]
) -> tuple[list[FloatArray], BoolArray]:
    """Return each column's mean over a dialogue's facts in the row of its first, NaN elsewhere."""
    _, first, inverse = np.unique(facts.dialogue, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    heads = np.zeros(len(own), dtype=np.bool_)
    heads[first] = True
    heads &= own
    counts = np.bincount(inverse)
    means = [np.bincount(inverse, weights=column) / counts for column in columns]
    return [np.where(heads, mean[inverse], np.nan) for mean in means], heads


def _by_fact(
    facts: Facts, own: BoolArray, told: FloatArray, wanted: BoolArray, longest: int
) -> tuple[FactCurve, ...]:
    domains = facts.domain or ("",) * len(facts.task)
    rows: dict[tuple[str, str, str], list[int]] = {}
    for row in np.flatnonzero(own):
        rows.setdefault((domains[row], facts.task[row], facts.fact[row]), []).append(int(row))
    turns = np.arange(1, longest + 1)
    return tuple(
        FactCurve(
            domain=domain,
            task=task,
            fact=fact,
            dialogues=len(chosen),
            requested=None if facts.requested is None else int(wanted[chosen].sum()),
            disclosed=tuple(float((told[chosen] <= turn).mean()) for turn in turns),
        )
        for (domain, task, fact), chosen in sorted(rows.items())
    )
