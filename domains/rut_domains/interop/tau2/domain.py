"""tau2 domain folders: their tasks with contracts, to be read and rated, not played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from rut_domains.contract import Contract
from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import hash_files
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import MEND
from rut_domains.interop.reading import Options
from rut_domains.interop.tau2.header import PREFIX
from rut_domains.interop.tau2.scenario import (
    Guidelines,
    Record,
    find_guidelines,
    has_user_tools,
    read_contract,
    same_task,
    task_has_user_tools,
)
from rut_domains.interop.tau2.words import TASK_KEYS
from rut_domains.task import Task

NOT_PLAYABLE = "contract-only: the environment of this task is part of tau2, not of rut-tui"
# Overlays of settings for voice runs, not tasks.
_NO_TASKS = frozenset({"tasks_voice.json"})
_USER_STATE = ("user_db.json", "user_db.toml", "user_db.yaml")
_MAPPED = frozenset({"id", "user_scenario", "user_tools"})


def task_files(folder: Path) -> list[Path]:
    """Return the task files of a domain folder, in the order in which they count.

    Where there is a folder `tasks/`, tau2 loads that; a `tasks.json` beside it can differ.
    """
    single = sorted((folder / "tasks").glob("*.json")) if (folder / "tasks").is_dir() else []
    listed = sorted(path for path in folder.glob("tasks*.json") if path.name not in _NO_TASKS)
    return [path for path in (*single, *listed) if path.is_file()]


class DomainFolder:
    """Reads a domain folder, or one file of tasks in it.

    Args:
        path: The folder or the file.
        options: How to read.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self._folder = path if path.is_dir() else path.parent
        self._files = task_files(path) if path.is_dir() else [path]
        self._name = self._folder.resolve().name
        self._ledger = Ledger("tau2-domain")
        self._done = 0

    @cached_property
    def file_hash(self) -> str:
        """SHA-256 over the bytes of all task files."""
        return hash_files(self._files, self._folder)

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""
        return self._done / max(1, len(self._files))

    def dialogues(self) -> Iterator[Dialogue]:
        """Yield nothing: a domain has not been played."""
        return iter(())

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks, each as contract-only.

        Raises:
            InputFault: A file is no list of tasks, or no task.
        """
        guidelines = find_guidelines(self._folder)
        self._ledger.guidelines = guidelines.place
        records = self._load()
        tools = has_user_tools([record for record, _ in records.values()]) or any(
            (self._folder / name).is_file() for name in _USER_STATE
        )
        splits = self._splits()
        for name, (record, file) in records.items():
            self._ledger.numbers["tasks"] += 1
            contract = self._contract(name, record, guidelines, tools=tools)
            yield _make(
                name,
                record,
                contract,
                domain=f"{PREFIX}{self._name}",
                tags=tuple(split for split, names in splits.items() if name in names),
                origin={"system": "tau2", "file": file},
            )

    def integrity(self) -> Integrity:
        """Return what was found so far."""
        return self._ledger.report()

    def _load(self) -> dict[str, tuple[Record, str]]:
        """Return the tasks by id, with the file that they stand in."""
        records: dict[str, tuple[Record, str]] = {}
        for path in self._files:
            file = path.relative_to(self._folder).as_posix()
            for place, record in self._read(path):
                name = _task_id(record, place)
                known, _ = records.setdefault(name, (record, file))
                if known is not record and not same_task(known, record):
                    self._ledger.add(
                        "duplicate_task", f"that of {file} is left aside", source=name, place=file
                    )
                for key in record.keys() - TASK_KEYS:
                    self._ledger.kept[f"task.{key}"] += 1
            self._done += 1
        return records

    def _read(self, path: Path) -> Iterator[tuple[str, Record]]:
        with JsonFile(path) as file:
            if file.peek() == "[":
                for _ in file.slots():
                    place = file.place()
                    yield place, file.value()
            else:
                place = file.place()
                yield place, file.value()
            file.finish()
            if file.replaced:
                self._ledger.add(
                    "characters_replaced", f"in {file.replaced} tasks", place=path.name
                )

    def _contract(
        self, name: str, record: Record, guidelines: Guidelines, *, tools: bool
    ) -> Contract:
        text = guidelines.tools if task_has_user_tools(record, tools) else guidelines.plain
        contract = read_contract(record.get("user_scenario"), text)
        if contract is None:
            self._ledger.add("contract_missing", "the task has no user scenario", source=name)
            return Contract(guidelines=text)
        return contract

    def _splits(self) -> dict[str, frozenset[str]]:
        """Return the named splits of the tasks, from `split_tasks.json` if it is there."""
        path = self._folder / "split_tasks.json"
        if not path.is_file():
            return {}
        with JsonFile(path) as file:
            value = file.value()
        if not isinstance(value, Mapping):
            raise InputFault("splits must be an object of lists", hint=MEND, place=str(path))
        return {
            name: frozenset(str(item) for item in ids)
            for name, ids in value.items()
            if isinstance(ids, list)
        }


def _task_id(record: Any, place: str) -> str:
    if not isinstance(record, Mapping) or not isinstance(record.get("id"), str | int):
        raise InputFault("a task must be an object with an id", hint=MEND, place=place)
    return str(record["id"])


def _make(
    name: str,
    record: Record,
    contract: Contract,
    *,
    domain: str,
    tags: tuple[str, ...],
    origin: dict[str, JsonValue],
) -> Task:
    named = record.get("user_tools")
    extra = {k: v for k, v in record.items() if k not in _MAPPED and v is not None}
    return Task(
        id=name,
        title=name,
        domain=domain,
        tags=tags,
        contract=contract,
        user_tools=tuple(str(item) for item in named) if isinstance(named, list) else None,
        playable=NOT_PLAYABLE,
        extra={**extra, "origin": origin},
    )
