"""`rut dialogues` and `rut score`: what is recorded, and what became of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rut_tui.cli.options import db_option, json_option, pack_option, settings_of

if TYPE_CHECKING:
    from rut_domains.dialogue import Chair
    from rut_tui.store import Store
    from rut_tui.work.dialogues import Listing
    from rut_tui.work.score import Scored


@click.command()
@click.argument("dialogue_id", required=False)
@click.option("--search", default="", help="Words that were said.")
@click.option("--domain", help="Only this domain.")
@click.option("--task", help="Only this task.")
@click.option("--source", "system", help="Only what was played here (rut) or read from tau2, ...")
@click.option(
    "--link",
    type=click.Choice(["linked", "unlinked", "relinked", "accepted"]),
    help="Only those whose link to their task is this.",
)
@click.option("--open/--ended", "is_open", default=None, help="Only open, or only ended ones.")
@click.option("--limit", type=int, help="At most so many, the newest first.")
@json_option
@db_option
@click.pass_context
def dialogues(
    ctx: click.Context,
    /,
    dialogue_id: str | None,
    db: Path | None,
    as_json: bool,
    is_open: bool | None,
    limit: int | None,
    search: str,
    **narrowed: str | None,
) -> None:
    """List and search dialogues, or show the one named by its id (or the start of it)."""
    from rut_tui.store import Store
    from rut_tui.work.dialogues import Filter, list_dialogues

    ended = None if is_open is None else not is_open
    wanted = Filter.model_validate({**narrowed, "text": search, "ended": ended})
    with Store.open_to_read(settings_of(ctx, db=db).db) as store:
        if dialogue_id is not None:
            _show_one(store, dialogue_id, as_json)
        else:
            _show_list(list_dialogues(store, wanted, limit), as_json)


def _show_list(listing: Listing, as_json: bool) -> None:
    from rut_tui.cli.output import add_row, console, table, write, write_json
    from rut_tui.cli.tables import Column
    from rut_tui.work.outcome import summarise_outcome

    if as_json:
        write_json([row.model_dump(mode="json") for row in listing.shown])
        return
    if not listing.total:
        write("Nothing is recorded yet. Play a dialogue: rut play. Or read some: rut import FILE.")
        return
    shown = table(
        Column("id", "key"),
        Column("source", "cut", rank=4),
        Column("domain", "key", rank=2),
        Column("task", "cut"),
        Column("user", "cut", rank=3),
        Column("agent", "cut", rank=3),
        Column("msgs", "key", rank=1),
        Column("end", "key"),
        Column("outcome", "key", rank=1),
        Column("link", "key", rank=1),
    )
    whole = not sys.stdout.isatty()
    for row in listing.shown:
        add_row(
            shown,
            row.id if whole else listing.short[row.id],
            row.origin_system,
            row.domain,
            row.task_id,
            _who(row.user, "user"),
            _who(row.agent, "agent"),
            row.turns,
            row.end or "open",
            summarise_outcome(row.outcome),
            "" if row.link == "linked" else row.link,
        )
    if listing.shown:
        console().print(shown)
    write(f"{len(listing.shown)} of {listing.total} dialogue{'' if listing.total == 1 else 's'}")


def _who(chair: Chair, seat: str) -> str:
    """Return who sat there; a model's name speaks for itself, a script's says nothing more."""
    told = "" if chair.name == f"scripted-{seat}" else chair.name
    return told if told and chair.kind == "model" else f"{chair.kind} {told}".strip()


def _show_one(store: Store, dialogue_id: str, as_json: bool) -> None:
    from rut_exports.jsonl import plain_dialogue
    from rut_tui.cli.output import write, write_json
    from rut_tui.plain.transcript import transcript_lines

    dialogue = store.dialogues.get(dialogue_id)
    if as_json:
        write_json(plain_dialogue(dialogue))
        return
    for line in transcript_lines(dialogue):
        write(line)


@click.command()
@click.argument("ids", nargs=-1)
@json_option
@pack_option
@db_option
@click.pass_context
def score(
    ctx: click.Context,
    /,
    ids: tuple[str, ...],
    db: Path | None,
    packs: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Recompute the outcome of played dialogues (all that have ended, or those named).

    Ends with 1 if one of them could not be scored.
    """
    from rut_tui.cli.output import write, write_json
    from rut_tui.store import Store
    from rut_tui.work.outcome import describe_outcome, summarise_outcome
    from rut_tui.work.score import rescore

    settings = settings_of(ctx, db=db, packs=packs)
    with Store.open(settings.db, create=False) as store:
        scored = list(rescore(store, settings, ids))
    if as_json:
        write_json([item.model_dump(mode="json") for item in scored])
    else:
        for item in scored:
            changed = " (changed)" if item.changed else ""
            told = f"not scored: {item.problem}" if item.problem else ""
            write(f"{item.dialogue_id}  {told or summarise_outcome(item.outcome)}{changed}")
            if len(scored) == 1 and item.outcome is not None:
                for line in describe_outcome(item.outcome):
                    write(f"  {line}")
        write(_tell_scored(scored))
    return int(any(item.problem for item in scored))


def _tell_scored(scored: list[Scored]) -> str:
    """Say how many were scored, and how many could not be."""
    failed = sum(1 for item in scored if item.problem)
    told = f"{len(scored) - failed} scored"
    return f"{told}, {failed} could not be scored (why stands beside the id)" if failed else told
