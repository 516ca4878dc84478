"""The query behind every list of dialogues."""

from __future__ import annotations

import sqlite3
from typing import Any

from rut_domains.dialogue import Chair, Link
from rut_tui.store.coding import decode, index_text
from rut_tui.store.summary import Summary

_ROW = """
    SELECT d.id, d.domain, coalesce(l.task_id, d.task_id), d.header, d.created_at, d.parent_id,
        coalesce(l.link, json_extract(d.header, '$.link')),
        CASE WHEN l.number IS NULL THEN d.contract_hash ELSE l.contract_hash END IS NOT NULL,
        (SELECT count(*) FROM events e WHERE e.dialogue_id = d.id),
        (SELECT count(*) FROM events e WHERE e.dialogue_id = d.id
            AND e.kind = 'message' AND e.visible_to = 'agent,user'),
        (SELECT json_extract(e.payload, '$.reason') FROM events e WHERE e.dialogue_id = d.id
            AND e.kind = 'stop' ORDER BY e.seq LIMIT 1),
        (SELECT json_extract(e.payload, '$.data') FROM events e WHERE e.dialogue_id = d.id
            AND e.kind = 'outcome' ORDER BY e.seq DESC LIMIT 1),
        d.rowid
    FROM dialogues d
    LEFT JOIN dialogue_links l ON l.number = (
        SELECT max(m.number) FROM dialogue_links m WHERE m.dialogue_id = d.id)
"""


def select_summaries(
    conn: sqlite3.Connection,
    *,
    text: str = "",
    domain: str | None = None,
    task: str | None = None,
    system: str | None = None,
    link: Link | None = None,
    ended: bool | None = None,
    limit: int | None = None,
) -> list[Summary]:
    """Return the dialogues that all given conditions let through, newest first.

    `system` may be the start of a name ("tau2"); every word of `text` must occur in some message.
    """
    where, values = _conditions(text, domain, task, system)
    if link is not None:
        where.append("coalesce(l.link, json_extract(d.header, '$.link')) = ?")
        values.append(link)
    if ended is not None:
        stop = "EXISTS (SELECT 1 FROM events e WHERE e.dialogue_id = d.id AND e.kind = 'stop')"
        where.append(stop if ended else f"NOT {stop}")
    condition = f" WHERE {' AND '.join(where)}" if where else ""
    tail = " ORDER BY d.created_at DESC, d.rowid DESC LIMIT ?"
    rows = conn.execute(_ROW + condition + tail, (*values, -1 if limit is None else limit))
    return [_summary(row) for row in rows]


def _conditions(
    text: str, domain: str | None, task: str | None, system: str | None
) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    values: list[Any] = []
    if domain is not None:
        where.append("d.domain = ?")
        values.append(index_text(domain))
    if task is not None:
        where.append("coalesce(l.task_id, d.task_id) = ?")
        values.append(index_text(task))
    if system is not None:
        where.append("d.system LIKE ? ESCAPE '\\'")
        values.append(f"{_escape(system)}%")
    for word in text.split():
        where.append(
            "(d.id LIKE ? ESCAPE '\\' OR EXISTS (SELECT 1 FROM events e "
            "WHERE e.dialogue_id = d.id AND e.kind = 'message' "
            "AND json_extract(e.payload, '$.text') LIKE ? ESCAPE '\\'))"
        )
        values += [f"{_escape(word)}%", f"%{_escape(word)}%"]
    return where, values


def _escape(text: str) -> str:
    safe = index_text(text)
    return safe.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _summary(row: tuple[Any, ...]) -> Summary:
    header = decode(row[3])
    recorded = header.get("recorded", {})
    fault = recorded.get("planted_fault")
    return Summary(
        id=row[0],
        domain=row[1],
        task_id=row[2],
        user=Chair.model_validate(header["user"]),
        agent=Chair.model_validate(header["agent"]),
        origin_system=header["origin"]["system"],
        created_at=row[4],
        parent_id=row[5],
        link=row[6],
        has_contract=bool(row[7]),
        events=row[8],
        turns=row[9],
        end=row[10],
        outcome=None if row[11] is None else decode(row[11]),
        fault=fault if isinstance(fault, str) else None,
        recorded=recorded,
    )
