"""The tables of a document in LaTeX, to be read into a paper by its command `input`.

They need the package booktabs and nothing else. Characters that the fonts of an ordinary paper do
not have are written by their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rut_domains.text import one_line
from rut_exports.report.document import Code, Document, Emphasis, Heading, Table, Text, spans

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
    "[": "{[}",
    "]": "{]}",
    "…": r"\ldots{}",
}
# What T1 fonts print for UTF-8 input without further packages.
_PRINTABLE = re.compile(r"[\x20-\x7e\u00a1-\u00ff]")
_NO_LABEL = re.compile(r"[^a-z0-9-]+")
# A number with its sign, in mathematics so that the sign is a minus.
_NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")


def render_latex(document: Document) -> str:
    """Return all tables that have a slug, each with its caption and the label `tab:SLUG`."""
    lines = [
        "% Tables for \\input; in the preamble: \\usepackage[T1]{fontenc}, "
        "\\usepackage{textcomp}, \\usepackage{booktabs}.",
    ]
    title, taken = "", set[str]()
    for block in document.blocks:
        if isinstance(block, Heading):
            title = block.text
        elif isinstance(block, Table) and block.slug and block.rows:
            lines += ["", *_table(block, block.caption or title, _label(block.slug, taken))]
    return "\n".join(lines) + "\n"


def escape_latex(text: str) -> str:
    """Return foreign text on one line that LaTeX prints as it is: no command, no mathematics."""
    made = []
    for character in one_line(text):
        if character in _ESCAPES:
            made.append(_ESCAPES[character])
        elif _PRINTABLE.fullmatch(character):
            made.append(character)
        else:
            made.append(f"U+{ord(character):04X}")
    return "".join(made)


def _label(slug: str, taken: set[str]) -> str:
    label = _NO_LABEL.sub("-", slug.lower())
    number = 1
    while label in taken:
        number += 1
        label = f"{_NO_LABEL.sub('-', slug.lower())}-{number}"
    taken.add(label)
    return label


def _table(block: Table, caption: str, label: str) -> Iterator[str]:
    layout = "".join("r" if column.number else "l" for column in block.columns)
    yield r"\begin{table}[tp]"
    yield r"\centering\small"
    yield rf"\caption{{{escape_latex(caption)}}}\label{{tab:{label}}}"
    yield rf"\begin{{tabular}}{{@{{}}{layout}@{{}}}}"
    yield r"\toprule"
    yield " & ".join(escape_latex(column.name) for column in block.columns) + r" \\"
    yield r"\midrule"
    for row in block.rows:
        yield " & ".join(_cell(cell) for cell in row) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _cell(text: Text) -> str:
    return "".join(_span(part) for part in spans(text))


def _span(part: str) -> str:
    if isinstance(part, Emphasis):
        return rf"\emph{{{escape_latex(part)}}}"
    if isinstance(part, Code):
        return rf"\texttt{{{escape_latex(part)}}}"
    pieces = [escape_latex(piece) if piece else "" for piece in _NEGATIVE.split(part)]
    lead = " " if part[:1].isspace() else ""
    return lead + "$-$".join(pieces)
