"""Which files were read, and what was found in them."""

from __future__ import annotations

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen
from rut_tui.store.coding import decode, encode, readable, storable
from rut_tui.store.connection import Connection

_COLUMNS = "file_hash, name, format, at, added, known, report"


class Import(Frozen):
    """One file that was read: how many dialogues it added, how many were there already.

    `report` is the integrity report as plain data.
    """

    file_hash: str
    name: str
    format: str
    at: str
    added: int = 0
    known: int = 0
    report: dict[str, JsonValue] = Field(default_factory=dict)


class Imports:
    """The table `imports`: one row each time that a file was read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, done: Import) -> None:
        """Append an entry; inside `Store.bulk` it is kept together with what was read."""
        with storable(f"import of {done.name}"):
            report = encode(done.report)
        row = (done.file_hash, done.name, done.format, done.at, done.added, done.known, report)
        with self._connection.immediate():
            self._connection.write(
                f"INSERT INTO imports ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
                row,
            )

    def all(self, file_hash: str | None = None) -> tuple[Import, ...]:
        """Return the entries in order; with `file_hash` those of one file."""
        rows = self._connection.query(
            f"SELECT {_COLUMNS} FROM imports WHERE ?1 IS NULL OR file_hash = ?1 "  # noqa: S608 - ours
            "ORDER BY number",
            (file_hash,),
        )
        return tuple(_read(row) for row in rows)


def _read(row: tuple[object, ...]) -> Import:
    data = dict(zip(_COLUMNS.split(", "), row, strict=True))
    with readable(f"import of {data['name']}"):
        return Import.model_validate({**data, "report": decode(str(data["report"]))})
