"""tau2 tasks: what their user is told, and whether that user has tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from rut_domains.contract import Contract
from rut_domains.frozen import Frozen, canonical_json
from rut_domains.interop.encoding import read_text
from rut_domains.interop.tau2.words import SCENARIO_FIELDS

Record = Mapping[str, Any]
_FOLDER = "user_simulator"
_LEVELS = 4


class Guidelines(Frozen):
    """The rules that every user of tau2 gets: one text for users with tools, one for those without.

    `place` is the folder in which they were found.
    """

    plain: str = ""
    tools: str = ""
    place: str = ""


def find_guidelines(path: Path) -> Guidelines:
    """Look for tau2's `user_simulator` folder around a file or folder of tau2.

    tau2 keeps results, domains and guidelines below one data folder; so the ancestors of `path`
    are searched for `user_simulator/` and `tau2/user_simulator/`. Empty texts if there is none.
    """
    start = path.resolve()
    for ancestor in (start, *start.parents)[: _LEVELS + 1]:
        for folder in (ancestor / _FOLDER, ancestor / "tau2" / _FOLDER):
            plain = folder / "simulation_guidelines.md"
            tools = folder / "simulation_guidelines_tools.md"
            if plain.is_file() or tools.is_file():
                return Guidelines(
                    plain=read_text(plain).strip() if plain.is_file() else "",
                    tools=read_text(tools).strip() if tools.is_file() else "",
                    place=folder.relative_to(ancestor.parent).as_posix(),
                )
    return Guidelines()


def read_contract(scenario: Any, guidelines: str) -> Contract | None:
    """Return what a scenario tells the user; None if it tells nothing.

    A scenario is `{persona, instructions}` with instructions in prose or in parts, or prose alone.
    Keys that the parts do not have (misspelt ones too) are kept in `extra`: tau2's user never saw
    them, so they are no part of the text.
    """
    if isinstance(scenario, str):
        scenario = {"instructions": scenario}
    if not isinstance(scenario, Mapping):
        return None
    extra: dict[str, JsonValue] = {}
    parts: dict[str, str] = {}
    for key, value in scenario.items():
        if key == "persona" and isinstance(value, str | None):
            parts["persona"] = value or ""
        elif key == "instructions" and isinstance(value, str):
            parts["instructions"] = value
        elif key == "instructions" and isinstance(value, Mapping):
            _read_parts(value, parts, extra)
        else:
            extra[key] = value
    if not any(text.strip() for text in parts.values()):
        return None
    return Contract(
        persona=parts.get("persona", ""),
        reason=parts.get("reason", ""),
        known=parts.get("known", ""),
        unknown=parts.get("unknown", ""),
        instructions=parts.get("instructions", ""),
        guidelines=guidelines,
        extra=extra,
    )


def _read_parts(value: Record, parts: dict[str, str], extra: dict[str, JsonValue]) -> None:
    for key, text in value.items():
        field = SCENARIO_FIELDS.get(key)
        if field is not None and isinstance(text, str | None):
            parts[field] = text or ""
        else:
            extra[key] = text


def has_user_tools(tasks: Sequence[Record]) -> bool:
    """Tell whether a domain gives its users tools, from what its tasks say.

    tau2's files never list user tools. A task shows them by naming some, by an expected action of
    the user, or by preparing the user's own state.
    """
    return any(_shows_user_tools(task) for task in tasks)


def _shows_user_tools(task: Record) -> bool:
    if task.get("user_tools"):
        return True
    criteria = _mapping(task.get("evaluation_criteria"))
    state = _mapping(task.get("initial_state"))
    data = _mapping(state.get("initialization_data"))
    return (
        any(item.get("requestor") == "user" for item in _records(criteria.get("actions")))
        or any(
            item.get("env_type") == "user" for item in _records(state.get("initialization_actions"))
        )
        or bool(data.get("user_data"))
    )


def task_has_user_tools(task: Record, domain_has: bool) -> bool:
    """Tell whether the user of one task has tools: `user_tools` null means all of the domain's."""
    named = task.get("user_tools")
    return bool(named) if isinstance(named, list) else domain_has


def action_ids(task: Record) -> tuple[str, ...]:
    """Return the ids of the actions that a task expects, in order."""
    criteria = _mapping(task.get("evaluation_criteria"))
    return tuple(
        item["action_id"]
        for item in _records(criteria.get("actions"))
        if isinstance(item.get("action_id"), str)
    )


def _mapping(value: Any) -> Record:
    return value if isinstance(value, Mapping) else {}


def _records(value: Any) -> list[Record]:
    if not isinstance(value, list):
        return []
    return [item for item in value if isinstance(item, Mapping)]


def same_task(one: Record, other: Record) -> bool:
    """Tell whether two records of tasks are equal."""
    return canonical_json(one) == canonical_json(other)
