"""A document as one HTML page: nothing is fetched, it prints, and it works on dark paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rut_domains.text import neutralise, one_line
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

_NO_ANCHOR = re.compile(r"[^a-z0-9]+")


def render_html(document: Document) -> str:
    """Return the document as one file; equal documents give equal bytes."""
    environment = Environment(
        loader=PackageLoader("rut_exports.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    body = Markup("\n".join(_body(document)))
    entries = [
        (anchor, one_line(block.text), block.level)
        for anchor, block in zip(_anchors(document), document.blocks, strict=True)
        if isinstance(block, Heading) and block.level <= 3
    ]
    page = environment.get_template("page.html.j2")
    return page.render(title=one_line(document.title), body=body, entries=entries)


def _anchors(document: Document) -> list[str]:
    """Return a name for each block: of headings, from their words and place."""
    return [
        f"{_NO_ANCHOR.sub('-', block.text.lower()).strip('-')}-{index}"
        if isinstance(block, Heading)
        else ""
        for index, block in enumerate(document.blocks)
    ]


def _body(document: Document) -> Iterator[str]:
    for anchor, block in zip(_anchors(document), document.blocks, strict=True):
        yield from _block(block, anchor)


def _block(block: Block, anchor: str) -> Iterator[str]:
    match block:
        case Heading():
            level = min(block.level, 6)
            yield f'<h{level} id="{anchor}">{_escape(block.text)}</h{level}>'
        case Paragraph():
            yield f"<p>{_line(block.text)}</p>"
        case Bullets():
            yield "<ul>"
            yield from (f"<li>{_line(item)}</li>" for item in block.items)
            yield "</ul>"
        case Quote():
            yield f"<blockquote>{escape(neutralise(block.text.strip()))}</blockquote>"
        case Table():
            yield from _table(block)
        case Picture():
            yield f"<figure>{block.figure.svg}"
            yield f"<figcaption>{_escape(block.figure.title)}</figcaption></figure>"


def _table(block: Table) -> Iterator[str]:
    kinds = ["number" if column.number else "words" for column in block.columns]
    yield '<div class="table"><table>'
    if block.caption:
        yield f"<caption>{_escape(block.caption)}</caption>"
    names = zip(block.columns, kinds, strict=True)
    heads = "".join(
        f'<th scope="col" class="{kind}">{_escape(column.name)}</th>' for column, kind in names
    )
    yield f"<thead><tr>{heads}</tr></thead><tbody>"
    for row in block.rows:
        cells = zip(row, kinds, strict=True)
        yield "<tr>" + "".join(f'<td class="{k}">{_line(c)}</td>' for c, k in cells) + "</tr>"
    yield "</tbody></table></div>"


def _line(text: Text) -> str:
    return "".join(_span(part) for part in spans(text))


def _span(part: str) -> str:
    if isinstance(part, Emphasis):
        return f"<em>{_escape(part)}</em>"
    if isinstance(part, Code):
        return f"<code>{_escape(part)}</code>"
    # Blanks at the ends of a part keep it apart from its neighbours.
    before = " " if part[:1].isspace() else ""
    after = " " if part.strip() and part[-1:].isspace() else ""
    return f"{before}{_escape(part)}{after}"


def _escape(text: str) -> str:
    return escape(one_line(text))
