"""Do two logs tell the same story: what was said, done and answered, by whom and before whom?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rut_domains.dialogue import Event, Message, Note, Stop, ToolCall, ToolResult


def tell_story(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    """Return what counts of each event, to be compared.

    Times, call ids, state hashes and notes for the lead are left out: a trimmed or exported copy
    of a dialogue tells the same story.
    """
    return [_core(event) for event in events if not isinstance(event, Note)]


def _core(event: Event) -> tuple[Any, ...]:
    if isinstance(event, Message):
        return (event.kind, event.actor, event.visible_to, event.text)
    if isinstance(event, ToolCall):
        return (event.kind, event.actor, event.visible_to, event.name, event.arguments)
    if isinstance(event, ToolResult):
        return (event.kind, event.visible_to, event.content, event.error)
    if isinstance(event, Stop):
        return (event.kind, event.actor, event.reason, event.detail)
    return (event.kind,)
