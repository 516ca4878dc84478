"""What looks after the rest: doctor, rubrics, demo, help of every command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rut_domains.behaviours import MODES
from tests.e2e.conftest import Run, Terminal

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]


def test_the_doctor_looks_at_everything_and_says_what_to_mend(rut: Run, facts: Facts) -> None:
    done = rut("doctor")
    assert done.returncode == 0, done.stdout
    found = {finding["what"]: finding for finding in facts("doctor")}
    assert found.keys() >= {
        "Python",
        "terminal size",
        "colours",
        "clipboard",
        "database",
        "free space",
        "bubblewrap",
        "extra llm",
    }
    for finding in found.values():
        assert finding["state"] == "good" or finding["way_out"], finding


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"no database " * 20, "not an SQLite"), (None, "made when needed")],
    ids=["broken", "missing"],
)
def test_the_doctor_tells_a_broken_database_from_a_missing_one(
    rut: Run, facts: Facts, tmp_path: Path, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / "rut.sqlite").write_bytes(content)
    # Wide enough for the long path of a test's folder.
    done = rut("doctor", env={"COLUMNS": "500"})
    assert done.returncode == (0 if content is None else 1)
    assert words in done.stdout
    assert (tmp_path / "rut.sqlite").exists() == (content is not None)


def test_a_small_terminal_is_told_how_to_go_on(terminal: Terminal) -> None:
    screen = terminal("doctor", size=(60, 20))
    screen.see("60x20", "80x24", "--plain")
    assert screen.end() == 0


def test_rubrics_are_listed_shown_and_checked(rut: Run, facts: Facts, tmp_path: Path) -> None:
    [built_in] = [one for one in facts("rubrics", "list") if one["id"] == "user_contract"]
    assert len(built_in["criteria"]) == 4
    assert facts("rubrics", "show", "user_contract")["hash"] == built_in["hash"]
    told = rut("rubrics", "show", "user_contract").stdout
    assert [mode.slug for mode in MODES if mode.slug not in told] == []
    assert rut("rubrics", "check", "user_contract").returncode == 0
    mine = tmp_path / "mine.yaml"
    mine.write_text("id: mine\nversion: 1\ncriterions: []\n", "utf-8")
    checked = rut("rubrics", "check", "mine.yaml")
    assert checked.returncode == 1
    assert "mine.yaml" in checked.stdout
    assert "version" in checked.stdout
    assert facts("rubrics", "check", "mine.yaml")["holds"] is False
    assert facts("rubrics", "check", "user_contract")["hash"] == built_in["hash"]


def test_the_demo_holds_six_planted_faults_and_is_made_once(
    rut: Run, facts: Facts, tmp_path: Path
) -> None:
    first = rut("demo", "--fill-only")
    assert first.returncode == 0, first.stderr
    assert "12 dialogues" in first.stdout
    at = ("--db", str(tmp_path / "demo.sqlite"))
    rows = facts("dialogues", *at)
    assert len(rows) == 12
    assert all(row["end"] for row in rows)
    planted = [row for row in rows if row["fault"]]
    assert len({row["fault"] for row in planted}) == len(planted) == 6
    for row in planted:
        [note] = [
            event
            for event in facts("dialogues", row["id"], *at)["events"]
            if event["kind"] == "planted_fault"
        ]
        assert note["visible_to"] == []
    again = rut("demo", "--fill-only")
    assert again.returncode == 0
    assert {row["id"] for row in facts("dialogues", *at)} == {row["id"] for row in rows}
    assert not (tmp_path / "rut.sqlite").exists()
    told = rut("rate", "--plain", "--rater", "ada", *at, input="show\ncontract\n").stdout
    assert "Criterion 1 of" in told
    assert [row["fault"] for row in planted if row["fault"] in told] == []


def test_every_command_has_help_and_no_command_starts_by_itself(rut: Run) -> None:
    for command in ("play", "rate", "report", "db backup", "domains check", "export"):
        done = rut(*command.split(), "--help")
        assert done.returncode == 0
        assert done.stdout.startswith(f"Usage: rut {command}")
    for group in ("domains", "rubrics", "db"):
        done = rut(group)
        assert done.returncode == 2
        assert done.stderr.startswith(f"Usage: rut {group}")
