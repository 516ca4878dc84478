"""Success over repeated trials: mean success, pass^k and pass@k, each under its own name."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, ratio
from rut_annotations.fidelity.outcomes import Outcomes
from rut_annotations.fidelity.sampling import estimate_from_sums, estimate_share
from rut_domains.frozen import Frozen


class PassAt(Frozen):
    """Success in k trials of a task, over the `tasks` with at least k; `short` have fewer.

    `pass_hat_k` (pass^k) is the chance that all of k trials succeed, `pass_at_k` (pass@k) that
    any does: for k = 1 both are the mean over tasks of the share of successes.
    """

    k: int
    tasks: int
    short: int
    pass_hat_k: Estimate
    pass_at_k: Estimate


class Passes(Frozen):
    """Success of one agent (`""`: no agent is named) under one source, in one domain (`""`: all).

    `mean_success` weighs each dialogue alike and is no pass^k; pass^1 weighs each task alike.
    """

    source: str
    agent: str
    domain: str
    dialogues: int
    mean_success: Estimate
    at: tuple[PassAt, ...]


def measure_passes(
    outcomes: Outcomes, plan: Plan, ks: Sequence[int] = (1, 2, 3, 4)
) -> tuple[Passes, ...]:
    """Return mean success, pass^k (Yao et al., 2024) and pass@k (Chen et al., 2021).

    Of a task with n trials and c successes pass^k = C(c, k) / C(n, k) and
    pass@k = 1 - C(n - c, k) / C(n, k), both without bias.

    Raises:
        ValueError: A k is below 1.
    """
    if any(k < 1 for k in ks):
        raise ValueError("k is at least 1")
    index, tasks = outcomes.task_index()
    draws = Draws(tasks, plan)
    success = outcomes.numbers(outcomes.success)
    found = []
    # Trials of two agents are no repeats of each other.
    agents = [(name, outcomes.of_agent(name)) for name in outcomes.agents]
    unnamed = outcomes.of_agent(None)
    if unnamed.any():
        agents.append(("", unnamed))
    for source, (agent, played) in itertools.product(outcomes.sources, agents):
        for domain in (None, *outcomes.domains):
            known = outcomes.cell(source=source, domain=domain) & played & ~np.isnan(success)
            columns = [np.where(known, success, 0.0), known.astype(np.float64)]
            rows = cluster_sums(index, tasks, columns)
            found.append(
                Passes(
                    source=source,
                    agent=agent,
                    domain=domain or "",
                    dialogues=int(known.sum()),
                    mean_success=estimate_share("mean_success", rows, draws),
                    at=tuple(_pass_at(rows, k, draws) for k in ks),
                )
            )
    return tuple(found)


def choose_share(some: FloatArray, all_of: FloatArray, k: int) -> FloatArray:
    """Return C(some, k) / C(all_of, k) as a product of ratios, for all_of >= k."""
    shares = np.ones_like(all_of, dtype=np.float64)
    for step in range(k):
        shares *= np.maximum(some - step, 0.0) / (all_of - step)
    return shares


def _pass_at(rows: FloatArray, k: int, draws: Draws) -> PassAt:
    won, trials = rows[:, 0], rows[:, 1]
    enough = trials >= k
    n = np.where(enough, trials, k)

    def over_tasks(name: str, values: FloatArray) -> Estimate:
        counted = np.column_stack([np.where(enough, values, 0.0), enough])
        if enough.any() and np.isin(values[enough], (0.0, 1.0)).all():
            return estimate_share(name, counted, draws)
        return estimate_from_sums(
            name,
            counted,
            ratio,
            draws,
            n=int(enough.sum()),
            bounds=(0.0, 1.0),
            reason="too_few_trials",
        )

    return PassAt(
        k=k,
        tasks=int(enough.sum()),
        short=int(((trials > 0) & ~enough).sum()),
        pass_hat_k=over_tasks(f"pass^{k}", choose_share(won, n, k)),
        pass_at_k=over_tasks(f"pass@{k}", 1 - choose_share(n - np.where(enough, won, k), n, k)),
    )
