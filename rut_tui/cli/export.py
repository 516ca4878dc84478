"""`rut export`: write dialogues for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rut_tui.cli.options import db_option, json_option, settings_of

if TYPE_CHECKING:
    from rut_annotations.rubric import Rubric
    from rut_tui.store import Store
    from rut_tui.work.export import Exported, Selection

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
@click.option(
    "--rubric",
    "rubrics",
    multiple=True,
    help="A rubric's file, to go with its judgements (jsonl); may be repeated.",
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
    **more: Any,
) -> None:
    """Write dialogues: those with the given IDS (or starts of ids), or all that fit.

    What is written is what the lead sees. jsonl loses nothing, judgements and their rubrics go with
    it, and it can be imported again; csv has a row for each event; openai-chat is the agent's side;
    tau2 is a results file of one domain.
    """
    from rut_annotations.rubric import load_rubric
    from rut_domains.faults import UsageFault
    from rut_tui.store import Store
    from rut_tui.work.export import Selection

    rubrics: tuple[str, ...] = more.pop("rubrics")
    ended = None if is_open is None else not is_open
    wanted = Selection.model_validate({**more, "ids": ids, "ended": ended})
    to_stream = output == _STREAM
    if to_stream and (as_json or sys.stdout.isatty()):
        what = "facts and data cannot share standard output" if as_json else "this is a terminal"
        raise UsageFault(
            f"{what}: an export goes to a file or a pipe", hint="Name it with -o FILE."
        )
    if rubrics and format_name != "jsonl":
        raise UsageFault(
            f"--rubric goes with jsonl, not with {format_name}",
            hint="Only our own format holds judgements and rubrics.",
        )
    given = [load_rubric(name) for name in rubrics]
    with Store.open_to_read(settings_of(ctx, db=db).db) as store:
        if to_stream:
            done = _to_stream(store, wanted, format_name, given)
        else:
            done = _to_file(store, wanted, format_name, Path(output), given, force=force)
    _tell(done, as_json=as_json, to_stream=to_stream)


def _to_stream(
    store: Store, wanted: Selection, format_name: str, rubrics: list[Rubric]
) -> Exported:
    from rut_tui.work.export import export_to_stream

    stream = io.TextIOWrapper(
        sys.stdout.buffer, encoding="utf-8", errors="backslashreplace", newline=""
    )
    try:
        return export_to_stream(store, wanted, format_name, stream, rubrics=rubrics)
    finally:
        # The buffer belongs to standard output, which must stay open.
        stream.detach()


def _to_file(
    store: Store,
    wanted: Selection,
    format_name: str,
    path: Path,
    rubrics: list[Rubric],
    *,
    force: bool,
) -> Exported:
    from rut_tui.cli.progress import ProgressBar
    from rut_tui.work.export import export_to_file

    with ProgressBar() as bar:
        return export_to_file(
            store,
            wanted,
            format_name,
            path,
            force=force,
            rubrics=rubrics,
            on_progress=lambda part: bar.show(path.name, part),
        )


def _tell(done: Exported, *, as_json: bool, to_stream: bool) -> None:
    """Say what was written; what is missing is said beside the data."""
    from rut_tui.cli.output import plain_text, write, write_json

    if as_json:
        judged = {"judgements", "rubrics", "missing"}
        left_out = set() if done.format == "jsonl" else judged
        write_json(done.model_dump(mode="json", exclude=left_out))
    elif not to_stream:
        beside = "".join(
            f", {_count(number, noun)}"
            for number, noun in ((done.judgements, "judgement"), (done.rubrics, "rubric"))
            if number
        )
        write(f"{done.path}: {_count(done.dialogues, 'dialogue')}{beside} as {done.format}")
    for name in done.missing:
        click.echo(
            f"rut: the rubric {plain_text(name)} is not at hand: its judgements are written "
            "without it. Add it with --rubric FILE.",
            err=True,
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
