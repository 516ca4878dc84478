"""`rut` without a command: the app."""

from __future__ import annotations

from pathlib import Path


def open_app(db: Path | None) -> None:
    """Open the database and show the start page."""
    from rut_tui.cli.output import require_terminal
    from rut_tui.settings import load_settings
    from rut_tui.store import Store
    from rut_tui.ui.app import RutApp

    require_terminal("rut --help, for the commands that need no screen")
    settings = load_settings(db=db)
    with Store.open(settings.db) as store:
        RutApp(store, settings).run()
