"""Judgements: every revision is a row; what holds now is a view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from rut_annotations.judgement import Judgement
from rut_tui.store.coding import decode, encode, index_text
from rut_tui.store.connection import writing
from rut_tui.store.faults import told

_PLAIN = (
    "id",
    "dialogue_id",
    "rater",
    "rater_kind",
    "rubric_id",
    "rubric_version",
    "rubric_hash",
    "guideline_version",
    "criterion_id",
    "criterion_hash",
    "scope",
    "revision",
    "verdict",
    "mode",
    "effect",
    "confidence",
    "shown_at",
    "first_key_at",
    "submitted_at",
    "active_s",
    "idle_s",
)
_CODED = ("secondary_modes", "evidence", "spans", "blind", "comment")
_COLUMNS = (*_PLAIN, *_CODED)


class Judgements:
    """The table `judgements` and its view."""

    def __init__(self, db: Database, path: Path) -> None:
        self._db = db
        self._path = path

    def append(self, judgements: Iterable[Judgement]) -> None:
        """Append judgements in one transaction; each must be the next revision of its key.

        Raises:
            StoreFault: A revision is there already, or a dialogue is not.
        """
        marks = ", ".join("?" for _ in _COLUMNS)
        # The names are ours, never a caller's.
        statement = f"INSERT INTO judgements ({', '.join(_COLUMNS)}) VALUES ({marks})"  # noqa: S608
        with told(self._path), writing(self._db):
            self._db.conn.executemany(statement, [_row(item) for item in judgements])

    def current(
        self, *, rubric_hash: str | None = None, rater: str | None = None
    ) -> tuple[Judgement, ...]:
        """Return the judgements that hold now, in the order in which they were made."""
        return self._read("current_judgements", rubric_hash, rater)

    def history(
        self, *, rubric_hash: str | None = None, rater: str | None = None
    ) -> tuple[Judgement, ...]:
        """Return every revision, withdrawn ones too, in the order in which they were made."""
        return self._read("judgements", rubric_hash, rater)

    def next_revision(self, judgement: Judgement) -> int:
        """Return the number that the next revision of the same judgement gets."""
        with told(self._path):
            row = self._db.conn.execute(
                "SELECT coalesce(max(revision), 0) + 1 FROM judgements WHERE dialogue_id = ? "
                "AND rater_kind = ? AND rater = ? AND rubric_id = ? AND rubric_hash = ? "
                "AND scope = ? AND criterion_id = ? AND criterion_hash = ?",
                judgement.key(),
            ).fetchone()
        return int(row[0])

    def _read(
        self, source: str, rubric_hash: str | None, rater: str | None
    ) -> tuple[Judgement, ...]:
        asked: Sequence[tuple[str, str | None]] = (("rubric_hash", rubric_hash), ("rater", rater))
        where = [f"{name} = ?" for name, value in asked if value is not None]
        condition = f" WHERE {' AND '.join(where)}" if where else ""
        # The names are ours, never a caller's.
        query = f"SELECT {', '.join(_COLUMNS)} FROM {source}{condition} ORDER BY number"  # noqa: S608
        values = tuple(index_text(value) for _, value in asked if value is not None)
        with told(self._path):
            return tuple(_judgement(row) for row in self._db.conn.execute(query, values))


def _row(item: Judgement) -> tuple[Any, ...]:
    data = item.model_dump(mode="json")
    plain = (data[name] for name in _PLAIN)
    safe = (index_text(value) if isinstance(value, str) else value for value in plain)
    return (*safe, *(encode(data[name]) for name in _CODED))


def _judgement(row: Sequence[Any]) -> Judgement:
    data = dict(zip(_COLUMNS, row, strict=True))
    for name in _CODED:
        data[name] = decode(data[name])
    return Judgement.model_validate(data)
