"""What `rut agree` says about a file: the numbers, the advice, and every form of it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from rut_annotations.estimation.interval import Plan
from rut_annotations.ratings_files.reading import read_ratings
from rut_exports.agree.building import Wishes, build_agreement
from rut_exports.agree.model import AgreeReport
from rut_exports.agree.pages import make_document
from rut_exports.agree.rows import COLUMNS, render_rows
from rut_exports.report.html import render_html
from rut_exports.report.markdown import render_markdown

PLAN = Plan(replicates=200)


def answer(folder: Path, text: str, wishes: Wishes | None = None) -> AgreeReport:
    path = folder / "ratings.csv"
    path.write_text(text, encoding="utf-8")
    told: list[float] = []
    made = build_agreement(
        read_ratings(path),
        path.name,
        "1.0",
        PLAN,
        wishes or Wishes(),
        lambda name, share: told.append(share),
    )
    assert told == sorted(told)
    return made


def long(rows: dict[str, str], criterion: str = "c") -> str:
    head = "unit,rater,criterion,value\n"
    return head + "".join(
        f"u{place},{rater},{criterion},{word}\n"
        for rater, words in rows.items()
        for place, word in enumerate(words.split())
        if word != "-"
    )


def test_the_published_four_raters(tmp_path: Path) -> None:
    """Krippendorff (2011), section C, read from a file: nominal alpha .743."""
    text = long(
        {
            "a": "p q r r q p s p q - - -",
            "b": "p q r r q q s p q t - r",
            "c": "- r r r q r s q q t p -",
            "d": "p q r r q s s p q t p -",
        }
    )
    (found,) = answer(tmp_path, text).criteria
    assert found.level == "nominal"
    assert found.headline.alpha.value == pytest.approx(0.743, abs=0.0005)
    assert found.headline.n_pairable == 11
    assert len(found.pairs) == 6
    assert [item.rater for item in found.left_out] == ["a", "b", "c", "d"]
    assert any("fewer than 15" in sentence for sentence in found.advice)


def test_not_applicable_is_given_in_all_three_ways(tmp_path: Path) -> None:
    """Two units applicable to all, one to one rater: by hand 3 units, 2, and 3."""
    text = long({"a": "yes no n/a", "b": "yes yes no"})
    (found,) = answer(tmp_path, text).criteria
    assert found.headline.treatment == "category"
    assert {other.treatment for other in found.others} == {"missing", "applicability"}
    missing = next(other for other in found.others if other.treatment == "missing")
    assert (missing.n_pairable, found.headline.n_pairable) == (2, 3)
    (chosen,) = answer(tmp_path, text, Wishes(treatment="missing")).criteria
    assert chosen.headline == missing


def test_a_model_is_set_beside_the_people_and_enters_no_human_number(tmp_path: Path) -> None:
    people = {"ann": "yes no yes no yes no", "bob": "yes no yes no no no"}
    (alone,) = answer(tmp_path, long(people)).criteria
    (found,) = answer(tmp_path, long({**people, "gpt-4o": "yes no yes no yes no"})).criteria
    assert found.headline == alone.headline
    (judge,) = found.judges
    assert (judge.judge, judge.units, judge.people) == ("gpt-4o", 6, 2)
    assert alone.judges == ()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ({"a": "yes yes yes", "b": "yes yes yes"}, "Everybody chose one category"),
        ({"a": "yes no yes"}, "Have at least two people rate the same units."),
        ({"a": "yes no - -", "b": "- - yes no"}, "Have at least two people rate the same units."),
        ({"a": "yes no -", "b": "- no yes"}, "Have more units rated"),
        ({"a": "a b c d " * 20, "b": "a b c d " * 20}, "There is no interval"),
        ({"a": "a b " * 60, "b": "a b " * 59 + "b a"}, "reaches .800"),
        ({"a": "a b " * 40, "b": "a b b a " * 20}, "below .667"),
    ],
)
def test_the_advice_follows_from_the_numbers(
    tmp_path: Path, rows: dict[str, str], expected: str
) -> None:
    (found,) = answer(tmp_path, long(rows)).criteria
    assert any(expected in sentence for sentence in found.advice), found.advice


def test_a_rater_who_differs_is_named(tmp_path: Path) -> None:
    rows = dict.fromkeys(("ann", "bob", "cy"), "a b a b a b a b a b")
    (found,) = answer(tmp_path, long({**rows, "odd": "b b a a b a a b b a"})).criteria
    assert any("Without rater 'odd'" in sentence for sentence in found.advice)


def test_the_same_file_gives_the_same_bytes_in_every_form(tmp_path: Path) -> None:
    text = long({"a": "yes no n/a yes", "b": "yes yes no no", "c": "no no yes yes"})
    one, two = answer(tmp_path, text), answer(tmp_path, text)
    assert one.model_dump_json() == two.model_dump_json()
    for make in (render_html, render_markdown):
        assert make(make_document(one)) == make(make_document(two))
    json.loads(one.model_dump_json(), parse_constant=pytest.fail)


def test_every_number_is_a_row_and_formulas_are_guarded(tmp_path: Path) -> None:
    text = long({"a": "yes no yes no", "b": "yes no no no"}, criterion="=SUM(A1)")
    made = answer(tmp_path, text)
    rows = list(csv.DictReader(io.StringIO(render_rows(made))))
    head = made.criteria[0].headline
    assert len(rows) == len(head.coefficients) + len(head.specific)
    assert list(rows[0]) == COLUMNS.split()
    assert all(row["criterion"] == "'=SUM(A1)" for row in rows)
    alpha = next(row for row in rows if row["coefficient"] == "krippendorff_alpha")
    assert float(alpha["value"]) == pytest.approx(head.alpha.value, abs=1e-6)


def test_foreign_text_is_escaped_on_the_page(tmp_path: Path) -> None:
    text = long({"<b>x</b>": "yes no yes", "b": "yes no no"}, criterion="<script>alert(1)</script>")
    page = render_html(make_document(answer(tmp_path, text)))
    assert "<script>alert" not in page
    assert "<b>x</b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
