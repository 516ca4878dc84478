from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_domains.faults import InputFault
from rut_domains.interop.findings import Integrity
from rut_domains.interop.reading import Options
from rut_domains.interop.registry import open_reading
from rut_domains.task import Task
from tests.support.foreign import kinds
from tests.support.recorded import tau2_task, write_json


def read_tasks(path: Path) -> tuple[list[Task], Integrity]:
    reading = open_reading(path, Options())
    assert list(reading.dialogues()) == []
    tasks = list(reading.tasks())
    return tasks, reading.integrity()


def put_rules(root: Path) -> None:
    for name, text in (("", "Plain rules."), ("_tools", "Rules for tools.")):
        path = root / "user_simulator" / f"simulation_guidelines{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def guidelines(task: Task) -> str:
    return task.contract.guidelines


def test_tasks_are_contract_only_with_the_reason(tmp_path: Path) -> None:
    put_rules(tmp_path)
    folder = tmp_path / "domains" / "library"
    record = tau2_task("7", ticket="t", description={"purpose": "p"})
    write_json(folder / "tasks.json", [record])
    write_json(folder / "split_tasks.json", {"train": ["7"], "test": []})
    [task], report = read_tasks(folder)
    assert (task.id, task.domain, task.tags) == ("7", "tau2-library", ("train",))
    assert task.playable.startswith("contract-only")
    assert task.contract.reason == "You want to renew book 7."
    assert guidelines(task) == "Plain rules."
    assert task.user_tools is None
    assert task.extra["ticket"] == "t"
    assert task.extra["evaluation_criteria"] == record["evaluation_criteria"]
    assert task.extra["origin"]["file"] == "tasks.json"
    assert report.tasks == 1
    assert report.guidelines.endswith("user_simulator")


@pytest.mark.parametrize(
    ("evidence", "files"),
    [
        ({}, ["user_db.json"]),
        ({}, ["user_db.toml"]),
        ({"initial_state": {"initialization_actions": [{"env_type": "user"}]}}, []),
        ({"initial_state": {"initialization_data": {"user_data": {"a": 1}}}}, []),
        ({"evaluation_criteria": {"actions": [{"requestor": "user", "name": "x"}]}}, []),
        ({"user_tools": ["look"]}, []),
    ],
)
def test_guidelines_follow_from_whether_the_user_has_tools(
    evidence: dict[str, Any], files: list[str], tmp_path: Path
) -> None:
    put_rules(tmp_path)
    folder = tmp_path / "domains" / "phone"
    tasks = [tau2_task("a", **evidence), tau2_task("b"), tau2_task("c", user_tools=[])]
    write_json(folder / "tasks.json", tasks)
    for name in files:
        (folder / name).write_text("{}")
    read, _ = read_tasks(folder)
    assert [guidelines(task) for task in read] == [
        "Rules for tools.",
        "Rules for tools.",
        "Plain rules.",
    ]
    assert read[2].user_tools == ()


def test_a_folder_of_tasks_comes_before_a_combined_file(tmp_path: Path) -> None:
    write_json(tmp_path / "tasks" / "task_1.json", tau2_task("task_1"))
    write_json(tmp_path / "tasks.json", [tau2_task("task_1", ticket="stale"), tau2_task("task_2")])
    write_json(tmp_path / "tasks_voice.json", {"task_1": {"volume": 1}})
    tasks, report = read_tasks(tmp_path)
    assert [task.id for task in tasks] == ["task_1", "task_2"]
    assert "ticket" not in tasks[0].extra
    assert kinds(report) == ["duplicate_task"]


def test_one_file_of_tasks_can_be_read_alone(tmp_path: Path) -> None:
    path = write_json(tmp_path / "library" / "tasks_small.json", [tau2_task("1")])
    write_json(tmp_path / "library" / "tasks.json", [tau2_task("2")])
    tasks, _ = read_tasks(path)
    assert [(task.id, task.domain) for task in tasks] == [("1", "tau2-library")]


def test_a_task_without_scenario_is_listed_and_reported(tmp_path: Path) -> None:
    path = write_json(tmp_path / "tasks.json", [tau2_task("1", user_scenario={})])
    tasks, report = read_tasks(path)
    assert len(tasks) == 1
    assert kinds(report) == ["contract_missing"]


@pytest.mark.parametrize("content", ['[{"id": "1", "user_scenario": {}}, 3]', "[1]", '[{"id": 1'])
def test_a_bad_file_of_tasks_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "tasks.json").write_text(content)
    with pytest.raises(InputFault) as caught:
        read_tasks(tmp_path)
    assert "tasks.json:1:" in caught.value.place


def test_bad_splits_are_refused(tmp_path: Path) -> None:
    write_json(tmp_path / "tasks.json", [tau2_task()])
    write_json(tmp_path / "split_tasks.json", ["0"])
    with pytest.raises(InputFault, match="splits"):
        read_tasks(tmp_path)


@pytest.mark.parametrize(
    ("domain", "count", "with_tools"),
    [("airline", 50, 0), ("retail", 114, 0), ("telecom", 20, 20), ("mock", 10, 10)],
)
def test_real_domains(domain: str, count: int, with_tools: int, real_data: Path) -> None:
    tasks, report = read_tasks(real_data / "tau2" / "domains" / domain)
    assert len(tasks) == count
    assert kinds(report) == []
    tools = (real_data / "tau2/user_simulator/simulation_guidelines_tools.md").read_text().strip()
    assert sum(guidelines(task) == tools for task in tasks) == with_tools
    assert all(task.playable for task in tasks)


def test_real_domain_with_a_file_for_each_task(real_data: Path) -> None:
    folder = real_data / "tau2" / "domains" / "banking_knowledge"
    tasks, _ = read_tasks(folder)
    records = [json.loads(path.read_text()) for path in sorted((folder / "tasks").glob("*.json"))]
    assert [task.id for task in tasks] == [record["id"] for record in records]
    tools = (real_data / "tau2/user_simulator/simulation_guidelines_tools.md").read_text().strip()
    for task, record in zip(tasks, records, strict=True):
        assert task.contract.instructions == record["user_scenario"]["instructions"]
        assert (guidelines(task) == tools) == (record.get("user_tools") != [])
    misspelt = next(task for task in tasks if task.id == "task_091")
    assert "persoca" in misspelt.contract.extra
