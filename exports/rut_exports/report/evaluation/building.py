"""From a report to its evaluation sheet."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from rut_exports.report.evaluation.criterion import know_criterion
from rut_exports.report.evaluation.model import CriterionEntries, Entry, Sheet, Study
from rut_exports.report.evaluation.questions import CRITERION, REFERENCES, STUDY, Question
from rut_exports.report.evaluation.study import know_study
from rut_exports.report.machine import rounded
from rut_exports.report.model import Report, Section

NOTE = (
    "A sheet of rut-tui's own, pre-filled from a report. It is neither a HEDS form nor a GRRAS "
    "table: the entries name the questions of these that ask the same. A value of null is a blank."
)


def make_sheet(report: Report) -> Sheet:
    """Return the sheet of a report: one study for each rubric."""
    studies = tuple(_study(section, report) for section in report.sections)
    entries = [
        entry
        for study in studies
        for part in (study.entries, *(item.entries for item in study.criteria))
        for entry in part
    ]
    return Sheet(
        note=NOTE,
        references=REFERENCES,
        program=f"rut-tui {report.version}".strip(),
        made_at=report.made_at,
        bundle_hash=report.bundle_hash,
        blanks=sum(entry.value is None for entry in entries),
        studies=studies,
    )


def render_sheet(report: Report) -> str:
    """Return the sheet of a report as one JSON document, in ASCII, without NaN."""
    plain = rounded(make_sheet(report).model_dump(mode="json"))
    return json.dumps(plain, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _study(section: Section, report: Report) -> Study:
    return Study(
        rubric_id=section.rubric_id,
        rubric_version=section.rubric_version,
        rubric_hash=section.rubric_hash,
        entries=_entries(STUDY, know_study(section, report)),
        criteria=tuple(
            CriterionEntries(
                criterion=item.id, entries=_entries(CRITERION, know_criterion(item, section))
            )
            for item in section.criteria
        ),
    )


def _entries(questions: Sequence[Question], known: Mapping[str, JsonValue]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            id=asked.id,
            question=asked.question,
            value=known.get(asked.id),
            to_fill="" if asked.id in known else f"To fill in: {asked.question.lower()}.",
            heds=asked.field(),
            grras=asked.grras,
        )
        for asked in questions
    )
