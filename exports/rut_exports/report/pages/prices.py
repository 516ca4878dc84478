"""Which simulated user is faithful enough at the least cost."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.figures.frontier import Choice, draw_frontier
from rut_exports.figures.svg import Figure
from rut_exports.report.document import Block, Bullets, Picture, table
from rut_exports.report.fidelity.model import AgentTables, Prices
from rut_exports.report.fidelity.wording import source_name
from rut_exports.report.wording import number, percent


def price_tables(tables: AgentTables) -> Iterator[Block]:
    """Return the frontier, the picks and how sure they are."""
    found = tables.prices
    if found is None or not found.frontier.rows:
        return
    rows = found.frontier.rows
    if any(row.priced.cost > 0 for row in rows):
        yield Picture(_plot(found))
    yield table(
        "source:, cost a dialogue, UFS, lower bound, mean reward, dominated by:",
        [
            (
                source_name(row.priced.source),
                number(row.priced.cost, 4),
                number(row.priced.ufs, 2),
                number(row.priced.lower, 2),
                number(row.priced.reward, 2),
                ", ".join(row.dominated_by) or "-",
            )
            for row in rows
        ],
        "frontier",
        f"Cost against fidelity, prices as of {found.frontier.price_date}",
    )
    yield _picks(found)
    yield Bullets(
        (
            "Picked: the cheapest source whose UFS, or whose lower bound, reaches the threshold.",
            "How often: over resamples of the tasks. Costs are those that the files recorded when "
            f"the dialogues were run, last on {found.frontier.price_date}, in "
            f"{found.frontier.currency}.",
        )
    )


def _picks(found: Prices) -> Block:
    rows = []
    for odds in found.odds:
        plain, safe = (
            next(
                each
                for each in found.choices
                if each.threshold == odds.threshold and each.safe is wanted
            )
            for wanted in (False, True)
        )
        often = [f"{source_name(name)} {percent(share)}" for name, share in odds.picked.items()]
        rows.append(
            (
                number(odds.threshold, 2),
                plain.source or "none",
                safe.source or "none",
                ", ".join([*often, f"none {percent(odds.none)}"]),
            )
        )
    return table(
        "UFS of at least, picked:, picked by lower bound:, how often each is picked:",
        rows,
        "picks",
        "The cheapest source that is faithful enough",
    )


def _plot(found: Prices) -> Figure:
    return draw_frontier(
        "frontier",
        "Fidelity against cost",
        [
            Choice(
                name=row.priced.source,
                cost=row.priced.cost,
                quality=row.priced.ufs,
                low=row.priced.lower,
                dominated=row.dominated,
            )
            for row in found.frontier.rows
            if row.priced.cost > 0
        ],
        cost_label=f"{found.frontier.currency} a dialogue, {found.frontier.price_date}",
        quality_label="UFS",
    )
