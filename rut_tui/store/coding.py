"""Values as the file keeps them: events and JSON as text that gives back exactly what went in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from rut_domains.dialogue import (
    Event,
    EventBase,
    Message,
    Note,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
    parse_event,
)
from rut_domains.frozen import parse_json
from rut_tui.store.faults import StoreFault

EVENT_COLUMNS = "seq, at, actor, kind, visible_to, payload"
_SEATS: dict[str, tuple[SeatName, ...]] = {
    "": (),
    "user": ("user",),
    "agent": ("agent",),
    "agent,user": ("agent", "user"),
}
_NAMES = {frozenset(seats): name for name, seats in _SEATS.items()}
_PAYLOAD: dict[str, tuple[str, ...]] = {
    kind: tuple(
        name for name in model.model_fields if name not in {*EventBase.model_fields, "kind"}
    )
    for model in (Message, ToolCall, ToolResult, Stop, Note)
    for kind in get_args(model.model_fields["kind"].annotation)
}

_UNSTORABLE = (ValueError, TypeError, RecursionError)

EventRow = tuple[str, int, str | None, str, str, str, str]


def encode(value: Any) -> str:
    """Return JSON of plain data; broken Unicode is spelt in ASCII, so that it is not lost.

    Raises:
        ValueError: It holds NaN, an infinity or something that is not JSON, or is too deep.
    """
    try:
        raw = to_json(value)
    except PydanticSerializationError:
        # A lone surrogate, or nesting that the fast way refuses.
        return json.dumps(value, separators=(",", ":"), allow_nan=False, default=list)
    if b"NaN" in raw or b"Infinity" in raw:
        parse_json(raw)
    return raw.decode()


def decode(text: str) -> Any:
    """Return what `encode` was given, tuples as lists.

    Raises:
        ValueError: Not JSON.
    """
    return json.loads(text)


def escape_broken(text: str) -> str:
    """Return JSON text in which broken Unicode is spelt in ASCII."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":"))
    return text


def write_event(dialogue_id: str, event: Event) -> EventRow:
    """Return an event as a row of the table `events`.

    Raises:
        StoreFault: It holds a value that is not JSON.
    """
    fields = event.__dict__
    payload = {name: fields[name] for name in _PAYLOAD[event.kind]}
    try:
        text = encode(payload)
    except _UNSTORABLE as error:
        raise _refuse(error, f"dialogue {dialogue_id}, event {event.seq}") from error
    return (
        dialogue_id,
        event.seq,
        event.at,
        event.actor,
        event.kind,
        _NAMES[event.visible_to],
        text,
    )


def read_event(row: tuple[Any, ...]) -> Event:
    """Return the event of a row of `EVENT_COLUMNS`.

    Raises:
        ValueError: It is none.
    """
    seq, at, actor, kind, visible_to, payload = row
    plain = decode(payload)
    if not isinstance(plain, dict):
        raise ValueError("the payload is no JSON object")
    seen = _SEATS.get(visible_to, visible_to)
    fields = {"seq": seq, "at": at, "actor": actor, "kind": kind, "visible_to": seen}
    return parse_event({**plain, **fields})


@contextmanager
def storable(what: str) -> Iterator[None]:
    """Turn the refusal of a value that JSON cannot hold into a fault.

    Raises:
        StoreFault: A value inside is not JSON.
    """
    try:
        yield
    except _UNSTORABLE as error:
        raise _refuse(error, what) from error


def _refuse(error: Exception, what: str) -> StoreFault:
    return StoreFault(
        f"a value cannot be kept: {explain_value(error)}",
        hint="Only finite numbers, texts, lists and objects of moderate depth can.",
        place=what,
    )


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Turn a row that does not read back into a fault.

    Raises:
        StoreFault: What stands in the file is not what we write.
    """
    try:
        yield
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreFault(
            f"what the database holds cannot be read: {explain_value(error)}",
            hint="`rut db check` tells what else is; go back to a backup.",
            place=what,
        ) from error


def explain_value(error: Exception) -> str:
    """Return in one line what is wrong with a value."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        path = ".".join(map(str, first["loc"]))
        return f"{path}: {first['msg']}" if path else str(first["msg"])
    return (str(error).splitlines() or [type(error).__name__])[0]
