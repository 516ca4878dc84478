"""From what is stored to a report: what counts, what is left out, and the same bytes each time."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Chair, Origin
from rut_domains.faults import UsageFault
from rut_tui.store import Store
from rut_tui.work.rate import Answer, Desk
from rut_tui.work.report import make_report, render, write_report
from tests.support.dialogues import Log
from tests.support.screens import make_settings

RUBRIC = load_rubric("user_contract")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "rut.sqlite") as opened:
        for number in range(4):
            log = Log().agent("Hello?").user("=cmd|x").agent("Yes.").end("satisfied")
            opened.dialogues.add(
                log.dialogue(
                    f"dialogue-{number}",
                    task_id=f"t{number}",
                    user=Chair(kind="model", name="gpt-[x]"),
                    origin=Origin(system="tau2", source_id=str(number)),
                    link="unlinked" if number == 3 else "linked",
                )
            )
        yield opened


def judge(store: Store, rater: str, *failed: str) -> None:
    desk = Desk(store, make_settings(store.path.parent), rater, RUBRIC)
    for position in range(len(desk)):
        item = desk.item(position)
        for index, criterion in enumerate(item.criteria):
            bad = index == 0 and desk._order[position].dialogue_id in failed
            answer = Answer(verdict="met")
            if bad:
                answer = Answer(
                    verdict="not_met", mode="fabricated_fact", evidence=(2,), effect="helped"
                )
            item = desk.answer(item, criterion, answer)


def report_of(store: Store, form: str = "json") -> str:
    _, made = make_report(store, make_settings(store.path.parent), replicates=200)
    return render(made, form)


def test_agreement_and_fidelity_by_hand(store: Store) -> None:
    judge(store, "ada", "dialogue-0")
    judge(store, "ben", "dialogue-0", "dialogue-1")
    section = json.loads(report_of(store))["sections"][0]
    assert section["flow"]["dialogues"] == 4
    assert section["flow"]["unlinked"] == 1
    grounded = next(a for a in section["agreement"] if a["criterion"] == "groundedness")
    found = {item["name"]: item["value"] for item in grounded["coefficients"]}
    assert found["percent_agreement"] == pytest.approx(2 / 3, abs=1e-6)
    # By hand: coincidences met/met 2, not/not 2, met/not 1 and 1; n = 6, n_met = 3, n_not = 3.
    # alpha = 1 - (6 - 1) * 2 / (2 * 3 * 3) = 4/9.
    assert found["krippendorff_alpha"] == pytest.approx(4 / 9, abs=1e-6)
    scores = {(s["by"], s["rater"]): s for s in section["ufs"]}
    assert scores[("rater", "ada")]["ufs"]["value"] == pytest.approx(2 / 3, abs=1e-6)
    assert scores[("rater", "ben")]["ufs"]["value"] == pytest.approx(1 / 3, abs=1e-6)


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_the_same_data_give_the_same_bytes_and_nothing_steers(store: Store, form: str) -> None:
    judge(store, "ada", "dialogue-0")
    judge(store, "ben")
    first = report_of(store, form)
    assert first == report_of(store, form)
    assert re.search(r"\bnan\b", first.lower()) is None


def test_a_file_is_never_replaced_unasked(store: Store, tmp_path: Path) -> None:
    judge(store, "ada")
    bundle, made = make_report(store, make_settings(tmp_path), replicates=200)
    target = tmp_path / "report.md"
    assert write_report(bundle, made, "markdown", target) == [target]
    with pytest.raises(UsageFault):
        write_report(bundle, made, "markdown", target)
    assert write_report(bundle, made, "markdown", target, force=True) == [target]


def test_csv_is_a_folder_of_guarded_tables(store: Store, tmp_path: Path) -> None:
    judge(store, "=ada")
    judge(store, "ben", "dialogue-0")
    bundle, made = make_report(store, make_settings(tmp_path), replicates=200)
    written = write_report(bundle, made, "csv", tmp_path / "tables")
    assert {path.name for path in written} >= {"agreement.csv", "ufs.csv", "judgements.csv"}
    with (tmp_path / "tables" / "judgements.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 3 * 4 * 2
    assert {row["rater"] for row in rows} == {"'=ada", "ben"}
    with pytest.raises(UsageFault, match="several tables"):
        render(made, "csv")


def test_an_empty_file_gives_a_report_that_says_so(tmp_path: Path) -> None:
    with Store.open(tmp_path / "empty.sqlite") as empty:
        text = report_of(empty, "text")
    assert "0 of 0 dialogues rated" in text
