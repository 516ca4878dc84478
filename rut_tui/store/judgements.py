"""Judgements: every revision is a row, the last one of each judgement is what holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rut_annotations.judgement import Judgement
from rut_domains.faults import ExitCode, UsageFault
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
)
CODED = ("secondary_modes", "evidence", "spans", "blind")
_COLUMNS = ", ".join((*PLAIN, *CODED))
_INSERT = (
    f"INSERT INTO judgements ({_COLUMNS}, undoes) "  # noqa: S608 - names of our own
    f"VALUES ({', '.join('?' * (len(PLAIN) + len(CODED) + 1))})"
)
_OF_KEY = (
    "dialogue_id = ? AND rater_kind = ? AND rater = ? AND rubric_id = ? AND rubric_hash = ? "
    "AND scope = ? AND criterion_id = ? AND criterion_hash = ?"
)
_WITHDRAWN: dict[str, Any] = {
    "verdict": None,
    "mode": None,
    "secondary_modes": (),
    "evidence": (),
    "spans": (),
    "effect": None,
    "confidence": None,
    "comment": "",
}


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

    def next_revision(self, judgement: Judgement) -> int:
        """Return the number of the next revision of the same judgement, from 1."""
        last = self._connection.value(
            f"SELECT max(revision) FROM judgements WHERE {_OF_KEY}",  # noqa: S608 - ours
            judgement.key(),
        )
        return int(last or 0) + 1

    def undo(
        self,
        dialogue_id: str,
        rater: str,
        rubric_hash: str,
        criterion_id: str,
        new_id: str,
        at: str,
    ) -> Judgement:
        """Take back a rater's last answer by appending a revision.

        It says what held before that answer, or withdraws the judgement if nothing did. Undoing
        again goes one answer further back.

        Args:
            dialogue_id: The dialogue that was judged.
            rater: Who judged.
            rubric_hash: Under which rubric.
            criterion_id: Which criterion.
            new_id: The id of the revision to append.
            at: The present time, ISO 8601 UTC.

        Returns:
            The revision that was appended.

        Raises:
            UsageFault: There is nothing to take back.
        """
        with self._connection.immediate():
            rows = self._connection.query(
                f"SELECT {_COLUMNS}, undoes FROM judgements "  # noqa: S608 - names of our own
                "WHERE rubric_hash = ? AND rater = ? AND dialogue_id = ? AND criterion_id = ? "
                "ORDER BY number",
                (rubric_hash, rater, dialogue_id, criterion_id),
            )
            history = [(_read(row[:-1]), row[-1]) for row in rows]
            standing = _standing(
                [pair for pair in history if pair[0].key() == history[-1][0].key()]
            )
            if not standing:
                raise UsageFault(
                    "there is no answer to take back", place=f"criterion {criterion_id}"
                )
            undone = standing.pop()
            before = standing[-1] if standing else None
            made = _restore(undone, before, self.next_revision(undone), new_id, at)
            self._append(made, undoes=undone.revision)
        return made

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

    def _append(self, item: Judgement, undoes: int | None = None) -> None:
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
        self._connection.write(_INSERT, (*_write(item), undoes))

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
            f"SELECT {_COLUMNS} FROM {source} "  # noqa: S608 - names of our own, values are bound
            f"WHERE {' AND '.join(where)} ORDER BY number",
            values,
        )
        wanted = None if dialogue_ids is None else frozenset(dialogue_ids)
        place = PLAIN.index("dialogue_id")
        return [row for row in rows if wanted is None or row[place] in wanted]


def _standing(history: Sequence[tuple[Judgement, int | None]]) -> list[Judgement]:
    """Return the answers that were given and not taken back, the one that holds last."""
    standing: list[Judgement] = []
    for item, undoes in history:
        if undoes is None:
            standing.append(item)
        elif standing:
            standing.pop()
    return standing


def _restore(
    undone: Judgement, before: Judgement | None, revision: int, new_id: str, at: str
) -> Judgement:
    changed: dict[str, Any] = {
        "id": new_id,
        "revision": revision,
        "shown_at": "",
        "first_key_at": "",
        "submitted_at": at,
        "active_s": 0.0,
        "idle_s": 0.0,
    }
    if before is None:
        changed |= _WITHDRAWN
    source = undone if before is None else before
    return Judgement.model_validate({**source.model_dump(), **changed})


def _write(item: Judgement) -> tuple[Any, ...]:
    data = item.model_dump(mode="json")
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
