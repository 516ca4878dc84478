"""The log: rows of `events`, in order, without gaps, closed by a stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rut_domains.dialogue import Event, Note
from rut_domains.faults import ExitCode, UsageFault
from rut_tui.store.coding import EVENT_COLUMNS, read_event, readable, write_event
from rut_tui.store.connection import Connection, Row
from rut_tui.store.faults import StoreFault

_INSERT = (
    "INSERT INTO events (dialogue_id, seq, at, actor, kind, visible_to, payload) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_STATE = """
SELECT (SELECT max(seq) FROM events WHERE dialogue_id = ?1),
    EXISTS (SELECT 1 FROM events WHERE dialogue_id = ?1 AND kind = 'stop'),
    EXISTS (SELECT 1 FROM dialogues WHERE id = ?1)
"""
_COPY = """
INSERT INTO events (dialogue_id, seq, at, actor, kind, visible_to, payload)
SELECT ?, seq, at, actor, kind, visible_to, payload FROM events WHERE dialogue_id = ? AND seq <= ?
"""


class LogState(NamedTuple):
    """Where a log stands: the number of the next event, whether it has ended."""

    next_seq: int
    ended: bool


class Events:
    """The table `events`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def state(self, dialogue_id: str) -> LogState | None:
        """Return where a dialogue's log stands, or None if there is no such dialogue."""
        last, ended, there = self._connection.first(_STATE, (dialogue_id,)) or (None, 0, 0)
        return LogState(0 if last is None else last + 1, bool(ended)) if there else None

    def read(self, dialogue_id: str) -> tuple[Event, ...]:
        """Return a dialogue's events in order.

        Raises:
            StoreFault: One of them is damaged.
        """
        rows = self._connection.query(
            f"SELECT {EVENT_COLUMNS} FROM events WHERE dialogue_id = ? ORDER BY seq",  # noqa: S608 - ours
            (dialogue_id,),
        )
        return tuple(_read(dialogue_id, row) for row in rows)

    def insert(self, dialogue_id: str, events: Sequence[Event], state: LogState) -> None:
        """Write events inside the open transaction, after those that are there.

        Raises:
            StoreFault: They do not follow, or the dialogue has ended.
        """
        _check_order(dialogue_id, events, state)
        rows = [write_event(dialogue_id, event) for event in events]
        if len(rows) == 1:
            self._connection.write(_INSERT, rows[0])
        elif rows:
            self._connection.write_all(_INSERT, rows)

    def copy(self, parent_id: str, upto_seq: int, child_id: str) -> None:
        """Write a copy of a log's beginning inside the open transaction.

        Raises:
            UsageFault: There is no event of that number, or the parent has ended there.
        """
        state = self.state(parent_id)
        last = state.next_seq - 1 if state else -1
        if not 0 <= upto_seq <= last:
            raise UsageFault(
                f"there is no event {upto_seq}",
                hint=f"The dialogue has events 0 to {last}." if last >= 0 else "It has none.",
                place=f"dialogue {parent_id}",
            )
        stop = self._connection.value(
            "SELECT seq FROM events WHERE dialogue_id = ? AND kind = 'stop' AND seq <= ?",
            (parent_id, upto_seq),
        )
        if stop is not None:
            raise UsageFault(
                f"the dialogue has ended at event {stop}",
                hint="Choose an event before it.",
                place=f"dialogue {parent_id}",
            )
        self._connection.write(_COPY, (child_id, parent_id, upto_seq))


def _read(dialogue_id: str, row: Row) -> Event:
    with readable(f"dialogue {dialogue_id}, event {row[0]}"):
        return read_event(row)


def _check_order(dialogue_id: str, events: Sequence[Event], state: LogState) -> None:
    ended = state.ended
    for seq, event in enumerate(events, start=state.next_seq):
        if event.seq != seq:
            raise _misplaced(dialogue_id, event, seq, late=seq == state.next_seq)
        if ended and not isinstance(event, Note):
            raise StoreFault(
                "nothing can happen after the end of a dialogue",
                hint="Fork it to play on from an earlier turn.",
                place=f"dialogue {dialogue_id}, event {event.seq}",
            )
        ended = ended or event.kind == "stop"


def _misplaced(dialogue_id: str, event: Event, expected: int, *, late: bool) -> StoreFault:
    place = f"dialogue {dialogue_id}, event {event.seq}"
    if late and expected > 0:
        return StoreFault(
            "another process is playing this dialogue",
            hint="Go on there, or resume it here once the other one has left.",
            place=place,
            exit_code=ExitCode.MISSING,
        )
    return StoreFault(
        f"event {event.seq} stands where event {expected} should",
        hint="Events count from 0 without gaps.",
        place=place,
    )
