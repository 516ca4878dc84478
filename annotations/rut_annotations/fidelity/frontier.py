"""Which source is faithful enough at the least cost, and how sure the choice is."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from pydantic import Field, FiniteFloat

from rut_annotations.estimation.interval import FloatArray, Plan
from rut_annotations.estimation.sums import Draws, cluster_sums, divide
from rut_annotations.fidelity.outcomes import Outcomes
from rut_annotations.fidelity.scores import domain_columns, domain_mean, score_fidelity
from rut_domains.frozen import Frozen

# Two ways to add the same shares may differ by rounding; that decides nothing.
_ROUNDING = 1e-12


class Priced(Frozen):
    """A source with its UFS, the lower bound of that where known, and its cost a dialogue."""

    source: str
    ufs: FiniteFloat
    lower: FiniteFloat | None = None
    cost: FiniteFloat = Field(ge=0)
    reward: FiniteFloat | None = None


class FrontierRow(Frozen):
    """A priced source; it is dominated where `dominated_by` names any other."""

    priced: Priced
    dominated_by: tuple[str, ...]

    @property
    def dominated(self) -> bool:
        """Whether another source costs no more and is as faithful, and is better in one."""
        return bool(self.dominated_by)


class Frontier(Frozen):
    """Sources from cheap to dear, of prices in `currency` as of `price_date` (ISO 8601)."""

    price_date: str = Field(min_length=1)
    currency: str
    rows: tuple[FrontierRow, ...]

    @property
    def undominated(self) -> tuple[str, ...]:
        """The sources that no other dominates, from cheap to dear."""
        return tuple(row.priced.source for row in self.rows if not row.dominated)


class Choice(Frozen):
    """The cheapest source whose UFS (or its lower bound, if `safe`) reaches `threshold`.

    `source` is null where none does; `reason` then says why.
    """

    threshold: FiniteFloat
    safe: bool
    source: str | None
    reason: str = ""
    price_date: str


class ChoiceOdds(Frozen):
    """How often each source is the choice at a threshold, over resamples of the tasks.

    `none` is the share of resamples in which no source reaches it; `lost` resamples left a
    source without a value and count for none of these; all lost, the shares are null.
    """

    threshold: FiniteFloat
    price_date: str = Field(min_length=1)
    picked: dict[str, FiniteFloat | None]
    none: FiniteFloat | None
    replicates: int
    lost: int
    seed: int


def draw_frontier(priced: Iterable[Priced], price_date: str, currency: str = "USD") -> Frontier:
    """Sort sources by cost and mark the dominated ones (UserProxyBench, 2026).

    Raises:
        ValueError: A source occurs twice, or `price_date` is empty.
    """
    rows = sorted(priced, key=lambda row: (row.cost, -row.ufs, row.source))
    if len({row.source for row in rows}) < len(rows):
        raise ValueError("a source occurs twice")
    return Frontier(
        price_date=price_date,
        currency=currency,
        rows=tuple(
            FrontierRow(
                priced=row,
                dominated_by=tuple(other.source for other in rows if _dominates(other, row)),
            )
            for row in rows
        ),
    )


def price_sources(outcomes: Outcomes, plan: Plan) -> tuple[Priced, ...]:
    """Return UFS, its lower bound and the mean cost of every source that has both.

    UFS is the mean of the domains where every source has one, else pooled: all by one measure.
    """
    scores = score_fidelity(outcomes, plan)
    cost, reward = outcomes.numbers(outcomes.cost), outcomes.numbers(outcomes.reward)
    by_domain = all(score.mean_of_domains.value is not None for score in scores)
    found = []
    for score in scores:
        ufs = score.mean_of_domains if by_domain else score.pooled
        chosen = outcomes.cell(source=score.source)
        paid = _mean(cost[chosen])
        if ufs.value is not None and paid is not None:
            found.append(
                Priced(
                    source=score.source,
                    ufs=ufs.value,
                    lower=ufs.interval.low if ufs.interval else None,
                    cost=paid,
                    reward=_mean(reward[chosen]),
                )
            )
    return tuple(found)


def choose(frontier: Frontier, threshold: float, *, safe: bool = False) -> Choice:
    """Return Pick(q), the cheapest source with UFS >= q, or Pick_safe(q) by the lower bound.

    At one cost the more faithful source is the choice.
    """
    reason = "no_source_reaches_it"
    if safe and all(row.priced.lower is None for row in frontier.rows):
        reason = "no_lower_bounds"
    for row in frontier.rows:
        value = row.priced.lower if safe else row.priced.ufs
        if value is not None and value >= threshold - _ROUNDING:
            return Choice(
                threshold=threshold,
                safe=safe,
                source=row.priced.source,
                price_date=frontier.price_date,
            )
    return Choice(
        threshold=threshold,
        safe=safe,
        source=None,
        reason=reason if frontier.rows else "no_sources",
        price_date=frontier.price_date,
    )


def estimate_choice_odds(
    outcomes: Outcomes, threshold: float, price_date: str, plan: Plan
) -> ChoiceOdds:
    """Return P(picked) of every source with UFS and cost, by a cluster bootstrap over tasks."""
    index, tasks = outcomes.task_index()
    sources = [priced.source for priced in price_sources(outcomes, plan)]
    draws = Draws(tasks, plan)
    faithful, cost = outcomes.numbers(outcomes.faithful), outcomes.numbers(outcomes.cost)
    by_domain = bool(outcomes.domains) and all(
        (outcomes.cell(source=source, domain=domain) & ~np.isnan(faithful)).any()
        for source in outcomes.sources
        for domain in outcomes.domains
    )
    single = outcomes if by_domain else outcomes.model_copy(update={"domain": None})
    width = 2 * max(1, len(single.domains))
    columns = []
    for source in sources:
        columns += domain_columns(single, faithful, source)
        paid = outcomes.cell(source=source) & ~np.isnan(cost)
        columns += [np.where(paid, cost, 0.0), paid.astype(np.float64)]
    rows = cluster_sums(index, tasks, columns)

    def pick(sums: FloatArray) -> FloatArray:
        cells = sums.reshape(len(sums), len(sources), width + 2)
        ufs = domain_mean(width // 2)(cells[..., :width])
        return _cheapest(ufs, divide(cells[..., width], cells[..., width + 1]), threshold)

    picks = draws.replicate(rows, pick) if sources else np.full(plan.replicates, -1.0)
    kept = picks[~np.isnan(picks)]
    return ChoiceOdds(
        threshold=threshold,
        price_date=price_date,
        picked={source: _mean((kept == n) * 1.0) for n, source in enumerate(sources)},
        none=_mean((kept == -1) * 1.0),
        replicates=plan.replicates,
        lost=len(picks) - len(kept),
        seed=plan.seed,
    )


def _cheapest(ufs: FloatArray, cost: FloatArray, threshold: float) -> FloatArray:
    """Return in each row which column is picked: -1 for none, NaN where a value is missing."""
    fits = ufs >= threshold - _ROUNDING
    price = np.where(fits, cost, np.inf)
    cheapest = price == price.min(axis=1, keepdims=True)
    found = np.where(cheapest & fits, ufs, -np.inf).argmax(axis=1).astype(np.float64)
    found[~fits.any(axis=1)] = -1
    found[np.isnan(ufs).any(axis=1) | np.isnan(cost).any(axis=1)] = np.nan
    return np.asarray(found)


def _dominates(other: Priced, row: Priced) -> bool:
    return (
        other.cost <= row.cost
        and other.ufs >= row.ufs
        and (other.cost < row.cost or other.ufs > row.ufs)
    )


def _mean(values: FloatArray) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else None
