"""What follows from an event log: whose turn it is, how many moves there were, how long it took.

Nothing here is stored: a resumed or forked dialogue knows all this from its events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from rut_domains.dialogue import (
    AGENT_ENDS,
    USER_ENDS,
    EndReason,
    Event,
    Message,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
    find_stop,
    other_seat,
)
from rut_domains.faults import UsageFault
from rut_tui.play.seat import Call, End, Move

# A longer pause counts as this much play: a person who went to lunch has not used up the time.
LONGEST_PAUSE = 300.0
# The world's clock moves on by this many seconds with each event, so that replays agree.
SECONDS_PER_EVENT = 30


def pending_calls(events: Sequence[Event]) -> tuple[ToolCall, ...]:
    """Return the calls that have no result yet, in order."""
    answered = {event.call_id for event in events if isinstance(event, ToolResult)}
    return tuple(
        event for event in events if isinstance(event, ToolCall) and event.call_id not in answered
    )


def next_seat(events: Sequence[Event]) -> SeatName | None:
    """Return who moves next, or None when the dialogue has ended.

    A seat that called tools moves again after their results; a seat that spoke gives the turn away.
    """
    if find_stop(events) is not None:
        return None
    callers = {event.call_id: event.actor for event in events if isinstance(event, ToolCall)}
    for event in reversed(events):
        if isinstance(event, ToolResult):
            return _seat(callers.get(event.call_id))
        if isinstance(event, ToolCall):
            return _seat(event.actor)
        if isinstance(event, Message):
            return other_seat(_seat(event.actor))
    return "user"


def _seat(actor: object) -> SeatName:
    return "agent" if actor == "agent" else "user"


def group_moves(events: Sequence[Event]) -> Iterator[tuple[SeatName, tuple[Event, ...]]]:
    """Group the seats' events into moves: runs of messages, calls and stops by one seat."""
    run: list[Event] = []
    for event in events:
        by_seat = event.actor in ("user", "agent") and isinstance(event, Message | ToolCall | Stop)
        if run and (not by_seat or event.actor != run[-1].actor):
            yield _seat(run[-1].actor), tuple(run)
            run = []
        if by_seat:
            run.append(event)
    if run:
        yield _seat(run[-1].actor), tuple(run)


def read_move(events: Sequence[Event]) -> Move:
    """Return the move that one group of events records."""
    text = "\n".join(event.text for event in events if isinstance(event, Message))
    calls = tuple(
        Call(name=event.name, arguments=event.arguments)
        for event in events
        if isinstance(event, ToolCall)
    )
    stop = find_stop(events)
    end = End(reason=stop.reason, detail=stop.detail) if stop is not None else None
    return Move(text=text, calls=calls, end=end)


def count_steps(events: Sequence[Event]) -> int:
    """Count the moves of both seats, the greeting left out."""
    moves = list(group_moves(events))
    greeted = bool(moves) and moves[0][0] == "agent"
    return len(moves) - int(greeted)


def count_errors(events: Sequence[Event]) -> int:
    """Count the failed calls of both seats."""
    return sum(1 for event in events if isinstance(event, ToolResult) and event.error)


def active_seconds(events: Sequence[Event]) -> float:
    """Return the time played in seconds, each pause counted as at most `LONGEST_PAUSE`."""
    times = [datetime.fromisoformat(event.at) for event in events if event.at]
    gaps = ((later - earlier).total_seconds() for earlier, later in pairwise(times))
    return sum(min(max(gap, 0.0), LONGEST_PAUSE) for gap in gaps)


def ends_of(seat: SeatName) -> tuple[EndReason, ...]:
    """Return the ends that a seat may choose."""
    return USER_ENDS if seat == "user" else AGENT_ENDS


def check_move(seat: SeatName, move: Move) -> None:
    """Refuse a move that means nothing.

    Raises:
        UsageFault: The move is empty, ends and calls at once, or ends as this seat may not.
    """
    if not move.text.strip() and not move.calls and move.end is None:
        raise UsageFault("the move is empty", hint="Say something, call a tool or end.")
    if move.end is None:
        return
    if move.calls:
        raise UsageFault("a move cannot end the dialogue and call a tool", hint="Do one of them.")
    if move.end.reason not in ends_of(seat):
        raise UsageFault(
            f"the {seat} cannot end as {move.end.reason!r}",
            hint=f"Choose one of: {', '.join(ends_of(seat))}.",
        )
