"""Where dialogues and judgements went, and who did what."""

from __future__ import annotations

from collections.abc import Iterator

from rut_exports.figures.flow import Step, draw_flow
from rut_exports.report import wording
from rut_exports.report.document import Block, Heading, Paragraph, Picture, prose, table
from rut_exports.report.model import Flow, Section


def counts_page(section: Section) -> Iterator[Block]:
    """Return the counts of one rubric."""
    flow = section.flow
    yield Heading("Counts", 3)
    yield Picture(
        draw_flow("flow", "Where the dialogues and the judgements went", _steps(section.flow))
    )
    yield table(
        "dialogues:, count",
        [
            ("in the file", flow.dialogues),
            ("left out: not linked to the task that was played", flow.unlinked),
            ("left out: practice", flow.practice),
            ("left out: no contract to judge by", flow.without_contract),
            ("counted", flow.counted),
            ("rated by anybody", flow.rated),
        ],
        "dialogues",
        "Dialogues",
    )
    yield table(
        "judgements:, count",
        [
            ("rows", flow.judgement_rows),
            *_left_out(flow),
            ("counted", flow.judgements),
        ],
        "judgements",
        "Judgements",
    )
    yield table(
        "source:, dialogues, counted, tasks, rated",
        [(row.source, row.dialogues, row.counted, row.tasks, row.rated) for row in section.sources],
        "sources",
        "Dialogues by source",
    )
    if section.raters:
        yield table(
            "rater:, judgements, dialogues, complete, skipped, cannot tell, own dialogues, "
            "active min, idle min",
            [
                (
                    row.rater,
                    row.judgements,
                    row.dialogues,
                    row.complete,
                    row.skipped,
                    row.cannot_tell,
                    row.own_dialogues,
                    wording.number(row.active_seconds / 60, 1),
                    wording.number(row.idle_seconds / 60, 1),
                )
                for row in section.raters
            ],
            "raters",
            "Work by rater",
        )
        yield Paragraph(prose("*Own dialogues* are those in which the rater had played."))
    yield from _roles(section)


def _roles(section: Section) -> Iterator[Block]:
    """Return who is what, where there is more than people who rated here once."""
    raters = (*section.raters, *section.other_raters)
    if not any(row.role != "human" or row.imported or row.repeats for row in raters):
        return
    yield table(
        "rater:, role:, verdicts, of these imported, second looks, dialogues",
        [
            (row.rater, row.role, row.judgements, row.imported, row.repeats, row.dialogues)
            for row in raters
        ],
        "roles",
        "Raters and their roles",
    )
    if section.other_raters:
        yield Paragraph(
            "Human numbers count raters of the role human alone; the others stand apart."
        )
    if section.flow.imported:
        yield Paragraph(wording.imported_words(section.flow))


def _left_out(flow: Flow) -> list[tuple[str, int]]:
    return [
        ("replaced by a later revision", flow.revised),
        ("withdrawn", flow.withdrawn),
        ("apart: by models", flow.by_models),
        ("apart: adjudicated, gold, training, calibration", flow.other_roles),
        ("apart: second looks of a rater", flow.repeats),
        ("left out: made after identities were revealed", flow.after_reveal),
        ("left out: another version of rubric or criterion", flow.other_versions),
        ("left out: about dialogues that are not counted", flow.not_counted_dialogues),
    ]


def _steps(flow: Flow) -> list[Step]:
    unlinked = (
        ("not linked to the task played", flow.unlinked),
        ("practice", flow.practice),
        ("no contract to judge by", flow.without_contract),
    )
    unrated = (("not rated by anybody", flow.counted - flow.rated),)
    dropped = tuple((name.removeprefix("left out: "), count) for name, count in _left_out(flow))
    return [
        Step(label="dialogues", count=flow.dialogues, left_out=_some(unlinked)),
        Step(label="counted dialogues", count=flow.counted, left_out=_some(unrated)),
        Step(label="rated dialogues", count=flow.rated),
        Step(label="judgement rows", count=flow.judgement_rows, left_out=_some(dropped)),
        Step(label="judgements counted", count=flow.judgements),
    ]


def _some(reasons: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((name, count) for name, count in reasons if count)
