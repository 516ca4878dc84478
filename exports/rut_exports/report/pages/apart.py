"""What enters no human number: models by themselves, and raters with themselves."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report import coefficients, wording
from rut_exports.report.document import Block, Heading, Paragraph, Table, table
from rut_exports.report.model import Section
from rut_exports.report.pages.fidelity import score_table


def apart_page(section: Section) -> Iterator[Block]:
    """Return the scores by models, and how raters agree with themselves."""
    if section.model_ufs:
        yield Heading("User Fidelity Score by models", 3)
        yield Paragraph(
            "Each model by itself: its verdicts are no part of the people's score, of their "
            "majority, of their agreement or of the disagreements."
        )
        for scope, words in (("generic", "generic"), ("task", "tasks' own")):
            if scores := [score for score in section.model_ufs if score.scope == scope]:
                caption = f"User Fidelity Score by models, {words} criteria"
                yield score_table(scores, f"model-ufs-{scope}", caption)
    if section.repeats:
        yield Heading("Raters with themselves", 3)
        yield Paragraph(
            "Verdicts of a second look at the same dialogue are compared with those of the look "
            "before, and enter no other number. Pairs count where both looks say met or not met."
        )
        yield _repeats(section)


def _repeats(section: Section) -> Table:
    return table(
        "criterion:, rater:, role:, dialogues, pairs, agreement with oneself, 95% interval, kappa",
        [
            (
                wording.criterion_name(section, item.criterion),
                row.rater,
                row.role,
                row.units,
                row.pairs,
                coefficients.value(row.agreement),
                coefficients.limits(row.agreement.interval),
                coefficients.value(row.kappa),
            )
            for item in section.repeats
            for row in item.measured.raters
        ],
        "repeats",
        "Agreement of each rater with itself",
    )
