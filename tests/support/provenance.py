"""A check of its own kind that an agent's arguments were said by the user or returned by a tool.

It shares no code with the agent: it squeezes texts to letters and digits, reads numbers, months and
number words, and looks for each scalar of each call in what came before it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from rut_domains.dialogue import Event, Message, ToolCall, ToolResult
from rut_domains.task import Slot, Task
from rut_domains.tool import ToolSpec

_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]


def unsourced(events: Sequence[Event], task: Task, tools: Sequence[ToolSpec] = ()) -> list[str]:
    """Return a sentence for each scalar of the agent's calls that came from nowhere."""
    said: list[str] = []
    known: list[Any] = []
    calls: set[str] = set()
    found: list[str] = []
    schemas = {tool.name: tool.parameters.get("properties", {}) for tool in tools}
    for event in events:
        if isinstance(event, Message) and event.actor == "user" and "agent" in event.visible_to:
            said.append(event.text)
        elif isinstance(event, ToolResult) and event.call_id in calls:
            known.extend(_scalars(event.content))
        elif isinstance(event, ToolCall) and event.actor == "agent":
            calls.add(event.call_id)
            for name, value in event.arguments.items():
                schema = schemas.get(event.name, {}).get(name, {})
                slot = _slot(task, event.name, name)
                found += [
                    f"{event.name}.{name}={leaf!r}"
                    for leaf in _leaves(value)
                    if not _sourced(leaf, said, known, schema, slot)
                ]
    return found


def _slot(task: Task, tool: str, name: str) -> Slot:
    slots = [s.slots[name] for s in task.oracle if s.tool == tool and name in s.slots]
    merged = Slot()
    for slot in slots:
        merged = Slot(said=(*merged.said, *slot.said), default=merged.default or slot.default)
    return merged


def _sourced(leaf: Any, said: Sequence[str], known: Sequence[Any], schema: Any, slot: Slot) -> bool:
    if slot.default or any(type(leaf) is type(each) and leaf == each for each in known):
        return True
    text = "\n".join(said)
    if isinstance(leaf, bool) or leaf in _choices(schema):
        # A choice is a word of the user's in any case; which one, other tests tell.
        return bool(said)
    if isinstance(leaf, int | float):
        return float(leaf) in {float(each) for each in re.findall(r"\d+(?:\.\d+)?", _digits(text))}
    plain = _squeeze(str(leaf))
    if plain in _squeeze(text) or plain in _squeeze(_digits(text)):
        return True
    parts = re.findall(r"[a-z]+|\d+", _fold(str(leaf)))
    if parts and all(part in _squeeze(_digits(_long(text))) for part in parts):
        return True
    if len(parts) == 2 and parts[0].isalpha() and parts[1].isdigit():
        return parts[1] in re.findall(r"\d+", _digits(text)) or parts[1] in _squeeze(_digits(text))
    day = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", str(leaf))
    return bool(day) and _says_day(text, int(day[1]), int(day[2]), int(day[3]))


def _says_day(text: str, year: int, month: int, day: int) -> bool:
    folded = _fold(text)
    numbers = [int(each) for each in re.findall(r"\d+", folded)]
    named = any(name[:3] in folded for name in [_MONTHS[month - 1]])
    return (
        day in numbers
        and (month in numbers or named)
        and (year in numbers or year % 100 in numbers or named)
    )


def _choices(schema: Any) -> list[Any]:
    if not isinstance(schema, dict):
        return []
    found = list(schema.get("enum", ())) + ([schema["const"]] if "const" in schema else [])
    for part in [*schema.get("anyOf", ()), schema.get("items")]:
        found += _choices(part)
    return found


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield value


def _scalars(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _scalars(each)
    elif isinstance(value, list):
        for each in value:
            yield from _scalars(each)
    elif value is not None:
        yield value


def _long(text: str) -> str:
    pairs = {"st": "street", "rd": "road", "ave": "avenue", "ln": "lane"}
    return " ".join(pairs.get(word.strip(".,").lower(), word) for word in text.split())


def _digits(text: str) -> str:
    """Write number words as digits and put runs of digits together."""
    plain = _fold(text).replace(" oh ", " zero ")
    for value, word in enumerate(_WORDS):
        plain = re.sub(rf"\b{word}\b", str(value), plain)
    plain = re.sub(r"\bdouble (\d)", r"\1\1", plain)
    plain = re.sub(r"\btwenty[ -](\d)\b", r"2\1", plain)
    return re.sub(r"(?<=\d)[ -](?=\d)", "", plain)


def _fold(text: str) -> str:
    flat = unicodedata.normalize("NFKD", text).casefold()
    return "".join(each for each in flat if not unicodedata.combining(each))


def _squeeze(text: str) -> str:
    plain = re.sub(r"\b(?:dot|at|dash|hyphen|underscore)\b", "", _fold(text))
    return "".join(each for each in plain if each.isalnum())
