"""Markdown as text that reads well aloud: no marks, no columns."""

from __future__ import annotations

import re

from rut_domains.text import unwrap

# Bold may go on in the next line, but not in the next paragraph.
_MARKS = re.compile(r"\*\*(?P<bold>(?:(?!\n\s*\n)[^*])+)\*\*|`(?P<code>[^`\n]+)`")
_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+)$")
_RULE = re.compile(r"^\|[\s:|-]+\|?$")


def plain_prose(text: str) -> str:
    """Return Markdown as plain text: a paragraph a line, each table row as one sentence.

    A cell is named by the heading of its column from the third column on; in a table of two
    columns the first names the second.
    """
    lines: list[str] = []
    heads: list[str] = []
    for line in unwrap(_unmark(text.strip())).split("\n"):
        if not line.startswith("|"):
            heads = []
            heading = _HEADING.match(line)
            lines.append(heading["title"] if heading else line)
        elif _RULE.match(line):
            continue
        elif heads:
            lines.append(_row(heads, _split(line)))
        else:
            heads = _split(line)
    return "\n".join(lines)


def _row(heads: list[str], cells: list[str]) -> str:
    first, *others = cells
    if len(heads) <= 2:
        return f"- {first}: {', '.join(others)}" if others else f"- {first}"
    named = (f"{head} {cell}" for head, cell in zip(heads[1:], others, strict=False) if cell)
    return f"- {first}: {'; '.join(named)}"


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _unmark(text: str) -> str:
    return _MARKS.sub(lambda match: match["bold"] or match["code"], text)
