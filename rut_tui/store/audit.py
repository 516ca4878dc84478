"""Looking after the file: what it holds, and whether it holds together."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rut_domains.frozen import Frozen, digest
from rut_tui.store.coding import decode, read_event

_COUNTED = ("dialogues", "events", "judgements", "documents", "imports", "drafts")


class Info(Frozen):
    """What the file is and how much is in it. `size` is in bytes, the log included."""

    path: str
    size: int
    version: str
    journal_mode: str
    counts: dict[str, int]


class Flaw(Frozen):
    """Something that should not be so."""

    place: str
    text: str


def read_info(conn: sqlite3.Connection, path: Path, version: str) -> Info:
    """Return what the file is and how much is in it."""
    parts = (path, path.with_name(f"{path.name}-wal"))
    return Info(
        path=str(path),
        size=sum(part.stat().st_size for part in parts if part.exists()),
        version=version,
        journal_mode=str(conn.execute("PRAGMA journal_mode").fetchone()[0]),
        counts={
            table: int(conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - ours
            for table in _COUNTED
        },
    )


def find_flaws(conn: sqlite3.Connection) -> Iterator[Flaw]:
    """Yield what is wrong with the file, from SQLite's own checks to ours."""
    for (text,) in conn.execute("PRAGMA integrity_check(20)"):
        if text != "ok":
            yield Flaw(place="file", text=str(text))
    for table, rowid, parent, _ in conn.execute("PRAGMA foreign_key_check"):
        yield Flaw(place=f"{table} row {rowid}", text=f"names a missing row of {parent}")
    for name, kind, body in conn.execute("SELECT hash, kind, body FROM documents"):
        if digest([kind, decode(body)]) != name:
            yield Flaw(place=f"document {name[:12]}", text="does not match its hash")
    yield from _event_flaws(conn)


def _event_flaws(conn: sqlite3.Connection) -> Iterator[Flaw]:
    expected, ended, current = 0, False, ""
    rows = conn.execute(
        "SELECT dialogue_id, seq, at, actor, kind, visible_to, payload "
        "FROM events ORDER BY dialogue_id, seq"
    )
    for dialogue_id, seq, *rest in rows:
        if dialogue_id != current:
            expected, ended, current = 0, False, dialogue_id
        place = f"dialogue {dialogue_id}, event {seq}"
        if seq != expected:
            yield Flaw(place=place, text=f"the event before it is missing (expected {expected})")
        expected = seq + 1
        try:
            event = read_event((seq, *rest))
        except ValueError as error:
            yield Flaw(place=place, text=f"cannot be read: {str(error).splitlines()[0]}")
            continue
        if ended and event.visible_to:
            yield Flaw(place=place, text="happened after the end of the dialogue")
        ended = ended or event.kind == "stop"
