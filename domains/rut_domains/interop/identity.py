"""What makes two dialogues the same: what was said and done, not ids, times or file layout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from pydantic_core import to_json

from rut_domains.dialogue import Event, Message, Note, Stop, ToolCall, ToolResult

_DIGITS = 16
# So that the longer id is still no longer than an id may be.
_LONGEST_STEM = 180


def fingerprint(events: Iterable[Event]) -> str:
    """Return the SHA-256 of what the seats said and did and were answered, 64 hex digits.

    Sequence numbers, times, call ids, state hashes and lead-only notes are left out, so that a
    trimmed, reviewed or re-exported copy of a dialogue has the fingerprint of the original.
    """
    return hashlib.sha256(
        to_json([_core(e) for e in events if not isinstance(e, Note)])
    ).hexdigest()


def derive_id(system: str, *parts: Any) -> str:
    """Return a dialogue id made of what identifies it in another system.

    Where that gives its dialogues no id of their own, all that it says beside the messages belongs
    to the parts: two runs may say the same words and have earned another reward.
    """
    return f"{system}-{hashlib.sha256(to_json(_sorted(list(parts)))).hexdigest()[:_DIGITS]}"


def longer_id(dialogue_id: str, mark: str) -> str:
    """Return the id under which a dialogue is kept whose own id another dialogue has.

    Args:
        dialogue_id: The id that is taken.
        mark: The dialogue's fingerprint.
    """
    return f"{dialogue_id[:_LONGEST_STEM]}~{mark[:8]}"


def _core(event: Event) -> tuple[Any, ...]:
    seats = sorted(event.visible_to)
    if isinstance(event, Message):
        return ("message", event.actor, seats, event.text)
    if isinstance(event, ToolCall):
        return ("call", event.actor, seats, event.name, _sorted(event.arguments))
    if isinstance(event, ToolResult):
        return ("result", seats, _sorted(event.content), event.error)
    if isinstance(event, Stop):
        return ("stop", event.actor, event.reason, event.detail)
    return (event.kind,)


def _sorted(value: Any) -> Any:
    """Order the keys of objects, so that equal values give equal bytes."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    return value
