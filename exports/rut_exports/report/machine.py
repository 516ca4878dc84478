"""A report as JSON: strict, without NaN, the same bytes for the same report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rut_exports.report.model import Report

# Sums of floats may differ in the last places between machines; nobody reads them.
DECIMALS = 6


def render_json(report: Report) -> str:
    """Return the report as one JSON document.

    Characters beyond ASCII are escaped, so that text in it can steer no terminal.
    """
    plain = rounded(report.model_dump(mode="json"))
    return json.dumps(plain, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def rounded(value: Any) -> Any:
    """Return a plain value with its floats cut to `DECIMALS` places."""
    if isinstance(value, float):
        # Adding zero turns minus zero into zero.
        return round(value, DECIMALS) + 0.0
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value
