"""A report as compact plain text, for a terminal of any width from 60 columns on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.cells import cell_len, chop_cells, set_cell_size

from rut_annotations.agreement.result import REASONS, Coefficient
from rut_annotations.fidelity.ufs import Score
from rut_domains.text import one_line
from rut_exports.report import coefficients, wording
from rut_exports.report.charts import Mark, draw_marks
from rut_exports.report.checklist.wording import tally
from rut_exports.report.fidelity.wording import say
from rut_exports.report.judging.terminal import judge_lines, rater_lines
from rut_exports.report.model import Report, Section

# So many disagreements are listed; the other forms list all.
SHOWN = 10
_USERS_NOTE = (
    "UFS by {by}, intervals over tasks; minus people's: on the same tasks; hidden failures: "
    "unfaithful users among successes. When facts are told, cost, likeness: in the other forms."
)
_NARROWEST_NAME = 8
_GAP = "  "


def render_text(report: Report, width: int = 80) -> str:
    """Return the report's numbers as text of at most `width` columns.

    Names by others are made harmless and are cut where they are long; no escape sequences.
    """
    lines: list[str] = []
    for section in report.sections:
        lines += _section(section, report, max(width, 60))
    if report.other_rubrics:
        lines += ["", f"{report.other_rubrics} judgement rows are about other rubrics."]
    if report.integrity:
        lines += ["", "Imports found", *_pairs(report.integrity)]
    return "\n".join(lines).strip("\n") + "\n"


def format_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], width: int, texts: int = 1
) -> list[str]:
    """Return aligned columns: the first `texts` to the left, the others to the right.

    Where the table is too wide, the widest text column is cut.
    """
    cells = [[one_line(cell) for cell in row] for row in (header, *rows)]
    widths = [max(cell_len(row[n]) for row in cells) for n in range(len(header))]
    while (
        sum(widths) + len(_GAP) * (len(widths) - 1) > width
        and max(widths[:texts]) > _NARROWEST_NAME
    ):
        widths[widths.index(max(widths[:texts]))] -= 1
    return [_line(row, widths, texts) for row in cells]


def wrap_line(text: str, width: int) -> Iterator[str]:
    """Yield a text in lines of at most `width` columns; wide characters count as two."""
    line = ""
    for word in one_line(text).split():
        for piece in chop_cells(word, width) if cell_len(word) > width else [word]:
            longer = f"{line} {piece}" if line else piece
            if cell_len(longer) > width:
                yield line
                longer = piece
            line = longer
    if line:
        yield line


def _line(row: Sequence[str], widths: Sequence[int], texts: int) -> str:
    made = [_fit(cell, size) for cell, size in zip(row[:texts], widths[:texts], strict=True)]
    for cell, size in zip(row[texts:], widths[texts:], strict=True):
        made.append(" " * max(size - cell_len(cell), 0) + cell)
    return _GAP.join(made).rstrip()


def _fit(text: str, size: int) -> str:
    if cell_len(text) <= size:
        return text + " " * (size - cell_len(text))
    return set_cell_size(text, size - 1) + "…"


def _section(section: Section, report: Report, width: int) -> list[str]:
    flow = section.flow
    out = [
        "",
        f"{one_line(section.title)} ({section.rubric_id} {one_line(section.rubric_version)})",
        f"{flow.rated} of {flow.counted} dialogues rated by {len(section.raters)} raters, "
        f"{flow.judgements} judgements",
        *_left_out(section, width),
        "",
        *_sources(section, width),
    ]

    def lay_out(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> list[str]:
        return format_table(header, rows, width, texts)

    def wrap(texts: Sequence[str]) -> list[str]:
        return _wrapped(texts, width)

    judges = judge_lines(section, lay_out, wrap)
    if flow.judgements == 0:
        who = "No person" if section.other_raters else "Nobody"
        return [*out, "", f"{who} has judged anything yet.", *_apart(section, width), *judges]
    return [
        *out,
        *_agreement(section, report, width),
        *rater_lines(section, lay_out, wrap),
        *judges,
        *_scores(section, width),
        *_users(section, width),
        *_modes(section, width),
        *_planted(section, width),
        *_disagreements(section, width),
        *_apart(section, width),
        "",
        *_wrapped([f"{tally(section)} See the end of the report as html or markdown."], width),
    ]


def _left_out(section: Section, width: int) -> list[str]:
    flow = section.flow
    named = {
        "unlinked dialogues": flow.unlinked,
        "practice dialogues": flow.practice,
        "dialogues without a contract": flow.without_contract,
        "judgements after the reveal": flow.after_reveal,
        "judgements on another version": flow.other_versions,
        "judgements on dialogues not counted": flow.not_counted_dialogues,
        "judgements withdrawn": flow.withdrawn,
        "skips": sum(rater.skipped for rater in section.raters),
    }
    found = [f"{name} {number}" for name, number in named.items() if number]
    apart = {
        "judgements by models": flow.by_models,
        "judgements by adjudicators, gold standards or in training": flow.other_roles,
        "second looks": flow.repeats,
    }
    beside = [f"{name} {number}" for name, number in apart.items() if number]
    lines = [f"Left out: {', '.join(found)}."] if found else []
    lines += [f"Apart: {', '.join(beside)}."] if beside else []
    lines += [wording.imported_words(flow)] if flow.imported else []
    return _wrapped(lines, width)


def _sources(section: Section, width: int) -> list[str]:
    rows = [
        (row.source, str(row.dialogues), str(row.counted), str(row.tasks), str(row.rated))
        for row in section.sources
    ]
    return format_table(("source", "dialogues", "counted", "tasks", "rated"), rows, width)


def _agreement(section: Section, report: Report, width: int) -> list[str]:
    rows = []
    reasons: dict[str, str] = {}
    for item in section.agreement:
        alpha = item.alpha
        why = alpha.reason or alpha.interval_reason
        name = wording.criterion_name(section, item.criterion)
        if why:
            reasons[name] = REASONS[why]
        rows.append(
            (
                name,
                str(item.n_pairable),
                str(item.n_raters),
                str(item.n_pairs),
                wording.percent(item.percent.value),
                "undefined" if alpha.value is None else wording.number(alpha.value),
                wording.interval(alpha.interval) or "-",
            )
        )
    header = ("criterion", "n", "raters", "pairs", "agree", "alpha", "95% interval")
    notes = [
        f"n: dialogues with two verdicts or more; agree: the mean over them of their pairs that "
        f"agree. Intervals over "
        f"{wording.resampled_words(section)}; {report.replicates} resamples, seed {report.seed}.",
        *(f"{name}: {reason}." for name, reason in reasons.items()),
        *_cautions(section),
    ]
    chart = [
        Mark(wording.criterion_name(section, item.criterion), item.alpha.value, *_ends(item.alpha))
        for item in section.agreement
    ]
    return [
        "",
        "AGREEMENT",
        *format_table(header, rows, width),
        *_wrapped(notes, width),
        "",
        "Alpha with its interval",
        *draw_marks(chart, width, (min(0.0, *(_floor(mark) for mark in chart)), 1.0)),
    ]


def _ends(item: Coefficient) -> tuple[float, float] | tuple[None, None]:
    return (item.interval.low, item.interval.high) if item.interval else (None, None)


def _floor(mark: Mark) -> float:
    """Return where a scale begins that shows a negative value to a tenth."""
    least = min(0.0, mark.value or 0.0, mark.low or 0.0)
    return max(math.floor(least * 10) / 10, -1.0)


def _cautions(section: Section) -> list[str]:
    found = {
        name: [
            wording.criterion_name(section, item.criterion)
            for item in section.agreement
            if name in item.warnings
        ]
        for name in wording.CAUTIONS
    }
    defined = sum(item.alpha.value is not None for item in section.agreement)
    return [
        f"Interval too narrow, {wording.CAUTIONS[name]}: "
        f"{'all' if len(criteria) == defined else ', '.join(criteria)}."
        for name, criteria in found.items()
        if criteria
    ]


def _scores(section: Section, width: int) -> list[str]:
    return _score_tables(
        (
            ("USER FIDELITY, GENERIC CRITERIA", section.ufs),
            ("USER FIDELITY, TASK-SPECIFIC CRITERIA", section.task_ufs),
        ),
        width,
    )


def _apart(section: Section, width: int) -> list[str]:
    """Return what enters no human number: models by themselves, raters with themselves."""
    models = [[s for s in section.model_ufs if s.scope == scope] for scope in ("generic", "task")]
    titles = ("BY MODELS, GENERIC CRITERIA", "BY MODELS, TASK-SPECIFIC CRITERIA")
    out = _score_tables(list(zip(titles, models, strict=True)), width)
    rows = [
        (
            wording.criterion_name(section, item.criterion),
            row.rater,
            str(row.pairs),
            coefficients.value(row.agreement),
            coefficients.limits(row.agreement.interval),
        )
        for item in section.repeats
        for row in item.measured.raters
    ]
    if rows:
        header = ("criterion", "rater", "pairs", "agree", "95% interval")
        out += ["", "RATERS WITH THEMSELVES", *format_table(header, rows, width, texts=2)]
    return out


def _score_tables(parts: Sequence[tuple[str, Sequence[Score]]], width: int) -> list[str]:
    out: list[str] = []
    for title, scores in parts:
        rows = [
            (
                score.source,
                wording.judge_name(score),
                str(score.ufs.n),
                wording.proportion(score.ufs),
                wording.unresolved(score),
                wording.bounds(score),
            )
            for score in scores
        ]
        header = ("source", "by", "n", "UFS [95%]", "open", "bounds")
        if rows:
            out += ["", title, *format_table(header, rows, width, texts=2), ""]
            out += _score_chart(scores, width)
    if out:
        out += _wrapped(
            ["n: dialogues settled. Open ones count as 0 and as 1 in the bounds."], width
        )
    return out


def _score_chart(scores: Sequence[Score], width: int) -> list[str]:
    """Draw the majority's scores, or where there is none each rater's."""
    drawn = [score for score in scores if score.by == "majority"] or scores
    return draw_marks(
        [
            Mark(
                score.source if score.by == "majority" else f"{score.rater}: {score.source}",
                score.ufs.value,
                *_limits(score),
            )
            for score in drawn
        ],
        width,
    )


def _limits(score: Score) -> tuple[float | None, float | None]:
    return score.ufs.low, score.ufs.high


def _users(section: Section, width: int) -> list[str]:
    out: list[str] = []
    for tables in section.fidelity.agents if section.fidelity else ():
        hidden = {row.source: row.hidden for row in tables.hidden if not row.pooled}
        rows = [
            (
                row.source,
                say(row.contract.score.pooled),
                say(gap.matched if (gap := row.contract.against_people) else None),
                say(hidden.get(row.source)),
            )
            for row in tables.axes
            if row.contract.score.scored
        ]
        header = ("source", "UFS [95%]", "minus people's", "hidden failures")
        if rows:
            out += ["", f"USERS SERVED BY {one_line(tables.agent) or 'A NAMELESS AGENT'}"]
            out += format_table(header, rows, width)
    if out and section.fidelity is not None:
        by = "majority" if section.fidelity.by == "majority" else "one rater"
        out += _wrapped([_USERS_NOTE.format(by=by)], width)
    return out


def _modes(section: Section, width: int) -> list[str]:
    # Of one scope there is nothing to tell apart.
    scoped = len({row.scope for row in section.modes}) > 1
    rows = [
        (
            wording.mode_name(row.mode) + (f" ({row.scope})" if scoped else ""),
            row.source,
            str(row.verdicts),
            str(row.dialogues),
            str(row.judged),
        )
        for row in section.modes
    ]
    header = ("failure", "source", "verdicts", "dialogues", "of")
    return ["", "FAILURES", *format_table(header, rows, width, texts=2)] if rows else []


def _planted(section: Section, width: int) -> list[str]:
    if section.planted is None:
        return []
    rows = [
        (
            row.rater,
            wording.planted_name(row),
            row.family or "any",
            f"{row.caught.successes}/{row.caught.n}",
            f"{row.flagged.successes}/{row.flagged.n}",
            "" if row.mode == "none" else str(row.named),
            "" if row.mode == "none" else str(row.located),
        )
        for row in section.planted.rows
    ]
    header = ("rater", "fault", "family", "caught", "any", "named", "cited")
    found = section.planted
    note = (
        f"{found.fired} of {found.dialogues} planted faults fired; {found.clean} without a fault. "
        "caught: a criterion of the fault's family is not met; without a fault, a false alarm. "
        "any: a criterion of whatever family."
    )
    return [
        "",
        "PLANTED FAULTS",
        *format_table(header, rows, width, texts=3),
        *_wrapped([note], width),
    ]


def _disagreements(section: Section, width: int) -> list[str]:
    found = section.disagreements
    if not found:
        return []
    out = ["", f"DISAGREEMENTS ({len(found)})"]
    for item in found[:SHOWN]:
        name = wording.criterion_name(section, item.criterion)
        out += _wrapped([f"{wording.place(item)}, {name}"], width)
        sides = "; ".join(wording.opinion(side) for side in item.opinions)
        out += [f"  {line}" for line in wrap_line(sides, width - 2)]
    if len(found) > SHOWN:
        out.append(f"... and {len(found) - SHOWN} more in the other forms of the report.")
    return out


def _pairs(counts: dict[str, int]) -> list[str]:
    return [f"  {number:>6}  {one_line(name, 60)}" for name, number in counts.items()]


def _wrapped(texts: Sequence[str], width: int) -> list[str]:
    return [line for text in texts for line in wrap_line(text, width)]
