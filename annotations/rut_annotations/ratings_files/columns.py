"""Ratings as they are read: each column a block of numbers, each different text kept once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.ratings import HUMAN, Status

IntArray = NDArray[np.int32]
Part = Literal["unit", "cluster", "criterion", "rater", "value", "role", "pass"]
PARTS: tuple[Part, ...] = ("unit", "cluster", "criterion", "rater", "value", "role", "pass")
# What a part is called where the file does not name it.
UNNAMED: dict[Part, str] = {"criterion": "rating", "pass": "main"}


class Coder(dict[Any, int]):
    """Gives each different key the next number, when it is first looked up."""

    def __missing__(self, key: Any) -> int:
        number = len(self)
        self[key] = number
        return number

    def code(self, keys: Sequence[Any]) -> IntArray:
        """Return the numbers of many keys."""
        return np.fromiter(map(self.__getitem__, keys), dtype=np.int32, count=len(keys))


@dataclass
class Columns:
    """The ratings of a file in the order in which they were read.

    A part that has no column is one constant, or (cluster) absent. A key of `coders` is a text, a
    tuple of texts where several columns name one thing, or (value) a `Status`.
    """

    coders: dict[Part, Coder] = field(default_factory=lambda: {part: Coder() for part in PARTS})
    blocks: dict[Part, list[IntArray]] = field(default_factory=lambda: {part: [] for part in PARTS})
    lines: list[IntArray] = field(default_factory=list)
    rows: int = 0

    def add(self, coded: dict[Part, IntArray], lines: IntArray) -> None:
        """Add rows whose texts were coded by the coders here."""
        for part, codes in coded.items():
            self.blocks[part].append(codes)
        self.lines.append(lines)
        self.rows += len(lines)

    def constant(self, part: Part, text: str, length: int) -> IntArray:
        """Return the codes of one text for many rows."""
        return np.full(length, self.coders[part][text], dtype=np.int32)

    def column(self, part: Part) -> IntArray | None:
        """Return all codes of a part and let go of the blocks, or None without any."""
        blocks = self.blocks.pop(part)
        return np.concatenate(blocks) if blocks else None

    def line_column(self) -> IntArray:
        """Return the line of each row and let go of the blocks."""
        lines, self.lines = self.lines, []
        return np.concatenate(lines) if lines else np.zeros(0, dtype=np.int32)


@dataclass(frozen=True)
class Row:
    """One rating of a format that is read record by record.

    `value` is a text, a `Status`, or a tuple of the options that were chosen.
    """

    line: int
    unit: str
    rater: str
    value: str | Status | tuple[str, ...]
    criterion: str = UNNAMED["criterion"]
    cluster: str | None = None
    role: str = HUMAN
    passed: str = UNNAMED["pass"]


def add_rows(columns: Columns, rows: Iterable[Row]) -> None:
    """Add ratings of a record format; clusters count only where each row has one."""
    kept = list(rows)
    if not kept:
        return
    texts: dict[Part, list[Any]] = {
        "unit": [row.unit for row in kept],
        "criterion": [row.criterion for row in kept],
        "rater": [row.rater for row in kept],
        "value": [row.value for row in kept],
        "role": [row.role for row in kept],
        "pass": [row.passed for row in kept],
    }
    if all(row.cluster is not None for row in kept):
        texts["cluster"] = [row.cluster for row in kept]
    columns.add(
        {part: columns.coders[part].code(keys) for part, keys in texts.items()},
        np.fromiter((row.line for row in kept), dtype=np.int32, count=len(kept)),
    )
