"""Users of one agent: on two axes, by domain and family, and what their failures go with."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.estimation.interval import Estimate
from rut_annotations.fidelity.length import Correlation
from rut_annotations.fidelity.scores import SourceScore
from rut_exports.report.document import Block, Bullets, Heading, Paragraph, prose, table
from rut_exports.report.fidelity.model import AgentTables, FidelityTables
from rut_exports.report.fidelity.wording import (
    decided,
    left_out,
    notes,
    rules,
    say,
    source_name,
)
from rut_exports.report.model import Section
from rut_exports.report.pages.disclosures import disclosure_tables
from rut_exports.report.pages.failures import failure_tables
from rut_exports.report.pages.likeness import likeness_tables, ranking_table
from rut_exports.report.pages.prices import price_tables
from rut_exports.report.wording import number


def users_page(section: Section) -> Iterator[Block]:
    """Return all that is known of the users beside their scores, agent by agent."""
    found = section.fidelity
    if found is None:
        return
    yield Heading("Users beside people, and what their failures go with", 3)
    yield Paragraph(_by(found))
    for tables in found.agents:
        yield Heading(f"Served by {tables.agent or 'an agent without a name'}", 4)
        yield Paragraph(f"{tables.dialogues} counted dialogues of {tables.tasks} tasks.")
        yield from _axes(tables)
        yield from _domains(tables)
        yield from failure_tables(tables)
        yield from _length(tables)
        yield from _passes(tables)
        yield from likeness_tables(tables)
        yield from disclosure_tables(tables)
        yield from price_tables(tables)
        if tables.absent:
            yield Paragraph(f"Left out. {'; '.join(left_out(tables.absent)).capitalize()}.")
    yield from ranking_table(found)


def _by(found: FidelityTables) -> str:
    who = "by the majority of at least two raters" if found.by == "majority" else "by one rater"
    return (
        f"A user is faithful where every applicable generic criterion is met, {who}. Agents are "
        "kept apart: what a user is like depends on whom it meets. Contract fidelity and likeness "
        "to people are two questions and are never added up."
    )


def _axes(tables: AgentTables) -> Iterator[Block]:
    if not tables.axes:
        return
    yield table(
        "source:, settled, UFS, UFS minus people's, verdict:, success minus people's, verdict:, "
        "calibration error",
        [
            (
                source_name(row.source),
                row.contract.score.scored,
                say(row.contract.score.pooled),
                say(gap.matched if (gap := row.contract.against_people) else None),
                decided(gap.verdict if gap else None),
                say(won.matched if (won := row.likeness and row.likeness.success) else None),
                decided(won.verdict if won else None),
                say(row.likeness.calibration if row.likeness else None),
            )
            for row in tables.axes
        ],
        "axes",
        "Contract fidelity, and success beside people on the same tasks",
    )
    numbers = [row.contract.score.pooled for row in tables.axes]
    for row in tables.axes:
        gaps = (row.contract.against_people, row.likeness.success if row.likeness else None)
        numbers += [gap.matched for gap in gaps if gap]
    yield Bullets(tuple(f"Interval: {rule}." for rule in rules(numbers)))
    yield from notes(numbers)


def _domains(tables: AgentTables) -> Iterator[Block]:
    for name, title, scores in (
        ("ufs-domains", "User Fidelity Score by domain and family", _scored(tables)),
        ("reward", "Mean reward by domain", tables.reward),
    ):
        rows = [
            (source_name(score.source), of, scored, say(value))
            for score in scores
            for of, scored, value in _parts(score)
        ]
        if rows:
            yield table("source:, over:, dialogues, value", rows, name, title)
            yield from notes(score.mean_of_domains for score in scores)


def _parts(score: SourceScore) -> Iterator[tuple[str, int, Estimate]]:
    """Yield a score and its parts; one domain is no part."""
    yield "all dialogues alike", score.scored, score.pooled
    if len(score.domains) > 1:
        for each in score.domains:
            yield f"domain {each.domain}", each.scored, each.score
        yield "all domains alike", score.scored, score.mean_of_domains
    for family, value in score.families.items():
        yield f"family {family}", value.n, value


def _scored(tables: AgentTables) -> list[SourceScore]:
    return [row.contract.score for row in tables.axes if row.contract.score.scored]


def _length(tables: AgentTables) -> Iterator[Block]:
    if tables.length is None:
        return
    found = tables.length
    yield table(
        "turns against:, sources, Pearson, without any one, Spearman, without any one",
        [
            (name, link.pearson.n, say(link.pearson), *_without(link))
            for name, link in (("UFS", found.turns_ufs), ("reward", found.turns_reward))
        ],
        "length",
        f"Mean turns of each source, on the {found.tasks} tasks that all have played",
    )
    yield from notes((found.turns_ufs.pearson, found.turns_reward.pearson))


def _without(link: Correlation) -> tuple[str, str, str]:
    def span(values: list[float]) -> str:
        return f"{number(min(values), 2)} to {number(max(values), 2)}" if values else "-"

    return (
        span([one.pearson for one in link.without if one.pearson is not None]),
        say(link.spearman),
        span([one.spearman for one in link.without if one.spearman is not None]),
    )


def _passes(tables: AgentTables) -> Iterator[Block]:
    # Of one domain all is the domain.
    single = len({row.domain for row in tables.passes if row.domain}) == 1
    rows = [
        (
            source_name(row.source),
            row.domain or "all",
            row.dialogues,
            say(row.mean_success),
            at.k,
            at.tasks,
            say(at.pass_hat_k),
            say(at.pass_at_k),
        )
        for row in tables.passes
        for at in row.at
        if at.tasks and not (single and row.domain)
    ]
    if not rows:
        return
    yield table(
        "source:, domain:, dialogues, mean success, k, tasks with k trials, pass^k, pass@k",
        rows,
        "passes",
        "Success over repeated trials",
    )
    yield Paragraph(
        prose(
            "*pass^k* is the chance that all of k trials succeed, *pass@k* that any does; mean "
            "success weighs dialogues alike and is neither."
        )
    )
