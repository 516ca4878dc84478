from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.document import Code, Document, Emphasis, plain, prose, table
from rut_exports.report.html import render_html
from rut_exports.report.latex import escape_latex, render_latex
from rut_exports.report.pages.whole import make_document
from tests.rut_exports.report.test_forms import HOSTILE, hostile_bundle
from tests.support.judging import RUBRIC
from tests.support.studies import planted_bundle, small_bundle

VOID = {"meta", "rect", "line", "path", "circle", "polygon"}
TEX = next((name for name in ("pdflatex", "lualatex", "tectonic") if shutil.which(name)), None)
PREAMBLE = (
    "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{textcomp}"
    "\\usepackage{booktabs}\\begin{document}\n"
)


class Page(HTMLParser):
    """Reads a page: every tag in order, with its attributes, and whether all are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def document_of(bundle: Bundle) -> Document:
    return make_document(build_report(bundle))


@pytest.mark.parametrize("bundle", [small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))])
def test_a_page_is_well_formed_and_fetches_nothing(bundle: Bundle) -> None:
    text = render_html(document_of(bundle))
    page = Page(text)
    assert page.open == []
    assert "script" not in page.tags
    assert not {"link", "img", "iframe", "object"} & set(page.tags)
    for name, value in page.attributes:
        assert name not in ("src", "srcset", "onload")
        assert name != "href" or (value or "").startswith("#")
    assert "url(" not in text
    assert "@import" not in text
    # Each entry of the contents leads to a heading.
    anchors = {value for name, value in page.attributes if name == "id"}
    assert {(v or "")[1:] for name, v in page.attributes if name == "href"} <= anchors


def test_every_figure_of_a_page_has_words() -> None:
    text = render_html(document_of(small_bundle()))
    figures = re.findall(r"<svg .*?</svg>", text, re.DOTALL)
    assert len(figures) == 7
    for drawn in figures:
        assert re.search(r"<desc>[^<]{20,}</desc>", drawn)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text_on_a_page(text: str) -> None:
    hostile = Page(render_html(document_of(hostile_bundle(text))))
    harmless = Page(render_html(document_of(hostile_bundle("plain"))))
    kept = [tag for tag in harmless.tags if tag not in ("line", "path")]
    assert [tag for tag in hostile.tags if tag not in ("line", "path")] == kept


def test_the_numbers_of_a_page_are_those_of_the_report() -> None:
    words = Page(render_html(document_of(small_bundle()))).words
    assert "66.7% [9, 98]" in words
    assert "0.000 [-0.67, 0.00]" in words
    assert "undefined: all paired ratings are equal" in words


@pytest.mark.parametrize("bundle", [small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))])
def test_tables_in_latex_are_balanced_and_of_equal_width(bundle: Bundle) -> None:
    check_latex(render_latex(document_of(bundle)))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text_in_latex(text: str) -> None:
    check_latex(render_latex(document_of(hostile_bundle(text))))


def check_latex(text: str) -> None:
    """Count braces, environments and cells as TeX would read them."""
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    bare = re.sub(r"\\[\\{}$&#_%]", "", body)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") == 2 * bare.count("$-$")
    assert not re.search(r"[#_%~^]", bare)
    known = {
        "begin", "end", "caption", "label", "centering", "small", "toprule", "midrule",
        "bottomrule", "emph", "texttt", "textbackslash", "textasciitilde", "textasciicircum",
        "textless", "textgreater", "textbar", "textquotedbl", "textquotesingle",
        "textasciigrave", "ldots",
    }  # fmt: skip
    assert set(re.findall(r"\\([a-zA-Z]+)", body)) <= known
    for layout, rows in re.findall(
        r"\\begin\{tabular\}\{@\{\}([lr]+)@\{\}\}(.*?)\\end\{tabular\}", body, re.DOTALL
    ):
        for row in rows.split(r"\\")[:-1]:
            assert row.replace(r"\&", "").count("&") == len(layout) - 1
    labels = re.findall(r"\\label\{([^}]*)\}", body)
    assert len(set(labels)) == len(labels)


@pytest.mark.skipif(TEX is None, reason="no TeX engine is installed")
@pytest.mark.parametrize("text", ["plain", *HOSTILE])
def test_tables_compile(text: str, tmp_path: Path) -> None:
    assert TEX is not None
    source = PREAMBLE + render_latex(document_of(hostile_bundle(text))) + "\\end{document}\n"
    (tmp_path / "tables.tex").write_text(source)
    flags = [] if TEX == "tectonic" else ["-halt-on-error", "-interaction=nonstopmode"]
    done = subprocess.run(
        [TEX, *flags, "tables.tex"], cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout


def test_a_minus_is_a_minus_and_a_hyphen_a_hyphen() -> None:
    document = Document("t", (table("a-b:", [("x-1",), ("-0.5",)], "s", "c"),))
    text = render_latex(document)
    assert "x{-}1" in text
    assert "$-$0.5" in text
    assert escape_latex("50% of {a_b}") == r"50\% of \{a\_b\}"
    assert escape_latex("日") == "U+65E5"


def test_values_cannot_mark_themselves_up() -> None:
    text = prose("*Alpha* of `{id}` is {value}.", id="a*b", value="*not* `code`")
    assert text == ("Alpha", " of ", "a*b", " is *not* `code`.")
    assert [type(part) for part in text] == [Emphasis, str, Code, str]
    assert plain(text) == "Alpha of a*b is *not* `code`."
    assert prose("Only words.") == "Only words."
