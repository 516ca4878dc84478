"""How faithful each source is: User Fidelity Scores with what they leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_annotations.fidelity.ufs import Score
from rut_exports.figures.forest import Row, draw_forest
from rut_exports.figures.svg import Figure
from rut_exports.report import wording
from rut_exports.report.document import (
    Block,
    Bullets,
    Heading,
    Paragraph,
    Picture,
    Table,
    Text,
    prose,
    table,
)
from rut_exports.report.model import Section


def fidelity_page(section: Section) -> Iterator[Block]:
    """Return the scores on generic criteria, and apart from them those on tasks' own."""
    yield Heading("User Fidelity Score, generic criteria", 3)
    if section.ufs:
        yield Picture(_forest(section.ufs))
        yield score_table(section.ufs, "ufs", "User Fidelity Score on generic criteria")
    else:
        yield Paragraph("No generic criterion was judged.")
    yield Bullets(tuple(_notes(section)))
    if section.task_ufs:
        yield Heading("User Fidelity Score, task-specific criteria", 3)
        yield Paragraph("A score of its own, never mixed with the generic one.")
        yield score_table(
            section.task_ufs, "task-ufs", "User Fidelity Score on tasks' own criteria"
        )


def score_table(rows: Sequence[Score], slug: str, caption: str) -> Table:
    """Return a table of scores."""
    return table(
        "source:, by:, rated, tasks, all met, some not met, unresolved, undefined, UFS, bounds, "
        "why unresolved:",
        [
            (
                row.source,
                wording.judge_name(row),
                row.n_rated,
                row.n_tasks,
                row.faithful,
                row.unfaithful,
                wording.unresolved(row),
                row.undefined,
                wording.proportion(row.ufs),
                wording.bounds(row),
                wording.causes(row),
            )
            for row in rows
        ],
        slug,
        caption,
    )


def _forest(scores: Sequence[Score]) -> Figure:
    rows = [
        Row(
            label=wording.judge_name(score),
            value=score.ufs.value,
            low=score.ufs.low,
            high=score.ufs.high,
            note=f"{wording.proportion(score.ufs)}, n={score.ufs.n}, open {score.unresolved}",
            group=score.source,
        )
        for score in scores
    ]
    return draw_forest(
        "ufs", "User Fidelity Score by source", rows, (0.0, 1.0), axis_label="share of dialogues"
    )


def _notes(section: Section) -> Iterator[Text]:
    yield (
        "UFS is the share of dialogues in which every applicable criterion is met, among those "
        "where that is settled, with Wilson's interval. The interval takes dialogues as "
        "independent; where there are fewer tasks than dialogues it is too narrow."
    )
    yield prose(
        "*Cannot tell*, a missing verdict, or for the majority a criterion without one makes a "
        "dialogue unresolved: left out of UFS, counted, and taken as 0 and as 1 in the bounds. "
        "Those that hold a *not met* beside it are counted behind the sum: they can only come out "
        "as 0, so that the upper bound is not reached. A dialogue to which nothing applies is "
        "undefined."
    )
    yield (
        "The majority is taken criterion by criterion: more than half of those who judged the "
        "dialogue, at least two."
    )
    if section.flow.unlinked:
        yield (
            f"Unlinked dialogues are not counted ({section.flow.unlinked}): it is not settled "
            "under which contract they were played."
        )
