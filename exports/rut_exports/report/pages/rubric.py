"""The rubric as raters read it: instructions, criteria, failure modes."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report.document import Block, Code, Heading, Paragraph, Quote, prose, table
from rut_exports.report.model import Section


def rubric_page(section: Section) -> Iterator[Block]:
    """Return the rubric word for word, with version and hashes."""
    yield Heading("The rubric", 3)
    yield Paragraph(
        prose(
            "Rubric `{id}`, version {version}, guidelines {guidelines}, about the {subject}; "
            "SHA-256 `{hash}`.",
            id=section.rubric_id,
            version=section.rubric_version,
            guidelines=section.guideline_version,
            subject=section.subject,
            hash=section.rubric_hash,
        )
    )
    yield Quote(section.instructions)
    yield _criteria(section)
    yield _modes(section)


def _criteria(section: Section) -> Block:
    return table(
        "criterion:, family:, kind:, statement:, applies when:, SHA-256:",
        [
            (
                item.name(),
                item.family,
                item.polarity,
                item.statement,
                item.applies_when or "always",
                Code(item.hash[:16]),
            )
            for item in section.criteria
        ],
        "rubric",
        "The rubric",
    )


def _modes(section: Section) -> Block:
    return table(
        "criterion:, failure:, definition:, examples:, not this:",
        [
            (
                item.name(),
                mode.title,
                mode.definition,
                " / ".join(mode.examples),
                " / ".join(mode.contrasts),
            )
            for item in section.criteria
            for mode in item.modes
        ],
        "",
        "How a criterion can be failed",
    )
