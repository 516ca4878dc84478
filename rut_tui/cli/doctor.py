"""`rut doctor`: look at this machine, and say for each thing amiss how to mend it."""

from __future__ import annotations

from pathlib import Path

import click

from rut_tui.cli.options import db_option, json_option, settings_of


@click.command()
@json_option
@db_option
@click.pass_context
def doctor(ctx: click.Context, db: Path | None, as_json: bool) -> int:
    """Check this machine and say what to mend.

    Ends with 1 if something is broken; what is merely missing or small is a remark.
    """
    from rut_tui.cli.output import add_row, console, table, write_json
    from rut_tui.cli.tables import Column
    from rut_tui.work.doctor import examine

    findings = examine(settings_of(ctx, db=db))
    if as_json:
        write_json([finding.model_dump(mode="json") for finding in findings])
    else:
        listing = table(Column("", "key"), Column("what", "key"), "found", "way out")
        for finding in findings:
            add_row(listing, finding.mark, finding.what, finding.found, finding.way_out)
        console().print(listing)
    return int(any(finding.state == "broken" for finding in findings))
