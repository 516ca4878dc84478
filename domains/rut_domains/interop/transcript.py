"""Building a dialogue's events from what another system recorded, message by message.

The rules are those of our own log: a call and its result are seen by the caller alone, and so is
text beside calls. Whatever does not fit is kept as well as it can be, and noted in the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import (
    EVERYONE,
    Actor,
    EndReason,
    Event,
    Message,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
)
from rut_domains.interop.findings import FindingKind, Ledger
from rut_domains.tool import ToolSpec

_ALONE: dict[SeatName, frozenset[SeatName]] = {
    "user": frozenset({"user"}),
    "agent": frozenset({"agent"}),
}
_TRUNCATED = re.compile(r"(\.\.\.|…|\[|<|\()\s*(content |output )?truncated\b.{0,40}$", re.I | re.S)
_TAIL = 80
# What `isoformat` itself writes: nothing is left to be brought into form.
_PLAIN_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?", re.ASCII)


@dataclass(slots=True)
class Asked:
    """A call as another system recorded it; `call_id` may be empty."""

    name: str
    arguments: dict[str, JsonValue]
    call_id: str = ""
    seat: SeatName | None = None


@dataclass(slots=True, eq=False)
class _Open:
    given: str
    call_id: str
    name: str
    seat: SeatName
    place: str
    stale: bool = False


@dataclass
class Transcript:
    """The events of one dialogue, as far as they have been read.

    Args:
        source: The id that the file gives it.
    """

    source: str = ""
    events: list[Event] = field(default_factory=list)
    tools: dict[SeatName, dict[str, None]] = field(
        default_factory=lambda: {"user": {}, "agent": {}}
    )
    _found: list[tuple[FindingKind, str, str]] = field(default_factory=list)
    _open: list[_Open] = field(default_factory=list)
    _used: set[str] = field(default_factory=set)
    _caller: SeatName = "agent"
    _made: int = 0

    def find(self, kind: FindingKind, text: str, place: str) -> None:
        """Note a finding about this dialogue."""
        self._found.append((kind, text, place))

    def report(self, ledger: Ledger, dialogue: str) -> None:
        """Put the findings into a ledger, under our id of the dialogue."""
        for kind, text, place in self._found:
            ledger.add(kind, text, dialogue=dialogue, source=self.source, place=place)
        self._found.clear()

    def say(
        self,
        seat: SeatName,
        text: str,
        calls: Sequence[Asked],
        *,
        at: str | None = None,
        place: str = "",
    ) -> None:
        """Record a message of a seat: text, calls or both."""
        if calls:
            if text.strip():
                self._message(seat, text, at, _ALONE[seat])
                self.find("mixed_text_and_calls", f"text of the {seat} beside its calls", place)
            for call in calls:
                self._call(call, call.seat or seat, at, place)
            return
        for unanswered in self._open:
            unanswered.stale = True
        if not text.strip():
            self.find("empty_message", f"the {seat} says nothing", place)
        self._message(seat, text, at, EVERYONE)
        self._look_for_cut(text, place)

    def whisper(self, seat: SeatName, text: str, *, at: str | None = None) -> None:
        """Record a text that its own seat alone saw, though no call stands beside it."""
        self._message(seat, text, at, _ALONE[seat])

    def answer(
        self,
        content: JsonValue,
        *,
        call_id: str = "",
        name: str = "",
        seat: SeatName | None = None,
        error: bool = False,
        at: str | None = None,
        place: str = "",
    ) -> None:
        """Record a tool result, paired with its call by id, or by order where it has none."""
        call = self._take(call_id, seat)
        if call is None:
            self.find(
                "result_without_call",
                f"result {call_id!r} answers no call" if call_id else "a result answers no call",
                place,
            )
            call = _Open(call_id, self._fresh(call_id), name, seat or self._caller, place)
        elif seat is not None and seat != call.seat:
            self.find(
                "caller_mismatch", f"the {call.seat} called, the result names the {seat}", place
            )
        self.events.append(
            ToolResult(
                seq=len(self.events),
                at=at,
                visible_to=_ALONE[call.seat],
                call_id=call.call_id,
                name=call.name or name,
                content=content,
                error=error,
            )
        )
        if isinstance(content, str):
            self._look_for_cut(content, place)

    def end(
        self,
        actor: Actor,
        reason: EndReason,
        *,
        detail: str = "",
        original: str = "",
        at: str | None = None,
        place: str = "",
    ) -> None:
        """Record the end, and note what was left open."""
        self.check_open()
        if actor != "user":
            word = f" ({original})" if original else ""
            self.find("end_not_by_user", f"the dialogue ends as {reason}{word}", place)
        self.events.append(
            Stop(
                seq=len(self.events),
                at=at,
                actor=actor,
                reason=reason,
                detail=detail,
                original=original,
            )
        )

    def check_open(self) -> None:
        """Note the calls that have had no result, and an empty dialogue."""
        for call in self._open:
            self.find("call_without_result", f"{call.name} is never answered", call.place)
        self._open.clear()
        if not self.events:
            self.find("empty_dialogue", "the dialogue holds no message", "")

    def tool_specs(self, seat: SeatName, known: Sequence[ToolSpec] = ()) -> tuple[ToolSpec, ...]:
        """Return the known tools of a seat, and those that it called beside them, by name only."""
        names = {tool.name for tool in known}
        seen = [name for name in self.tools[seat] if name not in names]
        return (*known, *(ToolSpec(name=name) for name in seen))

    def _message(
        self, seat: SeatName, text: str, at: str | None, visible: frozenset[SeatName]
    ) -> None:
        self.events.append(
            Message(seq=len(self.events), at=at, actor=seat, visible_to=visible, text=text)
        )

    def _call(self, call: Asked, seat: SeatName, at: str | None, place: str) -> None:
        call_id = self._fresh(call.call_id)
        if call.call_id and call_id != call.call_id:
            self.find("repeated_call_id", f"{call.call_id!r} becomes {call_id!r}", place)
        self._open.append(_Open(call.call_id, call_id, call.name, seat, place))
        self._caller = seat
        self.tools[seat][call.name] = None
        self.events.append(
            ToolCall(
                seq=len(self.events),
                at=at,
                actor=seat,
                visible_to=_ALONE[seat],
                call_id=call_id,
                name=call.name,
                arguments=call.arguments,
            )
        )

    def _fresh(self, given: str) -> str:
        """Return the given id, or one that the dialogue does not have yet."""
        made = given
        while not made or made in self._used:
            self._made += 1
            made = f"{given}#{self._made}" if given else f"call-{self._made}"
        self._used.add(made)
        return made

    def _take(self, given: str, seat: SeatName | None) -> _Open | None:
        """Return the open call that a result answers, and close it.

        A result without an id answers the oldest call since somebody last spoke. Where the calls
        bear no ids, an id on the result says nothing either.
        """
        fresh = [call for call in self._open if not call.stale]
        if given:
            found = next((call for call in self._open if call.given == given), None)
            if found is None and fresh and not any(call.given for call in self._open):
                found = fresh[0]
        else:
            found = next((call for call in fresh if seat is None or call.seat == seat), None)
            found = found or next(iter(fresh), None)
        if found is not None:
            self._open.remove(found)
        return found

    def _look_for_cut(self, text: str, place: str) -> None:
        if len(text) > _TAIL and _TRUNCATED.search(text, len(text) - _TAIL):
            self.find("content_truncated", f"ends in {text[-_TAIL // 2 :]!r}", place)


def read_time(value: Any) -> str | None:
    """Return an ISO 8601 time in UTC, or None if it cannot be read; no offset is taken as UTC."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            if _PLAIN_TIME.fullmatch(value):
                return f"{value}+00:00"
            return moment.replace(tzinfo=UTC).isoformat()
        return moment.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return None
