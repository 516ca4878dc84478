"""The whole report, in the order in which it is read."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report import wording
from rut_exports.report.document import (
    Block,
    Bullets,
    Code,
    Document,
    Heading,
    Paragraph,
    table,
)
from rut_exports.report.model import Report, Section
from rut_exports.report.pages.agreement import agreement_page
from rut_exports.report.pages.apart import apart_page
from rut_exports.report.pages.checklist import checklist_page
from rut_exports.report.pages.counts import counts_page
from rut_exports.report.pages.fidelity import fidelity_page
from rut_exports.report.pages.findings import findings_page
from rut_exports.report.pages.judge import judge_page
from rut_exports.report.pages.method import method_page
from rut_exports.report.pages.raters import raters_page
from rut_exports.report.pages.rubric import rubric_page
from rut_exports.report.pages.users import users_page
from rut_exports.report.summary import summary_lines

TITLE = "Agreement and user fidelity"


def make_document(report: Report) -> Document:
    """Return a report as a document; equal reports make equal documents."""
    return Document(TITLE, tuple(_blocks(report)))


def _blocks(report: Report) -> Iterator[Block]:
    yield Paragraph(
        "Inter-rater agreement and User Fidelity Scores from blinded judgements by people."
    )
    if report.made_at:
        by = f" with rut-tui {report.version}" if report.version else ""
        yield Paragraph(f"Made {report.made_at}{by}.")
    for section in report.sections:
        yield from _section(section, report)
    yield from method_page(report)
    yield from _data(report)
    yield from checklist_page(report)


def _section(section: Section, report: Report) -> Iterator[Block]:
    yield Heading(section.title)
    if section.flow.judgements:
        yield Heading("In short", 3)
        yield Bullets(summary_lines(section))
    yield from counts_page(section)
    if section.flow.judgements == 0:
        yield Paragraph(
            "Nobody has judged anything yet: there is no agreement and no fidelity to report."
            if not section.other_raters
            else "No person has judged anything yet: there is no agreement to report."
        )
    else:
        yield from agreement_page(section, report)
        yield from raters_page(section)
        yield from fidelity_page(section)
        yield from users_page(section)
        yield from findings_page(section)
    yield from apart_page(section)
    yield from judge_page(section)
    yield from rubric_page(section)


def _data(report: Report) -> Iterator[Block]:
    yield Heading("Data and settings")
    yield table(
        "what:, value:",
        [
            ("Data (SHA-256)", Code(report.bundle_hash)),
            ("Program", f"rut-tui {report.version}".strip()),
            ("Seed", report.seed),
            ("Resamples", report.replicates),
            ("Level of all intervals", f"{wording.number(100 * report.level, 0)}%"),
        ],
    )
    if report.other_rubrics:
        yield Paragraph(
            f"{report.other_rubrics} judgement rows are about other rubrics and are not part of "
            "this report."
        )
    if report.integrity:
        yield Heading("What the imports found", 3)
        yield table("finding:, count", list(report.integrity.items()), "integrity")
