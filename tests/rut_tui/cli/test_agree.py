"""`rut agree` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rut_domains.faults import Fault
from rut_tui.cli.main import run

TABLE = "item,ann,bob\n1,yes,yes\n2,no,no\n3,yes,no\n4,no,no\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_one_file_one_answer(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", str(file)]) == 0
    text = capsys.readouterr().out
    assert "shape: one unit a row and one rater a column" in text
    # By hand: coincidences yes-yes 2, no-no 4, yes-no 1 and 1; alpha = 1 - 7 * 2 / (2 * 3 * 5).
    assert "Krippendorff's alpha" in text
    assert "0.533" in text
    assert "Cohen's kappa" in text


def test_json_has_every_number_and_no_nan(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", str(file), "--json"]) == 0
    made = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert made["format"] == "rut-agree/1"
    found = {c["name"]: c for c in made["criteria"][0]["headline"]["coefficients"]}
    assert found["krippendorff_alpha"]["value"] == pytest.approx(1 - 14 / 30, abs=1e-6)
    assert found["cohen_kappa"]["value"] == pytest.approx(0.5, abs=1e-6)


def test_csv_and_pages(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", str(file), "--csv"]) == 0
    assert capsys.readouterr().out.startswith("criterion,level,")
    for name in ("out.html", "out.md", "out.json", "out.csv"):
        assert run(["agree", str(file), "--report", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 500
    with pytest.raises(Fault, match=r"out\.html"):
        run(["agree", str(file), "--report", str(tmp_path / "out.html")])
    assert run(["agree", str(file), "--report", str(tmp_path / "out.html"), "--force"]) == 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["agree"], 2, "no file was named"),
        (["agree", "FILE", "--role-of", "ann"], 2, "RATER=ROLE"),
        (["agree", "FILE", "--scale", "fancy:1..5"], 3, "no level of measurement"),
        (["agree", "FILE", "--scale", "nominal:yes,maybe"], 3, "not in the scale"),
        (["agree", "FILE", "--report", "x.pdf"], 2, "no form of a report"),
        (["agree", "missing.csv"], 3, "missing.csv"),
    ],
)
def test_what_cannot_be_done_is_told(
    file: Path, arguments: list[str], code: int, words: str
) -> None:
    with pytest.raises(Fault) as raised:
        run([str(file) if part == "FILE" else part for part in arguments])
    assert raised.value.exit_code == code
    assert words in f"{raised.value.title} {raised.value.place}"


def test_the_self_check_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agree", "--self-check"]) == 0
    assert "75 agree, 0 differ, 6 without data" in capsys.readouterr().out
    assert run(["agree", "--self-check", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 81
