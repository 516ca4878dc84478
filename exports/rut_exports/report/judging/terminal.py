"""Raters and judges as compact plain text: one table for the raters, one for each judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rut_exports.report import wording
from rut_exports.report.judging.model import JudgedCriterion, JudgeReport, RaterShare
from rut_exports.report.judging.wording import short
from rut_exports.report.model import Section

# So many rows and lines are shown; the other forms of the report have all.
SHOWN_ROWS, SHOWN_LINES = 24, 6
# Header, rows, how many columns are texts; returns lines that fit.
Format = Callable[[Sequence[str], Sequence[Sequence[str]], int], list[str]]
Wrap = Callable[[Sequence[str]], list[str]]


def rater_lines(section: Section, lay_out: Format, wrap: Wrap) -> list[str]:
    """Return what each rater chose, beside the others, and advice.

    Args:
        section: The section.
        lay_out: Makes the lines of a table.
        wrap: Breaks sentences into lines.
    """
    quality = section.quality
    if quality is None:
        return []
    rows = [
        (
            wording.criterion_name(section, item.criterion),
            row.rater,
            str(row.given),
            _share(row.not_met, row.given),
            _share(row.not_applicable + row.cannot_tell, row.given),
            short(row.bias),
            _without(section, item.criterion, row),
        )
        for item in quality.criteria
        for row in item.raters
    ]
    header = ("criterion", "rater", "n", "not met", "n.a., ?", "stricter", "alpha w/o")
    notes = [
        "stricter: not met, less the others' share on the same dialogues. "
        "alpha w/o: alpha among the others without the rater.",
        *_some(quality.advice),
    ]
    cut = _more(len(rows))
    return ["", "RATERS", *lay_out(header, rows[:SHOWN_ROWS], 2), *cut, *wrap(notes)]


def judge_lines(section: Section, lay_out: Format, wrap: Wrap) -> list[str]:
    """Return each judge's errors beside what people reach, and advice.

    Args:
        section: The section.
        lay_out: Makes the lines of a table.
        wrap: Breaks sentences into lines.
    """
    out: list[str] = []
    for judge in section.judge.judges if section.judge is not None else ():
        out += _judge(section, judge, lay_out, wrap)
    return out


def _judge(section: Section, judge: JudgeReport, lay_out: Format, wrap: Wrap) -> list[str]:
    held = [item for item in judge.criteria if item.shared]
    head = [
        "",
        *wrap(
            [f"JUDGE {judge.judge}: {judge.shared} of {judge.dialogues} dialogues by people, too"]
        ),
    ]
    if not held:
        return [*head, *wrap(_some(judge.advice))]
    rows = [
        (wording.criterion_name(section, item.criterion), *_numbers(item))
        for item in held[:SHOWN_ROWS]
    ]
    header = ("criterion", "n", "recall", "precis.", "spec.", "kappa p-p", "kappa j-p")
    note = (
        "recall: of what people fail, by majority. kappa: mean over pairs of people, and of the "
        "judge with people."
    )
    return [*head, *lay_out(header, rows, 1), *wrap([note, *_some(judge.advice)])]


def _numbers(item: JudgedCriterion) -> tuple[str, ...]:
    found, beside = item.confusion, item.ceiling.pairwise_kappa
    return (
        str(found.agreement.n),
        short(found.recall, percent=True),
        short(found.precision, percent=True),
        short(found.specificity, percent=True),
        short(beside.human_human),
        short(beside.judge_human),
    )


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.0f}%" if total else "-"


def _without(section: Section, criterion: str, row: RaterShare) -> str:
    for item in section.quality.criteria if section.quality is not None else ():
        for one in item.left_out:
            if item.criterion == criterion and one.rater == row.rater:
                return short(one.alpha)
    return "-"


def _more(rows: int) -> list[str]:
    if rows <= SHOWN_ROWS:
        return []
    return [f"... and {rows - SHOWN_ROWS} more in the other forms of the report."]


def _some(advice: Sequence[str]) -> list[str]:
    shown = [f"* {line}" for line in advice[:SHOWN_LINES]]
    if len(advice) > SHOWN_LINES:
        shown.append(f"... and {len(advice) - SHOWN_LINES} more in the other forms of the report.")
    return shown
