"""`rut import --judgements`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rut_domains.faults import ExitCode, InputFault, UsageFault
from rut_tui.cli.main import run
from rut_tui.store import Store
from tests.support.verdicts import fill, letters, write_lines

LINES = [
    *letters("dialogue-0", "ada", "mmmm"),
    *letters("sim-1", "judge-1", "nm?x", "model"),
    *letters("dialogue-0", "ada", "m---", "", "2"),
]


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "db.sqlite"
    monkeypatch.setenv("RUT_DB", str(path))
    monkeypatch.setenv("COLUMNS", "100")
    with Store.open(path) as store:
        fill(store)
    return path


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(write_lines(tmp_path / "verdicts.csv", LINES))


def test_it_says_what_became_of_the_file_and_who_judged(
    db: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["import", "--judgements", file]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "9 verdicts on 2 dialogues: 9 added, 0 here before" in shown
    words = [line.split() for line in shown.splitlines()]
    assert ["ada", "human", "5", "1,", "2"] in words
    assert ["judge-1", "model", "4", "1"] in words
    assert run(["import", "--judgements", file]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "imported before" in shown
    assert "nothing was added" in shown


def test_json_says_the_same(db: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["import", "--judgements", file, "--rename-rater", "ada=bee", "--json"])
    done = json.loads(capsys.readouterr().out)
    assert (done["added"], done["known"], done["dialogues"]) == (9, 0, 2)
    assert [(r["rater"], r["role"], r["passes"]) for r in done["raters"]] == [
        ("bee", "human", [1, 2]),
        ("judge-1", "model", [1]),
    ]


def test_a_name_may_hold_an_equals_sign(db: Path, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "v.csv", letters("dialogue-0", "=a=1", "m---"))
    run(["import", "--judgements", str(path), "--rename-rater", "=a=1=bee"])
    with Store.open(db) as store:
        assert [made.rater for made in store.judgements.history()] == ["bee"]


def test_what_is_skipped_is_counted(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*LINES, *letters("no\x1b[31mwhere", "ada", "mm--")]
    path = str(write_lines(tmp_path / "v.csv", lines))
    with pytest.raises(InputFault, match="1 dialogue unknown or unclear"):
        run(["import", "--judgements", path])
    assert run(["import", "--judgements", path, "--skip-unknown"]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "2 rows skipped: about dialogues unknown or unclear" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["FILE", "--judgements", "FILE"],
        ["--judgements", "FILE", "--relink"],
        ["--judgements", "FILE", "--strict"],
        ["FILE", "--same-raters"],
        ["FILE", "--skip-unknown"],
        ["FILE", "--rename-rater", "a=b"],
        ["FILE", "--rubric", "user_contract"],
        ["--judgements", "FILE", "--rename-rater", "ada"],
        ["--judgements", "FILE", "--rename-rater", "ada="],
    ],
)
def test_options_that_do_not_belong_together(db: Path, file: str, arguments: list[str]) -> None:
    with pytest.raises(UsageFault):
        run(["import", *(file if word == "FILE" else word for word in arguments)])
    with Store.open(db) as store:
        assert store.judgements.history() == ()
