"""Every number of the answer as a row of one CSV table."""

from __future__ import annotations

from collections.abc import Iterator

from rut_annotations.agreement.result import Agreement, Coefficient
from rut_exports.agree.model import AgreeReport
from rut_exports.report.rows import Row
from rut_exports.report.sheets import write_table

COLUMNS = (
    "criterion level not_applicable_as coefficient metric category value reason standard_error "
    "low high interval_level method rule interval_reason n n_units n_pairable n_raters n_pairs "
    "n_ratings n_not_applicable n_cannot_tell n_skipped n_missing clusters replicates degenerate "
    "seed warnings"
)


def render_rows(report: AgreeReport) -> str:
    """Return the table; texts are guarded against formulas, what is not there is empty."""
    rows = (
        _row(measured, item)
        for criterion in report.criteria
        for measured in (criterion.headline, *criterion.others)
        for item in _all(measured)
    )
    return write_table(COLUMNS.split(), rows)


def _all(measured: Agreement) -> Iterator[Coefficient]:
    yield from measured.coefficients
    yield from measured.specific


def _row(measured: Agreement, item: Coefficient) -> Row:
    made = item.interval
    return {
        "criterion": measured.criterion,
        "level": measured.level,
        "not_applicable_as": measured.treatment,
        "coefficient": item.name,
        "metric": item.metric,
        "category": item.category,
        "value": item.value,
        "reason": item.reason,
        "standard_error": item.standard_error,
        "low": made.low if made else None,
        "high": made.high if made else None,
        "interval_level": made.level if made else None,
        "method": made.method if made else None,
        "rule": made.rule if made else None,
        "interval_reason": item.interval_reason,
        "n": item.n,
        "n_units": measured.n_units,
        "n_pairable": measured.n_pairable,
        "n_raters": measured.n_raters,
        "n_pairs": measured.n_pairs,
        "n_ratings": measured.n_ratings,
        "n_not_applicable": measured.n_not_applicable,
        "n_cannot_tell": measured.n_cannot_tell,
        "n_skipped": measured.n_skipped,
        "n_missing": measured.n_missing,
        "clusters": measured.n_clusters,
        "replicates": made.replicates if made else None,
        "degenerate": made.degenerate if made else None,
        "seed": made.seed if made else None,
        "warnings": item.warnings,
    }
