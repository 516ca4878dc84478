"""Dates as people write them."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
# 1984-05-17; 17 May 1984 and 17.5.1984; May 17, 1984.
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
_DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[\s./-]+(?:of )?(?P<month>\w+)[\s.,/-]+(?P<year>\d{4})"
)
_MONTH_FIRST = re.compile(
    r"(?P<month>[A-Za-z]+)\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
)


def read_date(text: str) -> str:
    """Return a date in ISO 8601, or an empty text for anything else; days go before months."""
    for form in (_YEAR_FIRST, _DAY_FIRST, _MONTH_FIRST):
        match = form.fullmatch(text.strip())
        if match is not None:
            return _iso(int(match["year"]), _month(match["month"]), int(match["day"]))
    return ""


def _month(name: str) -> int:
    if name.isdecimal():
        return int(name)
    short = name[:3].casefold()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
