"""Two raters line by line through the installed command, and the report on what they said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Run, Terminal, refused
from tests.support.recorded import PLAIN_TALK, said, tau2_results, tau2_simulation, write_json

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]
CRITERIA = 4
NOT_MET = "n 1 turn=2 effect=helped comment='it says so'"


@pytest.fixture
def three(rut: Run, tmp_path: Path) -> list[str]:
    """Three recorded dialogues, by their ids."""
    simulations = [
        tau2_simulation(f"s{number}", messages=(said("assistant", f"Desk {number}."), *PLAIN_TALK))
        for number in range(3)
    ]
    write_json(tmp_path / "results.json", tau2_results(simulations))
    assert rut("import", "results.json").returncode == 0
    return [row["id"] for row in json.loads(rut("dialogues", "--json").stdout)]


def rate(rut: Run, rater: str, *lines: str) -> str:
    done = rut("rate", "--plain", "--rater", rater, input="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_raters_answer_and_the_report_compares_them(
    rut: Run, facts: Facts, three: list[str]
) -> None:
    ada = rate(rut, "ada", *["m"] * CRITERIA * 3)
    ben = rate(rut, "ben", *[NOT_MET, "m", "m", "m"] * 3)
    for told in (ada, ben):
        assert "Nothing is left to rate: 3 of 3 answered." in told
    assert facts("db", "info")["counts"]["judgements"] == 2 * CRITERIA * 3
    report = rut("report")
    assert report.returncode == 0, report.stderr
    assert "3 of 3 dialogues rated by 2 raters, 24 judgements" in report.stdout
    assert "ada" in report.stdout
    assert "ben" in report.stdout
    made = facts("report")
    assert made == facts("report"), "the same data and seed give the same report"
    assert rut("report", "--format", "markdown").stdout.startswith("# ")


def test_a_report_goes_to_a_file_and_never_over_one(
    rut: Run, three: list[str], tmp_path: Path
) -> None:
    rate(rut, "ada", "m")
    assert rut("report", "--format", "markdown", "-o", "report.md").returncode == 0
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "ada" in text
    refused(rut("report", "--format", "markdown", "-o", "report.md"), 2, "report.md", "--force")
    assert rut("report", "--format", "csv", "-o", "tables").returncode == 0
    assert list((tmp_path / "tables").glob("*.csv"))
    refused(rut("report", "--format", "csv"), 2, "-o FOLDER")


def test_the_raters_see_the_dialogues_in_orders_of_their_own_and_no_names(
    rut: Run, three: list[str]
) -> None:
    told = {rater: rate(rut, rater, *["m"] * CRITERIA * 3) for rater in ("ada", "ben", "cy", "di")}
    orders = {
        tuple(line for line in text.splitlines() if "Desk " in line) for text in told.values()
    }
    assert len(orders) > 1
    for text in told.values():
        for secret in ("model-u", "model-a", "tau2", "reward", "s1", *three):
            assert secret not in text


def test_rating_stops_and_goes_on_where_it_was_left(
    rut: Run, facts: Facts, three: list[str]
) -> None:
    first = rate(rut, "ada", "m", "m")
    assert first.rstrip().endswith("Saved. Go on another time with the same command.")
    second = rate(rut, "ada", "undo", "m", "skip cannot read it", *["m"] * CRITERIA * 2)
    assert "Criterion 3 of 4" in second
    assert "Nothing of this sitting is left to undo." in second
    assert facts("db", "info")["counts"]["judgements"] == 3 + CRITERIA * 2
    third = rate(rut, "ada", "again", "m")
    assert "Nothing is left to rate: 2 of 3 answered, 1 put off." in third
    assert "Criterion 4 of 4" in third
    assert "Nothing is left to rate: 3 of 3 answered." in third


def test_a_wrong_answer_costs_nothing(rut: Run, facts: Facts, three: list[str]) -> None:
    wrong = ("dance", "n", "n 9", "n 1 turn=99 effect=helped", "m sure=7", "m comment='open")
    told = rate(rut, "ada", *wrong, "help", "modes", "contract", "show")
    assert sum(line.startswith("! ") for line in told.splitlines()) == len(wrong)
    assert facts("db", "info")["counts"]["judgements"] == 0


def test_at_a_terminal_a_rater_is_prompted(terminal: Terminal, three: list[str]) -> None:
    screen = terminal("rate", "--plain", "--rater", "ada")
    screen.see("Criterion 1 of 4", "answer>")
    screen.press("m\r")
    screen.see("answer> m", "Criterion 2 of 4")
    screen.press("quit\r")
    screen.see("Saved.")
    assert screen.end() == 0
