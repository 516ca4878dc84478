"""Reading a text table in blocks: the cells of a column are coded together."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TextIO

import numpy as np

from rut_annotations.ratings_files.columns import Coder, Columns, IntArray, Part
from rut_annotations.ratings_files.dialect import Dialect, find_dialect
from rut_annotations.ratings_files.layout import Layout, find_layout
from rut_annotations.ratings_files.ledger import Ledger, count
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.spans import Grid, SpanCoder, cut, find_grid

_BLOCK = 1 << 20
_BREAK = re.compile(r"\r\n|\r|\n")


class Piece(NamedTuple):
    """Some rows of a table, each with the line on which it begins: as lists, or where they are."""

    rows: list[list[str]] | Grid
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
    sample = dialect.sample
    names = [str(number + 1) for number in range(len(sample[0]))]
    if dialect.header:
        names = list(sample[0])
        sample = sample[1:]
        if sample and all(len(row) == len(names) + 1 for row in sample):
            # R leaves out the name of the column of row names; others end rows with a delimiter.
            names.insert(len(names) if not any(row[-1].strip() for row in sample) else 0, "")
    layout = find_layout(names, sample, options, ledger, header=dialect.header)
    return Table(layout, _Pieces(stream, dialect, len(names), ledger).read())


@dataclass
class _Pieces:
    """Steps through a table: plain blocks by their bytes, all others by the rules of CSV."""

    stream: TextIO
    dialect: Dialect
    width: int
    ledger: Ledger
    line: int = 0

    def read(self) -> Iterator[Piece]:
        self.stream.seek(0)
        for _ in range(self.dialect.skip):
            self.line += bool(self.stream.readline())
        blocks = self._blocks()
        header = self.dialect.header
        plain = len(self.dialect.delimiter.encode()) == 1 and self.dialect.delimiter != " "
        for block in blocks:
            grid = None
            if plain and not header:
                grid = find_grid(block.encode(), self.dialect.delimiter, self.width)
            if grid is not None and not _has_blank_row(grid):
                end = self.line + len(grid.start)
                yield Piece(grid, np.arange(self.line + 1, end + 1, dtype=np.int32))
                self.line = end
                continue
            rows, lines = self._parse(block, blocks)
            while header and rows:
                header = not any(cell.strip() for cell in rows.pop(0))
                lines = lines[1:]
            yield Piece(rows, lines)

    def _blocks(self) -> Iterator[str]:
        """Yield whole lines: the first few alone, for the header, and then many at a time."""
        size = 1 << 12
        while text := self.stream.read(size):
            yield text + self.stream.readline()
            size = _BLOCK

    def _parse(self, block: str, blocks: Iterator[str]) -> tuple[list[list[str]], IntArray]:
        """Read a block, and of the following ones as much as its last row needs."""
        waiting = deque(io.StringIO(block, newline=""))

        def source() -> Iterator[str]:
            while True:
                while waiting:
                    yield waiting.popleft()
                if (more := next(blocks, None)) is None:
                    return
                waiting.extend(io.StringIO(more, newline=""))

        reader = self.dialect.reader(source())
        rows = []
        try:
            for row in reader:
                rows.append(row)
                if not waiting:
                    break
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
    first = grid.start[:, 0]
    width = grid.start.shape[1]
    begun = np.frombuffer(grid.block, np.uint8)[first] > ord(" ")
    doubtful = np.flatnonzero(~begun | (grid.length[:, 0] == 0))
    texts = cut(grid.block, grid.start[doubtful].ravel(), grid.length[doubtful].ravel())
    return any(not "".join(texts[at : at + width]).strip() for at in range(0, len(texts), width))


def _number(rows: Sequence[Sequence[str]], before: int, end: int) -> IntArray:
    if end - before == len(rows):
        return np.arange(before + 1, end + 1, dtype=np.int32)
    heights = [1 + sum(len(_BREAK.findall(cell)) for cell in row) for row in rows]
    return (before + 1 + np.cumsum([0, *heights[:-1]])).astype(np.int32)


def to_rows(piece: Piece) -> list[list[str]]:
    """Return the rows of a piece as lists of cells."""
    if not isinstance(piece.rows, Grid):
        return piece.rows
    texts = cut(piece.rows.block, piece.rows.start.ravel(), piece.rows.length.ravel())
    width = piece.rows.start.shape[1]
    return [texts[at : at + width] for at in range(0, len(texts), width)]


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
