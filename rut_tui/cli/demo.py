"""`rut demo`: a rater's first minute."""

from __future__ import annotations

from pathlib import Path

import click

from rut_tui.cli.options import db_option, settings_of


@click.command()
@click.option("--rater", default="demo", show_default=True, help="Your pseudonym as a rater.")
@click.option("--fill-only", is_flag=True, help="Make the dialogues, and do not open rating.")
@db_option
@click.pass_context
def demo(ctx: click.Context, /, rater: str, fill_only: bool, db: Path | None) -> None:
    """Fill a file with twelve scripted dialogues and open rating.

    Six of them hold a planted fault, one each; afterwards 'rut report' shows which you found. The
    file is one of its own beside the default one, unless --db names another.
    """
    from rut_annotations.rubric import load_rubric
    from rut_tui.cli.output import progress, require_terminal, write
    from rut_tui.store import Store
    from rut_tui.work.demo import SCENES, fill_demo
    from rut_tui.work.rate import DEFAULT_RUBRIC, Desk

    if not fill_only:
        require_terminal("rut demo --fill-only, then rut rate --plain")
    given = settings_of(ctx, db=db)
    named = db is not None or ctx.find_root().obj is not None
    path = given.db if named else given.db.with_name("demo.sqlite")
    settings = given.model_copy(update={"db": path})
    with Store.open(path) as store:
        for _ in progress(fill_demo(store, settings), len(SCENES), "Playing the dialogues"):
            pass
        if fill_only:
            write(f"{len(SCENES)} dialogues are in {path}")
            write(f"Rate them: rut rate --rater NAME --db {path}")
            return
        desk = Desk(store, settings, rater, load_rubric(DEFAULT_RUBRIC))
        from rut_tui.ui.app import RutApp
        from rut_tui.ui.screens.rate import RateScreen

        RutApp(store, settings, lambda _: RateScreen(desk)).run()
    write(f"Your answers are kept. See what you found: rut report --db {path}")
