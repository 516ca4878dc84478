"""Elements of SVG as text, and the figure that is made of them.

Every text is escaped and freed of control characters; numbers have at most two decimals, so that
the same input gives the same bytes on every machine.
"""

from __future__ import annotations

from html import escape

from rich.cells import cell_len

from rut_domains.frozen import Frozen
from rut_domains.text import one_line

FONT_SIZE = 12.0
# The mean advance of a character of a sans-serif font, in font sizes; enough to leave room.
_ADVANCE = 0.58
# From this shade on, ink on it can no longer be read.
_DARK = 0.6

# Ink is the colour of the text around the figure, so that it works on light and on dark paper.
# What must be told apart differs in lightness, shape or dash, never in hue alone.
_STYLE = (
    ".rf{font:12px system-ui,sans-serif;color:#1a1a1a}"
    ".rf text{fill:currentColor}.rf .soft{opacity:.65}.rf .strong{font-weight:600}"
    ".rf .rule{stroke:currentColor;stroke-opacity:.18}"
    ".rf .line{stroke:currentColor;fill:none;stroke-width:1.6}"
    ".rf .ink{fill:currentColor}.rf .paper{fill:#fff;stroke:currentColor}"
    ".rf .box{fill:currentColor;fill-opacity:.05;stroke:currentColor;stroke-opacity:.5}"
    ".rf .shade{fill:currentColor}.rf .on-shade{fill:#fff}"
    "@media (prefers-color-scheme:dark){.rf{color:#e8e8e8}.rf .paper,.rf .on-shade{fill:#1a1a1a}}"
    "@media print{.rf{color:#000}.rf .paper,.rf .on-shade{fill:#fff}}"
)


class Svg(str):
    """Text that is SVG already; any other text is escaped."""

    __slots__ = ()


class Figure(Frozen):
    """A figure: a slug to name its file, its title, what it shows in words, and the SVG."""

    slug: str
    title: str
    alternative: str
    svg: str


def element(tag: str, *children: str, **attributes: str | float) -> Svg:
    """Return one element; `_` in an attribute's name stands for `-`, a `_` at its end for none."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
    )
    inside = "".join(
        child if isinstance(child, Svg) else escape(one_line(child), quote=False)
        for child in children
    )
    return Svg(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")


def text(x: float, y: float, content: str, anchor: str = "start", class_: str = "") -> Svg:
    """Return a line of text whose base line is at y; `anchor` is start, middle or end."""
    attributes: dict[str, str | float] = {"x": x, "y": y}
    if anchor != "start":
        attributes["text_anchor"] = anchor
    if class_:
        attributes["class_"] = class_
    return element("text", content, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, class_: str = "rule") -> Svg:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def path(points: list[tuple[float, float]], class_: str = "line", dash: str = "") -> Svg:
    """Return a line through points, dashed where `dash` says how."""
    steps = " ".join(
        f"{'L' if n else 'M'}{number(x)} {number(y)}" for n, (x, y) in enumerate(points)
    )
    attributes: dict[str, str | float] = {"d": steps, "class_": class_}
    if dash:
        attributes["stroke_dasharray"] = dash
    return element("path", **attributes)


def block(x: float, y: float, width: float, height: float, shade: float) -> Svg:
    """Return a rectangle of that lightness, with an edge that keeps the lightest visible."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        class_="shade",
        fill_opacity=shade,
        stroke="currentColor",
        stroke_width=0.5,
    )


def on_shade(shade: float) -> str:
    """Return the class of a text that is to be read on such a block."""
    return "on-shade" if shade >= _DARK else ""


def figure(
    slug: str, title: str, alternative: str, size: tuple[float, float], *parts: Svg
) -> Figure:
    """Return a figure of parts on paper of that width and height; it scales down with its page."""
    width, height = size
    drawn = element(
        "svg",
        element("title", title),
        element("desc", alternative),
        Svg(f"<style>{_STYLE}</style>"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_="rf",
        role="img",
        style="max-width:100%;height:auto",
    )
    return Figure(slug=slug, title=title, alternative=alternative, svg=drawn)


def text_width(content: str, font_size: float = FONT_SIZE) -> float:
    """Return about how wide a text is; wide characters count as two."""
    return cell_len(one_line(content)) * font_size * _ADVANCE


def shorten(content: str, width: float) -> str:
    """Return a text cut to about that width, with an ellipsis where something is missing."""
    content = one_line(content)
    if text_width(content) <= width:
        return content
    while content and text_width(f"{content}…") > width:
        content = content[:-1]
    return f"{content.rstrip()}…"


def number(value: float) -> str:
    """Return a number with at most two decimals and no needless zeros."""
    written = f"{value + 0.0:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
