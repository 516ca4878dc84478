"""From any older layout of the file to the newest, step by step, each in one transaction."""

from __future__ import annotations

from pathlib import Path

from sqlite_utils import Database, Migrations

from rut_tui.store.connection import Connection
from rut_tui.store.copies import copy_database, free_name
from rut_tui.store.faults import Guard, StoreFault
from rut_tui.store.layout import LAYOUT_1
from rut_tui.store.opening import APPLICATION_ID, MIGRATION_SET
from rut_tui.store.origins import LAYOUT_2

SCHEMA = Migrations(MIGRATION_SET)


@SCHEMA(name="m001_layout")
def lay_out(database: Database) -> None:
    """Dialogues, events, judgements, orders, imports, drafts."""
    database.executescript(LAYOUT_1)


@SCHEMA(name="m002_judgement_sources")
def add_sources(database: Database) -> None:
    """Judgements that came with a file, and a rater's second look."""
    database.executescript(LAYOUT_2)


def list_steps(schema: Migrations) -> tuple[str, ...]:
    """Return the names of all steps. The version of a file is the number of steps made in it."""
    with Database(memory=True, execute_plugins=False) as empty:
        return tuple(step.name for step in schema.pending(empty))


def bring_up_to_date(
    connection: Connection,
    path: Path,
    version: int,
    *,
    schema: Migrations = SCHEMA,
    upto: int | None = None,
) -> Path | None:
    """Make the steps that a file lacks; return the backup that was made before.

    An older file is first copied to one beside it, named with its version (`rut.sqlite.v1`). Each
    step holds the write lock from its start, so that two processes that open a file at once make
    it once.

    Args:
        connection: The file, open for writing.
        path: Where it is.
        version: Its version, 0 if it is empty.
        schema: All steps.
        upto: The version to stop at; the newest by default.

    Raises:
        StoreFault: A step failed; the file is as it was after the one before.
        StorageFault: There is no space for the backup or the step.
    """
    names = list_steps(schema)[:upto]
    if version >= len(names):
        return None
    backup = None
    if version > 0:
        backup = free_name(path.with_name(f"{path.name}.v{version}"))
        copy_database(connection, backup)
    for number, name in enumerate(names, start=1):
        with connection.immediate():
            _make_step(connection, schema, name, number)
    return backup


def _make_step(connection: Connection, schema: Migrations, name: str, number: int) -> None:
    database = connection.database
    try:
        with Guard(connection.place):
            pending = [step.name for step in schema.pending(database)]
            if name not in pending:
                return
            schema.apply(database, stop_before=pending[pending.index(name) + 1 :])
            database.conn.execute(f"PRAGMA user_version = {number}")
            database.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except StoreFault as fault:
        raise StoreFault(
            f"the database cannot be brought to version {number}: {fault.title}",
            hint="It is as it was; please report this.",
            place=connection.place,
        ) from fault
