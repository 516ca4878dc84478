"""Estimates with their intervals drawn in characters, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from rut_domains.text import one_line

_NAME = 28
_NARROWEST = 20


class Mark(NamedTuple):
    """A named value with its interval, where it has them."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None


def draw_marks(
    marks: Sequence[Mark], width: int, scale: tuple[float, float] = (0.0, 1.0)
) -> list[str]:
    """Return a line for each value, and the scale below them.

    Args:
        marks: What is drawn; a value outside of the scale stands at its end as `<` or `>`, one
            that is undefined as a question mark.
        width: Columns of the terminal.
        scale: The values at the left and the right end.
    """
    names = [one_line(mark.name) for mark in marks]
    left = min(max((cell_len(name) for name in names), default=0), _NAME)
    across = max(width - left - 2, _NARROWEST)
    lines = [
        f"{set_cell_size(name, left)}  {_draw(mark, across, scale)}".rstrip()
        for name, mark in zip(names, marks, strict=True)
    ]
    low, high = (f"{end:g}" for end in scale)
    return [*lines, f"{'':{left}}  {low}{high:>{across - len(low)}}"]


def _draw(mark: Mark, across: int, scale: tuple[float, float]) -> str:
    if mark.value is None:
        return "?"
    cells = [" "] * across
    if mark.low is not None and mark.high is not None:
        first, last = (_place(end, across, scale) for end in (mark.low, mark.high))
        cells[first : last + 1] = ["─"] * (last - first + 1)
        cells[first] = "├" if mark.low >= scale[0] else "<"
        cells[last] = "┤" if mark.high <= scale[1] else ">"
    at = _place(mark.value, across, scale)
    cells[at] = "●" if scale[0] <= mark.value <= scale[1] else "<" if at == 0 else ">"
    return "".join(cells)


def _place(value: float, across: int, scale: tuple[float, float]) -> int:
    share = (value - scale[0]) / (scale[1] - scale[0])
    return round(min(max(share, 0.0), 1.0) * (across - 1))
