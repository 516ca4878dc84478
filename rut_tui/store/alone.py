"""Opening the file alone, for a full disk: nothing is written beside it.

Several processes on one file share a piece of memory, which SQLite keeps in a file (`-shm`) of at
least 32 KiB. Where there is no room for it not even reading would work. A connection that locks out
all others needs no such file: it reads the write-ahead log, if there is one, by itself.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from rut_domains.faults import Fault
from rut_tui.store.connection import Connection
from rut_tui.store.faults import FullDisk, Guard

_PATIENCE_MS = 1000


def connect_alone(path: Path) -> Connection:
    """Open an existing file for reading, with everybody else locked out until it is closed.

    What a failed attempt to open it has left beside it is removed.

    Raises:
        StoreFault: Another process has it open.
        StorageFault: It may not be read.
    """
    place = str(path)
    with Guard(place):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
        try:
            connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA query_only = ON")
            # The first read takes the lock, which is kept from then on.
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            if connection.execute("PRAGMA journal_mode").fetchone() == ("wal",):
                # Nobody else has the file open, so that nobody shares this memory.
                path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        except BaseException:
            connection.close()
            raise
    return Connection(connection, place)


def sweep(path: Path) -> None:
    """Remove what a failed attempt to open a file has left beside it, if nobody has it open."""
    with suppress(Fault, OSError):
        connect_alone(path).close()


def require_room(connection: Connection, path: Path, cache_bytes: int) -> None:
    """Refuse to commit what could then not be folded into the file for want of space.

    It would stay in the log, and log and file together would fill the disk.

    Args:
        connection: With the transaction that is about to be committed.
        path: The file.
        cache_bytes: How much of it may not have been written to the log yet.

    Raises:
        FullDisk: There is too little space.
    """
    whole = connection.value("PRAGMA page_count") * connection.value("PRAGMA page_size")
    grown = max(0, whole - path.stat().st_size)
    disk = os.statvfs(path)
    if disk.f_bavail * disk.f_frsize < grown + min(cache_bytes, whole):
        raise FullDisk.at(str(path))
