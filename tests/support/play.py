"""Seats and worlds for tests of the engine: canned moves, a counting world, a clock that ticks."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from rut_domains.dialogue import Briefing, Event, SeatName, ToolCall, ToolResult
from rut_domains.task import Budget
from rut_tui.play.engine import Engine, Progress, Setting
from rut_tui.play.seat import Delta, Move, Seat, View
from rut_tui.play.world import Answer, ReplayFault


class CannedSeat:
    """Plays a list of moves; which one follows from how often it moved already."""

    def __init__(self, seat: SeatName, moves: Sequence[Move | list[str | Move]]) -> None:
        self._seat: SeatName = seat
        self.moves = list(moves)
        self.views: list[View] = []

    @property
    def seat(self) -> SeatName:
        return self._seat

    async def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        self.views.append(view)
        step = self.moves[len(self.views) - 1]
        for piece in step if isinstance(step, list) else [step]:
            yield Delta(text=piece) if isinstance(piece, str) else piece


class CountingWorld:
    """A world whose state is the number of good calls; the tool `fail` is an error result."""

    def __init__(self) -> None:
        self.count = 0
        self.calls: list[tuple[SeatName, str, dict[str, Any], int]] = []
        self.closed = False

    async def restore(self, events: Sequence[Event]) -> None:
        self.count = 0
        calls = {event.call_id: event for event in events if isinstance(event, ToolCall)}
        for event in events:
            if isinstance(event, ToolResult) and not event.crashed:
                answer = self._apply(calls[event.call_id].name)
                if answer.state_hash != event.state_hash:
                    raise ReplayFault("another state")

    async def call(self, seat: SeatName, name: str, arguments: dict[str, Any], seq: int) -> Answer:
        self.calls.append((seat, name, arguments, seq))
        return self._apply(name)

    async def close(self) -> None:
        self.closed = True

    def _apply(self, name: str) -> Answer:
        if name == "fail":
            return Answer(
                content={"success": False, "error": "no"}, error=True, state_hash=str(self.count)
            )
        self.count += 1
        return Answer(content={"success": True, "data": self.count}, state_hash=str(self.count))


def ticking_clock(step: float = 1.0) -> Callable[[], datetime]:
    """Return a clock that moves on by `step` seconds each time it is read."""
    now = datetime(2026, 1, 1, tzinfo=UTC)

    def read() -> datetime:
        nonlocal now
        now += timedelta(seconds=step)
        return now

    return read


class Log(list[Event]):
    """A recorder that keeps events and the batches in which they were committed."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        super().__init__(events)
        self.batches: list[list[Event]] = []

    def __call__(self, events: Sequence[Event]) -> None:
        self.batches.append(list(events))
        self.extend(events)


def make_engine(
    user: Seat,
    agent: Seat,
    *,
    log: Log | None = None,
    world: CountingWorld | None = None,
    budget: Budget | None = None,
    greeting: str = "Hello, how can I help?",
    step: float = 1.0,
    briefing: Briefing | None = None,
) -> Engine:
    """Return an engine over canned seats; pass `log` to read what was committed."""
    kept = Log() if log is None else log
    return Engine(
        Setting(briefing=briefing or Briefing(), greeting=greeting, budget=budget or Budget()),
        {"user": user, "agent": agent},
        world or CountingWorld(),
        kept,
        ticking_clock(step),
        list(kept),
    )


async def play_out(engine: Engine) -> list[Progress]:
    """Run an engine to its end."""
    return [progress async for progress in engine.run()]
