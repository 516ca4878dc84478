"""`rut rate`: judge blinded dialogues, on screen or line by line."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rut_tui.cli.options import db_option, pack_option, settings_of


@click.command()
@click.option("--rater", help="Your pseudonym as a rater (default: RUT_RATER).")
@click.option("--rubric", default="user_contract", show_default=True, help="A name or a YAML file.")
@click.option("--seed", type=click.IntRange(0), default=0, help="Draws the order of new dialogues.")
@click.option("--plain", is_flag=True, help="Line by line, without a screen.")
@pack_option
@db_option
@click.pass_context
def rate(
    ctx: click.Context,
    rater: str | None,
    rubric: str,
    seed: int,
    plain: bool,
    packs: tuple[Path, ...],
    db: Path | None,
) -> None:
    """Judge blinded dialogues against a rubric.

    Each rater gets every dialogue in an order of its own; answers are saved one by one.
    """
    from rut_annotations.rubric import load_rubric
    from rut_domains.faults import UsageFault
    from rut_tui.cli.output import conversation, require_terminal
    from rut_tui.store import Store
    from rut_tui.work.rate import Desk

    if not plain:
        require_terminal("rut rate --plain --rater NAME")
    settings = settings_of(ctx, db=db, packs=packs)
    name = rater or settings.rater
    if not name:
        raise UsageFault("a rater needs a name", hint="Give one: rut rate --rater NAME.")
    judged = load_rubric(rubric)
    with Store.open(settings.db, create=False) as store:
        desk = Desk(store, settings, name, judged, seed=seed)
        if plain:
            from rut_tui.plain.rate import rate_lines

            rate_lines(desk, sys.stdin, *conversation())
        else:
            from rut_tui.ui.app import RutApp
            from rut_tui.ui.screens.rate import RateScreen

            RutApp(store, settings, lambda _: RateScreen(desk)).run()
