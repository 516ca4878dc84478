"""UFS and mean reward: per domain, pooled, as the mean of the domains, and UFS per family."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import Field

from rut_annotations.estimation.interval import Estimate, FloatArray, Plan
from rut_annotations.estimation.sums import Draws, Statistic, cluster_sums, divide, ratio
from rut_annotations.fidelity.outcomes import BoolArray, IntArray, Outcomes
from rut_annotations.fidelity.sampling import (
    estimate_from_sums,
    estimate_share,
    estimate_share_of_sums,
)
from rut_domains.frozen import Frozen


class DomainScore(Frozen):
    """A score in one domain: `scored` of `total` dialogues have a value."""

    domain: str
    scored: int
    total: int
    score: Estimate


class SourceScore(Frozen):
    """A score of one source.

    `pooled` weighs each dialogue alike, `mean_of_domains` each domain alike (UserProxyBench,
    2026); the latter is null unless every domain of the table has a value for this source.
    `families` has a share of dialogues without a failing verdict for every family of criteria.
    """

    source: str
    human: bool
    scored: int
    total: int
    pooled: Estimate
    mean_of_domains: Estimate
    domains: tuple[DomainScore, ...]
    families: dict[str, Estimate] = Field(default_factory=dict)


def score_fidelity(outcomes: Outcomes, plan: Plan) -> tuple[SourceScore, ...]:
    """Return UFS of every source (UserProxyBench, 2026): the mean of U over its dialogues."""
    index, tasks = outcomes.task_index()
    draws = Draws(tasks, plan)
    families = {
        family: np.where(np.isnan(counts := outcomes.numbers(column)), np.nan, counts == 0)
        for family, column in sorted((outcomes.failures or {}).items())
    }
    scores = _score(outcomes, "ufs", outcomes.numbers(outcomes.faithful), True, draws)
    return tuple(
        score.model_copy(
            update={
                "families": {
                    family: _estimate(
                        f"ufs:{family}",
                        kept,
                        outcomes.cell(source=score.source),
                        index,
                        True,
                        draws,
                    )
                    for family, kept in families.items()
                }
            }
        )
        for score in scores
    )


def score_reward(outcomes: Outcomes, plan: Plan) -> tuple[SourceScore, ...]:
    """Return the mean reward of the agent under every source, in the same cells as UFS."""
    values = outcomes.numbers(outcomes.reward)
    draws = Draws(outcomes.task_index()[1], plan)
    return _score(outcomes, "reward", values, False, draws)


def domain_mean(domains: int) -> Statistic:
    """Return a statistic of (sum, count) columns, domain by domain: the mean of their means."""

    def mean(sums: FloatArray) -> FloatArray:
        cells = sums.reshape(*sums.shape[:-1], domains, 2)
        return np.asarray(divide(cells[..., 0], cells[..., 1]).mean(axis=-1))

    return mean


def domain_columns(outcomes: Outcomes, values: FloatArray, source: str) -> list[FloatArray]:
    """Return columns (value, known) of one source, domain by domain, zero elsewhere."""
    columns: list[FloatArray] = []
    for domain in outcomes.domains or (None,):
        chosen = outcomes.cell(source=source, domain=domain) & ~np.isnan(values)
        columns += [np.where(chosen, values, 0.0), chosen.astype(np.float64)]
    return columns


def _score(
    outcomes: Outcomes, name: str, values: FloatArray, binary: bool, draws: Draws
) -> tuple[SourceScore, ...]:
    index, _ = outcomes.task_index()
    people = outcomes.people
    found = []
    for source in outcomes.sources:
        chosen = outcomes.cell(source=source)
        domains = _by_domain(outcomes, name, values, source, binary, draws)
        pooled = _estimate(name, values, chosen, index, binary, draws)
        mean = _mean_of_domains(outcomes, name, values, source, domains, binary, draws)
        if binary and mean.value in (0.0, 1.0):
            # All or none in every domain is all or none: resampling cannot tell how surely.
            mean = mean.model_copy(update={"interval": pooled.interval, "interval_reason": ""})
        found.append(
            SourceScore(
                source=source,
                human=source in people,
                scored=int((~np.isnan(values[chosen])).sum()),
                total=int(chosen.sum()),
                pooled=pooled,
                mean_of_domains=mean,
                domains=domains,
            )
        )
    return tuple(found)


def _by_domain(
    outcomes: Outcomes,
    name: str,
    values: FloatArray,
    source: str,
    binary: bool,
    draws: Draws,
) -> tuple[DomainScore, ...]:
    index, _ = outcomes.task_index()
    found = []
    for domain in outcomes.domains:
        chosen = outcomes.cell(source=source, domain=domain)
        found.append(
            DomainScore(
                domain=domain,
                scored=int((~np.isnan(values[chosen])).sum()),
                total=int(chosen.sum()),
                score=_estimate(name, values, chosen, index, binary, draws),
            )
        )
    return tuple(found)


def _mean_of_domains(
    outcomes: Outcomes,
    name: str,
    values: FloatArray,
    source: str,
    domains: Sequence[DomainScore],
    binary: bool,
    draws: Draws,
) -> Estimate:
    index, tasks = outcomes.task_index()
    scored = sum(each.scored for each in domains)
    if not domains:
        return Estimate(name=f"{name}:mean_of_domains", value=None, reason="no_domains")
    rows = cluster_sums(index, tasks, domain_columns(outcomes, values, source))
    found = f"{name}:mean_of_domains"
    mean, reason = domain_mean(len(domains)), "domain_without_scores"
    if not binary:
        return estimate_from_sums(found, rows, mean, draws, n=scored, reason=reason)
    groups = len(domains)
    return estimate_share_of_sums(
        found, rows, mean, draws.plan, n=scored, groups=groups, reason=reason
    )


def _estimate(
    name: str,
    values: FloatArray,
    chosen: BoolArray,
    index: IntArray,
    binary: bool,
    draws: Draws,
) -> Estimate:
    known = chosen & ~np.isnan(values)
    columns = [np.where(known, values, 0.0), known.astype(np.float64)]
    rows = cluster_sums(index, draws.clusters, columns)
    if binary:
        return estimate_share(name, rows, draws)
    return estimate_from_sums(name, rows, ratio, draws, n=int(known.sum()))
