"""A probe without a judge: reference actions of the user that never happened, and why."""

from __future__ import annotations

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import Estimate, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums
from rut_annotations.fidelity.outcomes import BoolArray, Outcomes
from rut_annotations.fidelity.sampling import estimate_share
from rut_domains.frozen import Frozen


class Probe(Frozen):
    """What one source (`""`: all) missed of the actions by which a user changes the world.

    A dialogue is `eligible` where its task has such an action. A missed action the agent had
    asked for is `asked_not_done`, the user's fault; one it never asked for is `never_asked`,
    which says nothing of the user; `unknown` actions lack that record. `miss_faithful` is the
    share of dialogues with a miss that passed every criterion, `asked_faithful` the same where
    the user was asked: there the judge has missed a failure. `ufs` and `ufs_without_miss` are
    over eligible dialogues: the second counts U and no miss, `ufs_without_fault` U and nothing
    asked and not done.
    """

    source: str
    eligible: int
    actions: int
    missed: int
    asked_not_done: int
    never_asked: int
    unknown: int
    missing: Estimate
    at_fault: Estimate
    miss_faithful: Estimate
    asked_faithful: Estimate
    ufs: Estimate
    ufs_without_miss: Estimate
    ufs_without_fault: Estimate
    drop: FiniteFloat | None


class ProbeReport(Frozen):
    """The probe for all sources and for each; whether taking the misses out reorders them."""

    rows: tuple[Probe, ...]
    order_changes: bool


def probe_user_writes(outcomes: Outcomes, plan: Plan) -> ProbeReport:
    """Return what users left undone, without asking a judge (UserProxyBench, 2026).

    The split by whether the agent had asked is ours: without it a silent agent looks like a
    disobedient user.
    """
    draws = Draws(outcomes.task_index()[1], plan)
    rows = tuple(_probe(outcomes, source, draws) for source in ("", *outcomes.sources))
    pairs = [
        (row.ufs.value, row.ufs_without_miss.value)
        for row in rows[1:]
        if row.ufs.value is not None and row.ufs_without_miss.value is not None
    ]
    changed = any(
        (before > other_before) != (after > other_after)
        for before, after in pairs
        for other_before, other_after in pairs
    )
    return ProbeReport(rows=rows, order_changes=changed)


def _probe(outcomes: Outcomes, source: str, draws: Draws) -> Probe:
    index, tasks = outcomes.task_index()
    wanted = outcomes.numbers(outcomes.user_writes)
    missed = outcomes.numbers(outcomes.user_writes_missed)
    asked = outcomes.numbers(outcomes.user_writes_missed_asked)
    faithful = outcomes.numbers(outcomes.faithful)
    eligible = outcomes.cell(source=source or None) & (wanted > 0) & ~np.isnan(missed)
    miss = eligible & (missed > 0)
    # Nothing missed is nothing asked and not done, whether or not the asking was recorded.
    told = eligible & (~np.isnan(asked) | (missed == 0))
    fault = told & (missed > 0) & (asked > 0)
    judged = eligible & ~np.isnan(faithful)
    kept = judged & (faithful == 1)

    def share(name: str, part: BoolArray, whole: BoolArray) -> Estimate:
        columns = [(part & whole).astype(np.float64), whole.astype(np.float64)]
        return estimate_share(name, cluster_sums(index, tasks, columns), draws)

    ufs = share("ufs_where_probed", kept, judged)
    without = share("ufs_without_miss", kept & ~miss, judged)
    split = miss & ~np.isnan(asked)
    drop = None if ufs.value is None or without.value is None else ufs.value - without.value
    return Probe(
        source=source,
        eligible=int(eligible.sum()),
        actions=int(wanted[eligible].sum()),
        missed=int(missed[eligible].sum()),
        asked_not_done=int(asked[split].sum()),
        never_asked=int((missed - asked)[split].sum()),
        unknown=int(missed[miss & ~split].sum()),
        missing=share("missed_user_write", miss, eligible),
        at_fault=share("asked_not_done", fault, told),
        miss_faithful=share("faithful_among_missed", kept, miss & judged),
        asked_faithful=share("faithful_among_asked_not_done", kept, fault & judged),
        ufs=ufs,
        ufs_without_miss=without,
        ufs_without_fault=share("ufs_without_fault", kept & ~fault, judged & told),
        drop=drop,
    )
