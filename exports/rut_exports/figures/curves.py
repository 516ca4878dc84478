"""Lines over one scale: disclosure by turn, a curve over a margin, calibration."""

from __future__ import annotations

from collections.abc import Sequence

from rut_domains.frozen import Frozen
from rut_exports.figures.axes import Axis, horizontal, tick_text, vertical
from rut_exports.figures.svg import Figure, Svg, element, figure, line, path, shorten, text

_LEFT, _TOP = 60.0, 40.0
_WIDTH, _HEIGHT = 380.0, 240.0
_LEGEND = 200.0
# Lines are told apart by their dashes and by the shape of their points.
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 2", "1 4", "12 4", "6 2 1 2 1 2")


class Point(Frozen):
    """A point with its interval, where it has one; `size` weighs how large it is drawn (0 to 1)."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    size: float = 0.3


class Curve(Frozen):
    """A named line: its points from left to right; as steps where it jumps at each point."""

    name: str
    points: tuple[Point, ...]
    steps: bool = False
    marked: bool = True


def draw_curves(
    slug: str,
    title: str,
    curves: Sequence[Curve],
    x: tuple[float, float],
    y: tuple[float, float],
    *,
    x_label: str,
    y_label: str,
    diagonal: bool = False,
) -> Figure:
    """Return curves with a legend.

    Args:
        slug: Names the file.
        title: What is shown.
        curves: The lines; dashes and shapes repeat from the ninth on.
        x: The least and the greatest value of the horizontal scale.
        y: The same of the vertical one.
        x_label: What the horizontal scale measures.
        y_label: What the vertical one measures.
        diagonal: Whether to draw the line on which both are equal.
    """
    across = Axis(*x, _LEFT, _LEFT + _WIDTH)
    up = Axis(*y, _TOP + _HEIGHT, _TOP)
    parts = [
        *horizontal(across, _TOP + _HEIGHT, _TOP, x_label),
        *vertical(up, _LEFT, _LEFT + _WIDTH),
        text(8, _TOP - 18, y_label),
    ]
    if diagonal:
        low, high = max(x[0], y[0]), min(x[1], y[1])
        ends = [(across.place(low), up.place(low)), (across.place(high), up.place(high))]
        parts.append(path(ends, "line soft", "1 3"))
    for index, curve in enumerate(curves):
        parts += _curve(curve, index, across, up)
        parts += _legend(curve, index)
    rows = max(_TOP + _HEIGHT + 48, _TOP + 20 * len(curves) + 20)
    size = (_LEFT + _WIDTH + _LEGEND, rows)
    return figure(slug, title, _tell(title, curves), size, *parts)


def _curve(curve: Curve, index: int, across: Axis, up: Axis) -> list[Svg]:
    places = [(across.place(point.x), up.place(point.y)) for point in curve.points]
    parts = []
    if len(places) > 1:
        parts.append(path(_stairs(places) if curve.steps else places, "line", _dash(index)))
    for point, (px, py) in zip(curve.points, places, strict=True):
        if point.low is not None and point.high is not None:
            parts.append(line(px, up.place(point.low), px, up.place(point.high), "line soft"))
        if curve.marked or len(places) == 1:
            parts.append(mark(px, py, index, 2.5 + 5 * point.size))
    return parts


def _stairs(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    made = places[:1]
    for x, y in places[1:]:
        made += [(x, made[-1][1]), (x, y)]
    return made


def mark(x: float, y: float, index: int, size: float) -> Svg:
    """Return the shape of the points of one line: disc, square, triangle or diamond."""
    shape = index % 4
    if shape == 0:
        return element("circle", cx=x, cy=y, r=size, class_="ink")
    if shape == 1:
        return element(
            "rect", x=x - size, y=y - size, width=2 * size, height=2 * size, class_="paper"
        )
    corners: tuple[tuple[float, float], ...]
    if shape == 2:
        corners = ((x, y - size), (x + size, y + size), (x - size, y + size))
    else:
        corners = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
    places = " ".join(f"{px:.2f},{py:.2f}" for px, py in corners)
    return element("polygon", points=places, class_="ink" if shape == 2 else "paper")


def _legend(curve: Curve, index: int) -> list[Svg]:
    x, y = _LEFT + _WIDTH + 18, _TOP + 8 + 20 * index
    return [
        path([(x, y), (x + 26, y)], "line", _dash(index)),
        mark(x + 13, y, index, 3.5),
        text(x + 34, y + 4, shorten(curve.name, _LEGEND - 58)),
    ]


def _dash(index: int) -> str:
    return _DASHES[index % len(_DASHES)]


def _tell(title: str, curves: Sequence[Curve]) -> str:
    said = "; ".join(
        f"{curve.name}: "
        + ", ".join(f"{tick_text(point.x)} to {point.y:.2f}" for point in curve.points)
        for curve in curves
    )
    return f"{title}. {said}." if curves else f"{title}. Nothing to show."
