"""The checklist as rows of a table, by column name."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report.model import Section

CHECKLIST_COLUMNS = "rubric rubric_version number title asks state answer where blank"


def checklist_rows(section: Section) -> Iterator[dict[str, object]]:
    """Yield a row for each point."""
    for answer in section.checklist:
        yield {
            "rubric": section.rubric_id,
            "rubric_version": section.rubric_version,
            **answer.model_dump(),
        }
