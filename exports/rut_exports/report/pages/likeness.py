"""How like people the users of one agent are: calibration, distances, coverage; agents' order."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.fidelity.calibration import Calibration
from rut_annotations.fidelity.coverage import Coverage
from rut_exports.figures.curves import Curve, Point, draw_curves
from rut_exports.figures.svg import Figure
from rut_exports.report.document import Block, Bullets, Heading, Paragraph, Picture, table
from rut_exports.report.fidelity.model import AgentTables, FidelityTables
from rut_exports.report.fidelity.wording import MEASURES, notes, say, source_name
from rut_exports.report.wording import number


def likeness_tables(tables: AgentTables) -> Iterator[Block]:
    """Return calibration, distances and coverage of one agent's users."""
    yield from _calibration(tables.calibration)
    yield from _distances(tables)
    if tables.coverage is not None and tables.coverage.clusters:
        yield from _coverage(tables.coverage)


def ranking_table(found: FidelityTables) -> Iterator[Block]:
    """Return whether simulated users put the agents in the order in which people put them."""
    rows = [
        (
            source_name(row.source),
            len(row.agents),
            say(row.agreement.spearman),
            f"{sum(pair.flipped for pair in row.pairs)} of {len(row.pairs)}",
            number(row.flip_share, 2),
        )
        for row in found.rankings
        if not row.reason
    ]
    if rows:
        yield Heading("The order of the agents", 4)
        yield table(
            "source:, agents, Spearman's rank correlation, pairs in opposite order, "
            "the same over resamples",
            rows,
            "ranking",
            "Agents by success with each source against their order with people",
        )


def _calibration(rows: tuple[Calibration, ...]) -> Iterator[Block]:
    if not rows:
        return
    yield Picture(_plot(rows))
    yield table(
        "source:, people:, difficulty:, tasks, fewest trials, error, bias, error between people",
        [
            (
                source_name(row.source),
                row.population or "all",
                row.difficulty or "all",
                row.tasks,
                row.rollouts,
                say(row.error),
                say(row.bias),
                number(row.floor, 2),
            )
            for row in rows
        ],
        "calibration",
        "Success with each source against success with people, task by task",
    )
    yield Bullets(
        (
            "Error: mean distance of simulated from human success over tasks in five bins of "
            "simulated success. Bias: simulated minus human.",
            "Error between people: the same between two halves of the people; no simulation can "
            "be asked for less.",
        )
    )
    yield from notes(row.error for row in rows)


def _plot(rows: tuple[Calibration, ...]) -> Figure:
    whole = [row for row in rows if not row.population and not row.difficulty]
    most = max((each.tasks for row in whole for each in row.bins), default=0) or 1
    curves = [
        Curve(
            name=row.source,
            points=tuple(
                Point(x=each.simulated, y=each.human, size=each.tasks / most)
                for each in row.bins
                if each.simulated is not None and each.human is not None
            ),
        )
        for row in whole
    ]
    return draw_curves(
        "calibration",
        "Success with people by success with simulated users",
        curves,
        (0.0, 1.0),
        (0.0, 1.0),
        x_label="success with the source",
        y_label="success with people",
        diagonal=True,
    )


def _distances(tables: AgentTables) -> Iterator[Block]:
    found = [each for row in tables.axes if row.likeness for each in row.likeness.measures]
    if not found:
        return
    yield table(
        "source:, of:, measure:, dialogues, people's, value, between people, ratio",
        [
            (
                source_name(row.source),
                row.column or "all features",
                MEASURES.get(row.measure, row.measure),
                row.simulated,
                row.human,
                say(row.value),
                number(row.split_half, 2),
                say(row.ratio),
            )
            for row in found
        ],
        "likeness",
        "Distance from people, divided by how far people are from each other",
    )
    yield Paragraph(
        "A ratio of 1 is as unlike as two halves of the people are. For the share of clusters "
        "visited more is better, for all others less; an AUC of 0.5 cannot tell them apart."
    )
    yield from notes(item for row in found for item in (row.value, row.ratio))


def _coverage(found: Coverage) -> Iterator[Block]:
    sources = sorted({source for each in found.clusters for source in each.visits})
    yield table(
        ", ".join(("kind of human behaviour (mean of each feature):", "people's dialogues"))
        + "".join(f", {_column(source)}" for source in sources),
        [
            (
                "; ".join(f"{name} {number(value, 2)}" for name, value in each.centre.items()),
                each.human,
                *(each.visits.get(source, 0) for source in sources),
            )
            for each in found.clusters
        ],
        "coverage",
        "Kinds of human behaviour, and how many dialogues of each source show them",
    )


def _column(source: str) -> str:
    # The names of columns are split at commas, and a colon at the end has a meaning.
    return source_name(source).replace(",", ";").rstrip(":")
