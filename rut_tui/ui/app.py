"""The app: themes, the start page, faults told as dialogs. Everything else is in the screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from rut_domains.faults import Fault
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.ui.commands import CommandScreen, palette_entries
from rut_tui.ui.dialogs.question import Tell
from rut_tui.ui.theme import DARK, LIGHT

Opening = Callable[["RutApp"], Screen[None] | None]


class RutApp(App[None]):
    """The workbench.

    Args:
        store: The open database; it belongs to this thread.
        settings: Places and preferences.
        opening: Makes the screen to open on top of the start page, if any.
    """

    TITLE = "rut"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, store: Store, settings: Settings, opening: Opening | None = None) -> None:
        super().__init__()
        self.store = store
        self.settings = settings
        self._opening = opening
        self.register_theme(DARK)
        self.register_theme(LIGHT)

    def on_mount(self) -> None:
        """Set the theme, show the start page and what was asked for on top of it."""
        from rut_tui.ui.screens.home import HomeScreen

        wanted = self.settings.theme
        self.theme = wanted if wanted in self.available_themes else DARK.name
        self.push_screen(HomeScreen())
        if self._opening is not None and (screen := self._opening(self)) is not None:
            self.push_screen(screen)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer in the palette what works on the present screen."""
        yield from palette_entries(self, screen)

    async def action_quit(self) -> None:
        """Leave; what is typed on any screen is kept first."""
        for screen in self.screen_stack:
            if isinstance(screen, CommandScreen):
                with self.telling():
                    screen.keep()
        self.exit()

    def action_help(self) -> None:
        """Show what the keys do here."""
        from rut_tui.ui.dialogs.help import Help

        screen = self.screen
        if isinstance(screen, CommandScreen):
            self.push_screen(Help(screen.ABOUT, list(screen.MENU)))

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Tell a fault raised inside as a dialog, and go on."""
        try:
            yield
        except Fault as fault:
            self.push_screen(Tell.of(fault))
