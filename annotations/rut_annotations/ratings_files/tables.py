"""Reading a text table in large pieces: the cells of a column are coded together."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, TextIO

import numpy as np

from rut_annotations.ratings_files.columns import Columns, IntArray, Part
from rut_annotations.ratings_files.dialect import find_dialect
from rut_annotations.ratings_files.layout import Layout, find_layout
from rut_annotations.ratings_files.ledger import Ledger, count
from rut_annotations.ratings_files.options import Options

if TYPE_CHECKING:
    import _csv

_PIECE = 1 << 14
_BREAK = re.compile(r"\r\n|\r|\n")


class Piece(NamedTuple):
    """Some rows of a table, each with the line on which it begins."""

    rows: list[list[str]]
    lines: IntArray


class Table(NamedTuple):
    """A table of which the layout is known and the rows are still to be read."""

    layout: Layout
    pieces: Iterator[Piece]


def open_table(stream: TextIO, options: Options, ledger: Ledger) -> Table:
    """Find out how a text table is written and laid out.

    Args:
        stream: The text, opened with `newline=""`, at its start.
        options: What a person said.
        ledger: Is told what was taken for what.

    Raises:
        RatingsFileFault: It is no table, or does not say who rated what.
    """
    dialect = find_dialect(stream, options, ledger)
    stream.seek(0)
    for _ in range(dialect.skip):
        stream.readline()
    sample = dialect.sample
    names = [str(number + 1) for number in range(len(sample[0]))]
    if dialect.header:
        names = list(sample[0])
        sample = sample[1:]
        if sample and all(len(row) == len(names) + 1 for row in sample):
            # R leaves out the name of the column of row names; others end rows with a delimiter.
            names.insert(len(names) if not any(row[-1].strip() for row in sample) else 0, "")
    layout = find_layout(names, sample, options, ledger, header=dialect.header)
    pieces = _read(dialect.reader(stream), dialect.skip, dialect.header, ledger)
    return Table(layout, pieces)


def _read(reader: _csv.Reader, skip: int, header: bool, ledger: Ledger) -> Iterator[Piece]:
    before = skip
    try:
        while header:
            row = next(reader, None)
            before = skip + reader.line_num
            if row is None or any(cell.strip() for cell in row):
                break
        while rows := list(islice(reader, _PIECE)):
            end = skip + reader.line_num
            yield Piece(rows, _number(rows, before, end))
            before = end
    except csv.Error as error:
        raise ledger.fault(
            f"the table is broken: {error}",
            "Mend the quotes near this line, or name the delimiter (--delimiter).",
            skip + reader.line_num,
        ) from None


def _number(rows: Sequence[Sequence[str]], before: int, end: int) -> IntArray:
    if end - before == len(rows):
        return np.arange(before + 1, end + 1, dtype=np.int32)
    heights = [1 + sum(len(_BREAK.findall(cell)) for cell in row) for row in rows]
    return (before + 1 + np.cumsum([0, *heights[:-1]])).astype(np.int32)


def fill(columns: Columns, table: Table, ledger: Ledger) -> None:
    """Read all rows of a table into columns.

    Raises:
        RatingsFileFault: A row has more or fewer cells than the first.
    """
    layout = table.layout
    width = len(layout.names)
    read = 0
    for piece in table.pieces:
        cells, lines = _columns_of(piece, width, layout, ledger)
        if not len(lines):
            continue
        coded = {
            part: columns.coders[part].code(
                cells[at[0]] if len(at) == 1 else list(zip(*(cells[i] for i in at), strict=True))
            )
            for part, at in layout.parts.items()
            if part != "value" or not layout.spread
        }
        if "unit" not in layout.parts:
            numbers = [f"row {read + row + 1}" for row in range(len(lines))]
            coded["unit"] = columns.coders["unit"].code(numbers)
        read += len(lines)
        if not layout.spread:
            columns.add(coded, lines)
        across: Part = "rater" if layout.shape == "wide" else "criterion"
        for at in layout.spread:
            own = {
                across: columns.constant(across, layout.names[at], len(lines)),
                "value": columns.coders["value"].code(cells[at]),
            }
            columns.add({**coded, **own}, lines)


def _columns_of(
    piece: Piece, width: int, layout: Layout, ledger: Ledger
) -> tuple[list[list[str]], IntArray]:
    """Turn rows into columns; blank rows are left out and counted."""
    flat = list(chain.from_iterable(piece.rows))
    first = layout.parts.get("unit", layout.spread)[0]
    even = len(flat) == width * len(piece.rows) and set(map(len, piece.rows)) == {width}
    if even and "" not in flat[first::width]:
        return [flat[at::width] for at in range(width)], piece.lines
    keep = [at for at, row in enumerate(piece.rows) if any(map(str.strip, row))]
    if blank := len(piece.rows) - len(keep):
        ledger.tally("blank rows", blank)
    for at in keep:
        if len(piece.rows[at]) != width:
            _refuse_width(len(piece.rows[at]), width, int(piece.lines[at]), ledger)
    flat = list(chain.from_iterable(piece.rows[at] for at in keep))
    return [flat[at::width] for at in range(width)], piece.lines[keep]


def _refuse_width(found: int, width: int, line: int, ledger: Ledger) -> None:
    raise ledger.fault(
        f"the row has {count(found, 'cell')}, the first one {width}",
        "Put texts that hold the delimiter in quotes, and leave blank cells for missing ratings.",
        line,
    )
