"""What one cell says: a number, a set, a word, or that there is no answer."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Literal

from rut_annotations.agreement.ratings import Status
from rut_annotations.ratings_files.options import Options

Decimal = Literal[".", ","]


STATUS_WORDS = {
    Status.MISSING: "missing",
    Status.NOT_APPLICABLE: "not applicable",
    Status.CANNOT_TELL: "cannot tell",
    Status.SKIPPED: "skipped",
}
# What these say is clear wherever they stand.
_CERTAIN = {
    "": Status.MISSING,
    "n/a": Status.NOT_APPLICABLE,
    "na": Status.NOT_APPLICABLE,
    "not applicable": Status.NOT_APPLICABLE,
    "not_applicable": Status.NOT_APPLICABLE,
    "cannot tell": Status.CANNOT_TELL,
    "cannot_tell": Status.CANNOT_TELL,
    "can't tell": Status.CANNOT_TELL,
}
# These may be labels as well: they are a status only where all else is numbers or a known pair.
_DOUBTFUL = {
    "nan": Status.MISSING,
    "none": Status.MISSING,
    "null": Status.MISSING,
    "<na>": Status.MISSING,
    "#n/a": Status.MISSING,
    "missing": Status.MISSING,
    "unknown": Status.CANNOT_TELL,
    "unsure": Status.CANNOT_TELL,
    "don't know": Status.CANNOT_TELL,
    "skip": Status.SKIPPED,
    "skipped": Status.SKIPPED,
}
_POINT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_COMMA = re.compile(r"[+-]?(?:[0-9]+,[0-9]+|,[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?(?:inf|infinity)", re.IGNORECASE | re.ASCII)
_PADDED = re.compile(r"[+-]?0[0-9]+", re.ASCII)
# Whole numbers beyond this are ids: a float would make two of them one.
_DIGITS = 15


def certain_status(token: str, options: Options) -> Status | None:
    """Return the status that a token surely is, by what was said about the file or by itself."""
    if (said := _said_status(token, options)) is not None:
        return said
    return None if token in options.labels else _CERTAIN.get(token.casefold())


def doubtful_status(token: str, options: Options) -> Status | None:
    """Return the status that a token may be, unless it was called a label."""
    return None if token in options.labels else _DOUBTFUL.get(token.casefold())


def _said_status(token: str, options: Options) -> Status | None:
    said = (
        (Status.MISSING, options.missing),
        (Status.NOT_APPLICABLE, options.not_applicable),
        (Status.CANNOT_TELL, options.cannot_tell),
        (Status.SKIPPED, options.skipped),
    )
    return next((status for status, tokens in said if token in tokens), None)


def is_infinite(token: str) -> bool:
    """Return whether a token is an infinity, or a number too large for one."""
    if _INFINITE.fullmatch(token):
        return True
    return _POINT.fullmatch(token) is not None and not math.isfinite(float(token))


def is_padded(token: str) -> bool:
    """Return whether a token is a code such as "007", whose zeros a number would lose."""
    return _PADDED.fullmatch(token) is not None


def to_number(token: str, decimal: Decimal = ".") -> float | None:
    """Return the number that a token is, or None. "007" and long ids are no numbers."""
    text = token
    if decimal == ",":
        if "." in token:
            return None
        text = token.replace(",", ".") if _COMMA.fullmatch(token) else token
    if not _POINT.fullmatch(text) or is_padded(text):
        return None
    if len(text.lstrip("+-")) > _DIGITS and text.lstrip("+-").isdigit():
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def to_label(number: float) -> str:
    """Return a number as it is written in a scale: "3" for 3.0."""
    return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)


def to_set(token: str, *, split: bool = False) -> frozenset[str] | None:
    """Return the set that a token is: a JSON list of texts or numbers.

    Args:
        token: The cell.
        split: Take any other token for members between "|" or ";".
    """
    if token.startswith("[") and token.endswith("]"):
        try:
            members = json.loads(token)
        except (ValueError, RecursionError):
            members = None
        if isinstance(members, list) and all(isinstance(m, str | int | float) for m in members):
            return frozenset(str(member) for member in members)
    if not split:
        return None
    mark = "|" if "|" in token else ";"
    return frozenset(part.strip() for part in token.split(mark) if part.strip())


def find_decimal(tokens: Iterable[str]) -> tuple[Decimal | None, str]:
    """Find the decimal mark of a column.

    Returns:
        The mark, and a token that made it certain or, where there is no mark (None), a token
        that could be read both ways. Without any decimals the mark is "." and the token "".
    """
    commas = points = ""
    thousands = ""
    for token in tokens:
        if _COMMA.fullmatch(token):
            commas = commas or token
            if re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", token) is None:
                thousands = "no"
        elif "." in token and _POINT.fullmatch(token):
            points = points or token
    if commas and points:
        return None, commas
    if commas and not thousands:
        return None, commas
    return (",", commas) if commas else (".", points)
