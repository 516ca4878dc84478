"""One connection: reads, writes and transactions, with every SQLite error turned into a fault."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rut_tui.store.faults import Guard

if TYPE_CHECKING:
    from sqlite_utils import Database

Row = tuple[Any, ...]

_INT_LIMIT = 2**63


class Connection:
    """Wraps one SQLite connection; made and used on one thread.

    Text that is not Unicode (a lone surrogate, as half an emoji or a stray byte of the command
    line leaves it) cannot be an SQLite text. It is kept as a blob of the same characters and read
    back as it was; so is an integer beyond 64 bits, as text. Equal values stay equal.

    Args:
        raw: The open database.
        place: Names it in faults; the path of the file.
    """

    def __init__(self, raw: sqlite3.Connection, place: str) -> None:
        self.raw = raw
        self.place = place
        self._guard = Guard(place)
        self._depth = 0

    @cached_property
    def database(self) -> Database:
        """The same connection as sqlite-utils has it, for work on the schema."""
        from sqlite_utils import Database

        return Database(self.raw, execute_plugins=False)

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Return all rows.

        Raises:
            StoreFault: The database is unusable.
        """
        with self._guard:
            found = self._run(self.raw.execute, sql, parameters).fetchall()
        return [tuple(map(unpack, row)) for row in found]

    def each(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Row]:
        """Yield rows one by one: for results too large to hold."""
        with self._guard:
            cursor = self._run(self.raw.execute, sql, parameters)
        while True:
            with self._guard:
                found = cursor.fetchmany(256)
            if not found:
                return
            yield from (tuple(map(unpack, row)) for row in found)

    def first(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """Return the first row, or None."""
        found = self.query(sql, parameters)
        return found[0] if found else None

    def value(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """Return the first value of the first row, or None."""
        found = self.first(sql, parameters)
        return found[0] if found else None

    def write(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Run one statement inside the open transaction.

        Raises:
            StoreFault: The database refuses it.
        """
        with self._guard:
            self._run(self.raw.execute, sql, parameters)

    def write_all(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row inside the open transaction."""
        written = 0

        def feed() -> Iterator[Sequence[Any]]:
            nonlocal written
            for row in rows:
                yield row
                written += 1

        with self._guard:
            try:
                self.raw.executemany(sql, feed())
            except (UnicodeEncodeError, OverflowError):
                # The row that did not fit was not written, and those before it were.
                self.raw.executemany(sql, map(_pack_all, rows[written:]))

    @contextmanager
    def immediate(self) -> Iterator[None]:
        """Hold the one write lock of the file; all that is written inside is kept or none of it.

        What is read inside stays true until the end: this is how work is claimed. Inside itself
        it is a savepoint.

        Raises:
            StoreFault: Another process holds the lock for longer than the busy timeout.
        """
        if self.raw.in_transaction:
            with self._savepoint():
                yield
            return
        try:
            with self._guard:
                self.raw.execute("BEGIN IMMEDIATE")
            yield
            with self._guard:
                self.raw.execute("COMMIT")
        except BaseException:
            with self._guard:
                self.raw.rollback()
            raise

    def fold_log(self) -> None:
        """Fold the write-ahead log into the file, as far as open transactions and space let it."""
        self._checkpoint("PASSIVE")

    def cut_log(self) -> None:
        """Fold the log into the file and give its space back to the disk, if nobody reads it."""
        self._checkpoint("TRUNCATE")

    def close(self) -> None:
        """Close the file; an unfinished transaction is taken back."""
        self.raw.close()

    def _checkpoint(self, mode: str) -> None:
        if self.raw.in_transaction:
            return
        # What is in the log is safe there: that it stays in it for now is no fault.
        with self._guard, suppress(sqlite3.OperationalError):
            self.raw.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        self._depth += 1
        name = f"inside_{self._depth}"
        try:
            with self._guard:
                self.raw.execute(f"SAVEPOINT {name}")
            yield
            with self._guard:
                self.raw.execute(f"RELEASE {name}")
        except BaseException:
            # A full disk can have ended the whole transaction, savepoints and all.
            if self.raw.in_transaction:
                with self._guard:
                    self.raw.execute(f"ROLLBACK TO {name}")
                    self.raw.execute(f"RELEASE {name}")
            raise
        finally:
            self._depth -= 1

    @staticmethod
    def _run(execute: Any, sql: str, parameters: Sequence[Any]) -> Any:
        try:
            return execute(sql, parameters)
        except (UnicodeEncodeError, OverflowError):
            return execute(sql, _pack_all(parameters))


def _pack_all(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(_pack, values))


def _pack(value: Any) -> Any:
    if isinstance(value, str):
        raw = value.encode("utf-8", "surrogatepass")
        return raw if _is_broken(value) else value
    if isinstance(value, int) and not -_INT_LIMIT <= value < _INT_LIMIT:
        return str(value)
    return value


def _is_broken(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def unpack(value: Any) -> Any:
    """Return a value of the database as it was before it was packed to fit into it."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value
