"""A report as compact plain text, for a terminal of any width from 60 columns on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, chop_cells, set_cell_size

from rut_annotations.agreement.result import REASONS
from rut_domains.text import one_line
from rut_exports.report import wording
from rut_exports.report.judging.terminal import judge_lines, rater_lines
from rut_exports.report.model import Report, Section

# So many disagreements are listed; the other forms list all.
SHOWN = 10
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
        return [*out, "", "Nobody has judged anything yet.", *judges]
    return [
        *out,
        *_agreement(section, report, width),
        *rater_lines(section, lay_out, wrap),
        *judges,
        *_scores(section, width),
        *_modes(section, width),
        *_planted(section, width),
        *_disagreements(section, width),
    ]


def _left_out(section: Section, width: int) -> list[str]:
    flow = section.flow
    named = {
        "unlinked dialogues": flow.unlinked,
        "practice dialogues": flow.practice,
        "judgements by models": flow.by_models,
        "second looks": flow.repeats,
        "judgements after the reveal": flow.after_reveal,
        "judgements on another version": flow.other_versions,
        "judgements on dialogues not counted": flow.not_counted_dialogues,
        "judgements withdrawn": flow.withdrawn,
        "skips": sum(rater.skipped for rater in section.raters),
    }
    found = [f"{name} {number}" for name, number in named.items() if number]
    return _wrapped([f"Left out: {', '.join(found)}."], width) if found else []


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
        f"n: dialogues with two verdicts or more. Intervals over "
        f"{wording.resampled_words(section)}; {report.replicates} resamples, seed {report.seed}.",
        *(f"{name}: {reason}." for name, reason in reasons.items()),
        *_cautions(section),
    ]
    return ["", "AGREEMENT", *format_table(header, rows, width), *_wrapped(notes, width)]


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
    out: list[str] = []
    for title, scores in (
        ("USER FIDELITY, GENERIC CRITERIA", section.ufs),
        ("USER FIDELITY, TASK-SPECIFIC CRITERIA", section.task_ufs),
    ):
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
            out += ["", title, *format_table(header, rows, width, texts=2)]
    if out:
        out += _wrapped(
            ["n: dialogues settled. Open ones count as 0 and as 1 in the bounds."], width
        )
    return out


def _modes(section: Section, width: int) -> list[str]:
    rows = [
        (
            wording.mode_name(row.mode),
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
            f"{row.caught.successes}/{row.caught.n}",
            "" if row.mode == "none" else str(row.named),
            "" if row.mode == "none" else str(row.located),
        )
        for row in section.planted.rows
    ]
    header = ("rater", "fault", "caught", "mode named", "turn cited")
    found = section.planted
    note = (
        f"{found.fired} of {found.dialogues} planted faults fired; {found.clean} without a fault."
    )
    return ["", "PLANTED FAULTS", *format_table(header, rows, width, texts=2), note]


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
