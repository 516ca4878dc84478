"""A report as a document: headings, paragraphs, lists, tables and figures.

The pages say what stands in it, once; the writers for Markdown, HTML and LaTeX only say how it
looks. Text is foreign unless a template of ours made it, and is escaped by the writers in any case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rut_exports.figures.svg import Figure


class Emphasis(str):
    """A word that stands out."""

    __slots__ = ()


class Code(str):
    """A hash, a name of a file, a command."""

    __slots__ = ()


Text = str | tuple[str, ...]
"""A line of text: a text, or a row of texts of which some are `Emphasis` or `Code`."""

_MARKED = re.compile(r"\*([^*]+)\*|`([^`]+)`")


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title of the whole."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: Text


@dataclass(frozen=True)
class Bullets:
    """A list, each item a line of text."""

    items: tuple[Text, ...]


@dataclass(frozen=True)
class Quote:
    """A text by others, kept line by line."""

    text: str


@dataclass(frozen=True)
class Column:
    """The head of a column; numbers stand at the right."""

    name: str
    number: bool = True


@dataclass(frozen=True)
class Table:
    """Rows under columns. `slug` names it in LaTeX; `caption` says what it shows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Text, ...], ...]
    slug: str = ""
    caption: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure, where the form can hold one; its words where not."""

    figure: Figure


Block = Heading | Paragraph | Bullets | Quote | Table | Picture


@dataclass(frozen=True)
class Document:
    """All blocks in order; the first is the title."""

    title: str
    blocks: tuple[Block, ...] = field(default=())


def prose(template: str, **values: object) -> Text:
    """Return a sentence of ours with values set in.

    In the template `*word*` stands out and a word between backquotes is code. The values are set
    in afterwards: nothing in them can mark anything.
    """
    parts: list[str] = []
    start = 0
    for found in _MARKED.finditer(template):
        parts.append(template[start : found.start()].format(**values))
        emphasised, code = found.groups()
        parts.append(
            Emphasis(emphasised.format(**values)) if emphasised else Code(code.format(**values))
        )
        start = found.end()
    parts.append(template[start:].format(**values))
    kept = tuple(part for part in parts if part)
    return kept[0] if len(kept) == 1 and type(kept[0]) is str else kept


def spans(text: Text) -> tuple[str, ...]:
    """Return a line of text as its parts."""
    return text if isinstance(text, tuple) else (text,)


def plain(text: Text) -> str:
    """Return a line of text without its marks."""
    return "".join(spans(text))


def columns(names: str) -> tuple[Column, ...]:
    """Return columns from `name, name, ...`; a name that ends in `:` is a column of texts."""
    return tuple(
        Column(name.removesuffix(":").strip(), number=not name.strip().endswith(":"))
        for name in names.split(",")
    )


def table(names: str, rows: Sequence[Sequence[object]], slug: str = "", caption: str = "") -> Table:
    """Return a table from the names of its columns (see `columns`) and rows of values."""
    return Table(
        columns=columns(names),
        rows=tuple(
            tuple(cell if isinstance(cell, str | tuple) else str(cell) for cell in row)
            for row in rows
        ),
        slug=slug,
        caption=caption,
    )
