"""The appendix: what a reader asks of an agreement study, and what this report answers."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report.checklist.model import Answer
from rut_exports.report.checklist.wording import ASKS, GAP, STATES, tally
from rut_exports.report.document import Block, Emphasis, Heading, Paragraph, Text, prose, table
from rut_exports.report.model import Report


def checklist_page(report: Report) -> Iterator[Block]:
    """Return the checklist of each rubric."""
    yield Heading("Appendix: reporting checklist")
    yield Paragraph(
        prose(
            "Asked of the report itself (*R*) or of the lead of the study (*A*). *{lead}* marks a "
            "blank; *{missing}* names what the data do not hold, so that nothing is claimed of it.",
            lead=GAP,
            missing=STATES["missing"],
        )
    )
    for section in report.sections:
        if len(report.sections) > 1:
            yield Heading(section.title, 3)
        yield Paragraph(tally(section))
        yield table(
            "no., point:, asks:, state:, answer:, where:",
            [
                (
                    answer.number,
                    answer.title,
                    ASKS[answer.asks],
                    STATES[answer.state],
                    _answer(answer),
                    answer.where,
                )
                for answer in section.checklist
            ],
        )


def _answer(answer: Answer) -> Text:
    if answer.state == "lead":
        return (answer.answer, " To fill in: ", answer.blank, ": ", Emphasis(GAP))
    if answer.state == "missing":
        return (answer.answer, " Not known: ", answer.blank, ".")
    return answer.answer
