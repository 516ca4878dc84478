"""Events put into tau2's messages, with notes on what those have no place for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rut_domains.dialogue import Event, Message, Note, SeatName, Stop, ToolCall, ToolResult
from rut_domains.interop.tau2.words import ROLE_OF, TOKEN_OF

_STEP = timedelta(milliseconds=1)
_NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass
class Messages:
    """The messages of one simulation as they grow, and what only an extension can tell.

    Args:
        events: The log.
        start: The time of the first message where the log has none.
    """

    events: Sequence[Event]
    start: str = ""
    items: list[dict[str, Any]] = field(default_factory=list)
    private: list[int] = field(default_factory=list)
    encoded: list[int] = field(default_factory=list)
    hashes: list[str | None] = field(default_factory=list)
    crashed: list[int] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    stop: Stop | None = None
    merged: bool = False
    first: datetime = _NO_TIME
    last: datetime = _NO_TIME
    _beside: str | None = None
    _calling: SeatName | None = None

    def __post_init__(self) -> None:
        said = [event for event in self.events if not isinstance(event, Note)]
        self.notes = [event for event in self.events if isinstance(event, Note)]
        for index, event in enumerate(said):
            following = said[index + 1] if index + 1 < len(said) else None
            if isinstance(event, Message):
                self._message(event, following)
            elif isinstance(event, ToolCall):
                self._call(event)
            elif isinstance(event, ToolResult):
                self._result(event)
            elif isinstance(event, Stop):
                self._stop(event)
        self._set_times(said)

    @property
    def timeless(self) -> bool:
        """Whether no event has a time, so that all times are made up."""
        return not any(event.at for event in self.events if not isinstance(event, Stop | Note))

    def _message(self, event: Message, following: Event | None) -> None:
        self._calling = None
        alone = event.visible_to == {event.actor}
        if alone and event.text.strip() and _is_call_of(following, event.actor):
            self._beside = event.text
            return
        text = event.text
        ends = isinstance(following, Stop) and following.actor == "user" == event.actor
        if ends and not alone and isinstance(following, Stop):
            text = f"{text} {_token(following)}"
            self.merged = True
        if alone:
            self.private.append(len(self.items))
        self._add(_role(event.actor), event.at, content=text, tool_calls=None)

    def _call(self, event: ToolCall) -> None:
        seat: SeatName = "user" if event.actor == "user" else "agent"
        if self._calling != seat or self._beside is not None:
            self._add(_role(seat), event.at, content=self._beside, tool_calls=[])
        self._beside = None
        self._calling = seat
        self.items[-1]["tool_calls"].append(
            {
                "id": event.call_id,
                "name": event.name,
                "arguments": event.arguments,
                "requestor": _role(seat),
            }
        )

    def _result(self, event: ToolResult) -> None:
        self._calling = None
        content = event.content
        if not isinstance(content, str):
            self.encoded.append(len(self.items))
            content = json.dumps(content, ensure_ascii=False, allow_nan=False)
        if event.crashed:
            self.crashed.append(len(self.hashes))
        self.hashes.append(event.state_hash)
        seat: SeatName = "user" if event.visible_to == {"user"} else "agent"
        self._add(
            "tool",
            event.at,
            id=event.call_id,
            content=content,
            requestor=_role(seat),
            error=event.error,
        )

    def _stop(self, event: Stop) -> None:
        self._calling = None
        self.stop = event
        if event.actor == "user" and not self.merged:
            self._add("user", event.at, content=_token(event), tool_calls=None)

    def _add(self, role: str, at: str | None, **fields: Any) -> None:
        self.items.append({"role": role, **fields, "turn_idx": len(self.items), "timestamp": at})

    def _set_times(self, said: Sequence[Event]) -> None:
        """Give each message a time later than the one before: tau2 sorts by it."""
        given = next((event.at for event in said if event.at), None) or self.start
        now = self.first = _read(given) or _NO_TIME
        for index, item in enumerate(self.items):
            moment = _read(item["timestamp"]) or now
            now = moment if index == 0 or moment > now else now + _STEP
            item["timestamp"] = write_time(now)
        self.last = now


def write_time(moment: datetime) -> str:
    """Return a time as tau2 writes it: ISO 8601 without an offset; ours are UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")


def _read(value: str | None) -> datetime | None:
    if not value:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _role(actor: str) -> str:
    return ROLE_OF["user" if actor == "user" else "agent"]


def _token(stop: Stop) -> str:
    return TOKEN_OF.get(stop.reason, TOKEN_OF["satisfied"])


def _is_call_of(event: Event | None, actor: str) -> bool:
    return isinstance(event, ToolCall) and event.actor == actor
