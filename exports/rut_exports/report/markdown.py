"""A document as Markdown. All text is escaped, whoever wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rut_domains.text import one_line
from rut_exports.report.document import (
    Block,
    Bullets,
    Code,
    Document,
    Emphasis,
    Heading,
    Paragraph,
    Picture,
    Quote,
    Table,
    Text,
    spans,
)

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
# What can open a construct of CommonMark or of GitHub's dialect: anywhere, ...
_ANYWHERE = re.compile(r"[\\`*{}\[\]#|~$@]")
# ... unless it stands inside a word, at the start of a line, ...
_OUTSIDE_WORDS = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_AT_START = re.compile(r"^(?:[-+=]|\d+(?=[.)](?:\s|$)))")
# ... and what turns bare text into links and little pictures.
_LINKS = re.compile(r"(?i):(?=\S)|(?<=www)\.")
_NO_SLUG = re.compile(r"[^\w.-]")
# Numbers, marks and intervals of ours, in which nothing can be taken for anything else.
_NUMBER = r"-?\d+(?:\.\d+)?%?"
_FIGURES = re.compile(rf"{_NUMBER}(?: \[{_NUMBER}, {_NUMBER}\])?")


def render_markdown(document: Document) -> str:
    """Return the whole document; equal documents give equal text."""
    blocks = ("\n".join(_lines(block)) for block in document.blocks)
    parts = (f"# {escape_markdown(document.title)}", *blocks)
    return "\n\n".join(part for part in parts if part) + "\n"


def escape_markdown(text: str) -> str:
    """Return foreign text on one line that Markdown shows as it is: no markup, link or HTML."""
    safe = _ANYWHERE.sub(r"\\\g<0>", one_line(text))
    safe = _OUTSIDE_WORDS.sub(r"\\_", safe)
    safe = _LINKS.sub(r"\\\g<0>", safe)
    safe = _AT_START.sub(_escape_start, safe)
    return "".join(_ENTITIES.get(character, character) for character in safe)


def _escape_start(match: re.Match[str]) -> str:
    found = match.group()
    # A list number is escaped behind the digits: "1\\." is no list.
    return f"{found}\\" if found[0].isdigit() else f"\\{found}"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"{'#' * block.level} {escape_markdown(block.text)}"
        case Paragraph():
            yield _line(block.text)
        case Bullets():
            yield from (f"- {_line(item)}" for item in block.items)
        case Quote():
            yield _quote(block.text)
        case Table():
            yield from _table(block)
        case Picture():
            # The numbers of a figure stand in a table beside it.
            return


def _table(block: Table) -> Iterator[str]:
    if block.caption:
        yield f"{escape_markdown(block.caption)}\n"
    yield f"| {' | '.join(escape_markdown(column.name) for column in block.columns)} |"
    yield f"|{'|'.join('---:' if column.number else '---' for column in block.columns)}|"
    for row in block.rows:
        yield f"| {' | '.join(_line(cell) for cell in row)} |"


def _line(text: Text) -> str:
    return "".join(_span(part) for part in spans(text))


def _span(part: str) -> str:
    if isinstance(part, Emphasis):
        return f"*{escape_markdown(part)}*"
    if isinstance(part, Code):
        # Nothing in a code can end it or the table's cell.
        return f"`{_NO_SLUG.sub('', part)}`"
    if _FIGURES.fullmatch(part):
        return part
    # Blanks at the ends of a part keep it apart from its neighbours.
    bare = part.strip()
    inner = escape_markdown(bare)
    return part.replace(bare, inner) if bare and part != bare else inner


def _quote(text: str) -> str:
    lines = [escape_markdown(line) for line in text.strip().splitlines()]
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    # A backslash at its end keeps a line apart from the next one of the paragraph.
    kept = (f"{line}\\" if line and following else line for line, following in pairs)
    return "\n".join(f"> {line}".rstrip() for line in kept)
