"""The dialogue vocabulary: what can happen between two seats, and who may see it.

A dialogue is an append-only list of events. Everything else (whose turn it is, the state of the
environment, what a rater reads) is derived from that list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter

from rut_domains.contract import Contract
from rut_domains.frozen import Frozen
from rut_domains.tool import ToolSpec

SeatName = Literal["user", "agent"]
Actor = Literal["user", "agent", "engine", "environment"]
SeatKind = Literal["human", "scripted", "replay", "model", "unknown"]
Link = Literal["linked", "unlinked", "relinked", "accepted"]

SEATS: tuple[SeatName, SeatName] = ("user", "agent")
EVERYONE: frozenset[SeatName] = frozenset(SEATS)
NOBODY: frozenset[SeatName] = frozenset()

EndReason = Literal[
    "satisfied",
    "transferred",
    "out_of_scope",
    "abandoned",
    "quit",
    "step_limit",
    "too_many_errors",
    "time_limit",
    "context_overflow",
    "counterpart_error",
    "infrastructure_error",
    "other",
]
USER_ENDS: tuple[EndReason, ...] = ("satisfied", "transferred", "out_of_scope", "abandoned")
AGENT_ENDS: tuple[EndReason, ...] = ("quit",)


def other_seat(seat: SeatName) -> SeatName:
    """Return the seat across the table."""
    return "agent" if seat == "user" else "user"


class EventBase(Frozen):
    """What every event carries.

    `seq` counts from 0 without gaps. `at` is ISO 8601 UTC, or None where an imported file has no
    time. `visible_to` names the seats that see the event; empty means the lead alone.
    """

    seq: int = Field(ge=0)
    at: str | None = None
    actor: Actor
    visible_to: frozenset[SeatName] = EVERYONE


class Message(EventBase):
    """Text said by a seat."""

    kind: Literal["message"] = "message"
    text: str


class ToolCall(EventBase):
    """A call that a seat made; `actor` is the caller."""

    kind: Literal["tool_call"] = "tool_call"
    call_id: str
    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolResult(EventBase):
    """The environment's answer to one call, and the state hash after it where it was taken.

    `crashed` marks a call that killed the environment: it is an error, and never replayed.
    """

    kind: Literal["tool_result"] = "tool_result"
    actor: Actor = "environment"
    call_id: str
    name: str
    content: JsonValue = None
    error: bool = False
    crashed: bool = False
    state_hash: str | None = None


class Stop(EventBase):
    """The end, by whom (`actor`) and why. `original` keeps another system's own word for it."""

    kind: Literal["stop"] = "stop"
    reason: EndReason
    detail: str = ""
    original: str = ""


class Note(EventBase):
    """A fact for the lead alone: an outcome, a planted fault, a cost, a recorded reward."""

    kind: Literal["outcome", "planted_fault", "cost"]
    actor: Actor = "engine"
    visible_to: frozenset[SeatName] = NOBODY
    data: dict[str, JsonValue]


Event = Annotated[Message | ToolCall | ToolResult | Stop | Note, Field(discriminator="kind")]
# Built when the first event is read: a start page reads none.
_EVENT: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))


class Chair(Frozen):
    """Who sat in a seat. `name` is a pseudonym, script or model name: identity, never rated."""

    kind: SeatKind
    name: str = ""


class Origin(Frozen):
    """Where a dialogue comes from: played here, or read from another system's file."""

    system: str = "rut"
    source_id: str = ""
    file: str = ""
    file_hash: str = ""


class Briefing(Frozen):
    """What the two seats were given, kept with the dialogue so that it reads alike for ever."""

    contract: Contract | None = None
    policy: str = ""
    agent_tools: tuple[ToolSpec, ...] = ()
    user_tools: tuple[ToolSpec, ...] = ()


class Dialogue(Frozen):
    """One recorded interaction: who, about what, under which briefing, and its events.

    `link` says whether the briefing is that of the task really played. `recorded` holds what an
    imported file says about reward, cost, models and keys unknown to us: lead only. `practice`
    dialogues and forks keep their ancestry in `parent_id` and `parent_seq`.
    """

    id: str
    domain: str
    task_id: str
    task_hash: str = ""
    user: Chair
    agent: Chair
    seed: int = 0
    created_at: str = ""
    origin: Origin = Origin()
    parent_id: str | None = None
    parent_seq: int | None = None
    link: Link = "linked"
    briefing: Briefing = Briefing()
    recorded: dict[str, JsonValue] = Field(default_factory=dict)
    events: tuple[Event, ...] = ()

    def seen_by(self, seat: SeatName) -> tuple[Event, ...]:
        """Return the events that a seat may see, in order."""
        return visible_events(self.events, seat)

    @property
    def stop(self) -> Stop | None:
        """The end of the dialogue, or None while it is open."""
        return find_stop(self.events)


def visible_events(events: Iterable[Event], seat: SeatName) -> tuple[Event, ...]:
    """Keep what `seat` may see."""
    return tuple(event for event in events if seat in event.visible_to)


def find_stop(events: Iterable[Event]) -> Stop | None:
    """Return the first stop among the events."""
    return next((event for event in events if isinstance(event, Stop)), None)


def parse_event(data: dict[str, Any]) -> Event:
    """Validate one event from plain data."""
    return _EVENT.validate_python(data)
