"""Committing an event, against a bare insert with the same pragmas."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from benchmarks.measure import Ratio, compare
from rut_domains.dialogue import Chair, Dialogue, Message
from rut_tui.store import Store

EVENTS = 100
TEXT = "Could you tell me where my order is? " * 4
AT = "2026-01-01T00:00:00+00:00"


def measure() -> Iterator[Ratio]:
    """Commit events one by one, synchronously."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "rut.sqlite") as store:
        chair = Chair(kind="human")
        store.dialogues.add(
            Dialogue(id="bench", domain="d", task_id="t", user=chair, agent=chair, created_at=AT)
        )
        bare = _bare(Path(folder) / "bare.sqlite")
        ours, theirs = count(), count()

        def commit() -> None:
            for _ in range(EVENTS):
                event = Message(seq=next(ours), at=AT, actor="user", text=TEXT)
                store.dialogues.append("bench", [event])

        def insert() -> None:
            for _ in range(EVENTS):
                bare.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
                    ("bench", next(theirs), AT, "user", "message", "agent,user", TEXT),
                )

        yield compare(f"commit {EVENTS} events against bare inserts", 1.5, commit, insert)
        bare.close()


def _bare(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        conn.execute(f"PRAGMA {pragma}")
    conn.execute(
        "CREATE TABLE events (dialogue_id TEXT, seq INTEGER, at TEXT, actor TEXT, kind TEXT, "
        "visible_to TEXT, payload TEXT, PRIMARY KEY (dialogue_id, seq))"
    )
    return conn
