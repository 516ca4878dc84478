"""What a failing user spares or costs the agent, among dialogues that succeed."""

from __future__ import annotations

import numpy as np

from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.sums import Draws
from rut_annotations.fidelity.contrast import Contrast, contrast_within_tasks
from rut_annotations.fidelity.outcomes import Outcomes
from rut_domains.frozen import Frozen


class EffortDifference(Frozen):
    """An effort of the agent in successes with a kind of failure minus that in those without."""

    kind: str
    effort: str
    contrast: Contrast


def compare_efforts(outcomes: Outcomes, plan: Plan) -> tuple[EffortDifference, ...]:
    """Compare every effort by every kind of failure, over successful dialogues alone.

    A user who says more than was asked makes a success cheaper (UserProxyBench, 2026); the
    comparison within tasks takes out that such users may meet easier tasks.
    """
    index, tasks = outcomes.task_index()
    draws = Draws(tasks, plan)
    won = outcomes.numbers(outcomes.success) == 1
    found = []
    for kind, column in sorted((outcomes.failures or {}).items()):
        counts = outcomes.numbers(column)
        for effort, spent in sorted((outcomes.efforts or {}).items()):
            values = outcomes.numbers(spent)
            known = won & ~np.isnan(counts) & ~np.isnan(values)
            contrast = contrast_within_tasks(
                f"effort:{effort}:{kind}", counts > 0, values, known, index, draws
            )
            found.append(EffortDifference(kind=kind, effort=effort, contrast=contrast))
    return tuple(found)
