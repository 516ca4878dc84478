"""The errors of the store, and the one place where SQLite's own become them."""

from __future__ import annotations

import os
import sqlite3
from types import TracebackType

from rut_domains.faults import Fault, MissingFault, UsageFault


class StoreFault(Fault):
    """A database that cannot be used, or a change that it refuses."""


class StorageFault(MissingFault):
    """The database cannot be reached or written: no permission, no space, a failing disk."""


class FullDisk(StorageFault):
    """There is no space left for the database."""

    @classmethod
    def at(cls, place: str) -> FullDisk:
        """Return the fault for a file."""
        return cls(_FULL[1], hint=_FULL[2], place=place)


class UnknownDialogue(UsageFault):
    """No dialogue, or more than one, goes by that name."""


_FULL: tuple[type[Fault], str, str] = (
    FullDisk,
    "there is no space left for the database",
    "Free some space on that disk, or name a file on another one with --db. "
    "What was saved before is kept.",
)
# The file beside the database, through which processes share memory, could not be made longer.
_NO_ROOM_BESIDE = frozenset({sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN})
# Where SQLite's own words for want of space are others: the disk has less than this left.
_LITTLE_SPACE = 64 * 1024
_SPEAKS_OF_THE_DISK = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN})

# Primary result code -> (class, what is wrong, what to do).
_CAUSES: dict[int, tuple[type[Fault], str, str]] = {
    sqlite3.SQLITE_BUSY: (
        StoreFault,
        "the database is busy: another process is writing to it",
        "Try again in a moment; if it stays so, close the other rut, or name another file.",
    ),
    sqlite3.SQLITE_LOCKED: (
        StoreFault,
        "the database is locked by another part of this process",
        "Try again.",
    ),
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: (
        StorageFault,
        "the disk of the database failed to read or write",
        "Look at the disk and its quota. What was saved before is kept; `rut db check` tells.",
    ),
    sqlite3.SQLITE_READONLY: (
        StorageFault,
        "the database may only be read",
        "Give yourself permission to write the file and its folder, or name another with --db.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        StorageFault,
        "the database, or a file that SQLite keeps beside it, cannot be opened",
        "Give yourself permission to write the file and its folder, or name another with --db.",
    ),
    sqlite3.SQLITE_PERM: (
        StorageFault,
        "there is no permission to use the database",
        "Give yourself permission, or name another file with --db.",
    ),
    sqlite3.SQLITE_AUTH: (
        StorageFault,
        "there is no permission to use the database",
        "Give yourself permission, or name another file with --db.",
    ),
    sqlite3.SQLITE_NOMEM: (
        StorageFault,
        "there is not enough memory for this",
        "Close other programs and try again.",
    ),
    sqlite3.SQLITE_NOTADB: (
        StoreFault,
        "this is not an SQLite database",
        "Name another file with --db.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        StoreFault,
        "the database is damaged",
        "`rut db check` tells where; go back to a backup (`rut db backup` makes them).",
    ),
    sqlite3.SQLITE_TOOBIG: (
        StoreFault,
        "a value is too large for the database",
        "The limit is about 1 GB a value.",
    ),
    sqlite3.SQLITE_CONSTRAINT: (
        StoreFault,
        "the database refuses the change",
        "Records are only ever added, each once and about something that is there.",
    ),
    sqlite3.SQLITE_INTERRUPT: (
        StoreFault,
        "the work on the database was interrupted",
        "Nothing of it was kept; start it again.",
    ),
}
_OTHERWISE: tuple[type[Fault], str, str] = (
    StoreFault,
    "the database cannot do that",
    "`rut db check` tells whether it is sound.",
)


def explain(error: sqlite3.Error, place: str) -> Fault:
    """Return the fault that says in words what SQLite says in codes."""
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if code is not None else None
    full = code in _NO_ROOM_BESIDE or (primary in _SPEAKS_OF_THE_DISK and _has_little_space(place))
    if full:
        return FullDisk.at(place)
    kind, title, hint = _CAUSES.get(primary, _OTHERWISE) if primary is not None else _OTHERWISE
    detail = str(error)
    if primary in (sqlite3.SQLITE_CONSTRAINT, None) or primary not in _CAUSES:
        title = f"{title} ({detail})"
    return kind(title, hint=hint, place=place)


def _has_little_space(place: str) -> bool:
    """Tell whether the disk of a file has no space left, for content or for names."""
    try:
        disk = os.statvfs(os.path.dirname(os.path.abspath(place)))
    except (OSError, ValueError):
        return False
    no_names = disk.f_files > 0 and disk.f_favail == 0
    return no_names or disk.f_bavail * disk.f_frsize < _LITTLE_SPACE


class Guard:
    """Turns whatever SQLite raises inside a `with` into a fault; can be used again and again.

    A misuse of the connection (another thread, already closed) is a mistake in the program and is
    let through.

    Args:
        place: Names the database in the fault.
    """

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.ProgrammingError):
            raise explain(error, self.place) from error


def explain_os(error: OSError, place: str) -> Fault:
    """Return the fault for a file or folder that the system refuses."""
    return StorageFault(
        f"the database cannot be reached: {error.strerror or error}",
        hint="Give yourself permission and space there, or name another file with --db.",
        place=place,
    )
