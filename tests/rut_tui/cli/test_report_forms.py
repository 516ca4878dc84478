"""`rut report --schema` and `--format sheet`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rut_domains.faults import ExitCode
from rut_tui import __version__
from rut_tui.cli.main import run
from tests.support.recorded import tau2_results, write_json


@pytest.fixture
def db(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "db.sqlite"
    file = write_json(tmp_path / "run.json", tau2_results())
    assert run(["import", str(file), "--db", str(path)]) == ExitCode.DONE
    capsys.readouterr()
    return path


def test_the_schema_needs_no_database_and_holds_the_report(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere.sqlite"
    assert run(["report", "--schema", "--db", str(nowhere)]) == ExitCode.DONE
    schema = json.loads(capsys.readouterr().out)
    assert not nowhere.exists()
    assert run(["report", "--json", "--db", str(db)]) == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(report)) == []
    assert report["version"] == __version__


def test_the_sheet_is_written_once_and_kept(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "sheet.json"
    command = ["report", "--format", "sheet", "-o", str(to), "--db", str(db)]
    assert run(command) == ExitCode.DONE
    assert f"wrote {to}" in capsys.readouterr().out
    sheet = json.loads(to.read_text())
    assert sheet["format"] == "rut-evaluation-sheet/1"
    assert sheet["program"] == f"rut-tui {__version__}"
    before = to.read_bytes()
    assert run([*command, "--force"]) == ExitCode.DONE
    assert to.read_bytes() == before
