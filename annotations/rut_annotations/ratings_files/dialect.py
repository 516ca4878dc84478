"""How a text table is written: its delimiter, and whether it has a header."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rut_annotations.ratings_files.headings import NAMES, plain_name
from rut_annotations.ratings_files.ledger import Ledger, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.tokens import to_number

if TYPE_CHECKING:
    import _csv

SAMPLE = 1 << 16
_ROWS = 200
_WORDS = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar", " ": "space"}
_EXCEL = re.compile(r"sep=(.)\r?\n?")
_KNOWN = frozenset(name for names in NAMES.values() for name in names)


@dataclass(frozen=True)
class Dialect:
    """How a text table is written. `skip` lines stand before it; `sample` are its first rows."""

    delimiter: str
    header: bool
    skip: int
    sample: tuple[tuple[str, ...], ...]

    def reader(self, lines: Iterable[str]) -> _csv.Reader:
        """Return a reader over lines that are past the skipped ones."""
        return csv.reader(
            lines, delimiter=self.delimiter, skipinitialspace=self.delimiter == " ", strict=True
        )


def find_dialect(stream: TextIO, options: Options, ledger: Ledger) -> Dialect:
    """Look at the start of a table. The stream is left behind it.

    Raises:
        RatingsFileFault: There is one column only, or the delimiter is no single character.
    """
    text = stream.read(SAMPLE)
    whole = len(text) < SAMPLE
    skip = 0
    told = options.delimiter
    if excel := _EXCEL.match(text):
        text, skip, told = text[excel.end() :], 1, told or excel[1]
    if told is not None and (len(told) != 1 or told in '\r\n"'):
        raise ledger.fault(f"{quote(told)} is no delimiter", 'Name one character, such as ";".')
    delimiter, rows = _split(text, whole, told, ledger)
    ledger.take(
        "delimiter",
        _WORDS.get(delimiter, quote(delimiter)),
        "as you said" if options.delimiter else ("as its first line says" if skip else ""),
    )
    header, why = _has_header(rows, options)
    ledger.take("header", "the first line" if header else "none", why)
    return Dialect(delimiter, header, skip, tuple(map(tuple, rows)))


def _split(text: str, whole: bool, told: str | None, ledger: Ledger) -> tuple[str, list[list[str]]]:
    tried = {mark: _rows(text, mark, whole) for mark in ([told] if told else "\t;,|")}
    best = max(tried, key=lambda mark: _fitness(tried[mark]))
    if len(tried[best][0]) < 2 and told is None:
        spaced = _rows(text, " ", whole)
        if len(spaced[0]) > 2 and _fitness(spaced)[0] == 1:
            return " ", spaced
    if len(tried[best][0]) < 2:
        raise ledger.fault(
            "there is one column only",
            "Ratings need at least who rated what; name the delimiter if it is an unusual one "
            "(--delimiter).",
            1,
        )
    return best, tried[best]


def _rows(text: str, delimiter: str, whole: bool) -> list[list[str]]:
    rows: list[list[str]] = []
    source = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=delimiter == " "
    )
    try:
        for row in source:
            if any(cell.strip() for cell in row):
                rows.append(row)
            if len(rows) > _ROWS:
                break
        else:
            # The last row of a piece may be cut off.
            if not whole and len(rows) > 1:
                rows.pop()
    except csv.Error:
        # A field larger than the sample; the real reading says what is wrong.
        pass
    return rows or [[""]]


def _fitness(rows: Sequence[Sequence[str]]) -> tuple[float, int]:
    """Return the share of rows as wide as the first, and that width; one column is worth none."""
    width = len(rows[0])
    if width < 2:
        return 0.0, 0
    return sum(len(row) == width for row in rows) / len(rows), width


def _has_header(rows: Sequence[Sequence[str]], options: Options) -> tuple[bool, str]:
    if options.header is not None:
        return options.header, "as you said"
    first = [cell.strip() for cell in rows[0]]
    known = [cell for cell in first if plain_name(cell) in _KNOWN]
    if known:
        return True, f"it names {quote(known[0])}"
    if len(set(first)) < len(first):
        return False, "a text stands twice in the first line"
    if any(to_number(cell) is not None for cell in first[1:]):
        return (True, "its first cell is blank") if not first[0] else (False, "it holds numbers")
    for at, cell in enumerate(first):
        if any(len(row) > at and row[at].strip() == cell for row in rows[1:]):
            return False, f"{quote(cell)} stands in it and again below"
    return True, "its texts do not occur below"
