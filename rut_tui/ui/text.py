"""Foreign text as screen content: neutralised, never read as markup."""

from __future__ import annotations

import json
import re

from pydantic import JsonValue
from textual.content import Content

from rut_domains.text import neutralise

_INLINE = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|`(?P<code>[^`\n]+)`")
_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+)$")
_RULE = re.compile(r"^\|[\s:|-]+\|?$")
_BULLET = re.compile(r"^(?P<indent>\s*)[-*]\s+(?P<rest>.*)$")


def plain(text: str, style: str = "") -> Content:
    """Return foreign text as it is, controls made visible."""
    content = Content(neutralise(text))
    return content.stylize(style) if style else content


def prose(text: str) -> Content:
    """Return text with the little Markdown that people and models write in chat.

    Bold, code, headings, bullets and fences are shown; all else stays as written.
    """
    lines: list[Content] = []
    fenced = False
    for line in neutralise(text).split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        if not fenced and _RULE.match(line):
            continue
        lines.append(Content(line).stylize("$text-secondary") if fenced else _prose_line(line))
    return Content("\n").join(lines)


def _prose_line(line: str) -> Content:
    if heading := _HEADING.match(line):
        return Content(heading["title"]).stylize("bold $text-primary")
    if bullet := _BULLET.match(line):
        return Content.assemble(f"{bullet['indent']}• ", _inline(bullet["rest"]))
    if line.startswith("|"):
        return _row(line)
    return _inline(line)


def _row(line: str) -> Content:
    """Return a table row as one line: columns would not fit beside a transcript."""
    first, *rest = (cell.strip() for cell in line.strip().strip("|").split("|"))
    others = " · ".join(cell for cell in rest if cell)
    return Content.assemble(
        "• ", _inline(first).stylize("bold"), ": " if others else "", _inline(others)
    )


def _inline(line: str) -> Content:
    pieces: list[Content] = []
    end = 0
    for match in _INLINE.finditer(line):
        pieces.append(Content(line[end : match.start()]))
        if match["bold"] is not None:
            pieces.append(Content(match["bold"]).stylize("bold"))
        else:
            pieces.append(Content(match["code"]).stylize("$text-secondary"))
        end = match.end()
    return Content("").join([*pieces, Content(line[end:])])


def compact_json(value: JsonValue, width: int = 0) -> str:
    """Return JSON on one line, cut to `width` characters if > 0."""
    text = neutralise(json.dumps(value, ensure_ascii=False))
    return text if width <= 0 or len(text) <= width else text[: max(width - 1, 0)] + "…"


def full_json(value: JsonValue) -> str:
    """Return JSON over several lines."""
    return neutralise(json.dumps(value, ensure_ascii=False, indent=2))
