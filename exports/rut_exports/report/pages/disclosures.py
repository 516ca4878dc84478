"""When users say what they know."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.fidelity.disclosure import Disclosure
from rut_exports.figures.curves import Curve, Point, draw_curves
from rut_exports.figures.svg import Figure
from rut_exports.report.document import Block, Bullets, Picture, prose, table
from rut_exports.report.fidelity.model import AgentTables
from rut_exports.report.fidelity.wording import notes, say, source_name


def disclosure_tables(tables: AgentTables) -> Iterator[Block]:
    """Return the curves and the shares of one agent's users."""
    rows = tables.disclosure
    if not rows:
        return
    yield Picture(_curves(rows))
    yield table(
        "source:, dialogues, facts, in the first turn, before asked, never asked, answered, "
        "withheld, not mentioned, turns early, turns late",
        [
            (
                source_name(row.source),
                row.dialogues,
                row.facts,
                say(row.front_load),
                say(row.early),
                say(row.unsolicited),
                say(row.answered),
                say(row.withheld),
                say(row.unmentioned),
                say(row.lead, 1),
                say(row.latency, 1),
            )
            for row in rows
        ],
        "disclosure",
        "When facts are told, as shares of facts",
    )
    yield Bullets(
        (
            prose(
                "Found in the words of the messages by a program: values and wordings, not "
                "meaning. Facts that a contract lets the user begin with are left out."
            ),
            prose(
                "*Before asked* and *never asked* together are what was volunteered; *withheld* "
                "was asked for and never said."
            ),
        )
    )
    yield from notes(item for row in rows for item in (row.front_load, row.early, row.latency))


def _curves(rows: tuple[Disclosure, ...]) -> Figure:
    longest = max((point.turn for row in rows for point in row.curve), default=1)
    return draw_curves(
        "disclosure",
        "Share of facts told up to each turn of the user",
        [
            Curve(
                name=row.source,
                steps=True,
                points=tuple(
                    Point(
                        x=point.turn,
                        y=point.disclosed.value,
                        low=point.disclosed.interval.low if point.disclosed.interval else None,
                        high=point.disclosed.interval.high if point.disclosed.interval else None,
                        size=0.1,
                    )
                    for point in row.curve
                    if point.disclosed.value is not None
                ),
            )
            for row in rows
        ],
        (1.0, float(max(longest, 2))),
        (0.0, 1.0),
        x_label="turn of the user",
        y_label="share of facts told",
    )
