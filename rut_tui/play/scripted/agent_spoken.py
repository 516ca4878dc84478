"""Free text as a clerk hears it: spelt digits, spoken addresses, dates in words, corrections.

Everything here is about text alone; what a task expects plays no part.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from functools import lru_cache

from rut_domains.language.vocabulary import NUMERALS

# What a person means stands in the first so many characters of a message; the rest is not read.
LONGEST_TEXT = 2000

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "−": "-", "‑": "-"})
_DIGIT_WORDS = {word: str(value) for word, value in NUMERALS.items() if value < 10} | {
    "oh": "0",
    "nought": "0",
    "nil": "0",
    "o": "0",
}
_TENS_WORDS = {word: value for word, value in NUMERALS.items() if value >= 10}
_SPELT = sorted({*_DIGIT_WORDS, *_TENS_WORDS, "double", "triple", "hundred"}, key=len, reverse=True)
_RUN = re.compile(
    rf"(?<![\w'])(?:{'|'.join(_SPELT)}|\d+)(?:[\s,-]+(?:{'|'.join(_SPELT)}|\d+|dash|hyphen))+"
    r"(?![\w'])",
    re.IGNORECASE,
)
_AT = re.compile(r"\s*[\[({<]\s*at\s*[\])}>]\s*|\s+at\s+(?=[\w-]+(?:\s*\(?dot\)?\s*|\.)\w)", re.I)
_DOT = re.compile(r"\s*[\[({<]\s*dot\s*[\])}>]\s*|(?<=\w)\s+dot\s+(?=\w)", re.I)
_SPACED_MAIL = re.compile(r"(?<=[\w.+-])\s*@\s*(?=\w)")
_SIGN_WORD = re.compile(
    r"(?<=\w)\s*\b(?:dash|hyphen|minus)\b\s*(?=\w)|(?<=\w)\s*\bslash\b\s*(?=\d)"
)
_UNDERSCORE = re.compile(r"(?<=\w)\s+underscore\s+(?=\w)", re.I)


@lru_cache(maxsize=1024)
def hear(text: str) -> str:
    """Return text with values that were spelt out written the usual way.

    "anna dot b at example dot com" becomes an address, "W dash one zero two three" a number;
    quotes and dashes become plain. Letters keep their case.
    """
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TEXT]).translate(_QUOTES)
    plain = _RUN.sub(_digits_of_run, plain)
    plain = _SIGN_WORD.sub("-", plain)
    plain = _UNDERSCORE.sub("_", plain)
    if re.search(r"\bat\b|@|\(at\)|\[at\]", plain, re.IGNORECASE):
        plain = _mail(plain)
    return re.sub(r"[^\S\n]+", " ", plain)


def _mail(text: str) -> str:
    dotted = _DOT.sub(".", text) if re.search(r"\bdot\b", text, re.IGNORECASE) else text
    if dotted == text and "@" not in text and not re.search(r"\w\.\w", text):
        return text
    return _SPACED_MAIL.sub("@", _AT.sub("@", dotted))


def _digits_of_run(match: re.Match[str]) -> str:
    """Write a run of number words as digits if it spells a code digit by digit."""
    parts = re.split(r"[\s,-]+", match.group().lower())
    if all(part.isdigit() for part in parts):
        return match.group()
    if any(part in ("hundred",) for part in parts) or sum(map(_spells, parts)) < 2:
        return match.group()
    digits, times, at = "", 1, 0
    while at < len(parts):
        part = parts[at]
        if part in ("double", "triple"):
            times = 2 if part == "double" else 3
        elif part in ("dash", "hyphen"):
            digits += "-"
        else:
            piece, used = _piece(parts, at)
            digits += piece * times
            times, at = 1, at + used - 1
        at += 1
    return digits


def _spells(part: str) -> bool:
    return part in _DIGIT_WORDS or part in _TENS_WORDS or part in ("double", "triple")


def _piece(parts: list[str], at: int) -> tuple[str, int]:
    """Return the digits of one spoken number and how many words it took ("twenty three")."""
    part = parts[at]
    if part in _DIGIT_WORDS:
        return _DIGIT_WORDS[part], 1
    if part in _TENS_WORDS:
        value = _TENS_WORDS[part]
        following = parts[at + 1] if at + 1 < len(parts) else ""
        if value >= 20 and following in _DIGIT_WORDS and following not in ("oh", "o", "zero"):
            return str(value + int(_DIGIT_WORDS[following])), 2
        return str(value), 1
    return part, 1


_TURN = re.compile(
    r"\b(?:no[, ]+wait|wait[, ]+no|no[, ]+sorry|sorry[, ]+no|scratch that|correction|my mistake|"
    r"i (?:mean|meant)|i misspoke|or rather|make (?:that|it)|on second thoughts?|"
    r"(?:oh|oops|ah|uh)[, ]+(?:no|sorry|wait)|oops|whoops|actually(?! no\b)|sorry[,:]|"
    r"not that|hold on)\b",
    re.IGNORECASE,
)
_REPLACES = re.compile(
    _TURN.pattern + r"|\b(?:instead|rather|wrong|mistake|mistyped|typo|correct(?:ion|ed)?|"
    r"changed? my mind|sorry|other one|different|change (?:it|that) to|"
    r"should (?:be|have been|read)|only (?:the|my)|just the|"
    r"meant)\b",
    re.IGNORECASE,
)


def replaces(text: str) -> bool:
    """Whether a text sounds like it takes something back that was said before."""
    return _REPLACES.search(text) is not None


def turn_of(text: str) -> int:
    """Return where the last "no wait" or "I mean" of a text ends, or 0."""
    ends = [match.end() for match in _TURN.finditer(text)]
    return ends[-1] if ends else 0


_DENIED = re.compile(
    r"(?:\b(?:not|instead of|rather than|except(?: for)?|apart from|other than)|n't)\s+"
    r"(?:(?:the|a|an|my|this|that|those|it|order|number|no|nr|for|from|to|on|with|item)\b[\s.:#]*)*$",
    re.IGNORECASE,
)


def is_denied(text: str, start: int) -> bool:
    """Whether what stands at `start` is ruled out by a word before it ("not W-1023 but ...")."""
    return _DENIED.search(text[max(0, start - 60) : start]) is not None


_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in _MONTHS)
_DAY = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(r"(?<![\d-])(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?![\d-])"),
    re.compile(r"(?<![\d.])(?P<a>\d{1,2})[-/.](?P<b>\d{1,2})[-/.](?P<y>\d{4}|\d{2})(?![\d-])"),
    re.compile(
        rf"\b{_DAY.format('d')}(?: of)?[ -](?P<name>{_MONTH})\.?(?:,?[ -](?P<y>\d{{4}}))?\b", re.I
    ),
    re.compile(
        rf"\b(?P<name>{_MONTH})\.? (?:the )?{_DAY.format('d')}(?:,? (?P<y>\d{{4}}))?\b", re.I
    ),
    re.compile(
        rf"\b(?P<y>\d{{4}})[, ]+(?P<name>{_MONTH})\.?[, ]+(?:the )?{_DAY.format('d')}\b", re.I
    ),
)
_NEAR_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}
_NEAR = re.compile(r"\b(today|tomorrow|yesterday)\b", re.IGNORECASE)


def dates_in(text: str, today: date | None = None) -> tuple[tuple[str, int], ...]:
    """Return the dates of a text as (ISO 8601, position), each reading of an unclear one.

    Args:
        text: What was said.
        today: For "tomorrow", and for dates without a year: the year nearest to it counts.
    """
    found: list[tuple[str, int]] = []
    for form in _DATES:
        for match in form.finditer(text):
            found.extend((each.isoformat(), match.start()) for each in _readings(match, today))
    if today is not None:
        found.extend(
            ((today + timedelta(days=_NEAR_DAYS[match[1].lower()])).isoformat(), match.start())
            for match in _NEAR.finditer(text)
        )
    return tuple(dict.fromkeys(sorted(found, key=lambda pair: pair[1])))


def _readings(match: re.Match[str], today: date | None) -> list[date]:
    parts = match.groupdict()
    year = _year(parts.get("y"), today)
    if year is None:
        return []
    if parts.get("a"):
        pairs = [(int(parts["b"]), int(parts["a"])), (int(parts["a"]), int(parts["b"]))]
    elif parts.get("name"):
        prefix = parts["name"][:3].lower()
        month = next(at for at, name in enumerate(_MONTHS, 1) if name.startswith(prefix))
        pairs = [(month, int(parts["d"]))]
    else:
        pairs = [(int(parts["m"]), int(parts["d"]))]
    return [each for month, day in pairs if (each := _date(year, month, day)) is not None]


def _year(digits: str | None, today: date | None) -> int | None:
    if digits is None:
        return today.year if today is not None else None
    if len(digits) == 4:
        return int(digits)
    century = today.year // 100 * 100 if today is not None else 2000
    year = century + int(digits)
    return year if today is None or year <= today.year + 10 else year - 100


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
