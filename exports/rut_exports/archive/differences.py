"""Where two files differ first, in the words of what they hold."""

from __future__ import annotations

import csv
import io
from itertools import zip_longest
from typing import Any

from rut_domains.frozen import Frozen
from rut_exports.archive.contents import ArchiveFault
from rut_exports.archive.reading import read_json

_LONGEST = 80
_NOTHING = "(nothing)"


class Difference(Frozen):
    """The first place where the file inside differs from the one made again, and both values."""

    place: str
    inside: str
    again: str


def first_difference(name: str, inside: bytes, again: bytes) -> Difference:
    """Return the first difference of two files that differ.

    Args:
        name: Its ending says how it is read: as JSON by field, as CSV by row and column.
        inside: What is in the zip.
        again: What the bundle gives.
    """
    found = None
    if name.endswith(".json"):
        found = _json_difference(inside, again)
    elif name.endswith(".csv"):
        found = _csv_difference(inside, again)
    return found or _byte_difference(inside, again)


def _json_difference(inside: bytes, again: bytes) -> Difference | None:
    try:
        return _walk(read_json(inside, ""), read_json(again, ""), "")
    except ArchiveFault:
        return None


def _walk(inside: Any, again: Any, path: str) -> Difference | None:
    """Return the first field that differs, depth first; None if the values are the same."""
    if isinstance(inside, dict) and isinstance(again, dict):
        keys: list[Any] = [*again, *(key for key in inside if key not in again)]
        pairs = [(key, inside.get(key, _NOTHING), again.get(key, _NOTHING)) for key in keys]
    elif isinstance(inside, list) and isinstance(again, list):
        both = zip_longest(inside, again, fillvalue=_NOTHING)
        pairs = [(number, one, two) for number, (one, two) in enumerate(both)]
    elif type(inside) is type(again) and inside == again:
        return None
    else:
        return Difference(place=path, inside=_short(inside), again=_short(again))
    for key, one, two in pairs:
        if found := _walk(one, two, f"{path}.{key}" if path else str(key)):
            return found
    return None


def _csv_difference(inside: bytes, again: bytes) -> Difference | None:
    try:
        ours, theirs = _rows(again), _rows(inside)
    except (UnicodeDecodeError, csv.Error):
        return None
    head = ours[0] if ours else []
    for number, (one, two) in enumerate(zip_longest(theirs, ours), start=1):
        if one is None or two is None:
            return Difference(place=f"row {number}", inside=_line(one), again=_line(two))
        for column, (left, right) in enumerate(zip_longest(one, two, fillvalue=_NOTHING)):
            if left != right:
                title = head[column] if column < len(head) else str(column + 1)
                place = f"row {number}, column {title}"
                return Difference(place=place, inside=_short(left), again=_short(right))
    return None


def _rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def _line(row: list[str] | None) -> str:
    return _NOTHING if row is None else _short(",".join(row))


def _byte_difference(inside: bytes, again: bytes) -> Difference:
    shorter = min(len(inside), len(again))
    at = next((n for n in range(shorter) if inside[n] != again[n]), shorter)
    line = again.count(b"\n", 0, at) + 1
    return Difference(
        place=f"byte {at + 1}, line {line}",
        inside=_bytes(inside[at : at + _LONGEST // 4]),
        again=_bytes(again[at : at + _LONGEST // 4]),
    )


def _bytes(data: bytes) -> str:
    return repr(data)[1:] if data else _NOTHING


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
