"""Whole copies of the file through SQLite's online backup: sound even while others write."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from rut_tui.store.connection import Connection
from rut_tui.store.faults import Guard, StoreFault, explain_os


def copy_database(source: Connection, target: Path) -> int:
    """Copy the whole database into a new file; return the copy's size in bytes.

    A copy that fails is removed again.

    Raises:
        StoreFault: There is a file of that name already.
        StorageFault: No folder, permission or space.
    """
    place = str(target)
    try:
        # Made here and not by SQLite, so that no file that appears meanwhile is written over.
        target.open("xb").close()
    except FileExistsError:
        raise StoreFault(
            "there is a file of that name already",
            hint="A backup writes over nothing; choose another name.",
            place=place,
        ) from None
    except OSError as error:
        raise explain_os(error, place) from None
    try:
        with Guard(place):
            copy = sqlite3.connect(target.absolute().as_uri(), uri=True)
            try:
                source.raw.backup(copy)
            finally:
                copy.close()
        return os.stat(target).st_size
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def free_name(path: Path) -> Path:
    """Return the path, or the first of `path-2`, `path-3`, ... where there is no file yet."""
    number, found = 1, path
    while os.path.lexists(found):
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found
