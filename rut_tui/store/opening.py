"""Opening the file: what must hold before SQLite may touch it, and how it is then set up."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from rut_domains.frozen import Frozen
from rut_tui.store.alone import sweep
from rut_tui.store.connection import Connection
from rut_tui.store.faults import FullDisk, Guard, StorageFault, StoreFault, explain_os
from rut_tui.store.mounts import find_network_type, read_mount_table

# Says in the header of the file whose it is ("rutt").
APPLICATION_ID = 0x72757474
BUSY_SECONDS = 5.0
_RETRY_SECONDS = 0.01
# Enough that an import of 100 MB seldom writes a page twice.
CACHE_KIB = 16 * 1024
# What sqlite-utils calls our migrations in its own table.
MIGRATION_SET = "rut_tui"
_MAGIC = b"SQLite format 3\x00"
_PAGE_SIZES = frozenset(2**power for power in range(9, 17))
_STEPS = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY id"


class Stamp(Frozen):
    """What a file says about itself: whose it is, its version and steps, how many tables."""

    application_id: int
    version: int
    tables: int
    steps: tuple[str, ...] = ()


def find_file(path: Path, *, create: bool) -> bool:
    """Return whether the file is there, refusing what can be no database.

    Raises:
        StoreFault: A folder, a device, a file of another kind, or missing and not to be made.
        StorageFault: It may not be read.
    """
    place = str(path)
    if "\0" in place:
        raise StoreFault("a path cannot hold a zero character", place=repr(place))
    try:
        if path.is_dir():
            raise StoreFault(
                "this is a folder, not a database file",
                hint="Name a file in it, such as rut.sqlite.",
                place=place,
            )
        if not path.exists():
            if not create:
                raise StoreFault(
                    "there is no such database",
                    hint="Check the name after --db (or RUT_DB); `rut play` and `rut import` make "
                    "one.",
                    place=place,
                )
            return False
        if not path.is_file():
            raise StoreFault(
                "this is no ordinary file", hint="Name another file with --db.", place=place
            )
        with path.open("rb") as stream:
            head = stream.read(len(_MAGIC))
    except OSError as error:
        raise explain_os(error, place) from None
    if head and head != _MAGIC:
        raise StoreFault(
            "this is not an SQLite database",
            hint="Name another file with --db; files to import go to `rut import`.",
            place=place,
        )
    return True


def refuse_network(path: Path, mount_table: str | None = None) -> None:
    """Refuse a file on a network file system, where the write-ahead log would corrupt it.

    Args:
        path: The file, absolute and with links resolved.
        mount_table: As `find_network_type` takes it; that of this machine by default.

    Raises:
        StoreFault: It is on one.
    """
    table = read_mount_table() if mount_table is None else mount_table
    kind = find_network_type(path, table)
    if kind:
        raise StoreFault(
            f"the database is on a network file system ({kind}), which would damage it",
            hint="Keep it on a disk of this machine (--db or RUT_DB); share backups or exports.",
            place=str(path),
        )


def read_stamp(path: Path) -> Stamp:
    """Read what an existing file says about itself, without changing it.

    Raises:
        StoreFault: It is damaged.
        StorageFault: It may not be read.
    """
    with Guard(str(path)):
        connection = sqlite3.connect(_readonly_uri(path), uri=True, timeout=BUSY_SECONDS)
        try:
            [(application_id,)] = connection.execute("PRAGMA application_id").fetchall()
            [(version,)] = connection.execute("PRAGMA user_version").fetchall()
            [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            ours = application_id == APPLICATION_ID
            steps = connection.execute(_STEPS, (MIGRATION_SET,)).fetchall() if ours else []
        finally:
            connection.close()
    return Stamp(
        application_id=application_id,
        version=version,
        tables=tables,
        steps=tuple(str(name) for (name,) in steps),
    )


def find_cut(path: Path) -> str:
    """Return in words by how much a file is shorter than its own header says; "" if it is not.

    What has no header of SQLite says nothing about its size.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(32)
        size = path.stat().st_size
    except OSError as error:
        raise explain_os(error, str(path)) from None
    # The page size 65536 does not fit in its two bytes and is written as 1.
    page = {1: 65536}.get(number := int.from_bytes(head[16:18]), number)
    if not head.startswith(_MAGIC) or page not in _PAGE_SIZES:
        return ""
    whole = page * int.from_bytes(head[28:32])
    return f"it has {size:,} of the {whole:,} bytes that it should have" if size < whole else ""


def refuse_foreign(stamp: Stamp, newest: int, known: tuple[str, ...], place: str) -> None:
    """Refuse a file of another program, or of a newer version of this one.

    Args:
        stamp: What the file says.
        newest: The newest version that this program knows.
        known: The names of the steps that it knows.
        place: Names the file.

    Raises:
        StoreFault: It is one.
    """
    if stamp.application_id != APPLICATION_ID and (stamp.tables or stamp.application_id):
        raise StoreFault(
            "this is an SQLite database of another program",
            hint="Name another file with --db.",
            place=place,
        )
    strange = [name for name in stamp.steps if name not in known]
    if stamp.version > newest or strange:
        version = max(stamp.version, len(stamp.steps))
        raise StoreFault(
            f"the database is of a newer version ({version}) than this rut knows ({newest})",
            hint="Install the newest rut-tui, or name another file with --db.",
            place=place,
        )


def connect_writing(path: Path, *, exists: bool) -> Connection:
    """Open for reading and writing; makes the file and the folders above it where missing.

    Write-ahead log, foreign keys, a commit that is on the disk when it returns, and 5 seconds of
    patience with other processes.

    Raises:
        StorageFault: No permission, no space. Then nothing is left beside the file.
        StoreFault: The file cannot have a write-ahead log.
    """
    try:
        return _connect(path, exists=exists)
    except FullDisk:
        sweep(path)
        raise


def _connect(path: Path, *, exists: bool) -> Connection:
    place = str(path)
    if exists:
        _refuse_unwritable(path)
    else:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise explain_os(error, place) from None
    uri = f"{path.absolute().as_uri()}?mode={'rw' if exists else 'rwc'}"
    with Guard(place):
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)
        try:
            _set_pragmas(connection)
            mode = _take_write_ahead_log(connection)
            if mode != "wal":
                raise StoreFault(
                    f"the file cannot have a write-ahead log (its journal mode is {mode})",
                    hint="Keep it on a disk of this machine.",
                    place=place,
                )
            return _wrap(connection, place)
        except BaseException:
            connection.close()
            raise


def connect_reading(path: Path) -> Connection:
    """Open an existing file for reading alone: nothing in it or beside it is changed.

    Raises:
        StorageFault: It may not be read.
    """
    place = str(path)
    with Guard(place):
        connection = sqlite3.connect(_readonly_uri(path), uri=True, timeout=BUSY_SECONDS)
        try:
            _set_pragmas(connection)
            return _wrap(connection, place)
        except BaseException:
            connection.close()
            raise


def _wrap(connection: sqlite3.Connection, place: str) -> Connection:
    return Connection(connection, place)


def _set_pragmas(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    connection.execute(f"PRAGMA cache_size = {-CACHE_KIB}")
    # Text in a damaged or hostile file must not run code by way of its schema.
    connection.execute("PRAGMA trusted_schema = OFF")
    # REPLACE deletes before it inserts; only so does the refusal to delete hold for it, too.
    connection.execute("PRAGMA recursive_triggers = ON")


def _take_write_ahead_log(connection: sqlite3.Connection) -> str:
    """Ask for the write-ahead log until it is there, and return the journal mode.

    SQLite has no patience of its own for this one change: where two processes want it at once,
    the second is told that the file is locked without any wait.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() >= patience:
                raise
        time.sleep(_RETRY_SECONDS)


def _readonly_uri(path: Path) -> str:
    """Return the address under which reading leaves no trace.

    Beside a write-ahead log an ordinary read-only connection is needed. Without one no other
    process has the file open, and SQLite may take it for unchanging: then it makes no log either.
    """
    log = path.with_name(f"{path.name}-wal")
    return f"{path.absolute().as_uri()}?mode=ro{'' if log.exists() else '&immutable=1'}"


def find_unwritable(path: Path) -> Path | None:
    """Return what keeps a file from being written: itself, its folder, or nothing."""
    effective = os.access in os.supports_effective_ids
    for needed in (path, path.absolute().parent):
        if not os.access(needed, os.W_OK, effective_ids=effective):
            return needed
    return None


def _refuse_unwritable(path: Path) -> None:
    needed = find_unwritable(path)
    if needed is not None:
        raise StorageFault(
            "the database may only be read",
            hint="Give yourself permission to write the file and its folder, "
            "or name another file with --db.",
            place=str(needed),
        )
