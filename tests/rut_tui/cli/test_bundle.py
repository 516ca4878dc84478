"""`rut report --format bundle`, `--from` and `--verify`: no database is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Chair, Origin
from rut_domains.faults import ExitCode, Fault, UsageFault
from rut_exports.archive.contents import ArchiveFault, pack
from rut_tui import __version__
from rut_tui.cli.main import run
from rut_tui.store import Store
from rut_tui.work.rate import Answer, Desk
from tests.support.archives import edit_json, files_of, relisted
from tests.support.dialogues import Log
from tests.support.screens import make_settings

FORMS = ("text", "markdown", "html", "latex", "json")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "rut.sqlite"
    with Store.open(path) as store:
        for number in range(3):
            log = Log().agent("Hello?").user("SECRET WORDS").agent("Yes.").end("satisfied")
            store.dialogues.add(
                log.dialogue(
                    f"d{number}",
                    task_id=f"t{number}",
                    user=Chair(kind="model", name="gpt-x"),
                    origin=Origin(system="tau2", source_id=str(number)),
                )
            )
        for rater in ("ada", "ben"):
            desk = Desk(store, make_settings(tmp_path), rater, load_rubric("user_contract"))
            for position in range(len(desk)):
                item = desk.item(position)
                for criterion in item.criteria:
                    item = desk.answer(item, criterion, Answer(verdict="met"))
    return path


@pytest.fixture
def bundle(db: Path, tmp_path: Path) -> Path:
    path = tmp_path / "bundle.zip"
    made = run(["report", "--db", str(db), "--format", "bundle", "-o", str(path), "--seed", "7"])
    assert made == ExitCode.DONE
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert run(["report", *arguments]) == ExitCode.DONE
    return capsys.readouterr().out


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_from_the_bundle(
    form: str, db: Path, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = printed(capsys, "--db", str(db), "--format", form, "--seed", "7")
    db.unlink()
    assert printed(capsys, "--from", str(bundle), "--format", form) == there


def test_tables_and_the_bundle_itself_are_the_same(db: Path, bundle: Path, tmp_path: Path) -> None:
    source = ["report", "--from", str(bundle)]
    assert run([*source, "--format", "csv", "-o", str(tmp_path / "two")]) == ExitCode.DONE
    stored = ["report", "--db", str(db), "--seed", "7", "--format", "csv"]
    assert run([*stored, "-o", str(tmp_path / "one")]) == ExitCode.DONE
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two
    assert one.items() <= files_of(bundle.read_bytes()).items()
    again = tmp_path / "again.zip"
    assert run([*source, "--format", "bundle", "-o", str(again)]) == ExitCode.DONE
    assert again.read_bytes() == bundle.read_bytes()
    with pytest.raises(UsageFault, match="there already"):
        run([*source, "--format", "bundle", "-o", str(again)])


def test_no_text_of_a_dialogue_is_in_it(bundle: Path) -> None:
    assert b"SECRET" not in bundle.read_bytes()


def test_verify_says_what_agrees(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "--from", str(bundle), "--verify")
    for name in files_of(bundle.read_bytes()):
        assert f"agrees   {name}" in told
    assert "DIFFERS" not in told
    found = json.loads(printed(capsys, "--from", str(bundle), "--verify", "--json"))
    assert (found["holds"], found["findings"]) == (True, [])


def test_verify_says_what_differs(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = files_of(bundle.read_bytes())
    report = json.loads(files["report.json"])
    report["seed"] = 8
    files["report.json"] = (json.dumps(report, indent=2) + "\n").encode()
    edit_json(files, "manifest.json", program="9.9\x1b[31m")
    files["manifest.json"] = relisted(files)
    bundle.write_bytes(pack(files))
    assert run(["report", "--from", str(bundle), "--verify"]) == ExitCode.DOES_NOT_HOLD
    told = capsys.readouterr().out
    assert "DIFFERS  report.json" in told
    assert "first at seed" in told
    assert "inside:     8" in told
    assert "made again: 7" in told
    assert f"checked by {__version__}" in told
    assert "9.9" in told
    assert "\x1b" not in told
    assert run(["report", "--from", str(bundle), "--verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["findings"][0]["difference"]["place"] == "seed"


def test_what_is_no_bundle_ends_with_three(tmp_path: Path, bundle: Path) -> None:
    bundle.write_bytes(bundle.read_bytes()[:-40])
    for more in ([], ["--verify"]):
        with pytest.raises(ArchiveFault) as caught:
            run(["report", "--from", str(bundle), *more])
        assert caught.value.exit_code == ExitCode.BAD_INPUT


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--verify"], "--verify"),
        (["--from", "B", "--db", "x.sqlite"], "--db"),
        (["--from", "B", "--seed", "0"], "--seed"),
        (["--from", "B", "--replicates", "200"], "--replicates"),
        (["--from", "B", "--rubric", "user_contract"], "--rubric"),
        (["--from", "B", "--pack", "."], "--pack"),
        (["--from", "B", "--verify", "--format", "html"], "--format"),
        (["--from", "B", "--verify", "-o", "x"], "--output"),
        (["--from", "B", "--format", "bundle"], "-o FILE.zip"),
        (["--format", "bundle"], "-o FILE.zip"),
        (["--from", "B", "--format", "csv"], "-o FOLDER"),
    ],
)
def test_choices_that_exclude_each_other(arguments: list[str], words: str, bundle: Path) -> None:
    given = [str(bundle) if part == "B" else part for part in arguments]
    with pytest.raises(Fault) as caught:
        run(["report", *given])
    assert words in str(caught.value)
    assert caught.value.exit_code == ExitCode.USAGE


def test_a_database_named_before_the_command_is_refused_too(bundle: Path, db: Path) -> None:
    with pytest.raises(UsageFault, match="--db"):
        run(["--db", str(db), "report", "--from", str(bundle)])
