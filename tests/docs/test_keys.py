"""Every screen explains itself: each command has an id, a key, a verb and a sentence."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from textual.binding import Binding

import rut_tui.ui.screens
from rut_tui.ui.app import RutApp
from rut_tui.ui.commands import COMMON, FOOTER_KEYS, Command, CommandScreen, bindings


def all_screens() -> list[type[CommandScreen]]:
    for module in pkgutil.iter_modules(rut_tui.ui.screens.__path__):
        importlib.import_module(f"rut_tui.ui.screens.{module.name}")
    found = CommandScreen.__subclasses__()
    return sorted(found, key=lambda screen: screen.__name__)


SCREENS = all_screens()
EVERY_COMMAND = [(screen, command) for screen in SCREENS for command in screen.MENU]


def test_all_screens_are_looked_at() -> None:
    assert {screen.__name__ for screen in SCREENS} >= {
        "HomeScreen",
        "PlayScreen",
        "DialoguesScreen",
        "DialogueScreen",
        "RateScreen",
        "ReportScreen",
    }


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_says_what_it_is_and_its_keys_have_ids_of_their_own(
    screen: type[CommandScreen],
) -> None:
    assert screen.ABOUT.strip()
    assert screen.MENU
    made = bindings(screen.MENU)
    ids = [binding.id for binding in made]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z_.0-9-]+", name or "") for name in ids), ids
    keys = [key for binding in made for key in binding.key.split(",")]
    assert len(set(keys)) == len(keys), "a key does one thing"
    assert sum(binding.show for binding in made) <= FOOTER_KEYS


@pytest.mark.parametrize(("screen", "command"), [*EVERY_COMMAND, *((RutApp, c) for c in COMMON)])
def test_a_command_has_a_key_a_verb_a_sentence_and_an_action(
    screen: type[CommandScreen] | type[RutApp], command: Command
) -> None:
    assert command.keys
    assert 0 < len(command.title) <= 14
    assert command.help.endswith(".")
    assert command.help[0].isupper()
    assert len(command.help) <= 100
    owner, _, name = command.action.partition("(")[0].rpartition(".")
    assert hasattr(RutApp if owner == "app" else screen, f"action_{name}")


@pytest.mark.parametrize("screen", SCREENS)
def test_what_the_screen_binds_is_what_its_menu_says(screen: type[CommandScreen]) -> None:
    told = {binding.id for binding in bindings(screen.MENU)}
    bound = {binding.id for binding in screen.BINDINGS if isinstance(binding, Binding)}
    assert told <= bound
