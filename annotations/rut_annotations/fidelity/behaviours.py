"""Success by the kind of user that was played: rates, drops on the same task, failure classes."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide
from rut_annotations.fidelity.gap import count_discordant, subtract_on_shared_tasks
from rut_annotations.fidelity.outcomes import BoolArray, Names, Outcomes
from rut_annotations.fidelity.sampling import estimate_from_sums, estimate_mean, estimate_share
from rut_domains.frozen import Frozen


class BehaviourRate(Frozen):
    """Success and mean scores under one behaviour in one mode (`""`: all).

    `open` dialogues have no outcome: an error of the run or of the judge is no failure.
    """

    behaviour: str
    mode: str
    dialogues: int
    open: int
    success: Estimate
    scores: dict[str, Estimate]


class BehaviourDrop(Frozen):
    """Success under the reference behaviour minus that under another, on the same tasks.

    Where each task has one dialogue of both, `only_reference` and `only_behaviour` count the
    tasks that succeed under one alone and `p_value` is McNemar's exact test; else they are null.
    """

    behaviour: str
    tasks: int
    drop: Estimate
    only_reference: int | None
    only_behaviour: int | None
    p_value: FiniteFloat | None


class Interaction(Frozen):
    """How much more a behaviour costs in one mode than in another.

    (S(reference, first) - S(behaviour, first)) - (S(reference, second) - S(behaviour, second)).
    """

    behaviour: str
    first: str
    second: str
    difference: Estimate


class FailureClass(Frozen):
    """A class of failure: its share of the failures whose class is known."""

    name: str
    dialogues: int
    share: Estimate


class BehaviourTable(Frozen):
    """Behaviours under one source.

    `equal_weights` is the mean over dialogues, whatever mix of behaviours was made for the study;
    `by_prevalence` weighs the behaviours as often as they occur, by shares from
    `prevalence_source`, scaled to sum to 1. The two answer different questions. `unclassified`
    failures lack a class.
    """

    source: str
    human: bool
    equal_weights: Estimate
    by_prevalence: Estimate
    prevalence_source: str
    rates: tuple[BehaviourRate, ...]
    drops: tuple[BehaviourDrop, ...]
    interactions: tuple[Interaction, ...]
    failures: tuple[FailureClass, ...]
    unclassified: int


def tabulate_behaviours(
    outcomes: Outcomes,
    plan: Plan,
    *,
    reference: str = "ideal",
    prevalence: Mapping[str, float] | None = None,
    prevalence_source: str = "",
) -> tuple[BehaviourTable, ...]:
    """Return success by behaviour and mode for every source (quantities of RUT-Bench, 2026).

    The paired drops, the interactions and all intervals are ours: the rows of one task are
    rewritings of each other, so that tasks are what is resampled.

    Args:
        outcomes: The table.
        plan: How intervals are made.
        reference: The behaviour that drops are measured from.
        prevalence: How often each behaviour occurs outside of the study.
        prevalence_source: Where these shares come from.

    Raises:
        ValueError: The shares are negative or all zero, or have no named source.
    """
    if prevalence is not None:
        if not prevalence_source:
            raise ValueError("shares of behaviours need a named source")
        if min(prevalence.values(), default=0) < 0 or not sum(prevalence.values()) > 0:
            raise ValueError("shares of behaviours are not negative and not all zero")
    study = _Study(outcomes, plan)
    return tuple(
        BehaviourTable(
            source=source,
            human=source in outcomes.people,
            equal_weights=study.rate("success", outcomes.cell(source=source)),
            by_prevalence=study.weigh(source, prevalence or {}),
            prevalence_source=prevalence_source,
            rates=study.rates(source),
            drops=study.drops(source, reference),
            interactions=study.interactions(source, reference),
            failures=study.failures(source),
            unclassified=study.unclassified(source),
        )
        for source in outcomes.sources
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p-value of McNemar's test (McNemar, 1947): binomial at 1/2."""
    n, least = only_first + only_second, min(only_first, only_second)
    tail: float = sum(math.comb(n, k) for k in range(least + 1)) / 2**n
    return min(1.0, 2 * tail)


class _Study:
    """A table with its resamples and what is looked up again and again."""

    def __init__(self, outcomes: Outcomes, plan: Plan) -> None:
        self.outcomes = outcomes
        self.index, self.tasks = outcomes.task_index()
        self.draws = Draws(self.tasks, plan)
        self.success = outcomes.numbers(outcomes.success)
        self.behaviours = _names(outcomes.behaviour)
        self.modes = _names(outcomes.mode)

    def cell(self, source: str, behaviour: str, mode: str = "") -> BoolArray:
        chosen = self.outcomes.cell(source=source) & self.equals(self.outcomes.behaviour, behaviour)
        return chosen & self.equals(self.outcomes.mode, mode) if mode else chosen

    def equals(self, column: Names | None, name: str | None) -> BoolArray:
        entries = column if column is not None else (None,) * len(self.index)
        return np.array([each == name for each in entries], dtype=np.bool_)

    def columns(self, chosen: BoolArray) -> list[FloatArray]:
        known = chosen & ~np.isnan(self.success)
        return [np.where(known, self.success, 0.0), known.astype(np.float64)]

    def rate(self, name: str, chosen: BoolArray) -> Estimate:
        rows = cluster_sums(self.index, self.tasks, self.columns(chosen))
        return estimate_share(name, rows, self.draws)

    def rates(self, source: str) -> tuple[BehaviourRate, ...]:
        found = []
        for behaviour in self.behaviours:
            for mode in ("", *self.modes):
                chosen = self.cell(source, behaviour, mode)
                known = int((chosen & ~np.isnan(self.success)).sum())
                scores = {
                    name: estimate_mean(
                        f"score:{name}",
                        np.where(chosen, self.outcomes.numbers(column), np.nan),
                        self.index,
                        self.draws,
                    )
                    for name, column in sorted((self.outcomes.scores or {}).items())
                }
                found.append(
                    BehaviourRate(
                        behaviour=behaviour,
                        mode=mode,
                        dialogues=known,
                        open=int(chosen.sum()) - known,
                        success=self.rate("success", chosen),
                        scores=scores,
                    )
                )
        return tuple(found)

    def weigh(self, source: str, prevalence: Mapping[str, float]) -> Estimate:
        weights = {name: share for name, share in sorted(prevalence.items()) if share > 0}
        if not weights:
            return Estimate(name="success_by_prevalence", value=None, reason="no_prevalence")
        columns: list[FloatArray] = []
        for name in weights:
            columns += self.columns(self.cell(source, name))
        shares = np.array(list(weights.values())) / sum(weights.values())

        def weighted(sums: FloatArray) -> FloatArray:
            cells = sums.reshape(*sums.shape[:-1], len(shares), 2)
            return np.asarray((divide(cells[..., 0], cells[..., 1]) * shares).sum(axis=-1))

        return estimate_from_sums(
            "success_by_prevalence",
            cluster_sums(self.index, self.tasks, columns),
            weighted,
            self.draws,
            n=int(sum(column.sum() for column in columns[1::2])),
            bounds=(0.0, 1.0),
            reason="behaviour_without_dialogues",
        )

    def drops(self, source: str, reference: str) -> tuple[BehaviourDrop, ...]:
        found = []
        for behaviour in self.behaviours:
            if behaviour == reference:
                continue
            columns = self.columns(self.cell(source, reference))
            columns += self.columns(self.cell(source, behaviour))
            rows = cluster_sums(self.index, self.tasks, columns)
            both = rows[(rows[:, 1] > 0) & (rows[:, 3] > 0)]
            single = len(both) > 0 and both[:, [1, 3]].max() == 1
            first, second = count_discordant(both) if single else (None, None)
            found.append(
                BehaviourDrop(
                    behaviour=behaviour,
                    tasks=len(both),
                    drop=subtract_on_shared_tasks(f"drop:{behaviour}", rows, True, self.draws),
                    only_reference=first,
                    only_behaviour=second,
                    p_value=None if first is None or second is None else mcnemar(first, second),
                )
            )
        return tuple(found)

    def interactions(self, source: str, reference: str) -> tuple[Interaction, ...]:
        found = []
        pairs = [(a, b) for a in self.modes for b in self.modes if a < b]
        for behaviour in (name for name in self.behaviours if name != reference):
            for first, second in pairs:
                columns: list[FloatArray] = []
                for mode in (first, second):
                    for name in (reference, behaviour):
                        columns += self.columns(self.cell(source, name, mode))
                estimate = estimate_from_sums(
                    f"interaction:{behaviour}",
                    cluster_sums(self.index, self.tasks, columns),
                    _subtract_drops,
                    self.draws,
                    n=int(sum(column.sum() for column in columns[1::2])),
                    bounds=(-2.0, 2.0),
                    reason="cell_without_dialogues",
                )
                found.append(
                    Interaction(
                        behaviour=behaviour, first=first, second=second, difference=estimate
                    )
                )
        return tuple(found)

    def failures(self, source: str) -> tuple[FailureClass, ...]:
        failed = self._failed(source)
        classes = self.outcomes.failure_class
        known = failed & ~self.equals(classes, None)
        found = []
        for name in _names(classes):
            part = known & self.equals(classes, name)
            columns = [part.astype(np.float64), known.astype(np.float64)]
            rows = cluster_sums(self.index, self.tasks, columns)
            share = estimate_share(f"failure_class:{name}", rows, self.draws)
            found.append(FailureClass(name=name, dialogues=int(part.sum()), share=share))
        return tuple(found)

    def unclassified(self, source: str) -> int:
        return int((self._failed(source) & self.equals(self.outcomes.failure_class, None)).sum())

    def _failed(self, source: str) -> BoolArray:
        return np.asarray(self.outcomes.cell(source=source) & (self.success == 0))


def _subtract_drops(sums: FloatArray) -> FloatArray:
    rates = divide(sums[..., 0::2], sums[..., 1::2])
    return np.asarray((rates[..., 0] - rates[..., 1]) - (rates[..., 2] - rates[..., 3]))


def _names(column: Names | None) -> tuple[str, ...]:
    return tuple(sorted({name for name in column or () if name is not None}))
