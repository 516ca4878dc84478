"""Shares of a whole as stacked bars: how often each verdict was given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rut_exports.figures.svg import Figure, Svg, block, figure, on_shade, shorten, text, text_width

_ROW = 26.0
_BAR = 360.0
_LABEL = 260.0
_TOP = 44.0
# From dark to light; a thin edge keeps the lightest apart from the paper.
_SHADES = (0.85, 0.5, 0.28, 0.12, 0.04)


def draw_bars(
    slug: str,
    title: str,
    rows: Sequence[tuple[str, Mapping[str, int]]],
    categories: Sequence[str],
) -> Figure:
    """Return a bar a row, divided by category in the order given, with the counts in it.

    Args:
        slug: Names the file.
        title: What is shown.
        rows: A label and the counts by category.
        categories: All categories, at most five shades are told apart.
    """
    left = min(max([text_width(label) for label, _ in rows] or [0.0]), _LABEL) + 20
    parts, right = _legend(categories, left)
    y = _TOP
    for label, counts in rows:
        parts.append(text(left - 10, y + 14, shorten(label, left - 16), "end"))
        parts += _bar(counts, categories, left, y)
        total = sum(counts.get(name, 0) for name in categories)
        parts.append(text(left + _BAR + 10, y + 14, f"n = {total}", class_="soft"))
        y += _ROW
    return figure(
        slug, title, _tell(title, rows, categories), (max(left + _BAR + 80, right), y + 8), *parts
    )


def _shade(index: int) -> float:
    return _SHADES[min(index, len(_SHADES) - 1)]


def _legend(categories: Sequence[str], left: float) -> tuple[list[Svg], float]:
    parts, x = [], left
    for index, name in enumerate(categories):
        parts.append(block(x, 14, 12, 12, _shade(index)))
        parts.append(text(x + 17, 24, name))
        x += 17 + text_width(name) + 18
    return parts, x


def _bar(counts: Mapping[str, int], categories: Sequence[str], left: float, y: float) -> list[Svg]:
    total = sum(counts.get(name, 0) for name in categories)
    if not total:
        return [text(left + 4, y + 14, "no ratings", class_="soft")]
    parts: list[Svg] = []
    x = left
    for index, name in enumerate(categories):
        width = counts.get(name, 0) / total * _BAR
        if width <= 0:
            continue
        parts.append(block(x, y, width, 20, _shade(index)))
        written = str(counts[name])
        if text_width(written) + 6 <= width:
            parts.append(text(x + width / 2, y + 14, written, "middle", on_shade(_shade(index))))
        x += width
    return parts


def _tell(
    title: str, rows: Sequence[tuple[str, Mapping[str, int]]], categories: Sequence[str]
) -> str:
    said = "; ".join(
        f"{label}: " + ", ".join(f"{name} {counts.get(name, 0)}" for name in categories)
        for label, counts in rows
    )
    return f"{title}. {said}." if rows else f"{title}. Nothing to show."
