"""How the numbers were made, in sentences for a paper, and what they cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report.document import Block, Bullets, Heading, Paragraph
from rut_exports.report.limits import list_limits
from rut_exports.report.methods import describe_methods
from rut_exports.report.model import Report


def method_page(report: Report) -> Iterator[Block]:
    """Return the methods paragraph and the limits."""
    rated = [section for section in report.sections if section.flow.judgements]
    if not rated:
        return
    yield Heading("Methods")
    for section in rated:
        yield Paragraph(describe_methods(section, report))
    yield Heading("Limits")
    yield Bullets(list_limits(report))
