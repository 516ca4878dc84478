"""`rut report`: agreement between raters and fidelity of users."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rut_tui.cli.options import FilePath, db_option, json_option, pack_option, settings_of

if TYPE_CHECKING:
    from rut_exports.archive.verifying import Verification
    from rut_exports.bundle import Bundle
    from rut_exports.report.model import Report

# What a bundle says already, and what a check makes no use of.
_IN_BUNDLE = {
    "db": "--db",
    "packs": "--pack",
    "rubric": "--rubric",
    "seed": "--seed",
    "replicates": "--replicates",
}
_OF_FORM = {"form": "--format", "output": "--output", "force": "--force"}


@click.command()
@click.option("--rubric", default="user_contract", show_default=True, help="A name or a YAML file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html", "latex", "json", "csv", "sheet", "bundle"]),
    default="text",
    show_default=True,
    help="latex is the tables alone; csv is several tables, in a folder; sheet is an evaluation "
    "sheet as JSON, with blanks to fill in; bundle is a zip with the data, from which --from makes "
    "every number again.",
)
@click.option("-o", "--output", type=FilePath(), help="A file, or for csv a folder.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@click.option("--from", "source", type=FilePath(), help="A bundle to report from, not a database.")
@click.option("--verify", "check", is_flag=True, help="With --from: make all again and compare.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of a report, and read nothing.")
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
    source: Path | None,
    check: bool,
    schema: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Report agreement and fidelity, with intervals and counts.

    The same data and seed give the same bytes. --from FILE.zip needs no database; with --verify
    it ends with 0 if everything agrees, else with 1.
    """
    from rut_exports.report.schema.building import render_schema
    from rut_tui.cli.output import write
    from rut_tui.work.report import render, write_report

    if schema:
        sys.stdout.write(render_schema())
        return 0
    chosen = "json" if as_json else form
    _check_choices(ctx, chosen, source, output, check=check)
    if check and source is not None:
        return _verify(source, as_json=as_json)
    bundle, made = _make(ctx, source, **options)
    if output is None:
        width = shutil.get_terminal_size((100, 24)).columns
        sys.stdout.write(render(made, chosen, width))
        return 0
    for path in write_report(bundle, made, chosen, output, force=force):
        write(f"wrote {path}")
    return 0


def _check_choices(
    ctx: click.Context, form: str, source: Path | None, output: Path | None, *, check: bool
) -> None:
    """Refuse what excludes another, before anything is read.

    Raises:
        UsageFault: It does.
    """
    from rut_domains.faults import UsageFault

    if check and source is None:
        raise UsageFault("--verify checks a bundle", hint="Name it: --from FILE.zip --verify.")
    if source is not None and (given := _given(ctx, _IN_BUNDLE)):
        raise UsageFault(
            f"--from excludes {given}", hint="All that is in the bundle: leave it out."
        )
    if check and (given := _given(ctx, _OF_FORM)):
        raise UsageFault(
            f"--verify excludes {given}", hint="It makes no report; run it without --verify too."
        )
    if form == "csv" and output is None:
        raise UsageFault("csv is several tables", hint="Name a folder for them: -o FOLDER.")
    if form == "bundle" and output is None:
        raise UsageFault("a bundle is a zip file", hint="Name it with -o FILE.zip.")


def _given(ctx: click.Context, names: dict[str, str]) -> str:
    """Return the first of some options that stands on the command line, else ""."""
    said = click.core.ParameterSource.COMMANDLINE
    found = [option for name, option in names.items() if ctx.get_parameter_source(name) is said]
    if "db" in names and ctx.find_root().obj is not None:
        found.append("--db")
    return found[0] if found else ""


def _make(
    ctx: click.Context,
    source: Path | None,
    *,
    packs: tuple[Path, ...],
    db: Path | None,
    **options: Any,
) -> tuple[Bundle, Report]:
    from rut_tui.cli.progress import ProgressBar
    from rut_tui.store import Store
    from rut_tui.work.report import make_report, report_from

    with ProgressBar() as bar:
        if source is not None:
            return report_from(source, bar.show)
        settings = settings_of(ctx, db=db, packs=packs)
        with Store.open_to_read(settings.db) as store:
            return make_report(store, settings, tell=bar.show, **options)


def _verify(source: Path, *, as_json: bool) -> int:
    from rut_domains.faults import ExitCode
    from rut_tui.cli.output import write_json
    from rut_tui.work.report import verify

    found = verify(source)
    if as_json:
        write_json({"holds": found.holds, **found.model_dump(mode="json")})
    else:
        _tell(source, found)
    return ExitCode.DONE if found.holds else ExitCode.DOES_NOT_HOLD


def _tell(source: Path, found: Verification) -> None:
    from rut_tui.cli.output import write

    write(f"{source}: bundle {found.bundle_hash[:12]}")
    if found.written_by != found.checked_by:
        write(f"  written by rut-tui {found.written_by}, checked by {found.checked_by}")
    for name in found.agreeing:
        write(f"  agrees   {name}")
    for finding in found.findings:
        write(f"  DIFFERS  {finding.file}: {finding.problem}")
        if (first := finding.difference) is not None:
            write(f"           first at {first.place}")
            write(f"           inside:     {first.inside}")
            write(f"           made again: {first.again}")
    if found.holds:
        write("Every file agrees with what the bundle gives.")
    else:
        files = {finding.file for finding in found.findings}
        write(f"{len(files)} of the files do not agree with what the bundle gives.")
