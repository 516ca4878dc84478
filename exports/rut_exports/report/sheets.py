"""A report as CSV tables, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from rut_domains.text import neutralise
from rut_exports.bundle import Bundle
from rut_exports.report.checklist.rows import CHECKLIST_COLUMNS, checklist_rows
from rut_exports.report.fidelity.rows import NUMBER_COLUMNS
from rut_exports.report.judging import tables as judging
from rut_exports.report.machine import DECIMALS
from rut_exports.report.model import Report
from rut_exports.report.rows import (
    COEFFICIENT_COLUMNS,
    Row,
    agreement_rows,
    count_rows,
    disagreement_rows,
    judgement_rows,
    mode_rows,
    number_rows,
    planted_rows,
    repeat_rows,
    report_coefficients,
    ufs_rows,
)
from rut_exports.tables import guard_cell

_COLUMNS = {
    "agreement.csv": "rubric rubric_version scope domain task_id criterion not_applicable_as "
    "n_units n_pairable n_raters n_pairs n_ratings n_met n_not_met n_not_applicable n_cannot_tell "
    "n_missing percent percent_low percent_high percent_reason alpha alpha_low alpha_high "
    "alpha_reason alpha_interval_reason metric level resampled clusters replicates degenerate seed "
    "cautions",
    "coefficients.csv": f"rubric rubric_version scope domain task_id {COEFFICIENT_COLUMNS}",
    "fidelity.csv": f"rubric rubric_version {NUMBER_COLUMNS}",
    "ufs.csv": "rubric rubric_version scope source by rater role n_rated n_tasks faithful "
    "unfaithful unresolved unresolved_not_met undefined n ufs low high lower_bound upper_bound "
    "cannot_tell missing no_majority one_rater",
    "repeats.csv": "rubric rubric_version scope criterion rater role units pairs agreement low "
    "high method reason interval_reason kappa kappa_low kappa_high kappa_reason",
    "failure_modes.csv": "rubric rubric_version scope source family mode verdicts dialogues judged "
    "helped hindered neither",
    "planted_faults.csv": "rubric rubric_version rater mode family judged caught share low high "
    "flagged named located",
    "disagreements.csv": "rubric rubric_version kind scope dialogue_id source domain task_id "
    "criterion rater code verdict mode evidence effect confidence comment",
    "counts.csv": "rubric rubric_version group name count value",
    "checklist.csv": CHECKLIST_COLUMNS,
    **judging.COLUMNS,
    "judgements.csv": "dialogue_id source domain task_id link rubric rubric_version rubric_hash "
    "guideline_version scope criterion criterion_hash family rater rater_kind pass code verdict "
    "mode secondary_modes evidence spans effect confidence comment revision identity_hidden "
    "outcome_hidden own_dialogue shown_at first_key_at submitted_at active_s idle_s "
    "imported_from imported_sha256",
}


def render_tables(report: Report, bundle: Bundle) -> dict[str, str]:
    """Return the tables of a report by file name, each as CSV text.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, and control
    characters are made visible. A number that is not there is an empty cell; a column beside it
    says why.

    Args:
        report: The report.
        bundle: What it was made from: the judgements that count, and those that stand apart, are
            listed one by one.
    """
    makers = {
        "agreement.csv": agreement_rows,
        "coefficients.csv": report_coefficients,
        "ufs.csv": ufs_rows,
        "fidelity.csv": number_rows,
        "repeats.csv": repeat_rows,
        "failure_modes.csv": mode_rows,
        "planted_faults.csv": planted_rows,
        "disagreements.csv": disagreement_rows,
        "counts.csv": count_rows,
        "checklist.csv": checklist_rows,
        **judging.MAKERS,
    }
    tables = {
        name: write_table(
            _COLUMNS[name].split(), (row for section in report.sections for row in make(section))
        )
        for name, make in makers.items()
    }
    judged = (row for rubric in bundle.rubrics for row in judgement_rows(bundle, rubric))
    tables["judgements.csv"] = write_table(_COLUMNS["judgements.csv"].split(), judged)
    return tables


def write_table(columns: list[str], rows: Iterable[Row]) -> str:
    """Return a CSV table with a header, in which every row has every column."""
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(columns)
    table.writerows(_cells(row, columns) for row in rows)
    return stream.getvalue()


def _cells(row: Row, columns: list[str]) -> Iterator[str]:
    for column in columns:
        yield safe_cell(row[column])


def safe_cell(value: object) -> str:
    """Return a cell: numbers as they are, texts guarded, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(round(value, DECIMALS) + 0.0)
    if isinstance(value, int):
        return str(value)
    text = str(value) if not isinstance(value, tuple) else " ".join(str(item) for item in value)
    # Some programs drop blanks before they look for a formula.
    bare = text.lstrip(" \u00a0\u3000")
    guarded = guard_cell(bare) != bare or bare.startswith(("＝", "＋", "－", "＠"))
    return neutralise(f"'{text}" if guarded else text)
