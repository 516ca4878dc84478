"""Looking after the database file: what is in it, whether it is sound, a copy of it."""

from __future__ import annotations

from pathlib import Path

from rut_tui.store import Flaw, Info, Store, StoreFault, find_cut


def describe(path: Path) -> Info:
    """Return what the file is and how much is in it.

    Raises:
        Fault: There is no such database, or it cannot be used.
    """
    with Store.open_to_read(path) as store:
        return store.info()


def find_flaws(path: Path) -> tuple[Flaw, ...]:
    """Return what is wrong with the file; nothing if it is sound.

    Raises:
        Fault: There is no such database, or it cannot be used at all.
    """
    try:
        with Store.open_to_read(path) as store:
            return tuple(store.check())
    except StoreFault as fault:
        cut = find_cut(path) if path.is_file() else ""
        if not cut:
            raise
        raise StoreFault(
            f"the database is cut off: {cut}",
            hint="Go back to a backup (`rut db backup` makes them).",
            place=fault.place,
        ) from fault


def back_up(path: Path, to: Path) -> int:
    """Copy the file while it may be in use; return the size of the copy in bytes.

    Raises:
        Fault: There is no such database, the copy would overwrite a file, or there is no room.
    """
    with Store.open_to_read(path) as store:
        return store.backup(to)
