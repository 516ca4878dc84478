"""The query behind every list of dialogues: one row each, no events loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rut_domains.dialogue import Chair
from rut_tui.store.coding import decode, readable
from rut_tui.store.connection import Connection, unpack
from rut_tui.store.summary import Names, Summary, Wanted

# The highest character: what starts with P lies between P and P followed by it.
LAST = "\U0010ffff"

_FIELDS = """
    d.id, d.domain, l.task_id, d.user_kind, d.user_name, d.agent_kind, d.agent_name,
    d.origin_system, d.origin_file, d.created_at, d.parent_id, l.link,
    l.contract_hash IS NOT NULL,
    (SELECT count(*) FROM events AS e WHERE e.dialogue_id = d.id
        AND e.kind = 'message' AND e.visible_to = 'agent,user'),
    (SELECT coalesce(max(e.seq) + 1, 0) FROM events AS e WHERE e.dialogue_id = d.id),
    (SELECT e.payload FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'stop'
        ORDER BY e.seq LIMIT 1),
    (SELECT e.payload FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'outcome'
        ORDER BY e.seq DESC LIMIT 1),
    (SELECT e.payload FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'planted_fault'
        ORDER BY e.seq DESC LIMIT 1),
    CASE WHEN json_valid(d.recorded) THEN json_extract(d.recorded, '$.planted_fault') END,
    CASE WHEN json_valid(d.recorded) THEN json_type(d.recorded, '$.practice') = 'true' END
"""
_FROM = "FROM dialogues AS d JOIN current_links AS l ON l.dialogue_id = d.id"
_SAID = """(d.id >= ? AND d.id <= ? OR EXISTS (
    SELECT 1 FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'message'
    AND e.visible_to = 'agent,user' AND e.payload LIKE ? ESCAPE '\\' AND says(e.payload, ?)))"""
_HAS_STOP = "EXISTS (SELECT 1 FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'stop')"
_ENDED_SO = """EXISTS (SELECT 1 FROM events AS e WHERE e.dialogue_id = d.id AND e.kind = 'stop'
    AND CASE WHEN json_valid(e.payload) THEN json_extract(e.payload, '$.reason') END = ?)"""
_EQUAL = {
    "domain": "d.domain = ?",
    "task": "l.task_id = ?",
    "user": "d.user_kind = ?",
    "agent": "d.agent_kind = ?",
    "link": "l.link = ?",
    "end": _ENDED_SO,
}
_ORDERS = {"newest": "d.created_at DESC, d.number DESC", "arrival": "d.number"}


def register_search(connection: Connection) -> None:
    """Give SQL the function `says(payload, word)`: whether a message's text holds a word."""
    connection.raw.create_function("says", 2, _says, deterministic=True)


def select_summaries(connection: Connection, wanted: Wanted) -> tuple[Summary, ...]:
    """Return the dialogues that all given conditions let through."""
    where, values = _conditions(wanted)
    limit = wanted.get("limit")
    rows = connection.query(
        f"SELECT {_FIELDS} {_FROM}{where} "
        f"ORDER BY {_ORDERS[wanted.get('order', 'newest')]} LIMIT ? OFFSET ?",
        (*values, -1 if limit is None else limit, wanted.get("offset", 0)),
    )
    return tuple(map(_summary, rows))


def count_dialogues(connection: Connection, wanted: Wanted) -> int:
    """Return how many dialogues all given conditions let through; limit and offset aside."""
    where, values = _conditions(wanted)
    return int(connection.value(f"SELECT count(*) {_FROM}{where}", values))


def select_names(connection: Connection) -> tuple[Names, ...]:
    """Return by what others know each dialogue, in order of arrival."""
    rows = connection.query(
        "SELECT d.id, d.origin_source_id, d.domain, l.task_id, "
        "CASE WHEN json_valid(d.recorded) THEN json_extract(d.recorded, '$.trial') END, "
        "CASE WHEN json_valid(d.recorded) "
        "THEN json_extract(d.recorded, '$.simulation.task_id') END "
        f"{_FROM} ORDER BY d.number"
    )
    return tuple(
        Names(
            id=name,
            source_id=source_id,
            domain=domain,
            task_id=task_id if named is None else str(named),
            trial="" if trial is None else str(trial),
        )
        for name, source_id, domain, task_id, trial, named in rows
    )


def _conditions(wanted: Wanted) -> tuple[str, list[Any]]:
    given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    where: list[str] = []
    values: list[Any] = []
    for name, condition in _EQUAL.items():
        if name in given:
            where.append(condition)
            values.append(given[name])
    if "system" in given:
        where.append("d.origin_system >= ? AND d.origin_system <= ?")
        values += [given["system"], given["system"] + LAST]
    if "ended" in given:
        where.append(_HAS_STOP if given["ended"] else f"NOT {_HAS_STOP}")
    if "has_contract" in given:
        where.append(f"l.contract_hash IS {'NOT ' if given['has_contract'] else ''}NULL")
    for word in given.get("text", "").split():
        where.append(_SAID)
        values += [word, word + LAST, _sieve(word), word.casefold()]
    return f" WHERE {' AND '.join(where)}" if where else "", values


def _sieve(word: str) -> str:
    """Return a LIKE pattern that the JSON of every message with the word in it matches.

    It spares `says` most messages. SQLite ignores case in ASCII alone, and JSON spells some
    characters in its own way: such words are not sieved.
    """
    if not (word.isascii() and word.isprintable()) or '"' in word or "\\" in word:
        return "%"
    escaped = word.replace("%", r"\%").replace("_", r"\_")
    return f"%{escaped}%"


def _says(payload: str, word: str | bytes) -> bool:
    try:
        return unpack(word) in json.loads(payload)["text"].casefold()
    except (ValueError, KeyError, TypeError, AttributeError):
        # A damaged row says nothing; `rut db check` finds it.
        return False


def _summary(row: tuple[Any, ...]) -> Summary:
    with readable(f"dialogue {row[0]}"):
        stop, outcome, fault = (_if_any(payload, decode) for payload in row[15:18])
        planted = row[18] or (fault or {}).get("data", {}).get("slug")
        return Summary(
            id=row[0],
            domain=row[1],
            task_id=row[2],
            user=Chair(kind=row[3], name=row[4]),
            agent=Chair(kind=row[5], name=row[6]),
            origin_system=row[7],
            origin_file=row[8],
            created_at=row[9],
            parent_id=row[10],
            link=row[11],
            has_contract=bool(row[12]),
            turns=row[13],
            events=row[14],
            end=_if_any(stop, lambda data: data["reason"]),
            outcome=_if_any(outcome, lambda data: data["data"]),
            fault=planted if isinstance(planted, str) else None,
            practice=bool(row[19]),
        )


def _if_any(value: Any, change: Callable[[Any], Any]) -> Any:
    return None if value is None else change(value)
