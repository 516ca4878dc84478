"""One registry of commands: keys, footer, help and palette all come from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.screen import Screen

# More than this in the footer is read by nobody.
FOOTER_KEYS = 6


@dataclass(frozen=True)
class Command:
    """Something that a screen can do.

    Attributes:
        action: The Textual action, also the id by which a key can be rebound.
        keys: Keys, comma separated.
        title: A short verb, for footer and palette.
        help: One sentence.
        footer: Whether the footer shows it.
        priority: Whether the key works while a text field has the focus.
    """

    action: str
    keys: str
    title: str
    help: str
    footer: bool = True
    priority: bool = False


COMMON: tuple[Command, ...] = (
    Command("app.help", "f1,question_mark", "Help", "Show what the keys do here.", priority=False),
)


def bindings(commands: Iterable[Command]) -> list[Binding]:
    """Return the bindings of a screen: its own commands, then those of every screen."""
    made = [
        Binding(
            command.keys,
            command.action,
            command.title,
            show=command.footer,
            priority=command.priority,
            tooltip=command.help,
            id=command.action.replace("(", ".").replace(")", "").replace("'", ""),
        )
        for command in (*commands, *COMMON)
    ]
    assert sum(binding.show for binding in made) <= FOOTER_KEYS, "the footer is full"
    return made


class CommandScreen(Screen[None]):
    """A screen whose keys, help and palette come from `MENU`."""

    MENU: ClassVar[tuple[Command, ...]] = ()
    ABOUT = ""

    def keep(self) -> None:
        """Keep what is typed but not sent; called before the app ends."""

    def menu(self) -> list[Command]:
        """Return the commands that work right now."""
        return [command for command in self.MENU if self._works(command)]

    def _works(self, command: Command) -> bool:
        name, _, parameter = command.action.partition("(")
        if "." in name:
            return True
        arguments = tuple(
            part.strip(" '\"") for part in parameter.rstrip(")").split(",") if part.strip()
        )
        return self.check_action(name, arguments) is True


def palette_entries(app: App[Any], screen: Screen[Any]) -> Iterable[SystemCommand]:
    """Yield what the command palette offers on a screen."""
    if isinstance(screen, CommandScreen):
        for command in screen.menu():
            run = partial(app.run_action, command.action, screen)
            yield SystemCommand(command.title, command.help, run)
    for command in COMMON:
        yield SystemCommand(command.title, command.help, partial(app.run_action, command.action))
    yield SystemCommand("Theme", "Choose the colours.", app.action_change_theme)
    yield SystemCommand("Quit", "Leave; all that was sent or typed is saved.", app.action_quit)
