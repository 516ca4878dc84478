"""From any older layout of the file to the newest, step by step, each in one transaction."""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database, Migrations

from rut_tui.store.connection import Connection
from rut_tui.store.copies import copy_database, free_name
from rut_tui.store.faults import StoreFault, guarded
from rut_tui.store.layout import LAYOUT_1
from rut_tui.store.opening import APPLICATION_ID, SET

SCHEMA = Migrations(SET)


@SCHEMA(name="m001_layout")
def lay_out(database: Database) -> None:
    """Dialogues, events, judgements, orders, imports, drafts."""
    database.executescript(LAYOUT_1)


# The names of all steps in order. The version of a file is the number of steps made in it.
STEPS: tuple[str, ...] = ("m001_layout",)
NEWEST = len(STEPS)


def bring_up_to_date(
    connection: Connection, path: Path, version: int, *, upto: int = NEWEST
) -> Path | None:
    """Make all steps up to version `upto` that the file lacks; return the backup made before.

    An older file is first copied to one beside it, named with its version (`rut.sqlite.v1`). Each
    step is one transaction that holds the write lock, so that two processes that open a file at
    once make it once.

    Raises:
        StoreFault: A step failed; the file is as it was after the one before.
    """
    if version >= upto:
        return None
    backup = None
    if version > 0:
        backup = free_name(path.with_name(f"{path.name}.v{version}"))
        copy_database(connection, backup)
    for number, name in enumerate(STEPS[:upto], start=1):
        with connection.immediate():
            _make_step(connection, name, number)
    return backup


def _make_step(connection: Connection, name: str, version: int) -> None:
    database = connection.database
    try:
        with guarded(connection.place):
            if name in {step.name for step in SCHEMA.applied(database)}:
                return
            SCHEMA.apply(database, stop_before=STEPS[version:])
            database.conn.execute(f"PRAGMA user_version = {version}")
            database.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except StoreFault as fault:
        raise StoreFault(
            f"the database cannot be brought to version {version}: {fault.title}",
            hint="It is as it was; please report this.",
            place=connection.place,
        ) from fault
