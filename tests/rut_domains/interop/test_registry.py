from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rut_domains.dialogue import Dialogue, Message
from rut_domains.faults import InputFault
from rut_domains.interop.findings import MEANINGS, FindingKind
from rut_domains.interop.registry import FORMATS, find_units, recognise
from tests.support.foreign import read_path
from tests.support.recorded import tau2_results, tau2_task, write_json


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (tau2_results(), "tau2"),
        ({"simulations": []}, "tau2"),
        ({"info": {}, "tasks": []}, "tau2"),
        ([{"traj": [], "task_id": 1}], "tau-bench"),
        ([tau2_task()], "tau2-domain"),
        (tau2_task(), "tau2-domain"),
        ({"messages": []}, "openai-chat"),
        ([{"role": "user", "content": "x"}], "openai-chat"),
        ({"rut_dialogue": 1, "dialogue": {}}, "jsonl"),
    ],
)
def test_formats_are_told_by_their_keys(value: Any, name: str, tmp_path: Path) -> None:
    assert recognise(write_json(tmp_path / "x.json", value)).name == name


def test_a_format_is_told_from_the_first_bytes_of_a_large_file(tmp_path: Path) -> None:
    results = tau2_results(tasks=[tau2_task(notes="x" * 600_000)])
    assert recognise(write_json(tmp_path / "x.json", results)).name == "tau2"


@pytest.mark.parametrize("value", [{"a": 1}, [], [1, 2], {}, [[1]], {"id": "x", "messages_": 1}])
def test_an_unknown_file_is_told_what_was_looked_for(value: Any, tmp_path: Path) -> None:
    with pytest.raises(InputFault) as caught:
        recognise(write_json(tmp_path / "x.json", value))
    assert all(known.marks in caught.value.hint for known in FORMATS)
    assert caught.value.place == str(tmp_path / "x.json")


@pytest.mark.parametrize(
    "text", ["hello", "3", "<html>", "name,value\n1,2", '{"timestamp": 1, "in']
)
def test_what_is_not_json_is_told_so(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputFault) as caught:
        recognise(path)
    assert caught.value.place.startswith(f"{path}:1:")


def test_a_folder_is_searched_for_what_can_be_imported(tmp_path: Path) -> None:
    write_json(tmp_path / "a" / "run.json", tau2_results())
    write_json(tmp_path / "a" / "settings.json", {"volume": 3})
    write_json(tmp_path / "b" / "results.json", {"info": {}, "tasks": []})
    write_json(tmp_path / "b" / "simulations" / "s.json", {})
    write_json(tmp_path / "c" / "library" / "tasks.json", [tau2_task()])
    write_json(tmp_path / "c" / "library" / "db.json", {})
    (tmp_path / "a" / "notes.txt").write_text("x")
    (tmp_path / "a" / "cut.jsonl").write_text('{"volume": [')
    write_json(tmp_path / "b" / "results_reviewed.json", {})
    found = find_units(tmp_path)
    assert [names(path, tmp_path) for path in found.units] == [
        "a/cut.jsonl",
        "a/run.json",
        "b",
        "c/library",
    ]
    assert {names(item.path, tmp_path): item.reason for item in found.passed_over} == {
        "a/settings.json": "the file is in none of the formats that rut can import",
        "b/results_reviewed.json": "lies beside results.json; import it by its own name",
    }
    assert find_units(tmp_path / "b").units == (tmp_path / "b",)


def names(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def test_an_empty_folder_and_a_missing_path_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match="nothing to import") as caught:
        find_units(tmp_path)
    assert "tau2 results" in caught.value.hint
    with pytest.raises(InputFault, match="no such file"):
        find_units(tmp_path / "none")


def test_every_kind_of_finding_has_a_meaning() -> None:
    assert set(MEANINGS) == set(FindingKind.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "dialogues", "checkable", "mislinked", "findings"),
    [
        ("tau2-0.x-retail-114sims-trimmed.json", 114, 112, 111, {"mislinked": 111}),
        ("tau2-1.0-retail-5sims.json", 5, 5, 0, {}),
        (
            "tau2-1.0-telecom-1sim.json",
            1,
            1,
            0,
            {"guidelines_mismatch": 1, "mixed_text_and_calls": 3},
        ),
    ],
)
def test_real_trajectories(
    name: str,
    dialogues: int,
    checkable: int,
    mislinked: int,
    findings: dict[str, int],
    real_data: Path,
) -> None:
    read, report = read_path(real_data / "trajectories" / name)
    assert len(read) == report.dialogues == dialogues
    assert (report.checkable, report.mislinked) == (checkable, mislinked)
    assert report.counts == findings
    assert report.kept == {}
    assert report.unlinked == mislinked
    assert all((item.briefing.contract is None) == (item.link == "unlinked") for item in read)
    assert all(item.stop is not None and item.stop.actor == "user" for item in read)


def test_real_mislinked_dialogues_find_their_tasks(real_data: Path) -> None:
    """The customer whom the contract names is the one who speaks, or not, as the case may be."""
    path = real_data / "trajectories" / "tau2-0.x-retail-114sims-trimmed.json"
    relinked = [item for item in read_path(path, "relink")[0] if item.link == "relinked"]
    accepted = [item for item in read_path(path, "accept")[0] if item.link == "accepted"]
    assert len(relinked) == len(accepted) == 111
    assert sum(map(speaks_as_told, relinked)) > 10 * sum(map(speaks_as_told, accepted))


def speaks_as_told(dialogue: Dialogue) -> bool:
    """Tell whether the user says the name with which the contract's known facts begin."""
    contract = dialogue.briefing.contract
    assert contract is not None
    name = re.match(r"You are ([A-Z]\w+ [A-Z]\w+)", contract.known)
    said = " ".join(
        event.text
        for event in dialogue.events
        if isinstance(event, Message) and event.actor == "user"
    )
    return name is not None and name.group(1) in said
