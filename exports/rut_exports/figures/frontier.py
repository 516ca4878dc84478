"""Quality against cost: which choices nothing else beats on both."""

from __future__ import annotations

from collections.abc import Sequence

from rut_domains.frozen import Frozen
from rut_exports.figures.axes import Axis, horizontal, span_of, vertical
from rut_exports.figures.svg import Figure, Svg, element, figure, line, path, text, text_width

_LEFT, _TOP = 60.0, 40.0
_WIDTH, _HEIGHT = 460.0, 260.0


class Choice(Frozen):
    """One thing that can be chosen; it is dominated where another is as cheap and as good."""

    name: str
    cost: float
    quality: float
    low: float | None = None
    high: float | None = None
    dominated: bool = False


def draw_frontier(
    slug: str, title: str, choices: Sequence[Choice], *, cost_label: str, quality_label: str
) -> Figure:
    """Return choices by cost (in powers of ten) and quality, with the frontier through the best.

    Args:
        slug: Names the file.
        title: What is shown.
        choices: Each with a cost above 0.
        cost_label: What cost is, with unit and date of the prices.
        quality_label: What quality is.
    """
    costs = [choice.cost for choice in choices] or [1.0]
    heights = [
        value
        for choice in choices
        for value in (choice.quality, choice.low, choice.high)
        if value is not None
    ] or [0.0, 1.0]
    across = Axis(min(costs) / 1.6, max(costs) * 1.6, _LEFT, _LEFT + _WIDTH, log=True)
    up = Axis(*span_of(heights), _TOP + _HEIGHT, _TOP)
    parts = [
        *horizontal(across, _TOP + _HEIGHT, _TOP, cost_label),
        *vertical(up, _LEFT, _LEFT + _WIDTH),
        text(8, _TOP - 18, quality_label),
    ]
    best = sorted((c.cost, c.quality) for c in choices if not c.dominated)
    if len(best) > 1:
        parts.append(path([(across.place(x), up.place(y)) for x, y in best], "line", "5 3"))
    for choice in sorted(choices, key=lambda choice: choice.cost):
        parts += _choice(choice, across, up)
    size = (_LEFT + _WIDTH + 30, _TOP + _HEIGHT + 48)
    return figure(slug, title, _tell(title, choices), size, *parts)


def _choice(choice: Choice, across: Axis, up: Axis) -> list[Svg]:
    x, y = across.place(choice.cost), up.place(choice.quality)
    parts = []
    if choice.low is not None and choice.high is not None:
        parts.append(line(x, up.place(choice.low), x, up.place(choice.high), "line soft"))
    parts.append(
        element("circle", cx=x, cy=y, r=4.5, class_="paper" if choice.dominated else "ink")
    )
    fits = x + 8 + text_width(choice.name) <= across.stop + 24
    parts.append(text(x + 8 if fits else x - 8, y - 7, choice.name, "start" if fits else "end"))
    return parts


def _tell(title: str, choices: Sequence[Choice]) -> str:
    said = "; ".join(
        f"{choice.name}: cost {choice.cost:.3g}, quality {choice.quality:.3f}"
        + (", dominated" if choice.dominated else ", on the frontier")
        for choice in choices
    )
    return f"{title}. {said}." if choices else f"{title}. Nothing to show."
