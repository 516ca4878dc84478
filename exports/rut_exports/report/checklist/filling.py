"""Answering all points of the checklist from a section of a report."""

from __future__ import annotations

from rut_exports.report.checklist import afterwards, design, numbers
from rut_exports.report.checklist.model import Answer
from rut_exports.report.checklist.points import POINTS
from rut_exports.report.checklist.said import Say
from rut_exports.report.model import Report, Section

SAYINGS: dict[int, Say] = {**design.SAYINGS, **numbers.SAYINGS, **afterwards.SAYINGS}


def fill_checklist(section: Section, report: Report) -> tuple[Answer, ...]:
    """Return the answer to each point, in order.

    Args:
        section: What is said about one rubric.
        report: The whole that it belongs to: version, seed, hash.
    """
    made = []
    for point in POINTS:
        said = SAYINGS[point.number](section, report)
        made.append(
            Answer(
                number=point.number,
                title=point.title,
                asks=point.asks,
                state=said.state,
                answer=said.answer,
                where=said.where,
                blank=said.blank,
            )
        )
    return tuple(made)
