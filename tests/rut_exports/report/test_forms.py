from __future__ import annotations

import csv
import io
import json
import random
import re
from typing import Any

import pytest
from markdown_it import MarkdownIt
from rich.cells import cell_len

from rut_annotations.judgement import Skip
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.document import Document
from rut_exports.report.html import render_html
from rut_exports.report.latex import render_latex
from rut_exports.report.machine import render_json
from rut_exports.report.markdown import escape_markdown, render_markdown
from rut_exports.report.model import Report
from rut_exports.report.pages.whole import make_document
from rut_exports.report.sheets import render_tables, safe_cell
from rut_exports.report.terminal import format_table, render_text
from tests.support.judging import RUBRIC, judge
from tests.support.studies import OWN, planted_bundle, small_bundle, summary, words

HOSTILE = (
    "=1+1",
    "<script>alert(1)</script>",
    "[x](http://e.vil) ![y](z) https://e.vil www.e.vil",
    "a|b|c",
    "line one\nline two\r\n# three",
    "\x1b[31mred\x1b]0;title\x07",
    "`code` **bold** _it_ ~~gone~~ $x$",
    "\u202egnp.exe",
    "[bold red]markup[/]",
    "{{ 7 * 7 }} {% raw %}",
    "\ud800 half",
    "日本語の名前がとても長い話者です",
    "- item",
    "1. one",
    "&lt; &amp;",
    "\\",
)


def hostile_bundle(text: str) -> Bundle:
    """A study in which every text that others write is hostile."""
    # A name that is no text at all never becomes a rater.
    rater = text.replace("\ud800", "half")
    dialogues = [
        summary(f"{text}1", text, text, domain=text, criteria=(OWN,), codes={rater: text}),
        summary("d2", text, "t2", domain=text),
    ]
    rows = [
        *words(f"{text}1", rater, "mnmm"),
        *words(f"{text}1", "bob", "mmmm"),
        *words("d2", "bob", "mmmn"),
        *words("d2", rater, "mmmm"),
        judge(f"{text}1", rater, OWN, "not_met", comment=text),
        judge(f"{text}1", "bob", OWN, "met", comment=text),
    ]
    return Bundle(
        rubrics=(RUBRIC,),
        dialogues=dialogues,
        judgements=rows,
        skips=(Skip(dialogue_id="d2", rater=rater, reason=text),),
        integrity={text: 3},
        made_at=text,
        version=text,
        replicates=20,
    )


def document_of(bundle: Bundle) -> Document:
    return make_document(build_report(bundle))


def forms(bundle: Bundle) -> dict[str, str]:
    report = build_report(bundle)
    return {
        "markdown": render_markdown(make_document(report)),
        "html": render_html(make_document(report)),
        "latex": render_latex(make_document(report)),
        "json": render_json(report),
        "text": render_text(report),
        **render_tables(report, bundle),
    }


def html(markdown: str) -> str:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown)


def visible(markdown: str) -> str:
    return re.sub(r"<[^>]+>", "", html(markdown))


def read_table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("bundle", [small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))])
def test_the_same_data_in_any_order_give_the_same_bytes(bundle: Bundle) -> None:
    expected = forms(bundle)
    for seed in range(3):
        dialogues, judgements = list(bundle.dialogues), list(bundle.judgements)
        random.Random(seed).shuffle(dialogues)
        random.Random(seed).shuffle(judgements)
        changed = bundle.model_dump() | {"dialogues": dialogues, "judgements": judgements}
        assert forms(Bundle.model_validate(changed)) == expected


def test_another_seed_changes_the_intervals_and_nothing_else() -> None:
    bundle = Bundle(
        rubrics=(RUBRIC,),
        dialogues=[summary(f"d{n}", task=f"t{n}") for n in range(32)],
        judgements=[
            row
            for n in range(32)
            for rater, letters in (("ann", "mnmm"[n % 4] * 4), ("bob", "mnmn"[n % 4] * 4))
            for row in words(f"d{n}", rater, letters)
        ],
        replicates=101,
    )
    one, two = (build_report(bundle.model_copy(update={"seed": seed})) for seed in (1, 2))
    first, second = one.sections[0].agreement[0].alpha, two.sections[0].agreement[0].alpha
    assert first.value == second.value
    assert first.interval is not None
    assert first.interval != second.interval


def test_numbers_stand_in_the_markdown_with_their_n() -> None:
    text = render_markdown(document_of(small_bundle(made_at="2026-03-01", version="1.2.3")))
    lines = text.splitlines()
    assert "Made 2026-03-01 with rut-tui 1.2.3." in lines
    row = next(line for line in lines if line.startswith("| Groundedness | 3 / 4 |"))
    assert "| 2 | 3 | 100.0% [16, 100] | undefined: all paired ratings are equal" in row
    row = next(line for line in lines if line.startswith("| No premature disclosure"))
    assert "| 3 / 4 | 2 | 3 | 66.7% [9, 98] | 0.000 [-0.67, 0.00] |" in row
    assert "| played: human | majority | 2 | 2 | 1 | 0 | 1 | 0 | 1.00 [0.21, 1.00] " in text
    assert "0.50 to 1.00 | no majority 1 |" in text
    assert "Intervals resample tasks, since some task was played more than once" in text
    assert "Unlinked dialogues are not counted (1)" in text
    assert "| apart: by models | 1 |" in text
    assert "| judge-1 | model | 1 | 0 | 0 | 1 |" in text
    assert "ann: not met (Volunteers unasked information; turn 2) / bob: met" in text


def test_the_markdown_is_tables_of_equal_width_and_nothing_unfilled() -> None:
    for bundle in (small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))):
        text = render_markdown(document_of(bundle))
        assert "{{" not in text
        assert "None" not in text
        rendered = html(text)
        for table in re.findall(r"<table>.*?</table>", rendered, re.DOTALL):
            rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
            assert len({len(re.findall(r"<t[hd]", row)) for row in rows}) == 1
        assert not [line for line in visible(text).splitlines() if line.startswith("|")]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text_in_markdown(text: str) -> None:
    rendered = html(f"| a | b |\n|---|---|\n| {escape_markdown(text)} | end |")
    cells = re.findall(r"<td>(.*?)</td>", rendered)
    assert len(cells) == 2
    assert cells[1] == "end"
    assert not re.search(r"<(?!/?t)", cells[0])
    alone = html(escape_markdown(text))
    assert re.fullmatch(r"<p>[^<]*</p>\n", alone)
    whole = html(render_markdown(document_of(hostile_bundle(text))))
    plain = html(render_markdown(document_of(hostile_bundle("plain"))))
    tags = re.compile(r"<(\w+)")
    assert tags.findall(whole) == tags.findall(plain)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_control_character_reaches_any_form(text: str) -> None:
    for name, form in forms(hostile_bundle(text)).items():
        kept = form.replace("\n", "").replace("\t", "")
        assert not re.search(
            r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", kept
        ), name
        form.encode("utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_is_a_formula(text: str) -> None:
    bundle = hostile_bundle(text)
    for name, table in render_tables(build_report(bundle), bundle).items():
        for row in csv.reader(io.StringIO(table)):
            for cell in row:
                number = re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", cell)
                assert number or not cell.lstrip().startswith(("=", "+", "-", "@")), name


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'␍x"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("", ""),
        (-0.9, "-0.9"),
        (-3, "-3"),
        (-0.0, "0.0"),
        (1 / 3, "0.333333"),
        (None, ""),
        (True, "true"),
        ((2, 5), "2 5"),
    ],
)
def test_cells(value: object, cell: str) -> None:
    assert safe_cell(value) == cell


def test_the_tables_hold_what_the_report_says() -> None:
    bundle = small_bundle()
    tables = {
        name: read_table(text) for name, text in forms(bundle).items() if name.endswith("csv")
    }
    assert len(tables["agreement.csv"]) == 5
    first = tables["agreement.csv"][0]
    assert (first["alpha"], first["alpha_reason"], first["percent"]) == (
        "",
        "single_category",
        "1.0",
    )
    assert first["n_pairable"] == "3"
    by_role = [(row["role"], row["by"]) for row in tables["ufs.csv"]]
    assert len(by_role) == 6 + 6 + 1
    assert by_role.count(("model", "rater")) == 1
    judged = tables["judgements.csv"]
    flow = build_report(bundle).sections[0].flow
    roles = [row["rater_kind"] for row in judged]
    assert roles == ["human"] * flow.judgements + ["model"] * flow.by_models
    assert {row["pass"] for row in judged} == {"1"}
    assert {row["dialogue_id"] for row in judged} == {"d1", "d2", "d3", "d4"}
    assert [row["comment"] for row in judged if row["comment"]] == ["'=2+2"]
    assert {
        row["code"] for row in judged if row["rater"] == "ann" and row["dialogue_id"] == "d1"
    } == {"AAAA-1111"}
    assert [(row["dialogue_id"], row["rater"]) for row in tables["disagreements.csv"]] == [
        ("d2", "ann"),
        ("d2", "bob"),
        ("d3", "ann"),
        ("d3", "bob"),
    ]
    flow = {row["count"]: row["value"] for row in tables["counts.csv"] if row["group"] == "flow"}
    assert (flow["unlinked"], flow["by_models"]) == ("1", "1")


def test_a_changed_answer_is_one_row_with_its_last_value() -> None:
    """T01: five revisions leave one current value, whatever the order of touch."""
    verdicts = ["cannot_tell", "met", "cannot_tell", "met", "cannot_tell"]
    rows = [
        judge("d1", "ann", "groundedness", verdict, revision=number)
        for number, verdict in enumerate(verdicts, start=1)
    ]
    bundle = small_bundle(judgements=rows)
    (row,) = read_table(forms(bundle)["judgements.csv"])
    assert (row["verdict"], row["revision"]) == ("cannot_tell", "5")


def test_the_json_is_strict_complete_and_reads_back() -> None:
    for bundle in (small_bundle(), planted_bundle(), Bundle(rubrics=(RUBRIC,))):
        text = render_json(build_report(bundle))
        data: Any = json.loads(text, parse_constant=pytest.fail)
        assert text.isascii()
        assert Report.model_validate(data).sections[0].flow == build_report(bundle).sections[0].flow
        assert (data["format"], data["seed"]) == ("rut-report/1", bundle.seed)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("text", ["plain", *HOSTILE])
def test_the_text_fits_the_terminal(width: int, text: str) -> None:
    for line in render_text(build_report(hostile_bundle(text)), width).splitlines():
        assert cell_len(line) <= width


def test_the_text_says_the_main_numbers_and_what_was_left_out() -> None:
    text = render_text(build_report(small_bundle()))
    assert "4 of 4 dialogues rated by 2 raters, 32 judgements" in text
    assert "unlinked dialogues 1" in text
    assert "Apart: judgements by models 1." in text
    assert re.search(r"No premature disclosure +3 +2 +3 +66\.7% +0\.000", text)
    assert re.search(r"Groundedness +3 +2 +3 +100\.0% +undefined +-", text)
    assert "Groundedness: all paired ratings are equal" in text
    assert re.search(r"played: human +majority +1 +1\.00 \[0\.21, 1\.00\] +1 +0\.50 to 1\.00", text)
    assert "Nobody has judged anything yet." in render_text(build_report(Bundle(rubrics=(RUBRIC,))))


def test_a_long_list_of_disagreements_is_cut_and_says_so() -> None:
    dialogues = [summary(f"d{n:02}", task=f"t{n}") for n in range(14)]
    rows = [
        row
        for n in range(14)
        for rater, letter in (("ann", "m"), ("bob", "n"))
        for row in words(f"d{n:02}", rater, f"{letter}mmm")
    ]
    text = render_text(build_report(small_bundle(dialogues=dialogues, judgements=rows)))
    assert "DISAGREEMENTS (14)" in text
    assert "... and 4 more" in text


def test_a_table_cuts_its_widest_name_and_keeps_its_numbers() -> None:
    lines = format_table(("name", "n"), [("x" * 100, "12345"), ("日本" * 30, "1")], 40)
    assert all(cell_len(line) <= 40 for line in lines)
    assert lines[1].endswith("…  12345")
    assert lines[2].endswith("1")
