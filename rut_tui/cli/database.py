"""`rut db`: look after the database file."""

from __future__ import annotations

from pathlib import Path

import click

from rut_tui.cli.options import db_option, json_option, settings_of


@click.group()
def db() -> None:
    """Look after the database file."""


@db.command()
@json_option
@db_option
@click.pass_context
def info(ctx: click.Context, db: Path | None, as_json: bool) -> None:
    """Show where the database is, its version and size, and how much is in it."""
    from rut_tui.cli.output import write, write_json
    from rut_tui.work.database import describe

    found = describe(settings_of(ctx, db=db).db)
    if as_json:
        write_json(found.model_dump(mode="json"))
        return
    write(found.path)
    write(f"  version {found.version}, {found.size:,} bytes, journal {found.journal_mode}")
    for name, count in found.counts.items():
        write(f"  {name}: {count}")


@db.command()
@json_option
@db_option
@click.pass_context
def check(ctx: click.Context, db: Path | None, as_json: bool) -> int:
    """Check that the database holds together; ends with 1 if it does not."""
    from rut_domains.faults import ExitCode
    from rut_tui.cli.output import write, write_json
    from rut_tui.work.database import find_flaws

    path = settings_of(ctx, db=db).db
    flaws = find_flaws(path)
    if as_json:
        plain = [flaw.model_dump(mode="json") for flaw in flaws]
        write_json({"path": str(path), "sound": not flaws, "flaws": plain})
    else:
        for flaw in flaws:
            write(f"{flaw.place}: {flaw.text}")
        write(f"{path}: {f'{len(flaws)} flaws' if flaws else 'sound'}")
        if flaws:
            write("Go back to a backup, or export what can be read: rut export --format jsonl.")
    return ExitCode.DOES_NOT_HOLD if flaws else ExitCode.DONE


@db.command()
@click.argument("to", type=click.Path(path_type=Path))
@json_option
@db_option
@click.pass_context
def backup(ctx: click.Context, to: Path, db: Path | None, as_json: bool) -> None:
    """Copy the database to the new file TO, safely while it is in use."""
    from rut_tui.cli.output import write, write_json
    from rut_tui.work.database import back_up

    path = settings_of(ctx, db=db).db
    size = back_up(path, to)
    if as_json:
        write_json({"path": str(path), "backup": str(to), "size": size})
    else:
        write(f"{to}: {size:,} bytes, a copy of {path}")
