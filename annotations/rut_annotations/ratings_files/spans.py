"""Coding cells straight from the bytes of a table, without a text for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rut_annotations.ratings_files.columns import Coder, IntArray

Words = NDArray[np.uint64]
Places = NDArray[np.int64]

_WORD = 8
# Longer texts are coded one by one.
_MOST_WORDS = 8
_FIRST_BITS, _MOST_BITS = 16, 20
# Of a word of which n bytes belong to the text, those that count (little-endian).
_MASKS = np.array([(1 << (8 * n)) - 1 for n in range(_WORD + 1)], dtype=np.uint64)
# Odd numbers without a pattern: those of splitmix64 (Steele, Lea and Flood, 2014).
_MIX, _MORE = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_QUOTE, _NEWLINE, _RETURN = b'"'[0], b"\n"[0], b"\r"[0]


@dataclass(frozen=True)
class Grid:
    """A block of UTF-8 that is a plain table: where each cell starts, and its length.

    `words` shows the eight bytes from each place on as one number; `start` and `length` have a
    row for each row of the table. `line` counts the line breaks before a row, `breaks` all. In the
    `doubled` columns quotes inside of cells stand twice.
    """

    block: bytes
    words: Words
    start: Places
    length: Places
    line: Places
    breaks: int
    doubled: frozenset[int] = frozenset()

    def texts(self, column: int, rows: NDArray[np.intp] | slice = slice(None)) -> list[str]:
        """Return the cells of a column as texts."""
        start, length = self.start[rows, column], self.length[rows, column]
        texts = [
            self.block[at : at + size].decode()
            for at, size in zip(start.tolist(), length.tolist(), strict=True)
        ]
        return [text.replace('""', '"') for text in texts] if column in self.doubled else texts


def find_grid(block: bytes, delimiter: str, width: int) -> Grid | None:
    """Return where the cells of a block are, or None where that takes more than a look.

    Blank lines, rows of another width, single carriage returns, quotes that do not enclose whole
    cells, and a last row that is not at its end take more.

    Args:
        block: Whole lines, of which the last may lack its line end.
        delimiter: One character of ASCII.
        width: How many cells a row has.
    """
    block = block if block.endswith(b"\n") else block + b"\n"
    padded = np.frombuffer(block + bytes(_WORD * (_MOST_WORDS + 1)), dtype=np.uint8)
    data = padded[: len(block)]
    broken = data == _NEWLINE
    edges = (data == ord(delimiter)) | broken
    quotes = data == _QUOTE if b'"' in block else None
    if quotes is not None:
        # An odd number of quotes before it: the place is inside of a cell.
        edges &= (np.cumsum(quotes, dtype=np.uint8) & 1) == 0
    ends = np.flatnonzero(edges)
    if not len(ends) or len(ends) % width or ends[-1] != len(block) - 1:
        return None
    grid = ends.reshape(-1, width)
    if not bool(broken[grid[:, -1]].all()) or int(broken[ends].sum()) != len(grid):
        return None
    start = np.concatenate(([0], ends[:-1] + 1)).reshape(-1, width)
    length = grid - start
    if b"\r" in block:
        returned = (data[grid[:, -1] - 1] == _RETURN) & (length[:, -1] > 0)
        length[:, -1] -= returned
        if int(returned.sum()) != block.count(b"\r"):
            return None
    breaks = np.flatnonzero(broken)
    line = np.searchsorted(breaks, start[:, 0]) if len(breaks) > len(grid) else np.arange(len(grid))
    words = np.ndarray((len(block) + _WORD * _MOST_WORDS,), "<u8", padded, strides=(1,))
    doubled = _unquote(quotes, start, length, ends) if quotes is not None else frozenset()
    if doubled is None:
        return None
    return Grid(block, words, start, length, line, len(breaks), doubled)


def _unquote(
    quotes: NDArray[np.bool_], start: Places, length: Places, ends: Places
) -> frozenset[int] | None:
    """Take off the quotes around whole cells, in place.

    Returns:
        The columns where quotes stand inside, twice each; None where quotes stand elsewhere.
    """
    enclosed = quotes[start] & (length > 1)
    first, last = start[enclosed], start[enclosed] + length[enclosed] - 1
    if not bool(quotes[last].all()):
        return None
    inner = quotes.copy()
    inner[first] = inner[last] = False
    rest = np.flatnonzero(inner)
    cell = np.searchsorted(ends, rest)
    if (
        len(rest) % 2
        or bool((np.diff(rest)[::2] != 1).any())
        or not bool(enclosed.ravel()[cell].all())
    ):
        return None
    start += enclosed
    length -= 2 * enclosed
    return frozenset(np.unique(cell % start.shape[1]).tolist())


class SpanCoder:
    """Gives the cells of grids the numbers of a `Coder`, which is asked only for new texts.

    Texts that were seen stand in a table of slots, found by a hash and compared byte by byte. Two
    texts of one slot do no harm: the second is looked up in the coder each time.
    """

    def __init__(self, coder: Coder) -> None:
        self._coder = coder
        self._clear(_FIRST_BITS)

    def _clear(self, bits: int) -> None:
        size = 1 << bits
        self._bits = bits
        self._used = 0
        self._words: list[Words] = []
        self._length = np.full(size, -1, dtype=np.int32)
        self._code = np.zeros(size, dtype=np.int32)
        self._owner = np.zeros(size, dtype=np.int32)

    def code(self, grid: Grid, column: int) -> IntArray:
        """Return the numbers of the cells of a column."""
        start = grid.start[:, column]
        length = grid.length[:, column].astype(np.int32)
        count = (int(length.max(initial=0)) + _WORD - 1) // _WORD
        if count > _MOST_WORDS or column in grid.doubled:
            return self._coder.code(grid.texts(column))
        if 4 * self._used > len(self._code) and self._bits < _MOST_BITS:
            self._clear(min(self._bits + 2, _MOST_BITS))
        while len(self._words) < count:
            self._words.append(np.zeros(len(self._code), dtype=np.uint64))
        words = _gather(grid.words, start, length, count)
        slot = self._slots(words, length)
        code: IntArray = self._code[slot]
        missed = np.flatnonzero(~self._same(slot, words, length))
        if len(missed):
            self._insert(grid, column, slot, words, missed)
            code = self._code[slot]
            # Where two new texts met in one slot, or one met an old one.
            missed = missed[
                ~self._same(slot[missed], [word[missed] for word in words], length[missed])
            ]
            code[missed] = self._coder.code(grid.texts(column, missed))
        return code

    def _slots(self, words: list[Words], length: IntArray) -> Places:
        mixed = length.astype(np.uint64)
        for word in words:
            mixed = (mixed ^ word) * _MIX
            mixed ^= mixed >> np.uint64(31)
        return ((mixed * _MORE) >> np.uint64(64 - self._bits)).astype(np.int64)

    def _same(self, slot: Places, words: list[Words], length: IntArray) -> NDArray[np.bool_]:
        same: NDArray[np.bool_] = self._length[slot] == length
        for known, word in zip(self._words, words, strict=False):
            same &= known[slot] == word
        return same

    def _insert(
        self,
        grid: Grid,
        column: int,
        slot: Places,
        words: list[Words],
        missed: NDArray[np.intp],
    ) -> None:
        """Put one text into each free slot that was asked for."""
        missed = missed[self._length[slot[missed]] < 0]
        self._owner[slot[missed]] = missed
        fresh = missed[self._owner[slot[missed]] == missed]
        at = slot[fresh]
        self._code[at] = self._coder.code(grid.texts(column, fresh))
        self._length[at] = grid.length[fresh, column]
        for known, word in zip(self._words, words, strict=False):
            known[at] = word[fresh]
        self._used += len(fresh)


def _gather(view: Words, start: Places, length: IntArray, count: int) -> list[Words]:
    return [
        view[start + _WORD * number] & _MASKS[np.clip(length - _WORD * number, 0, _WORD)]
        for number in range(count)
    ]
