"""Looking after the file: what it holds, and whether it holds together."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

from rut_domains.dialogue import Note
from rut_domains.frozen import Frozen, digest
from rut_tui.store.coding import EVENT_COLUMNS, decode, explain_value, read_event
from rut_tui.store.connection import Connection
from rut_tui.store.faults import StorageFault, StoreFault
from rut_tui.store.judgements import read_judgement_rows
from rut_tui.store.version import NEWEST

TABLES = (
    "dialogues",
    "events",
    "judgements",
    "orders",
    "rating_marks",
    "imports",
    "drafts",
    "documents",
)
_NOTES = frozenset(get_args(Note.model_fields["kind"].annotation))
_AT_MOST = 100
# Where in the file stands whether writers keep a write-ahead log (2) or a rollback journal (1).
_WRITE_VERSION = 18
_READS = (ValueError, KeyError, TypeError, RecursionError)


class Info(Frozen):
    """What the file is and how much is in it.

    `size` is in bytes, the write-ahead log included; `newest` is the version that this program
    makes; `counts` are rows by table.
    """

    path: str
    size: int
    version: int
    newest: int
    journal_mode: str
    sqlite: str
    counts: dict[str, int]


class Flaw(Frozen):
    """Something that should not be so."""

    place: str
    text: str


def read_info(connection: Connection, path: Path) -> Info:
    """Return what the file is and how much is in it."""
    parts = (path, path.with_name(f"{path.name}-wal"))
    names = {name for (name,) in connection.query("SELECT name FROM sqlite_master")}
    return Info(
        path=str(path),
        size=sum(part.stat().st_size for part in parts if part.exists()),
        version=connection.value("PRAGMA user_version"),
        newest=NEWEST,
        journal_mode=_read_journal_mode(connection, path),
        sqlite=sqlite3.sqlite_version,
        counts={
            table: int(connection.value(f"SELECT count(*) FROM {table}"))  # noqa: S608 - ours
            for table in TABLES
            if table in names
        },
    )


def _read_journal_mode(connection: Connection, path: Path) -> str:
    """Return the journal mode of the file; a connection that only reads does not tell it."""
    with path.open("rb") as stream:
        head = stream.read(_WRITE_VERSION + 1)
    logged = head[_WRITE_VERSION:] == b"\x02"
    return "wal" if logged else str(connection.value("PRAGMA journal_mode"))


def find_flaws(connection: Connection) -> Iterator[Flaw]:
    """Yield what is wrong with the file: first SQLite's own checks, then ours.

    A file so damaged that a check cannot be finished is told as a flaw too.
    """
    checks = _CHECKS
    if connection.value("PRAGMA user_version") < NEWEST:
        yield Flaw(
            place="version", text="the file is of an older version; opening it brings it up to date"
        )
        checks = _CHECKS[:1]
    for check in checks:
        try:
            yield from check(connection)
        except (StoreFault, StorageFault) as fault:
            yield Flaw(place=fault.place, text=f"{fault.title}; the check stopped there")


def _structure(connection: Connection) -> Iterator[Flaw]:
    for (text,) in connection.each(f"PRAGMA integrity_check({_AT_MOST})"):
        if text != "ok":
            yield Flaw(place="file", text=str(text))
    for table, row, parent, _ in connection.query("PRAGMA foreign_key_check"):
        # Tables without row ids cannot say which row it is; our own checks below can.
        where = f"{table}, row {row}" if row is not None else str(table)
        yield Flaw(place=where, text=f"names something that is not in {parent}")


def _layout(connection: Connection) -> Iterator[Flaw]:
    """Compare tables, indexes, views and triggers with those of a new file."""
    from sqlite_utils import Database

    from rut_tui.store.migrations import SCHEMA

    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    fresh = Database(memory=True, execute_plugins=False)
    try:
        SCHEMA.apply(fresh)
        expected = {(kind, name): sql for kind, name, sql in fresh.conn.execute(query)}
    finally:
        fresh.close()
    found = {(kind, name): sql for kind, name, sql in connection.query(query)}
    for kind, name in sorted(expected.keys() - found.keys()):
        yield Flaw(place=f"{kind} {name}", text="is missing")
    for kind, name in sorted(found.keys() - expected.keys()):
        if not name.startswith("sqlite_"):
            yield Flaw(place=f"{kind} {name}", text="is not ours")
    for kind, name in sorted(expected.keys() & found.keys()):
        if expected[kind, name] != found[kind, name]:
            yield Flaw(place=f"{kind} {name}", text="is not as we make it")


def _documents(connection: Connection) -> Iterator[Flaw]:
    for name, body in connection.each("SELECT hash, body FROM documents"):
        try:
            same = digest(decode(body)) == name
        except _READS as error:
            yield Flaw(place=f"document {name}", text=f"cannot be read: {explain_value(error)}")
            continue
        if not same:
            yield Flaw(place=f"document {name}", text="does not match its hash")


def _events(connection: Connection) -> Iterator[Flaw]:
    current, expected, stopped = None, 0, None
    for dialogue_id, *row in connection.each(
        f"SELECT dialogue_id, {EVENT_COLUMNS} FROM events ORDER BY dialogue_id, seq"  # noqa: S608 - ours
    ):
        if dialogue_id != current:
            current, expected, stopped = dialogue_id, 0, None
        seq, kind = row[0], row[3]
        place = f"dialogue {dialogue_id}, event {seq}"
        if seq != expected:
            missing = f"event {expected}" + (f" to {seq - 1}" if seq - 1 > expected else "")
            yield Flaw(place=place, text=f"{missing} before it is missing")
        expected = seq + 1
        try:
            read_event(tuple(row))
        except _READS as error:
            yield Flaw(place=place, text=f"cannot be read: {explain_value(error)}")
        if kind in _NOTES and row[4]:
            yield Flaw(place=place, text=f"is for the lead alone, but shown to {row[4]}")
        if stopped is not None and kind not in _NOTES:
            yield Flaw(place=place, text=f"comes after the end of the dialogue (event {stopped})")
        if kind == "stop" and stopped is None:
            stopped = seq


def _links(connection: Connection) -> Iterator[Flaw]:
    query = "SELECT id FROM dialogues WHERE id NOT IN (SELECT dialogue_id FROM dialogue_links)"
    for (name,) in connection.query(query):
        yield Flaw(place=f"dialogue {name}", text="belongs to no task")
    for table in ("dialogue_links", "events", "judgements", "orders", "rating_marks"):
        query = (
            f"SELECT DISTINCT dialogue_id FROM {table} "  # noqa: S608 - ours
            "WHERE dialogue_id NOT IN (SELECT id FROM dialogues)"
        )
        for (name,) in connection.query(query):
            yield Flaw(place=f"dialogue {name}", text=f"is missing, but {table} name it")


def _link_history(connection: Connection) -> Iterator[Flaw]:
    current, expected = None, 0
    for name, number in connection.each(
        "SELECT dialogue_id, number FROM dialogue_links ORDER BY dialogue_id, number"
    ):
        expected = 0 if name != current else expected
        if number != expected:
            place = f"dialogue {name}, link {number}"
            yield Flaw(place=place, text=f"link {expected} before it is missing")
        current, expected = name, number + 1


def _judgements(connection: Connection) -> Iterator[Flaw]:
    revisions: dict[tuple[str, ...], int] = {}
    for name, item in read_judgement_rows(connection):
        place = f"judgement {name}"
        if isinstance(item, str):
            yield Flaw(place=place, text=f"cannot be read: {item}")
            continue
        expected = revisions.get(item.key(), 0) + 1
        if item.revision != expected:
            yield Flaw(place=place, text=f"is revision {item.revision} where {expected} was due")
        revisions[item.key()] = item.revision


def _orders(connection: Connection) -> Iterator[Flaw]:
    rows = connection.query(
        "SELECT rater, rubric_id, count(*), max(position) FROM orders GROUP BY rater, rubric_id"
    )
    for rater, rubric_id, count, last in rows:
        if last != count - 1:
            yield Flaw(place=f"order of {rater} under {rubric_id}", text="has gaps")


_CHECKS: tuple[Callable[[Connection], Iterator[Flaw]], ...] = (
    _structure,
    _layout,
    _documents,
    _events,
    _links,
    _link_history,
    _judgements,
    _orders,
)
