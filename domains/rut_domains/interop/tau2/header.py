"""What a tau2 results file says about all its simulations: settings, models, tasks, policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from rut_domains.contract import Contract
from rut_domains.dialogue import Chair, SeatName
from rut_domains.faults import InputFault
from rut_domains.frozen import digest
from rut_domains.interop.findings import Ledger
from rut_domains.interop.tau2.links import Links
from rut_domains.interop.tau2.scenario import (
    Guidelines,
    Record,
    has_user_tools,
    read_contract,
    same_task,
    task_has_user_tools,
)
from rut_domains.interop.tau2.words import RESULT_KEYS, TASK_KEYS
from rut_domains.tool import ToolSpec

PREFIX = "tau2-"


@dataclass
class Header:
    """The head of a results file.

    Args:
        guidelines: The guideline texts found around the file.
        ledger: Where findings go.
    """

    guidelines: Guidelines
    ledger: Ledger
    info: Mapping[str, Any] = field(default_factory=dict)
    tasks: dict[str, Record] = field(default_factory=dict)
    index: Any = None
    extras: dict[str, JsonValue] = field(default_factory=dict)
    _contracts: dict[tuple[str, bool], Contract | None] = field(default_factory=dict)
    _hashes: dict[str, str] = field(default_factory=dict)

    def take(self, key: str, value: Any) -> None:
        """Read one member of the file, other than the simulations.

        Raises:
            InputFault: It has not the form that tau2 gives it.
        """
        if key == "info":
            if not isinstance(value, Mapping | None):
                raise InputFault("info must be an object")
            self.info = value or {}
        elif key == "tasks":
            self._take_tasks(value)
        elif key == "simulation_index":
            self.index = value
        elif value is not None:
            self.extras[key] = self.ledger.file[key] = value
            if key not in RESULT_KEYS:
                self.ledger.kept[f"file.{key}"] += 1

    def _take_tasks(self, value: Any) -> None:
        if not isinstance(value, list | None):
            raise InputFault("tasks must be a list")
        for number, task in enumerate(value or ()):
            if not isinstance(task, Mapping) or not isinstance(task.get("id"), str | int):
                raise InputFault("a task must be an object with an id", place=f"tasks[{number}]")
            name = str(task["id"])
            known = self.tasks.setdefault(name, task)
            if known is not task and not same_task(known, task):
                self.ledger.add(
                    "duplicate_task", "the first one counts", source=name, place=f"tasks[{number}]"
                )
            for key in task.keys() - TASK_KEYS:
                self.ledger.kept[f"task.{key}"] += 1

    @cached_property
    def links(self) -> Links:
        """The test whether a simulation played the task that it names."""
        return Links(self.tasks)

    @cached_property
    def domain(self) -> str:
        """Our name of the domain: tau2's behind a prefix, since a pack of ours may bear it too."""
        return f"{PREFIX}{self._environment.get('domain_name') or 'unknown'}"

    @cached_property
    def policy(self) -> str:
        """The agent's policy."""
        policy = self._environment.get("policy")
        return policy if isinstance(policy, str) else ""

    @cached_property
    def agent_tools(self) -> tuple[ToolSpec, ...]:
        """The agent's tools, if the file defines them."""
        return tuple(_read_tools(self._environment.get("tool_defs")))

    @cached_property
    def recorded_guidelines(self) -> str:
        """The guidelines that the file records: always those for users without tools."""
        text = self._part("user_info").get("global_simulation_guidelines")
        return text.strip() if isinstance(text, str) else ""

    @cached_property
    def recorded_info(self) -> dict[str, JsonValue]:
        """The settings, without the texts that the dialogues hold in their briefing."""
        info = dict(self.info)
        for part, texts in (
            ("environment_info", ("policy",)),
            ("user_info", ("global_simulation_guidelines",)),
        ):
            if isinstance(info.get(part), Mapping):
                info[part] = {k: v for k, v in info[part].items() if k not in texts}
        return info

    def chair(self, seat: SeatName) -> Chair:
        """Return who sat in a seat: a model by name, or somebody unknown."""
        part = self._part(f"{seat}_info")
        model = part.get("llm")
        if isinstance(model, str) and model:
            return Chair(kind="model", name=model)
        name = part.get("implementation")
        return Chair(kind="unknown", name=name if isinstance(name, str) else "")

    def model(self, seat: SeatName) -> JsonValue:
        """Return the model of a seat as recorded."""
        found: JsonValue = self._part(f"{seat}_info").get("llm")
        return found

    def contract(self, task_id: str, *, user_called: bool) -> Contract | None:
        """Return what the user of a task is told, with the guidelines that go with its tools."""
        task = self.tasks.get(task_id)
        if task is None:
            return None
        tools = user_called or task_has_user_tools(task, self._domain_has_user_tools)
        key = (task_id, tools)
        if key not in self._contracts:
            self._contracts[key] = read_contract(
                task.get("user_scenario"), self.guidelines_for(tools=tools)
            )
        return self._contracts[key]

    def named_user_tools(self, task_id: str) -> tuple[ToolSpec, ...]:
        """Return the user tools that a task names; tau2's files say no more about them."""
        named = self.tasks.get(task_id, {}).get("user_tools")
        names = named if isinstance(named, list) else []
        return tuple(ToolSpec(name=name) for name in names if isinstance(name, str) and name)

    def guidelines_for(self, *, tools: bool) -> str:
        """Return the guidelines for a user with or without tools.

        tau2 records those without tools in either case. So they count for users without tools;
        for the others the text found beside the file is used, and the recorded one only if there
        is nothing better.
        """
        if tools:
            return self.guidelines.tools or self.recorded_guidelines
        return self.recorded_guidelines or self.guidelines.plain

    @property
    def guidelines_mismatch(self) -> bool:
        """Whether the recorded guidelines are those for users without tools."""
        text = self.recorded_guidelines
        return bool(text) and (text == self.guidelines.plain or "tool" not in text.lower())

    def task_hash(self, task_id: str) -> str:
        """Return the hash of a task's record, or "" if the file does not have it."""
        task = self.tasks.get(task_id)
        if task is not None and task_id not in self._hashes:
            self._hashes[task_id] = digest(task)
        return self._hashes.get(task_id, "")

    @cached_property
    def _domain_has_user_tools(self) -> bool:
        return has_user_tools(list(self.tasks.values()))

    @property
    def _environment(self) -> Mapping[str, Any]:
        return self._part("environment_info")

    def _part(self, name: str) -> Mapping[str, Any]:
        part = self.info.get(name)
        return part if isinstance(part, Mapping) else {}


def _read_tools(definitions: Any) -> Iterator[ToolSpec]:
    """Yield tools from a list of OpenAI schemas, or from an object of signatures by name."""
    items: list[Any] = []
    if isinstance(definitions, list):
        items = definitions
    elif isinstance(definitions, Mapping):
        items = [{"name": name, **_mapping(value)} for name, value in definitions.items()]
    for item in items:
        tool = _mapping(item)
        tool = _mapping(tool.get("function")) or tool
        name = tool.get("name")
        if isinstance(name, str) and name:
            description = tool.get("description", tool.get("doc"))
            parameters = tool.get("parameters", tool.get("params"))
            spec = ToolSpec(
                name=name, description=description if isinstance(description, str) else ""
            )
            if isinstance(parameters, dict):
                spec = spec.model_copy(update={"parameters": parameters})
            yield spec


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
