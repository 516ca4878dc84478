"""`rut dialogues` and `rut score`: what is recorded, and what became of it."""

from __future__ import annotations

from pathlib import Path

import click

from rut_tui.cli.options import db_option, json_option, pack_option, settings_of


@click.command()
@click.argument("dialogue_id", required=False)
@click.option("--search", default="", help="Words that were said.")
@click.option("--domain", help="Only this domain.")
@click.option("--task", help="Only this task.")
@click.option("--source", "system", help="Only what was played here (rut) or read from tau2, ...")
@click.option("--link", type=click.Choice(["linked", "unlinked", "relinked", "accepted"]))
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
    with Store.open(settings_of(ctx, db=db).db) as store:
        if dialogue_id is not None:
            _show_one(store, dialogue_id, as_json)
        else:
            _show_list(list_dialogues(store, wanted, limit), as_json)


def _show_list(listing: object, as_json: bool) -> None:
    from rut_tui.cli.output import add_row, console, table, write, write_json
    from rut_tui.work.dialogues import Listing
    from rut_tui.work.outcome import summarise_outcome

    assert isinstance(listing, Listing)
    if as_json:
        write_json([row.model_dump(mode="json") for row in listing.shown])
        return
    shown = table("id", "source", "domain", "task", "user", "agent", "messages", "end", "outcome")
    for row in listing.shown:
        add_row(
            shown,
            row.id,
            row.origin_system,
            row.domain,
            row.task_id,
            f"{row.user.kind} {row.user.name}".strip(),
            f"{row.agent.kind} {row.agent.name}".strip(),
            row.turns,
            f"{row.end or 'open'}{'' if row.link == 'linked' else f' ({row.link})'}",
            summarise_outcome(row.outcome),
        )
    console().print(shown)
    write(f"{len(listing.shown)} of {listing.total} dialogues")


def _show_one(store: object, dialogue_id: str, as_json: bool) -> None:
    from rut_tui.cli.output import write, write_json
    from rut_tui.plain.transcript import transcript_lines
    from rut_tui.store import Store

    assert isinstance(store, Store)
    dialogue = store.dialogues.get(dialogue_id)
    if as_json:
        write_json(dialogue.model_dump(mode="json"))
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
    with Store.open(settings.db) as store:
        scored = list(rescore(store, settings, ids))
    if as_json:
        write_json([item.model_dump(mode="json") for item in scored])
    else:
        for item in scored:
            changed = " (changed)" if item.changed else ""
            write(f"{item.dialogue_id}  {item.problem or summarise_outcome(item.outcome)}{changed}")
            if len(scored) == 1 and item.outcome is not None:
                for line in describe_outcome(item.outcome):
                    write(f"  {line}")
        write(f"{len(scored)} scored")
    return int(any(item.problem for item in scored))
