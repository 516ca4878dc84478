"""Hidden failures: dialogues that count as a success although the user broke the contract."""

from __future__ import annotations

import numpy as np

from rut_annotations.estimation.interval import Estimate, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums
from rut_annotations.fidelity.outcomes import BoolArray, Outcomes
from rut_annotations.fidelity.sampling import estimate_share
from rut_domains.frozen import Frozen


class HiddenFailures(Frozen):
    """Success by faithfulness, for one source, or pooled over all simulated or all human ones.

    `hidden` is the share of successes whose user was not faithful (UserProxyBench, 2026),
    `excused` the share of failures whose user was not faithful either, `lost` the share of
    faithful dialogues that failed. `open` dialogues lack one of the two values.
    """

    source: str
    pooled: bool
    success_faithful: int
    success_unfaithful: int
    failure_faithful: int
    failure_unfaithful: int
    open: int
    hidden: Estimate
    excused: Estimate
    lost: Estimate


def count_hidden_failures(outcomes: Outcomes, plan: Plan) -> tuple[HiddenFailures, ...]:
    """Return the full table of success by faithfulness: pooled first, then each source."""
    draws = Draws(outcomes.task_index()[1], plan)
    people = outcomes.are_people()
    groups: list[tuple[str, bool, BoolArray]] = []
    for name, chosen in (("simulated", ~people), ("human", people)):
        if chosen.any():
            groups.append((name, True, chosen))
    groups += [(source, False, outcomes.cell(source=source)) for source in outcomes.sources]
    return tuple(_table(outcomes, name, pooled, chosen, draws) for name, pooled, chosen in groups)


def _table(
    outcomes: Outcomes, source: str, pooled: bool, chosen: BoolArray, draws: Draws
) -> HiddenFailures:
    index, tasks = outcomes.task_index()
    success = outcomes.numbers(outcomes.success)
    faithful = outcomes.numbers(outcomes.faithful)
    known = chosen & ~np.isnan(success) & ~np.isnan(faithful)
    won, kept = known & (success == 1), known & (faithful == 1)
    lost, broken = known & ~won, known & ~kept

    def share(name: str, part: BoolArray, whole: BoolArray) -> Estimate:
        columns = [part.astype(np.float64), whole.astype(np.float64)]
        return estimate_share(name, cluster_sums(index, tasks, columns), draws)

    return HiddenFailures(
        source=source,
        pooled=pooled,
        success_faithful=int((won & kept).sum()),
        success_unfaithful=int((won & broken).sum()),
        failure_faithful=int((lost & kept).sum()),
        failure_unfaithful=int((lost & broken).sum()),
        open=int((chosen & ~known).sum()),
        hidden=share("hidden_failures", won & broken, won),
        excused=share("unfaithful_among_failures", lost & broken, lost),
        lost=share("failures_among_faithful", lost & kept, kept),
    )
