"""Numbers in a grid: raters against raters, a judge against people."""

from __future__ import annotations

from collections.abc import Sequence

from rut_exports.figures.svg import (
    Figure,
    Svg,
    block,
    figure,
    line,
    number,
    on_shade,
    shorten,
    text,
    text_width,
)

_CELL_WIDTH = 84.0
_CELL_HEIGHT = 34.0
_LABEL = 220.0
_TOP = 56.0
_LIGHTEST, _DARKEST = 0.03, 0.75


def draw_matrix(
    slug: str,
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[float | None]],
    *,
    scale: tuple[float, float],
    corner: str = "",
    whole: bool = False,
) -> Figure:
    """Return a grid in which a cell is the darker the greater its value; the value stands in it.

    Args:
        slug: Names the file.
        title: What is shown.
        rows: The names at the left.
        columns: The names above.
        cells: Row by row; None is drawn as a stroke.
        scale: The values of the lightest and the darkest cell.
        corner: What rows and columns are, above the names of the rows.
        whole: Whether the values are counts.
    """
    left = min(max([text_width(name) for name in (*rows, corner)]), _LABEL) + 20
    parts: list[Svg] = [text(left - 10, _TOP - 12, corner, "end", "soft")] if corner else []
    for number_, name in enumerate(columns):
        x = left + (number_ + 0.5) * _CELL_WIDTH
        parts.append(text(x, _TOP - 12, shorten(name, _CELL_WIDTH - 6), "middle"))
    for index, name in enumerate(rows):
        y = _TOP + index * _CELL_HEIGHT
        parts.append(text(left - 10, y + 21, shorten(name, left - 16), "end"))
        for column, value in enumerate(cells[index]):
            parts += _cell(left + column * _CELL_WIDTH, y, value, scale, whole=whole)
    size = (left + len(columns) * _CELL_WIDTH + 12, _TOP + len(rows) * _CELL_HEIGHT + 12)
    return figure(slug, title, _tell(title, rows, columns, cells, whole=whole), size, *parts)


def _cell(
    x: float, y: float, value: float | None, scale: tuple[float, float], *, whole: bool
) -> list[Svg]:
    middle, base = x + _CELL_WIDTH / 2, y + 21
    if value is None:
        return [
            block(x, y, _CELL_WIDTH, _CELL_HEIGHT, 0.0),
            line(middle - 8, y + 17, middle + 8, y + 17),
        ]
    low, high = scale
    share = min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0
    shade = _LIGHTEST + share * (_DARKEST - _LIGHTEST)
    return [
        block(x, y, _CELL_WIDTH, _CELL_HEIGHT, shade),
        text(middle, base, _written(value, whole=whole), "middle", on_shade(shade)),
    ]


def _written(value: float, *, whole: bool) -> str:
    return number(round(value)) if whole else f"{value:.2f}"


def _tell(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[float | None]],
    *,
    whole: bool,
) -> str:
    said = "; ".join(
        f"{row}: "
        + ", ".join(
            f"{column} {'none' if value is None else _written(value, whole=whole)}"
            for column, value in zip(columns, values, strict=True)
        )
        for row, values in zip(rows, cells, strict=True)
    )
    return f"{title}. {said}." if rows else f"{title}. Nothing to show."
