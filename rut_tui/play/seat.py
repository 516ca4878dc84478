"""A seat: whoever sits in it is shown a view and answers with one move."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol, runtime_checkable

from pydantic import Field, JsonValue

from rut_domains.contract import Contract
from rut_domains.dialogue import EndReason, Event, SeatName
from rut_domains.frozen import Frozen
from rut_domains.tool import ToolSpec


class Call(Frozen):
    """A tool call that a seat asks for; the engine gives it an id."""

    name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class End(Frozen):
    """A seat's wish to end the dialogue."""

    reason: EndReason
    detail: str = ""


class Move(Frozen):
    """One move: text, one or several calls, both, or an end (with an optional last word).

    `fault` is set by a scripted user alone: what the lead is told about a planted fault that
    fired in this move.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    end: End | None = None
    fault: dict[str, JsonValue] | None = None


class Delta(Frozen):
    """A piece of an unfinished move, for a preview only; never recorded."""

    text: str


class View(Frozen):
    """All that a seat knows: its own briefing and the events that it may see.

    `turn` counts the messages already visible; a seat derives everything else from `events`, so
    that a resumed or forked dialogue goes on as if never interrupted.
    """

    seat: SeatName
    events: tuple[Event, ...]
    tools: tuple[ToolSpec, ...] = ()
    contract: Contract | None = None
    policy: str = ""
    steps_left: int = 0
    now: str = ""


@runtime_checkable
class Seat(Protocol):
    """A participant. `act` yields any number of deltas and ends with exactly one move."""

    @property
    def seat(self) -> SeatName:
        """Which side of the table."""

    def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        """Answer the view."""
