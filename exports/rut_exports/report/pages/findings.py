"""What was found one by one: failure modes, planted faults, disagreements."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.report import wording
from rut_exports.report.document import Block, Heading, Paragraph, Text, prose, table
from rut_exports.report.model import Disagreement, Planted, Section


def findings_page(section: Section) -> Iterator[Block]:
    """Return the lists of one rubric."""
    yield Heading("Failure modes", 3)
    if section.modes:
        yield table(
            "criteria:, source:, failure:, family:, verdicts, dialogues, of judged, "
            "helped / hindered / neither",
            [
                (
                    row.scope,
                    row.source,
                    wording.mode_name(row.mode),
                    row.family,
                    row.verdicts,
                    row.dialogues,
                    row.judged,
                    " / ".join(
                        str(row.effects.get(effect, 0))
                        for effect in ("helped", "hindered", "neither")
                    ),
                )
                for row in section.modes
            ],
            "modes",
            "Failure modes",
        )
        yield Paragraph(
            prose(
                "Primary modes alone. *Verdicts* counts every rater's; *dialogues* those in which "
                "anybody found it."
            )
        )
    else:
        yield Paragraph("No criterion was found not met.")
    if section.planted is not None:
        yield from _planted(section.planted)
    yield from _disagreements(section)


def _planted(planted: Planted) -> Iterator[Block]:
    yield Heading("Planted faults", 3)
    yield Paragraph(
        f"{planted.dialogues} dialogues were played by a scripted user with a planted fault: it "
        f"fired in {planted.fired}, and never could in {planted.never_fired}, which leave no known "
        f"truth. {planted.clean} more were scripted without a fault."
    )
    if not planted.rows:
        return
    yield table(
        "rater:, fault:, family:, judged, caught, share caught, any not met, mode named, "
        "turn cited",
        [
            (
                row.rater,
                wording.planted_name(row),
                row.family or "any",
                row.caught.n,
                row.caught.successes,
                wording.proportion(row.caught),
                row.flagged.successes,
                "" if row.mode == "none" else row.named,
                "" if row.mode == "none" else row.located,
            )
            for row in planted.rows
        ],
        "planted",
        "Planted faults found by each rater",
    )
    yield Paragraph(
        prose(
            "*Caught*: a criterion of the fault's family is not met; without a fault the same is a "
            "false alarm, family by family, to be set beside it. *Any not met*: a criterion of "
            "whatever family. *Mode named*: with the "
            "planted mode, as primary or secondary. *Turn cited*: with the turn in which it "
            "shows. Only dialogues whose generic criteria a rater answered in full. A planted "
            "fault can break another family as well, and a scripted user without one is taken as "
            "faithful."
        )
    )


def _disagreements(section: Section) -> Iterator[Block]:
    yield Heading("Disagreements", 3)
    if section.disagreements:
        yield table(
            "dialogue:, source:, criterion:, differ in:, what was said:",
            [
                (
                    wording.place(row),
                    row.source,
                    wording.criterion_name(section, row.criterion),
                    row.kind,
                    _said(row),
                )
                for row in section.disagreements
            ],
        )
    elif len(section.raters) > 1:
        yield Paragraph("Nobody differed.")
    else:
        yield Paragraph("With one rater there is nobody to differ from.")


def _said(row: Disagreement) -> Text:
    return " / ".join(
        f"{wording.opinion(side)} ({side.comment})"
        if side.comment.strip()
        else wording.opinion(side)
        for side in row.opinions
    )
