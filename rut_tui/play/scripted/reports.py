"""What a tool showed, in the user's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from rut_domains.contract import UserCheck
from rut_domains.dialogue import ToolResult
from rut_domains.lexicon import Direction
from rut_tui.play.scripted.exchanges import Operation

_FIELD = re.compile(r"\{([\w.\-]+)\}")
_TWO_STOPS = re.compile(r"([.!?])\.(?=\s|$)")
_MISSING = object()

FAILED = (
    "I tried, but it says: {}",
    "That didn't work. It says: {}",
    "It wouldn't let me. The message is: {}",
)
BARE = ("Done.", "I've done that.", "Okay, that's done.")
SHOWS = ("It says: {}", "I get this: {}", "Here it shows: {}")


def report(operation: Operation, directions: Iterable[Direction]) -> tuple[str, ...]:
    """Return wordings of what a call brought, taken from its direction where it has any.

    A wording that needs a field which the result lacks is left out; without any, the result's own
    text is passed on.
    """
    result = operation.result
    if result is None:
        return BARE
    if result.error:
        return tuple(_close(form.format(_reason(result))) for form in FAILED)
    for direction in directions:
        fits = direction.tool == result.name and direction.arguments == operation.call.arguments
        filled = [
            text
            for wording in (direction.says if fits else ())
            if (text := fill(wording, result.content)) is not None
        ]
        if filled:
            return tuple(filled)
    shown = _shown(result.content)
    return tuple(_close(form.format(shown)) for form in SHOWS) if shown else BARE


def fill(wording: str, content: JsonValue) -> str | None:
    """Fill `{path}` fields from a result; None if the result lacks one of them."""
    values = {path: look_up(content, path) for path in _FIELD.findall(wording)}
    if any(value is _MISSING for value in values.values()):
        return None
    return _close(_FIELD.sub(lambda match: _spoken(values[match[1]]), wording))


def look_up(content: JsonValue, path: str) -> object:
    """Return what stands at a dotted path, or a mark that nothing does."""
    found: object = content
    for step in path.split(".") if path else []:
        if isinstance(found, Mapping) and step in found:
            found = found[step]
        elif isinstance(found, list) and step.isdigit() and int(step) < len(found):
            found = found[int(step)]
        else:
            return _MISSING
    return found


def holds(check: UserCheck, result: ToolResult) -> bool:
    """Whether a result of the check's tool shows that the goal is met."""
    return not result.error and look_up(result.content, check.path) == check.equals


def _spoken(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_spoken, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_spoken(each)}" for name, each in value.items())
    return "nothing" if value is None else str(value)


def _reason(result: ToolResult) -> str:
    found = look_up(result.content, "error")
    return "an error" if found is _MISSING else _spoken(found)


def _shown(content: JsonValue) -> str:
    """Return the readable part of a result: its text fields, without the success mark."""
    if not isinstance(content, Mapping):
        return _spoken(content) if content is not None else ""
    rest = {name: value for name, value in content.items() if name != "success"}
    inner = next(iter(rest.values()), None) if len(rest) == 1 else rest
    return _spoken(inner) if inner else ""


def _close(text: str) -> str:
    """End a text with one full stop."""
    closed = _TWO_STOPS.sub(r"\1", text.strip())
    return closed if closed[-1:] in (".", "!", "?") else f"{closed}."
