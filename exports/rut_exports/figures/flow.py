"""Where everything went: counts from step to step, and what was left out on the way."""

from __future__ import annotations

from collections.abc import Sequence

from rut_domains.frozen import Frozen
from rut_exports.figures.svg import Figure, Svg, element, figure, path, shorten, text

_BOX_WIDTH, _BOX_HEIGHT = 250.0, 44.0
_SIDE_WIDTH = 280.0
_GAP = 30.0
_ROW = 16.0


class Step(Frozen):
    """What is left at one step, and what was left out before the next, by reason."""

    label: str
    count: int
    left_out: tuple[tuple[str, int], ...] = ()


def draw_flow(slug: str, title: str, steps: Sequence[Step]) -> Figure:
    """Return the steps from top to bottom with what was left out at the right of each."""
    parts: list[Svg] = []
    y = 12.0
    for index, step in enumerate(steps):
        parts += _box(12, y, step)
        gap = _GAP
        if step.left_out:
            gap = max(_GAP, _ROW * len(step.left_out) + 26)
            parts += _side(12 + _BOX_WIDTH, y + _BOX_HEIGHT, gap, step)
        if index + 1 < len(steps):
            parts.append(_arrow(12 + _BOX_WIDTH / 2, y + _BOX_HEIGHT, y + _BOX_HEIGHT + gap))
        y += _BOX_HEIGHT + gap
    return figure(slug, title, _tell(title, steps), (_BOX_WIDTH + _SIDE_WIDTH + 70, y), *parts)


def _box(x: float, y: float, step: Step) -> list[Svg]:
    middle = x + _BOX_WIDTH / 2
    return [
        element("rect", x=x, y=y, width=_BOX_WIDTH, height=_BOX_HEIGHT, rx=4.0, class_="box"),
        text(middle, y + 18, shorten(step.label, _BOX_WIDTH - 12), "middle"),
        text(middle, y + 35, str(step.count), "middle", "strong"),
    ]


def _side(x: float, y: float, gap: float, step: Step) -> list[Svg]:
    height = _ROW * len(step.left_out) + 10
    top = y + (gap - height) / 2
    branch = [(x - _BOX_WIDTH / 2, y + gap / 2), (x + 40, y + gap / 2)]
    parts = [
        path(branch, "line soft"),
        element("rect", x=x + 40, y=top, width=_SIDE_WIDTH, height=height, rx=4.0, class_="box"),
    ]
    for index, (reason, count) in enumerate(step.left_out):
        written = f"{count}  {reason}"
        parts.append(
            text(x + 50, top + 17 + _ROW * index, shorten(written, _SIDE_WIDTH - 16), class_="soft")
        )
    return parts


def _arrow(x: float, start: float, stop: float) -> Svg:
    return element(
        "path",
        d=f"M{x:.2f} {start:.2f}V{stop - 2:.2f}M{x - 4:.2f} {stop - 8:.2f}L{x:.2f} {stop - 2:.2f}"
        f"L{x + 4:.2f} {stop - 8:.2f}",
        class_="line",
    )


def _tell(title: str, steps: Sequence[Step]) -> str:
    said = []
    for step in steps:
        said.append(f"{step.label}: {step.count}")
        said += [f"left out, {reason}: {count}" for reason, count in step.left_out]
    return f"{title}. {'; '.join(said)}." if steps else f"{title}. Nothing to show."
