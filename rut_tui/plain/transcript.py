"""A dialogue as lines of text: for line mode and for printing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress

from pydantic import JsonValue, ValidationError

from rut_domains.dialogue import (
    EVERYONE,
    NOBODY,
    Dialogue,
    Event,
    Message,
    Note,
    Stop,
    ToolCall,
    ToolResult,
)
from rut_tui.work.outcome import describe_outcome


def event_line(event: Event) -> str:
    """Return one event as text; who may see it is the caller's matter."""
    match event:
        case Message():
            return f"{event.actor}{_beside(event)}: {indent(event.text)}"
        case ToolCall():
            return f"  {event.actor} calls {event.name} {_value(event.arguments)}"
        case ToolResult():
            what = "error" if event.error else "result"
            return f"  {what} of {event.name}: {_value(event.content)}"
        case Stop():
            detail = f": {indent(event.detail)}" if event.detail else ""
            return f"The dialogue was ended by the {event.actor}: {event.reason}{detail}"
        case Note():
            return f"(lead only) {event.kind}: {_note(event)}"


def _value(value: JsonValue) -> str:
    return indent(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _note(note: Note) -> str:
    if note.kind == "outcome":
        # Another system's outcome, or one of a later version, is shown as it is recorded.
        with suppress(ValidationError):
            return "\n  ".join(describe_outcome(note.data))
    return _value(note.data)


def indent(text: str) -> str:
    """Indent all lines but the first, so that no line of a message looks like another turn."""
    return text.replace("\r\n", "\n").replace("\n", "\n  ")


def transcript_lines(dialogue: Dialogue) -> Iterator[str]:
    """Yield the whole dialogue as the lead sees it, its head first."""
    yield (
        f"Dialogue {dialogue.id}, {dialogue.origin.system}, "
        f"{dialogue.domain}/{dialogue.task_id}, link {dialogue.link}"
    )
    for seat, chair in (("user", dialogue.user), ("agent", dialogue.agent)):
        yield f"{seat}: {chair.kind} {chair.name}".rstrip()
    yield ""
    for event in dialogue.events:
        yield f"[{event.seq}] {event_line(event)}"


def _beside(event: Message) -> str:
    if event.visible_to == EVERYONE:
        return ""
    return (
        " (the lead alone sees this)"
        if event.visible_to == NOBODY
        else (" (not seen by the other side)")
    )
