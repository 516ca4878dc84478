"""Whether simulated users put agents in the order in which people put them."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from pydantic import FiniteFloat

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide
from rut_annotations.fidelity.length import Correlation, correlate
from rut_annotations.fidelity.outcomes import BoolArray, Outcomes
from rut_domains.frozen import Frozen

_ROUNDING = 1e-12


class AgentRate(Frozen):
    """Mean success of an agent with people and with one source, over the tasks of both."""

    agent: str
    tasks: int
    human: FiniteFloat
    simulated: FiniteFloat


class PairOrder(Frozen):
    """Two agents: first minus second with people and with the source.

    `flipped` says that the two orders are opposite; `flip_share` how often they are over
    resamples of the tasks (a tie on either side counts half), null where none has both orders.
    """

    first: str
    second: str
    human: FiniteFloat
    simulated: FiniteFloat
    flipped: bool
    flip_share: FiniteFloat | None


class AgentRanking(Frozen):
    """The agents by one source against their order with people.

    `flips` is the share of pairs that are in opposite order, `flip_share` its mean over
    resamples: with agents close to each other it is near one half for any simulation.
    """

    source: str
    agents: tuple[AgentRate, ...]
    agreement: Correlation
    pairs: tuple[PairOrder, ...]
    flips: FiniteFloat | None
    flip_share: FiniteFloat | None
    reason: str = ""


class _Agent(NamedTuple):
    name: str
    rows: FloatArray


def compare_rankings(outcomes: Outcomes, plan: Plan) -> tuple[AgentRanking, ...]:
    """Compare the order of agents under every simulated source with that under people.

    An agent's success is its mean over the tasks it was played on by both, each task alike.
    """
    draws = Draws(outcomes.task_index()[1], plan)
    return tuple(
        _ranking(outcomes, source, draws)
        for source in outcomes.sources
        if source not in outcomes.people and outcomes.people
    )


def _ranking(outcomes: Outcomes, source: str, draws: Draws) -> AgentRanking:
    agents = _agents(outcomes, source)
    rates = tuple(_rate(agent) for agent in agents)
    flips = [_replicate_flips(a.rows, b.rows, draws) for a, b in itertools.combinations(agents, 2)]
    pairs = tuple(
        PairOrder(
            first=a.agent,
            second=b.agent,
            human=a.human - b.human,
            simulated=a.simulated - b.simulated,
            flipped=(a.human - b.human) * (a.simulated - b.simulated) < -_ROUNDING,
            flip_share=_mean(flip),
        )
        for (a, b), flip in zip(itertools.combinations(rates, 2), flips, strict=True)
    )
    shares = [pair.flip_share for pair in pairs if pair.flip_share is not None]
    return AgentRanking(
        source=source,
        agents=rates,
        agreement=correlate(
            {rate.agent: rate.human for rate in rates},
            {rate.agent: rate.simulated for rate in rates},
            draws.plan.level,
        ),
        pairs=pairs,
        flips=sum(pair.flipped for pair in pairs) / len(pairs) if pairs else None,
        flip_share=sum(shares) / len(shares) if shares else None,
        reason="" if pairs else "too_few_agents",
    )


def _agents(outcomes: Outcomes, source: str) -> list[_Agent]:
    """Return for each agent (human mean, simulated mean, 1) of every task that both played."""
    index, tasks = outcomes.task_index()
    success = outcomes.numbers(outcomes.success)
    sides = (outcomes.are_people(), outcomes.cell(source=source))
    found = []
    for name in outcomes.agents:
        played = outcomes.of_agent(name)
        columns: list[FloatArray] = []
        for side in sides:
            known: BoolArray = side & played & ~np.isnan(success)
            columns += [np.where(known, success, 0.0), known.astype(np.float64)]
        sums = cluster_sums(index, tasks, columns)
        shared = (sums[:, 1] > 0) & (sums[:, 3] > 0)
        if shared.any():
            means = [np.nan_to_num(divide(sums[:, at], sums[:, at + 1])) for at in (0, 2)]
            found.append(_Agent(name, np.column_stack([*means, shared]) * shared[:, None]))
    return found


def _rate(agent: _Agent) -> AgentRate:
    human, simulated, tasks = agent.rows.sum(axis=0)
    return AgentRate(
        agent=agent.name,
        tasks=int(tasks),
        human=float(human / tasks),
        simulated=float(simulated / tasks),
    )


def _replicate_flips(first: FloatArray, second: FloatArray, draws: Draws) -> FloatArray:
    """Return in every resample 1 for opposite orders, 1/2 for a tie, 0 for the same order."""

    def flips(sums: FloatArray) -> FloatArray:
        by_human = divide(sums[..., 0], sums[..., 2]) - divide(sums[..., 3], sums[..., 5])
        by_source = divide(sums[..., 1], sums[..., 2]) - divide(sums[..., 4], sums[..., 5])
        product = by_human * by_source
        same = np.where(np.abs(product) <= _ROUNDING, 0.5, (product < 0) * 1.0)
        return np.asarray(np.where(np.isnan(product), np.nan, same))

    return draws.replicate(np.hstack([first, second]), flips)


def _mean(values: FloatArray) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else None
