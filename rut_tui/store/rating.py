"""A rater's order of dialogues, and what was put off or flagged."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from sqlite_utils import Database

from rut_domains.frozen import Frozen
from rut_tui.store.coding import index_text
from rut_tui.store.connection import writing
from rut_tui.store.faults import told

MarkName = Literal["skip", "unskip", "flag", "unflag"]


class Place(Frozen):
    """A dialogue's place in a rater's order, and the code under which the rater knows it."""

    position: int
    dialogue_id: str
    code: str
    seed: int


class Mark(Frozen):
    """A dialogue put off, flagged, or taken back."""

    dialogue_id: str
    rater: str
    rubric_id: str
    mark: MarkName
    reason: str
    at: str


class Orders:
    """The table `orders`: only ever extended at its end."""

    def __init__(self, db: Database, path: Path) -> None:
        self._db = db
        self._path = path

    def get(self, rater: str, rubric_id: str) -> tuple[Place, ...]:
        """Return a rater's order under a rubric."""
        with told(self._path):
            rows = self._db.conn.execute(
                "SELECT position, dialogue_id, code, seed FROM orders "
                "WHERE rater = ? AND rubric_id = ? ORDER BY position",
                (index_text(rater), rubric_id),
            )
            return tuple(
                Place(position=position, dialogue_id=dialogue_id, code=code, seed=seed)
                for position, dialogue_id, code, seed in rows
            )

    def extend(self, rater: str, rubric_id: str, places: Iterable[Place]) -> None:
        """Append places in one transaction."""
        rows = [
            (index_text(rater), rubric_id, p.position, p.dialogue_id, p.code, p.seed)
            for p in places
        ]
        with told(self._path), writing(self._db):
            self._db.conn.executemany(
                "INSERT INTO orders (rater, rubric_id, position, dialogue_id, code, seed) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )


class Marks:
    """The table `rating_marks`."""

    def __init__(self, db: Database, path: Path) -> None:
        self._db = db
        self._path = path

    def add(self, mark: Mark) -> None:
        """Append a mark."""
        with told(self._path), writing(self._db):
            self._db.conn.execute(
                "INSERT INTO rating_marks (dialogue_id, rater, rubric_id, mark, reason, at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (
                    mark.dialogue_id,
                    index_text(mark.rater),
                    mark.rubric_id,
                    mark.mark,
                    index_text(mark.reason),
                    mark.at,
                ),
            )

    def all(self, *, rater: str | None = None, rubric_id: str | None = None) -> tuple[Mark, ...]:
        """Return the marks in the order in which they were made."""
        with told(self._path):
            rows = self._db.conn.execute(
                "SELECT dialogue_id, rater, rubric_id, mark, reason, at FROM rating_marks "
                "WHERE (?1 IS NULL OR rater = ?1) AND (?2 IS NULL OR rubric_id = ?2) "
                "ORDER BY number",
                (None if rater is None else index_text(rater), rubric_id),
            )
            names = ("dialogue_id", "rater", "rubric_id", "mark", "reason", "at")
            return tuple(Mark.model_validate(dict(zip(names, row, strict=True))) for row in rows)

    def skipped(self, *, rater: str, rubric_id: str) -> dict[str, str]:
        """Return what a rater has put off, with the reasons."""
        put_off: dict[str, str] = {}
        for mark in self.all(rater=rater, rubric_id=rubric_id):
            if mark.mark == "skip":
                put_off[mark.dialogue_id] = mark.reason
            elif mark.mark == "unskip":
                put_off.pop(mark.dialogue_id, None)
        return put_off
