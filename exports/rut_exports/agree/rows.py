"""Every number of the answer as a row of one CSV table."""

from __future__ import annotations

from rut_exports.agree.model import AgreeReport
from rut_exports.report.rows import COEFFICIENT_COLUMNS as COLUMNS
from rut_exports.report.rows import coefficient_rows
from rut_exports.report.sheets import write_table


def render_rows(report: AgreeReport) -> str:
    """Return the table; texts are guarded against formulas, what is not there is empty."""
    rows = (
        row
        for criterion in report.criteria
        for measured in (criterion.headline, *criterion.others)
        for row in coefficient_rows(measured)
    )
    return write_table(COLUMNS.split(), rows)
