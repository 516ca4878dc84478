"""Reading a text table in blocks: the cells of a column are coded together."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import NamedTuple, TextIO

import numpy as np

from rut_annotations.ratings_files.columns import Coder, Columns, IntArray, Part
from rut_annotations.ratings_files.dialect import Dialect, find_dialect
from rut_annotations.ratings_files.layout import Layout, find_layout
from rut_annotations.ratings_files.ledger import Ledger, count
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.spans import Grid, SpanCoder, find_grid

_BLOCK = 1 << 20
_BREAK = re.compile(r"\r\n|\r|\n")


class Piece(NamedTuple):
    """Some rows of a table, each with the line on which it begins: as lists, or where they are."""

    rows: list[list[str]] | Grid
    lines: IntArray


class Rows(NamedTuple):
    """A table of which the names of the columns are known and the rows are still to be read."""

    names: list[str]
    sample: tuple[tuple[str, ...], ...]
    header: bool
    pieces: Iterator[Piece]


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
    rows = open_rows(stream, options, ledger)
    layout = find_layout(rows.names, rows.sample, options, ledger, header=rows.header)
    return Table(layout, rows.pieces)


def open_rows(stream: TextIO, options: Options, ledger: Ledger) -> Rows:
    """Find out how a text table is written and what its columns are called.

    Args:
        stream: The text, opened with `newline=""`, at its start.
        options: What a person said.
        ledger: Is told what was taken for what.

    Raises:
        RatingsFileFault: It is no table.
    """
    dialect = find_dialect(stream, options, ledger)
    sample = dialect.sample
    names = [str(number + 1) for number in range(len(sample[0]))]
    if dialect.header:
        names = list(sample[0])
        sample = sample[1:]
        if sample and all(len(row) == len(names) + 1 for row in sample):
            # R leaves out the name of the column of row names; others end rows with a delimiter.
            names.insert(len(names) if not any(row[-1].strip() for row in sample) else 0, "")
    pieces = _Pieces(stream, dialect, len(names), ledger).read()
    return Rows(names, sample, dialect.header, pieces)


@dataclass
class _Pieces:
    """Steps through a table: plain blocks by their bytes, all others by the rules of CSV."""

    stream: TextIO
    dialect: Dialect
    width: int
    ledger: Ledger
    line: int = 0
    waiting: deque[str] = field(default_factory=deque)
    blocks: Iterator[str] = field(default_factory=lambda: iter(()))

    def read(self) -> Iterator[Piece]:
        """Yield the rows after the header."""
        self.stream.seek(0)
        for _ in range(self.dialect.skip):
            self.line += bool(self.stream.readline())
        self.blocks = self._blocks()
        header = self.dialect.header
        plain = len(self.dialect.delimiter.encode()) == 1 and self.dialect.delimiter != " "
        for block in self.blocks:
            grid = None
            if plain and not header:
                grid = find_grid(block.encode(), self.dialect.delimiter, self.width)
            if grid is not None and not _has_blank_row(grid):
                yield Piece(grid, (grid.line + self.line + 1).astype(np.int32))
                self.line += grid.breaks
                continue
            rows, lines = self._parse(block)
            while header and rows:
                header = not any(cell.strip() for cell in rows.pop(0))
                lines = lines[1:]
            yield Piece(rows, lines)

    def _blocks(self) -> Iterator[str]:
        """Yield whole lines: the first few alone, for the header, and then many at a time."""
        size = 1 << 12
        while True:
            text = "".join(self.waiting)
            self.waiting.clear()
            text += self.stream.read(size)
            if not text:
                return
            yield text + self.stream.readline()
            size = _BLOCK

    def _lines(self) -> Iterator[str]:
        while True:
            while self.waiting:
                yield self.waiting.popleft()
            if (more := next(self.blocks, None)) is None:
                return
            self.waiting.extend(io.StringIO(more, newline=""))

    def _parse(self, block: str) -> tuple[list[list[str]], IntArray]:
        """Read a block, and of the following one as much as its last row needs."""
        self.waiting.extend(io.StringIO(block, newline=""))
        reader = self.dialect.reader(self._lines())
        try:
            # Not more rows than lines; of the next block only as much as rows take several.
            rows = list(islice(reader, len(self.waiting)))
        except csv.Error as error:
            raise self.ledger.fault(
                f"the table is broken: {error}",
                "Mend the quotes near this line, or name the delimiter (--delimiter).",
                self.line + reader.line_num,
            ) from None
        before, self.line = self.line, self.line + reader.line_num
        return rows, _number(rows, before, self.line)


def _has_blank_row(grid: Grid) -> bool:
    """Look at the rows that begin with a blank cell, which are few as a rule."""
    begun = np.frombuffer(grid.block, np.uint8)[grid.start[:, 0]] > ord(" ")
    doubtful = np.flatnonzero(~begun | (grid.length[:, 0] == 0))
    for column in range(grid.start.shape[1]):
        texts = grid.texts(column, doubtful)
        doubtful = doubtful[[not text.strip() for text in texts]]
    return len(doubtful) > 0


def _number(rows: Sequence[Sequence[str]], before: int, end: int) -> IntArray:
    if end - before == len(rows):
        return np.arange(before + 1, end + 1, dtype=np.int32)
    heights = [1 + sum(len(_BREAK.findall(cell)) for cell in row) for row in rows]
    return (before + 1 + np.cumsum([0, *heights[:-1]])).astype(np.int32)


def to_rows(piece: Piece) -> list[list[str]]:
    """Return the rows of a piece as lists of cells."""
    if not isinstance(piece.rows, Grid):
        return piece.rows
    columns = [piece.rows.texts(column) for column in range(piece.rows.start.shape[1])]
    return [list(row) for row in zip(*columns, strict=True)]


def fill(columns: Columns, table: Table, ledger: Ledger) -> None:
    """Read all rows of a table into columns.

    Raises:
        RatingsFileFault: A row has more or fewer cells than the first.
    """
    reader = _Filler(columns, table.layout, ledger)
    for piece in table.pieces:
        reader.add(piece)


class _Filler:
    def __init__(self, columns: Columns, layout: Layout, ledger: Ledger) -> None:
        self._columns = columns
        self._layout = layout
        self._ledger = ledger
        self._spans = {part: SpanCoder(coder) for part, coder in columns.coders.items()}
        self._single: dict[int, tuple[Coder, SpanCoder]] = {}
        self._read = 0

    def add(self, piece: Piece) -> None:
        """Code the cells of some rows."""
        rows, lines = piece
        cells: list[list[str]] = []
        if not isinstance(rows, Grid):
            cells, lines = self._columns_of(rows, lines)
        if not len(lines):
            return
        layout, columns = self._layout, self._columns
        coded = {
            part: self._code(part, at, rows, cells)
            for part, at in layout.parts.items()
            if part != "value" or not layout.spread
        }
        if "unit" not in layout.parts:
            numbers = [f"row {self._read + row + 1}" for row in range(len(lines))]
            coded["unit"] = columns.coders["unit"].code(numbers)
        self._read += len(lines)
        if not layout.spread:
            columns.add(coded, lines)
        across: Part = "rater" if layout.shape == "wide" else "criterion"
        for at in layout.spread:
            own = {
                across: columns.constant(across, layout.names[at], len(lines)),
                "value": self._code("value", (at,), rows, cells),
            }
            columns.add({**coded, **own}, lines)

    def _code(
        self, part: Part, at: tuple[int, ...], rows: list[list[str]] | Grid, cells: list[list[str]]
    ) -> IntArray:
        coder = self._columns.coders[part]
        if len(at) == 1:
            if isinstance(rows, Grid):
                return self._spans[part].code(rows, at[0])
            return coder.code(cells[at[0]])
        texts = (
            [self._texts(column, rows) for column in at]
            if isinstance(rows, Grid)
            else [cells[column] for column in at]
        )
        return coder.code(list(zip(*texts, strict=True)))

    def _texts(self, column: int, grid: Grid) -> list[str]:
        """Return the cells of a column that names something together with others."""
        if column not in self._single:
            coder = Coder()
            self._single[column] = (coder, SpanCoder(coder))
        coder, spans = self._single[column]
        codes = spans.code(grid, column).tolist()
        known = list(coder)
        return [known[code] for code in codes]

    def _columns_of(
        self, rows: list[list[str]], lines: IntArray
    ) -> tuple[list[list[str]], IntArray]:
        """Turn rows into columns; blank rows are left out and counted."""
        width = len(self._layout.names)
        flat = list(chain.from_iterable(rows))
        if set(map(len, rows)) == {width} and all(map(str.strip, flat[::width])):
            return [flat[at::width] for at in range(width)], lines
        keep = [at for at, row in enumerate(rows) if any(map(str.strip, row))]
        self._ledger.tally("blank rows", len(rows) - len(keep))
        for at in keep:
            if len(rows[at]) != width:
                raise self._ledger.fault(
                    f"the row has {count(len(rows[at]), 'cell')}, the first one {width}",
                    "Put texts that hold the delimiter in quotes, and leave blank cells for "
                    "missing ratings.",
                    int(lines[at]),
                )
        flat = list(chain.from_iterable(rows[at] for at in keep))
        return [flat[at::width] for at in range(width)], lines[keep]
