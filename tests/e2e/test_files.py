"""Files in and out through the installed command: import, list, export, back up."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Run, Start, refused
from tests.support.recorded import (
    PLAIN_TALK,
    answered,
    call,
    said,
    tau2_results,
    tau2_simulation,
    tau2_task,
    write_json,
)

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]

MIXED_TALK = (
    said("assistant", "Good day!"),
    said("user", "Is B7 in?"),
    said("assistant", "I look it up.", tool_calls=[call("find", book="B7")]),
    answered("on the shelf"),
    said("assistant", "B7 is in."),
    said("user", "Great. ###STOP###"),
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A tau2 file: one sound dialogue, one of another task, one with text beside a call."""
    mislinked = tau2_simulation("s2", "1", messages=(said("assistant", "Hi!"), *PLAIN_TALK[1:]))
    mislinked["reward_info"]["action_checks"] = [
        {"action": {"action_id": "0_0"}, "action_match": True}
    ]
    simulations = [
        tau2_simulation("s1", "0"),
        {**mislinked, "messages": [said("assistant", "Hello there!"), *PLAIN_TALK[1:]]},
        tau2_simulation("s3", "2", messages=MIXED_TALK),
    ]
    tasks = [tau2_task(name) for name in ("0", "1", "2")]
    return write_json(tmp_path / "results.json", tau2_results(simulations, tasks))


def test_a_tau2_file_is_read_once_with_an_integrity_report(
    rut: Run, facts: Facts, library: Path
) -> None:
    first = rut("import", "results.json")
    assert first.returncode == 0, first.stderr
    assert "3 dialogues: 3 added, 0 here before" in first.stdout
    assert "mislinked" in first.stdout
    assert "mixed text and calls" in first.stdout
    assert "--relink" in first.stdout
    [again] = facts("import", "results.json")["files"]
    assert (again["added"], again["known"], again["again"]) == (0, 3, True)
    assert [row["link"] for row in facts("dialogues")].count("unlinked") == 1
    strict = rut("import", "results.json", "--strict")
    assert strict.returncode == 1
    assert strict.stderr == ""


def test_a_mislinked_dialogue_is_linked_anew_on_request(
    rut: Run, facts: Facts, library: Path
) -> None:
    rut("import", "results.json")
    [row] = facts("dialogues", "--link", "unlinked")
    assert row["task_id"] == "1"
    done = rut("import", "results.json", "--relink")
    assert "1 linked anew" in done.stdout
    [row] = facts("dialogues", "--link", "relinked")
    assert row["task_id"] == "0"
    both = rut("import", "results.json", "--relink", "--accept-links")
    refused(both, 2, "--relink", "--accept-links")


def test_dialogues_are_searched_and_shown(rut: Run, facts: Facts, library: Path) -> None:
    rut("import", "results.json")
    [row] = facts("dialogues", "--search", "GREAT.")
    told = rut("dialogues", row["id"][:10]).stdout
    for words in ("Is B7 in?", "agent calls find", "on the shelf", "not seen by the other side"):
        assert words in told
    assert "satisfied" in told
    assert {item["id"] for item in facts("dialogues")} > {row["id"]}
    assert facts("dialogues", "--search", "nobody said this") == []
    assert facts("dialogues", "--domain", "tau2-library", "--task", "2") == [row]
    assert len(facts("dialogues", "--limit", "2")) == 2


def test_exports_come_back_and_add_nothing(
    rut: Run, facts: Facts, library: Path, tmp_path: Path
) -> None:
    rut("import", "results.json")
    whole = {row["id"]: facts("dialogues", row["id"]) for row in facts("dialogues")}
    for name, suffix in (("jsonl", "jsonl"), ("tau2", "json")):
        target = f"out.{suffix}"
        done = rut("export", "--format", name, "-o", target)
        assert done.returncode == 0, done.stderr
        [back] = facts("import", target)["files"]
        assert (back["added"], back["known"]) == (0, 3), name
        other = ("--db", str(tmp_path / f"{name}.sqlite"))
        rut("import", target, *other)
        rows = facts("dialogues", *other)
        assert len(rows) == 3
        if name == "jsonl":
            assert {row["id"]: facts("dialogues", row["id"], *other) for row in rows} == whole
        refused(rut("export", "--format", name, "-o", target), 2, target, "--force")
        assert rut("export", "--format", name, "-o", target, "--force").returncode == 0


def test_the_other_formats_can_be_read_by_their_programs(rut: Run, library: Path) -> None:
    rut("import", "results.json")
    table = rut("export", "--format", "csv").stdout.splitlines()
    assert table[0].startswith("dialogue_id,domain,task_id")
    assert len(table) == 1 + 7 + 7 + 8, "a heading, a row an event"
    chats = [
        json.loads(line)
        for line in rut("export", "--format", "openai-chat").stdout.split("\n")
        if line
    ]
    assert len(chats) == 3
    assert all(chat["messages"][0]["role"] == "system" for chat in chats)


def test_a_report_regenerates_from_its_bundle_alone(
    rut: Run, library: Path, tmp_path: Path
) -> None:
    rut("import", "results.json")
    made = rut("report", "--format", "bundle", "-o", "bundle.zip")
    assert made.returncode == 0, made.stderr
    there = rut("report", "--json").stdout
    nowhere = {"RUT_DB": str(tmp_path / "none" / "none.sqlite")}
    assert rut("report", "--from", "bundle.zip", "--json", env=nowhere).stdout == there
    checked = rut("report", "--from", "bundle.zip", "--verify", env=nowhere)
    assert checked.returncode == 0, checked.stderr
    assert "Every file agrees" in checked.stdout
    whole = (tmp_path / "bundle.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:-50])
    refused(rut("report", "--from", "cut.zip", "--verify"), 3, "cut.zip", "cut off")
    refused(rut("report", "--from", "results.json", "--verify"), 3, "results.json", "no zip")
    refused(rut("report", "--verify"), 2, "--from")
    refused(rut("report", "--from", "bundle.zip", "--seed", "1"), 2, "--seed")


def test_a_missing_output_folder_and_an_unknown_id_are_told(rut: Run, library: Path) -> None:
    rut("import", "results.json")
    refused(rut("export", "--format", "jsonl", "-o", "no/such/out.jsonl"), 2, "no/such")
    refused(rut("export", "nothing", "--format", "jsonl"), 2, "nothing")
    refused(rut("export", "--format", "jsonl", "--json"), 2, "-o FILE")


def test_the_database_is_described_checked_and_copied(
    rut: Run, facts: Facts, library: Path, tmp_path: Path
) -> None:
    rut("import", "results.json")
    found = facts("db", "info")
    assert found["counts"]["dialogues"] == 3
    assert found["path"] == str(tmp_path / "rut.sqlite")
    assert facts("db", "check") == {"path": found["path"], "sound": True, "flaws": []}
    copied = rut("db", "backup", "copy.sqlite")
    assert copied.returncode == 0, copied.stderr
    assert facts("dialogues", "--db", "copy.sqlite") == facts("dialogues")
    refused(rut("db", "backup", "copy.sqlite"), 3, "copy.sqlite")


def test_a_damaged_database_is_found_out(rut: Run, library: Path, tmp_path: Path) -> None:
    rut("import", "results.json")
    rut("db", "backup", "copy.sqlite")
    copy = tmp_path / "copy.sqlite"
    with sqlite3.connect(copy) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("UPDATE events SET payload = '{\"text' WHERE rowid = 1")
    database.close()
    checked = rut("db", "check", "--db", str(copy))
    assert checked.returncode == 1
    assert "rut export" in checked.stdout
    assert "Traceback" not in checked.stdout + checked.stderr


def test_ctrl_c_in_an_import_leaves_nothing_of_the_file(
    start: Start, rut: Run, facts: Facts, library: Path, tmp_path: Path
) -> None:
    """The interrupt comes once the file's transaction has begun to reach the disk."""
    rut("import", "results.json")
    lines = [
        json.dumps({"messages": [{"role": "user", "content": f"Number {number}?"}]})
        for number in range(3)
    ]
    (tmp_path / "chats.jsonl").write_text("\n".join(lines), "utf-8")
    before = facts("db", "info")["counts"]
    big = tmp_path / "big.json"
    simulations = [
        tau2_simulation(f"b{number}", "0", messages=(said("assistant", f"{number}"), *PLAIN_TALK))
        for number in range(20_000)
    ]
    write_json(big, tau2_results(simulations))
    process = start("import", str(big))
    wal = tmp_path / "rut.sqlite-wal"
    while not (wal.exists() and wal.stat().st_size > 2**20):
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"ended too early with {process.wait(timeout=0.02)}")
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=60)
    assert process.returncode == 130, (out, told)
    assert told.strip() == "rut: interrupted; what was saved is kept"
    assert facts("db", "info")["counts"] == before
    assert rut("db", "check").returncode == 0
    assert rut("import", "chats.jsonl").returncode == 0


def test_the_real_files_are_read_with_the_right_report(
    rut: Run, facts: Facts, real_data: Path
) -> None:
    files = sorted(str(path) for path in (real_data / "trajectories").glob("*.json"))
    read = facts("import", *files)["files"]
    assert sum(item["added"] for item in read) == 120
    [mixed] = [item for item in read if item["integrity"]["dialogues"] == 114]
    assert (mixed["integrity"]["checkable"], mixed["integrity"]["mislinked"]) == (112, 111)
    assert mixed["unlinked"] == 111
    assert mixed["integrity"]["uncheckable"] == 2
    assert len(facts("dialogues", "--link", "unlinked")) == 111
    assert sum(item["added"] for item in facts("import", *files)["files"]) == 0
    listed = rut("dialogues", "--link", "linked").stdout.splitlines()
    assert listed[-1] == "9 of 120 dialogues"
    done = rut("import", *files, "--relink")
    assert "111 linked anew" in done.stdout
    assert facts("dialogues", "--link", "unlinked") == []


def test_verdicts_made_elsewhere_are_read_and_reported(
    rut: Run, facts: Facts, library: Path, tmp_path: Path
) -> None:
    rut("import", "results.json")
    rows = ["dialogue;criterion;rater;role;pass;verdict;evidence"]
    for rater, role, verdict in (
        ("ada", "human", "met"),
        ("ben", "", "not met"),
        ("judge-1", "model", "met"),
    ):
        rows += [
            f"s1;groundedness;{rater};{role};;{verdict};2",
            f"s3;groundedness;{rater};{role};;met;",
        ]
    (tmp_path / "verdicts.csv").write_bytes("\ufeff".encode() + "\r\n".join(rows).encode())
    done = rut("import", "--judgements", "verdicts.csv")
    assert done.returncode == 0, done.stderr
    assert "6 verdicts on 2 dialogues: 6 added, 0 here before" in done.stdout
    assert facts("import", "--judgements", "verdicts.csv")["known"] == 6
    [section] = facts("report")["sections"]
    assert section["flow"]["judgements"] == 4
    shares = {item["name"]: item["value"] for item in section["agreement"][0]["coefficients"]}
    assert shares["percent_agreement"] == 0.5
    assert [rater["role"] for rater in section["other_raters"]] == ["model"]
    (tmp_path / "wrong.csv").write_text("\n".join([*rows, "s9;groundedness;ada;;;met;"]))
    wrong = rut("import", "--judgements", "wrong.csv")
    assert wrong.returncode == 3
    assert "wrong.csv:8" in wrong.stderr
    assert "there is no dialogue 's9'" in wrong.stderr
