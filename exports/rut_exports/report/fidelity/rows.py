"""Every number of the tables of fidelity, one a row."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.fidelity.contrast import Contrast
from rut_annotations.fidelity.gap import Gap
from rut_annotations.fidelity.scores import SourceScore
from rut_exports.report.fidelity.model import AgentTables, FidelityTables

Row = dict[str, object]
Number = tuple[str, str, str, str, Estimate | float | None]
"""Table, source, what of (a domain, family, feature, turn), quantity, and the number."""

NUMBER_COLUMNS = (
    "agent table source of quantity n value reason low high interval_level method rule "
    "interval_reason warnings"
)


def fidelity_rows(found: FidelityTables | None) -> Iterator[Row]:
    """Yield a row for every number, agent by agent, the order of the agents last."""
    if found is None:
        return
    for tables in found.agents:
        for number in _numbers(tables):
            yield _row(tables.agent, number)
    for ranking in found.rankings:
        yield _row("", ("ranking", ranking.source, "", "spearman", ranking.agreement.spearman))
        yield _row("", ("ranking", ranking.source, "", "flips", ranking.flips))
        for rate in ranking.agents:
            for name, value in (("human", rate.human), ("simulated", rate.simulated)):
                yield _row(rate.agent, ("ranking", ranking.source, "", name, value))


def _row(agent: str, number: Number) -> Row:
    table, source, of, quantity, value = number
    item = value if isinstance(value, Estimate) else Estimate(name=quantity, value=value)
    made = item.interval
    return {
        "agent": agent,
        "table": table,
        "source": source,
        "of": of,
        "quantity": quantity,
        "n": item.n if isinstance(value, Estimate) else None,
        "value": item.value,
        "reason": item.reason,
        "low": made.low if made else None,
        "high": made.high if made else None,
        "interval_level": made.level if made else None,
        "method": made.method if made else None,
        "rule": made.rule if made else None,
        "interval_reason": item.interval_reason,
        "warnings": item.warnings,
    }


def _numbers(tables: AgentTables) -> Iterator[Number]:
    yield from _beside_people(tables)
    for score in tables.reward:
        yield from _score("reward", score)
    for hidden in tables.hidden:
        pooled = "pooled" if hidden.pooled else ""
        for name in ("success_faithful", "success_unfaithful", "failure_faithful"):
            yield "hidden_failures", hidden.source, pooled, name, getattr(hidden, name)
        for name in ("failure_unfaithful", "open", "hidden", "excused", "lost"):
            yield "hidden_failures", hidden.source, pooled, name, getattr(hidden, name)
    for failure in tables.failures:
        for name in ("verdicts", "dialogues", "scored", "share"):
            yield "failures", failure.source, failure.kind, name, getattr(failure, name)
    for effect in tables.effects:
        yield "failure_effect", "", effect.kind, "mean_over_cells", effect.mean
        yield "failure_effect", "", effect.kind, "median_over_cells", effect.median
        yield from _contrast("failure_effect", effect.kind, effect.within)
    for effort in tables.efforts:
        yield from _contrast("effort", f"{effort.kind}: {effort.effort}", effort.contrast)
    yield from _length(tables)
    yield from _prices(tables)
    yield from _probe(tables)
    yield from _passes(tables)
    yield from _likeness(tables)
    yield from _disclosure(tables)


def _beside_people(tables: AgentTables) -> Iterator[Number]:
    for row in tables.axes:
        yield from _score("ufs", row.contract.score)
        yield from _gap(row.contract.against_people)
        if row.likeness is not None:
            yield from _gap(row.likeness.success)


def _score(table: str, score: SourceScore) -> Iterator[Number]:
    yield table, score.source, "", "pooled", score.pooled
    yield table, score.source, "", "mean_of_domains", score.mean_of_domains
    for domain in score.domains:
        yield table, score.source, domain.domain, "domain", domain.score
    for family, value in score.families.items():
        yield table, score.source, family, "family", value


def _gap(gap: Gap | None) -> Iterator[Number]:
    if gap is None:
        return
    table = f"gap_{gap.measured}"
    yield table, gap.source, gap.reference, "tasks", gap.tasks
    yield table, gap.source, gap.reference, "matched", gap.matched
    yield table, gap.source, gap.reference, "unmatched", gap.unmatched
    if gap.verdict is not None:
        yield table, gap.source, gap.reference, "margin", gap.verdict.margin
        decided = Estimate(name="decision", value=None, reason=gap.verdict.decision)
        yield table, gap.source, gap.reference, "decision", decided


def _contrast(table: str, of: str, found: Contrast) -> Iterator[Number]:
    for name in ("present", "absent", "tasks", "pairs", "raw", "fixed_effect", "matched"):
        yield table, "", of, name, getattr(found, name)


def _length(tables: AgentTables) -> Iterator[Number]:
    if tables.length is None:
        return
    links = (("UFS", tables.length.turns_ufs), ("reward", tables.length.turns_reward))
    for name, link in links:
        yield "length", "", name, "pearson", link.pearson
        yield "length", "", name, "spearman", link.spearman
        for one in link.without:
            yield "length", one.source, name, "pearson_without", one.pearson
            yield "length", one.source, name, "spearman_without", one.spearman


def _prices(tables: AgentTables) -> Iterator[Number]:
    if tables.prices is None:
        return
    date = tables.prices.frontier.price_date
    for row in tables.prices.frontier.rows:
        for name in ("cost", "ufs", "lower", "reward"):
            yield "frontier", row.priced.source, date, name, getattr(row.priced, name)
        yield "frontier", row.priced.source, date, "dominated", float(row.dominated)
    for odds in tables.prices.odds:
        of = f"UFS of at least {odds.threshold}"
        for source, share in odds.picked.items():
            yield "picks", source, of, "picked_share", share
        yield "picks", "", of, "none_share", odds.none


_PROBED = (
    *("eligible", "actions", "missed", "asked_not_done", "never_asked", "unknown", "missing"),
    *("at_fault", "miss_faithful", "asked_faithful"),
    *("ufs", "ufs_without_miss", "ufs_without_fault", "drop"),
)


def _probe(tables: AgentTables) -> Iterator[Number]:
    for row in tables.probe.rows if tables.probe else ():
        for name in _PROBED:
            yield "probe", row.source, "", name, getattr(row, name)


def _passes(tables: AgentTables) -> Iterator[Number]:
    for row in tables.passes:
        yield "passes", row.source, row.domain, "mean_success", row.mean_success
        for at in row.at:
            yield "passes", row.source, row.domain, f"pass^{at.k}", at.pass_hat_k
            yield "passes", row.source, row.domain, f"pass@{at.k}", at.pass_at_k


def _likeness(tables: AgentTables) -> Iterator[Number]:
    for row in tables.calibration:
        of = "; ".join(part for part in (row.population, row.difficulty) if part)
        yield "calibration", row.source, of, "error", row.error
        yield "calibration", row.source, of, "bias", row.bias
        yield "calibration", row.source, of, "error_between_people", row.floor
        for each in row.bins:
            within = f"{of}[{each.low:.2f}, {each.high:.2f}]"
            for name in ("tasks", "simulated", "human"):
                yield "calibration", row.source, within, name, getattr(each, name)
    for axis in tables.axes:
        for item in axis.likeness.measures if axis.likeness else ():
            yield "likeness", item.source, item.column, item.measure, item.value
            yield "likeness", item.source, item.column, f"{item.measure}_people", item.split_half
            yield "likeness", item.source, item.column, f"{item.measure}_ratio", item.ratio


def _disclosure(tables: AgentTables) -> Iterator[Number]:
    shares = ("front_load", "area", "early", "unsolicited", "answered", "withheld", "unmentioned")
    for row in tables.disclosure:
        for name in (*shares, "lead", "latency"):
            yield "disclosure", row.source, "", name, getattr(row, name)
        for point in row.curve:
            yield "disclosure_curve", row.source, str(point.turn), "disclosed", point.disclosed
            yield "disclosure_curve", row.source, str(point.turn), "running", point.running
        for fact in row.by_fact:
            for turn, share in enumerate(fact.disclosed, start=1):
                of = f"{fact.domain}/{fact.task}/{fact.fact}"
                yield "disclosure_by_fact", row.source, of, f"by_turn_{turn}", share
