"""Estimates below each other on one scale, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from rut_domains.frozen import Frozen
from rut_exports.figures.axes import Axis, horizontal
from rut_exports.figures.svg import Figure, Svg, element, figure, line, shorten, text, text_width

_ROW = 24.0
_PLOT = 320.0
_NOTE = 250.0
_LABEL = 260.0
_TOP = 30.0


class Row(Frozen):
    """One line: `note` stands at the right, such as the number or why there is none."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""
    group: str = ""


def draw_forest(
    slug: str,
    title: str,
    rows: Sequence[Row],
    scale: tuple[float, float],
    *,
    axis_label: str,
    marks: Sequence[float] = (),
) -> Figure:
    """Return a forest plot.

    Args:
        slug: Names the file.
        title: What is shown.
        rows: From top to bottom; a row whose `group` is new gets that as a heading.
        scale: The least and the greatest value of the axis; what lies outside is drawn at the
            edge, its note has the number.
        axis_label: What the axis measures.
        marks: Values with a dashed line, such as zero.
    """
    labels = max([text_width(row.label) for row in rows] or [0.0])
    left = min(max(labels, 80.0), _LABEL) + 20
    axis = Axis(*scale, left, left + _PLOT)
    parts: list[Svg] = []
    y, group = _TOP, ""
    for row in rows:
        if row.group != group:
            group = row.group
            parts.append(text(8, y + 4, shorten(group, left + _PLOT), class_="strong"))
            y += _ROW
        parts += _draw_row(row, axis, y, left)
        y += _ROW
    bottom = y
    guides = [
        element(
            "line",
            x1=axis.place(mark),
            y1=_TOP - 14,
            x2=axis.place(mark),
            y2=bottom,
            class_="line soft",
            stroke_dasharray="3 3",
        )
        for mark in marks
    ]
    size = (left + _PLOT + _NOTE, bottom + 48)
    return figure(
        slug,
        title,
        _tell(title, rows),
        size,
        *horizontal(axis, bottom, _TOP - 14, axis_label),
        *guides,
        *parts,
    )


def _draw_row(row: Row, axis: Axis, y: float, left: float) -> list[Svg]:
    parts = [text(left - 12, y + 4, shorten(row.label, left - 20), "end")]
    if row.low is not None and row.high is not None:
        low, high = axis.place(row.low), axis.place(row.high)
        parts += [
            line(low, y, high, y, "line"),
            line(low, y - 4, low, y + 4, "line"),
            line(high, y - 4, high, y + 4, "line"),
        ]
    if row.value is not None:
        parts.append(element("circle", cx=axis.place(row.value), cy=y, r=4.0, class_="ink"))
    parts.append(text(axis.stop + 12, y + 4, shorten(row.note, _NOTE - 16), class_="soft"))
    return parts


def _tell(title: str, rows: Sequence[Row]) -> str:
    said = "; ".join(f"{row.label}: {row.note or _value(row)}" for row in rows)
    return f"{title}. {said}." if rows else f"{title}. Nothing to show."


def _value(row: Row) -> str:
    if row.value is None:
        return "undefined"
    if row.low is None or row.high is None:
        return f"{row.value:.2f}"
    return f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"
