"""The turn loop: two seats, one world, one log.

Each event is committed before the other seat can see it. The engine holds no state of its own
beside the log: stop it anywhere, give the log to a new one, and it goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime

from rut_domains.dialogue import (
    EVERYONE,
    Briefing,
    EndReason,
    Event,
    Message,
    Note,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
    visible_events,
)
from rut_domains.environment import EnvironmentFault
from rut_domains.faults import Fault
from rut_domains.frozen import Frozen
from rut_domains.task import Budget
from rut_tui.play.moves import (
    active_seconds,
    check_move,
    count_errors,
    count_steps,
    next_seat,
    pending_calls,
)
from rut_tui.play.seat import Delta, Move, Seat, View
from rut_tui.play.world import World

Record = Callable[[Sequence[Event]], None]
Clock = Callable[[], datetime]


class Setting(Frozen):
    """What a dialogue is about, apart from who plays it."""

    briefing: Briefing
    greeting: str = ""
    now: str = ""
    budget: Budget = Budget()


class Recorded(Frozen):
    """An event that has just been committed."""

    event: Event


class Waiting(Frozen):
    """A seat has been asked for its move."""

    seat: SeatName


class Preview(Frozen):
    """A piece of a move that is still being made."""

    seat: SeatName
    text: str


Progress = Recorded | Waiting | Preview


class Engine:
    """Plays one dialogue from wherever its log stands to its end.

    Args:
        setting: Briefing, greeting and limits.
        seats: Who sits where.
        world: The environment; it is restored from the log first.
        record: Commits events; what it raises ends the run with the log intact.
        clock: Returns the present time, with its time zone.
        events: The log so far.
    """

    def __init__(
        self,
        setting: Setting,
        seats: Mapping[SeatName, Seat],
        world: World,
        record: Record,
        clock: Clock,
        events: Sequence[Event] = (),
    ) -> None:
        self._setting = setting
        self._seats = seats
        self._world = world
        self._record = record
        self._clock = clock
        self._events = list(events)

    @property
    def events(self) -> tuple[Event, ...]:
        """The log so far."""
        return tuple(self._events)

    async def run(self) -> AsyncGenerator[Progress]:
        """Play to the end; yields what happens as it happens.

        Raises:
            ReplayFault: The log does not lead to the recorded state any more.
            EnvironmentFault: The environment cannot be opened at the start.
        """
        await self._world.restore(self._events)
        if not self._events and self._setting.greeting:
            yield self._commit(
                Message(seq=0, at=self._now(), actor="agent", text=self._setting.greeting)
            )
        while (seat := next_seat(self._events)) is not None:
            for call in pending_calls(self._events):
                yield await self._execute(call)
            if (limit := self._limit()) is not None:
                yield self._stop(limit)
                return
            yield Waiting(seat=seat)
            async with aclosing(self._ask(seat)) as steps:
                async for step in steps:
                    yield step

    async def _ask(self, seat: SeatName) -> AsyncGenerator[Progress]:
        """Have a seat move and commit the move as one; at the time limit, stop instead."""
        move: Move | None = None
        deadline = asyncio.get_running_loop().time() + self._seconds_left()
        try:
            async with aclosing(self._seats[seat].act(self._view(seat))) as pieces:
                while move is None:
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces, None)
                    if piece is None:
                        raise Fault(f"the {seat} seat ended without a move")
                    if isinstance(piece, Delta):
                        yield Preview(seat=seat, text=piece.text)
                    else:
                        move = piece
            check_move(seat, move)
        except TimeoutError:
            yield self._stop("time_limit")
        except Fault as fault:
            yield self._stop("counterpart_error", f"{seat}: {fault.title}")
        else:
            for recorded in self._commit_move(seat, move):
                yield recorded

    def _commit_move(self, seat: SeatName, move: Move) -> list[Recorded]:
        """Commit all events of one move in one transaction."""
        at, seq = self._now(), len(self._events)
        # Text beside a call reaches nobody else: the other seat sees moves that are text alone.
        audience = frozenset({seat}) if move.calls else EVERYONE
        made: list[Event] = []
        if move.text.strip():
            made.append(Message(seq=seq, at=at, actor=seat, visible_to=audience, text=move.text))
        for call in move.calls:
            made.append(
                ToolCall(
                    seq=seq + len(made),
                    at=at,
                    actor=seat,
                    visible_to=frozenset({seat}),
                    call_id=f"c{seq + len(made)}",
                    name=call.name,
                    arguments=call.arguments,
                )
            )
        if move.fault is not None:
            data = {**move.fault, "fired": True, "at_seq": seq}
            made.append(Note(seq=seq + len(made), at=at, kind="planted_fault", data=data))
        if move.end is not None:
            made.append(
                Stop(
                    seq=seq + len(made),
                    at=at,
                    actor=seat,
                    reason=move.end.reason,
                    detail=move.end.detail,
                )
            )
        return self._commit_all(made)

    async def _execute(self, call: ToolCall) -> Recorded:
        seat: SeatName = "agent" if call.actor == "agent" else "user"
        try:
            got = await self._world.call(seat, call.name, dict(call.arguments), call.seq)
        except EnvironmentFault as fault:
            return self._stop("infrastructure_error", fault.title)
        return self._commit(
            ToolResult(
                seq=len(self._events),
                at=self._now(),
                visible_to=frozenset({seat}),
                call_id=call.call_id,
                name=call.name,
                content=got.content,
                error=got.error,
                crashed=got.crashed,
                state_hash=got.state_hash,
            )
        )

    def _limit(self) -> EndReason | None:
        budget = self._setting.budget
        if count_errors(self._events) >= budget.errors:
            return "too_many_errors"
        if count_steps(self._events) >= budget.steps:
            return "step_limit"
        return "time_limit" if self._seconds_left() <= 0 else None

    def _seconds_left(self) -> float:
        return self._setting.budget.seconds - active_seconds(self._events)

    def _view(self, seat: SeatName) -> View:
        briefing = self._setting.briefing
        return View(
            seat=seat,
            events=visible_events(self._events, seat),
            tools=briefing.user_tools if seat == "user" else briefing.agent_tools,
            contract=briefing.contract if seat == "user" else None,
            policy=briefing.policy if seat == "agent" else "",
            steps_left=self._setting.budget.steps - count_steps(self._events),
            now=self._setting.now,
        )

    def _stop(self, reason: EndReason, detail: str = "") -> Recorded:
        seq, at = len(self._events), self._now()
        return self._commit(Stop(seq=seq, at=at, actor="engine", reason=reason, detail=detail))

    def _commit(self, event: Event) -> Recorded:
        return self._commit_all([event])[0]

    def _commit_all(self, events: list[Event]) -> list[Recorded]:
        self._record(events)
        self._events.extend(events)
        return [Recorded(event=event) for event in events]

    def _now(self) -> str:
        return self._clock().isoformat()
