"""`rut report`: agreement between raters and fidelity of users."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import click

from rut_tui.cli.options import FilePath, db_option, json_option, pack_option, settings_of


@click.command()
@click.option("--rubric", default="user_contract", show_default=True, help="A name or a YAML file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "latex", "json", "csv"]),
    default="text",
    show_default=True,
    help="latex is the tables alone; csv is several tables, in a folder.",
)
@click.option("-o", "--output", type=FilePath(), help="A file, or for csv a folder.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option("--seed", type=click.IntRange(0), default=0, help="Of the bootstrap.")
@click.option(
    "--replicates", type=click.IntRange(100, 100_000), default=2000, help="Of the bootstrap."
)
@json_option
@pack_option
@db_option
@click.pass_context
def report(
    ctx: click.Context,
    /,
    form: str,
    output: Path | None,
    force: bool,
    as_json: bool,
    packs: tuple[Path, ...],
    db: Path | None,
    **options: Any,
) -> None:
    """Report agreement and fidelity, with intervals and counts.

    The same data and seed give the same bytes.
    """
    from rut_domains.faults import UsageFault
    from rut_tui.cli.output import write
    from rut_tui.store import Store
    from rut_tui.work.report import make_report, render, write_report

    chosen = "json" if as_json else form
    if chosen == "csv" and output is None:
        raise UsageFault("csv is several tables", hint="Name a folder for them: -o FOLDER.")
    settings = settings_of(ctx, db=db, packs=packs)
    with Store.open_to_read(settings.db) as store:
        bundle, made = make_report(store, settings, **options)
    if output is None:
        width = shutil.get_terminal_size((100, 24)).columns
        sys.stdout.write(render(made, chosen, width))
        return
    for path in write_report(bundle, made, chosen, output, force=force):
        write(f"wrote {path}")
