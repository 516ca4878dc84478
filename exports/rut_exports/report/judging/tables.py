"""The CSV tables on raters and judges: their columns, and what makes their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rut_exports.report.judging.judge_rows import (
    COUNTS,
    alt_test_rows,
    confusion_rows,
    corrected_rows,
    number_rows,
)
from rut_exports.report.judging.rows import (
    Row,
    drift_rows,
    evidence_rows,
    pair_rows,
    rater_rows,
    speed_rows,
)
from rut_exports.report.model import Section

_HEAD = "rubric rubric_version"
_ESTIMATE = (
    "value reason low high method rule interval_reason n clusters replicates degenerate warnings"
)


def _four(*names: str) -> str:
    """Return the columns of numbers with limits and a reason."""
    return " ".join(f"{name} {name}_low {name}_high {name}_reason" for name in names)


COLUMNS = {
    "raters.csv": f"{_HEAD} criterion rater met not_met not_applicable cannot_tell "
    f"{_four('stricter')} n_shared n_pairable_without {_four('percent_without', 'alpha_without')}",
    "rater_pairs.csv": f"{_HEAD} criterion first second n {_four('percent', 'kappa')}",
    "evidence.csv": f"{_HEAD} criterion judge between units pairs {_four('turns', 'spans')}",
    "drift.csv": f"{_HEAD} criterion value rater ratings {_four('halves', 'slope', 'spearman')}",
    "speed.csv": f"{_HEAD} rater rule timed untimed unjudged fast fast_share median_seconds pace",
    "judge_confusion.csv": f"{_HEAD} judge criterion reference shared {' '.join(COUNTS)}",
    "judge_numbers.csv": f"{_HEAD} judge by group criterion measure {_ESTIMATE}",
    "judge_alt_test.csv": f"{_HEAD} judge criterion epsilon winning_rate winning_rate_reason "
    "passed human units clusters judge_wins human_wins difference p adjusted exact rejected reason",
    "judge_corrected.csv": f"{_HEAD} judge criterion source units labelled unjudged minority "
    f"disagreements estimator headline headline_rule lambda {_ESTIMATE}",
}
MAKERS: dict[str, Callable[[Section], Iterator[Row]]] = {
    "raters.csv": rater_rows,
    "rater_pairs.csv": pair_rows,
    "evidence.csv": evidence_rows,
    "drift.csv": drift_rows,
    "speed.csv": speed_rows,
    "judge_confusion.csv": confusion_rows,
    "judge_numbers.csv": number_rows,
    "judge_alt_test.csv": alt_test_rows,
    "judge_corrected.csv": corrected_rows,
}
