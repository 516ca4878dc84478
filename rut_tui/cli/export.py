"""`rut export`: write dialogues for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rut_tui.cli.options import db_option, json_option, settings_of

if TYPE_CHECKING:
    from rut_tui.store import Store
    from rut_tui.work.export import Selection

_STREAM = "-"
# Listed here so that --help imports none of the writers; a test compares.
FORMATS = ("jsonl", "csv", "openai-chat", "tau2")


@click.command()
@click.argument("ids", nargs=-1)
@click.option(
    "--format", "format_name", required=True, type=click.Choice(FORMATS), help="What to write."
)
@click.option(
    "-o",
    "--output",
    default=_STREAM,
    show_default=True,
    help="The file to write; - is standard output.",
)
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
@click.option("--domain", help="Only this domain.")
@click.option("--task", help="Only this task.")
@click.option("--source", "system", help="Only what was played here (rut) or read from tau2, ...")
@click.option(
    "--link",
    type=click.Choice(["linked", "unlinked", "relinked", "accepted"]),
    help="Only those whose link to their task is this.",
)
@click.option("--open/--ended", "is_open", default=None, help="Only open, or only ended ones.")
@json_option
@db_option
@click.pass_context
def export(
    ctx: click.Context,
    /,
    ids: tuple[str, ...],
    format_name: str,
    output: str,
    force: bool,
    is_open: bool | None,
    as_json: bool,
    db: Path | None,
    **narrowed: str | None,
) -> None:
    """Write dialogues: those with the given IDS (or starts of ids), or all that fit.

    What is written is what the lead sees. jsonl loses nothing and can be imported again; csv has a
    row for each event; openai-chat is the agent's side; tau2 is a results file of one domain.
    """
    from rut_domains.faults import UsageFault
    from rut_tui.store import Store
    from rut_tui.work.export import Selection

    ended = None if is_open is None else not is_open
    wanted = Selection.model_validate({**narrowed, "ids": ids, "ended": ended})
    to_stream = output == _STREAM
    if to_stream and (as_json or sys.stdout.isatty()):
        what = "facts and data cannot share standard output" if as_json else "this is a terminal"
        raise UsageFault(
            f"{what}: an export goes to a file or a pipe", hint="Name it with -o FILE."
        )
    with Store.open_to_read(settings_of(ctx, db=db).db) as store:
        if to_stream:
            _to_stream(store, wanted, format_name)
        else:
            _to_file(store, wanted, format_name, Path(output), force=force, as_json=as_json)


def _to_stream(store: Store, wanted: Selection, format_name: str) -> None:
    from rut_tui.work.export import export_to_stream

    stream = io.TextIOWrapper(
        sys.stdout.buffer, encoding="utf-8", errors="backslashreplace", newline=""
    )
    try:
        export_to_stream(store, wanted, format_name, stream)
    finally:
        # The buffer belongs to standard output, which must stay open.
        stream.detach()


def _to_file(
    store: Store, wanted: Selection, format_name: str, path: Path, *, force: bool, as_json: bool
) -> None:
    from rut_tui.cli.output import write, write_json
    from rut_tui.cli.progress import ProgressBar
    from rut_tui.work.export import export_to_file

    with ProgressBar() as bar:
        done = export_to_file(
            store,
            wanted,
            format_name,
            path,
            force=force,
            on_progress=lambda part: bar.show(path.name, part),
        )
    if as_json:
        write_json(done.model_dump(mode="json"))
    else:
        plural = "" if done.dialogues == 1 else "s"
        write(f"{done.path}: {done.dialogues} dialogue{plural} as {done.format}")
