"""Judgements: every revision is a row, the last one of each judgement is what holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from rut_annotations.judgement import Judgement
from rut_domains.faults import ExitCode
from rut_tui.store.coding import decode, encode, readable, storable
from rut_tui.store.connection import Connection, Row
from rut_tui.store.faults import StoreFault, UnknownDialogue

PLAIN = (
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
    "verdict",
    "mode",
    "effect",
    "confidence",
    "comment",
    "shown_at",
    "first_key_at",
    "submitted_at",
    "active_s",
    "idle_s",
    "revision",
    "pass_number",
)
CODED = ("secondary_modes", "evidence", "spans", "blind", "source")
# Columns that a file of version 1 lacks, and what it means by that.
_LATER = {"pass_number": "1", "source": "'null'"}
_NAMES = (*PLAIN, *CODED)
_COLUMNS = ", ".join(_NAMES)
_INSERT = (
    f"INSERT INTO judgements ({_COLUMNS}) "  # noqa: S608 - names of our own
    f"VALUES ({', '.join('?' * (len(PLAIN) + len(CODED)))})"
)
_OF_KEY = (
    "dialogue_id = ? AND rater_kind = ? AND rater = ? AND rubric_id = ? AND rubric_hash = ? "
    "AND scope = ? AND criterion_id = ? AND criterion_hash = ? AND pass_number = ?"
)


class Judgements:
    """The table `judgements` and the view `current_judgements`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def append(self, judgements: Iterable[Judgement]) -> None:
        """Append judgements in one transaction; each must be the next revision of its key.

        Raises:
            StoreFault: A revision is there already or leaves a gap.
            UnknownDialogue: It is about a dialogue that is not here.
        """
        with self._connection.immediate():
            for item in judgements:
                self._append(item)

    def raters_here(self) -> frozenset[str]:
        """Return the names of the people who judged in this program, under whatever rubric."""
        rows = self._connection.query(
            "SELECT DISTINCT rater FROM judgements WHERE rater_kind = 'human' AND source = 'null'"
        )
        return frozenset(row[0] for row in rows)

    def next_revision(self, judgement: Judgement) -> int:
        """Return the number of the next revision of the same judgement, from 1."""
        last = self._connection.value(
            f"SELECT max(revision) FROM judgements WHERE {_OF_KEY}",  # noqa: S608 - ours
            judgement.key(),
        )
        return int(last or 0) + 1

    def current(
        self,
        rubric_hash: str | None = None,
        rater: str | None = None,
        dialogue_ids: Iterable[str] | None = None,
    ) -> tuple[Judgement, ...]:
        """Return the judgements that hold, oldest first; withdrawn ones are left out."""
        rows = self._select("current_judgements", rubric_hash, rater, dialogue_ids)
        return tuple(item for item in map(_read, rows) if item.verdict is not None)

    def history(
        self,
        rubric_hash: str | None = None,
        rater: str | None = None,
        dialogue_ids: Iterable[str] | None = None,
    ) -> tuple[Judgement, ...]:
        """Return every revision in the order in which they were made, withdrawals too."""
        return tuple(map(_read, self._select("judgements", rubric_hash, rater, dialogue_ids)))

    def _append(self, item: Judgement) -> None:
        known = self._connection.first("SELECT 1 FROM dialogues WHERE id = ?", (item.dialogue_id,))
        if known is None:
            raise UnknownDialogue(
                f"there is no dialogue {item.dialogue_id!r}", place=f"judgement {item.id}"
            )
        expected = self.next_revision(item)
        if item.revision != expected:
            raise StoreFault(
                f"the judgement is revision {item.revision}, but {expected} comes next",
                hint="Another process judges as the same rater; go on in one of them.",
                place=f"dialogue {item.dialogue_id}, criterion {item.criterion_id}",
                exit_code=ExitCode.MISSING,
            )
        self._connection.write(_INSERT, _write(item))

    def _select(
        self,
        source: str,
        rubric_hash: str | None,
        rater: str | None,
        dialogue_ids: Iterable[str] | None,
    ) -> list[Row]:
        where, values = ["1"], []
        for name, value in (("rubric_hash", rubric_hash), ("rater", rater)):
            if value is not None:
                where.append(f"{name} = ?")
                values.append(value)
        rows = self._connection.query(
            f"SELECT {self._columns} FROM {source} "  # noqa: S608 - names of our own, values are bound
            f"WHERE {' AND '.join(where)} ORDER BY number",
            values,
        )
        wanted = None if dialogue_ids is None else frozenset(dialogue_ids)
        place = PLAIN.index("dialogue_id")
        return [row for row in rows if wanted is None or row[place] in wanted]

    @cached_property
    def _columns(self) -> str:
        """The columns to read; those that a file of version 1 lacks are made up.

        Such a file is met where it may be read alone: it stays as it is.
        """
        found = {row[1] for row in self._connection.query("PRAGMA table_info(judgements)")}
        return ", ".join(
            f"{_LATER[name]} AS {name}" if name in _LATER and name not in found else name
            for name in _NAMES
        )


def _write(item: Judgement) -> tuple[Any, ...]:
    data = item.model_dump()
    with storable(f"judgement {item.id}"):
        return (*(data[name] for name in PLAIN), *(encode(data[name]) for name in CODED))


def _read(row: Row) -> Judgement:
    with readable(f"judgement {row[0]}"):
        plain = dict(zip(PLAIN, row, strict=False))
        coded = zip(CODED, map(decode, row[len(PLAIN) :]), strict=True)
        return Judgement.model_validate({**plain, **dict(coded)})


def read_judgement_rows(connection: Connection) -> Iterator[tuple[str, Judgement | str]]:
    """Yield all revisions with their ids; for one that cannot be read, what is wrong with it."""
    for row in connection.each(f"SELECT {_COLUMNS} FROM judgements ORDER BY number"):  # noqa: S608 - ours
        try:
            yield str(row[0]), _read(row)
        except StoreFault as fault:
            yield str(row[0]), fault.title
