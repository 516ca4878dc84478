"""Where the oracle's arguments come from: said by the user, or returned by an earlier call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from rut_domains.contract import Contract
from rut_domains.language.values import holds_value, says_phrase, tokens
from rut_domains.outcomes import same_value
from rut_domains.pack.check.findings import Remark, error, warning
from rut_domains.pack.document import Path
from rut_domains.task import Slot, Task
from rut_domains.tool import ToolSpec


def check_provenance(
    task: Task, tools: Mapping[str, ToolSpec], results: Sequence[JsonValue]
) -> Iterator[Remark]:
    """Yield each argument of the agent's oracle calls that nobody can have given it.

    Args:
        task: Whose oracle.
        tools: The agent's tools by name.
        results: The result of each step.
    """
    words = user_words(task.contract)
    for index, step in enumerate(task.oracle):
        if step.by != "agent" or step.tool not in tools:
            continue
        known = list(_leaves(list(results[:index])))
        properties = tools[step.tool].parameters.get("properties", {})
        for name, value in step.arguments.items():
            slot = step.slots.get(name, Slot())
            schema = properties.get(name, {})
            path: Path = ("oracle", index, "arguments", name)
            if not slot.default:
                yield from _check_argument(path, value, slot, schema, words, known)


def user_words(contract: Contract) -> str:
    """Return all that the user of a contract can say, as one text."""
    spoken = [
        *contract.opening,
        *(text for fact in contract.facts for text in fact.says),
        *(text for goal in contract.goals for text in goal.says),
        *(text for rule in contract.rules for text in rule.says),
    ]
    values = [str(each) for fact in contract.facts for each in _leaves(fact.value)]
    told = [fact.text for fact in contract.facts]
    return "\n".join([*spoken, *values, *told, contract.known])


def _check_argument(
    path: Path,
    value: JsonValue,
    slot: Slot,
    schema: Mapping[str, Any],
    words: str,
    known: Sequence[JsonValue],
) -> Iterator[Remark]:
    # A value that a tool returns may also be picked from there, or read out by the user.
    readable = f"{words}\n{value}" if any(same_value(value, each) for each in known) else words
    if slot.pattern and not _finds(slot.pattern, value, readable):
        yield warning(
            "pattern-misses", path, f"the pattern of its slot finds {value!r} in no wording"
        )
    heard = [word for word in slot.said if says_phrase(words, word)]
    if slot.said and not heard:
        yield error(
            "said-by-nobody",
            path,
            f"the user can say none of the words in 'said' ({', '.join(slot.said)})",
        )
    for leaf in _leaves(value):
        chosen = bool(heard) and (isinstance(leaf, bool) or leaf in _choices(schema))
        if chosen or holds_value(words, leaf) or any(same_value(leaf, each) for each in known):
            continue
        yield error(
            "argument-from-nowhere",
            path,
            f"{leaf!r} is neither said by the user nor returned by an earlier call",
        )


def _finds(pattern: str, value: JsonValue, words: str) -> bool:
    found = (match.group() for match in re.finditer(pattern, words, re.IGNORECASE))
    return any(tokens(text) == tokens(str(value)) for text in found)


def _choices(schema: Mapping[str, Any]) -> list[Any]:
    """Return the values of the enumerations in a schema of one argument."""
    found: list[Any] = list(schema.get("enum", ()))
    if "const" in schema:
        found.append(schema["const"])
    parts = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else [])]
    for part in parts:
        if isinstance(part, Mapping):
            found.extend(_choices(part))
    return found


def _leaves(value: Any) -> Iterator[JsonValue]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield value
