"""`rut play`: a person takes a seat, on screen or line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rut_tui.cli.options import db_option, pack_option, settings_of

if TYPE_CHECKING:
    from rut_tui.settings import Settings
    from rut_tui.store import Store
    from rut_tui.work.play import Session


@click.command()
@click.option(
    "--domain", help="The domain pack (default: that of the task or recording, else drawn)."
)
@click.option("--task", help="The task's id (default: that of the recording, else drawn).")
@click.option("--seat", type=click.Choice(["user", "agent"]), help="Your seat (default: user).")
@click.option(
    "--counterpart", default="scripted", show_default=True, help="scripted, or replay:ID."
)
@click.option("--fault", help="Plant a failure mode in the scripted user.")
@click.option("--faults", "list_faults", is_flag=True, help="List the failure modes and stop.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Makes everything repeatable.")
@click.option("--player", help="Your pseudonym (default: RUT_PLAYER, else 'player').")
@click.option("--resume", "resume_id", metavar="ID", help="Go on with an unfinished dialogue.")
@click.option("--fork", "fork_id", metavar="ID", help="Play on from a turn of a recorded one.")
@click.option(
    "--at", "fork_at", type=click.IntRange(0), help="With --fork: the last event to keep."
)
@click.option("--trust", is_flag=True, help="Agree to run a foreign pack's code, once per file.")
@click.option("--plain", is_flag=True, help="Line by line, without a screen.")
@pack_option
@db_option
@click.pass_context
def play(
    ctx: click.Context,
    /,
    db: Path | None,
    packs: tuple[Path, ...],
    plain: bool,
    list_faults: bool,
    **choice: object,
) -> None:
    """Play a dialogue from either seat.

    Everything is saved as it happens; an unfinished dialogue can be resumed, a recorded one forked
    at any turn. What is drawn is drawn by the seed, from all packs that can be played.
    """
    if list_faults:
        _list_faults()
        return
    from rut_tui.cli.output import require_terminal
    from rut_tui.store import Store

    if not plain:
        require_terminal("rut play --plain")
    settings = settings_of(ctx, db=db, packs=packs)
    with Store.open(settings.db) as store:
        session = _session(store, settings, choice)
        if plain:
            _play_plain(session)
        else:
            _play_on_screen(store, settings, session)


def _session(store: Store, settings: Settings, choice: dict[str, object]) -> Session:
    from rut_domains.faults import UsageFault
    from rut_tui.work.casting import Casting
    from rut_tui.work.chance import draw_seed
    from rut_tui.work.play import Choice, fork_session, resume_session, start_session

    trust = bool(choice["trust"])
    resume_id, fork_id = choice["resume_id"], choice["fork_id"]
    if resume_id and fork_id:
        raise UsageFault("--resume and --fork exclude each other", hint="Choose one of them.")
    if choice["fork_at"] is not None and not fork_id:
        raise UsageFault("--at needs --fork", hint="Name the dialogue with --fork ID.")
    if resume_id:
        return resume_session(store, settings, str(resume_id), trust=trust)
    casting = Casting.model_validate(
        {
            "seat": choice["seat"] or "user",
            "player": choice["player"] or settings.player or "player",
            "counterpart": choice["counterpart"],
            "fault": choice["fault"],
        }
    )
    if fork_id:
        given = casting if choice["seat"] else None
        at = choice["fork_at"] if isinstance(choice["fork_at"], int) else None
        return fork_session(store, settings, str(fork_id), at, given, trust=trust)
    seed = choice["seed"] if isinstance(choice["seed"], int) else draw_seed()
    wanted = {"domain": choice["domain"], "task": choice["task"]}
    return start_session(
        store,
        settings,
        Choice.model_validate({**wanted, "seed": seed, "casting": casting, "trust": trust}),
    )


def _play_plain(session: Session) -> None:
    from rut_tui.cli.output import conversation
    from rut_tui.plain.play import play_lines

    play_lines(session, sys.stdin, *conversation())


def _play_on_screen(store: Store, settings: Settings, session: Session) -> None:
    from rut_tui.ui.app import RutApp
    from rut_tui.ui.screens.play import PlayScreen

    RutApp(store, settings, lambda _: PlayScreen(session)).run()


def _list_faults() -> None:
    from rut_domains.behaviours import MODES
    from rut_tui.cli.output import add_row, console, table
    from rut_tui.cli.tables import Column

    listing = table(Column("slug", "key"), Column("family", "key", rank=1), "what the user does")
    for mode in MODES:
        add_row(listing, mode.slug, mode.family, mode.definition)
    console().print(listing)
