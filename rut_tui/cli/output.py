"""Printing for people and for programs: foreign text never reaches the terminal as it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

    from rut_tui.cli.tables import Column, Table

T = TypeVar("T")
_UNLIMITED = 100_000
_NARROWEST = 40


def plain_text(text: str) -> str:
    """Make control characters visible, so that foreign text cannot steer a terminal."""
    from rut_domains.text import neutralise

    return neutralise(text)


def write(text: str = "") -> None:
    """Write one piece of our own or foreign text to standard output, as plain text."""
    sys.stdout.write(plain_text(text) + "\n")


def say(text: str = "") -> None:
    """Write one piece of text and hand it on at once: whoever answers must have read it."""
    write(text)
    sys.stdout.flush()


def conversation() -> tuple[Callable[[str], None], Callable[[str], None] | None]:
    """Return what says something, and what writes a prompt where a person types, else None.

    To a person lines are wrapped between words; a script gets them as they are.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return say, None

    def prompt(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    return say_wrapped, prompt


def say_wrapped(text: str) -> None:
    """Say something with lines that fit the terminal and go on where they began."""
    import shutil
    import textwrap

    width = max(shutil.get_terminal_size().columns, _NARROWEST)
    for line in plain_text(text).split("\n"):
        words = line.lstrip(" ")
        indent = " " * (len(line) - len(words) + (2 if words.startswith("- ") else 0))
        wrapped = textwrap.wrap(
            line,
            width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
        )
        say("\n".join(wrapped))


def require_terminal(instead: str) -> None:
    """Refuse to open a screen where there is none to draw it on.

    Args:
        instead: The command that needs no screen.

    Raises:
        UsageFault: Input or output is no terminal, or one that can only print lines.
    """
    from rut_domains.faults import UsageFault
    from rut_tui.settings import read_surroundings

    # The screens are drawn on standard error, so that standard output can be a file.
    if sys.stdin.isatty() and sys.stderr.isatty() and read_surroundings().term != "dumb":
        return
    raise UsageFault("the screen needs a terminal", hint=f"Open one, or use: {instead}")


def write_json(value: Any) -> None:
    """Write a value as JSON, one document, readable and with sorted keys."""
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=True, allow_nan=False)
    sys.stdout.write(text + "\n")


def console() -> Console:
    """Return a rich console with markup, emoji codes and highlighting off.

    It is as wide as the terminal or COLUMNS says; into a pipe lines are as long as they are.
    """
    import shutil

    from rich.console import Console

    class Printer(Console):
        def on_broken_pipe(self) -> None:
            # Rich would exit with 1; that the reader went away is no failure (see __main__).
            raise BrokenPipeError

    width = max(shutil.get_terminal_size((_UNLIMITED, 24)).columns, _NARROWEST)
    return Printer(width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def table(*columns: Column | str) -> Table:
    """Return an empty table in the one style that all commands share."""
    from rut_tui.cli.tables import Table

    return Table(*columns)


def add_row(made: Table, *cells: object) -> None:
    """Add a row of foreign text: neutralised, and never read as markup."""
    made.add(cells)


def progress(steps: Iterable[T], total: int, title: str) -> Iterator[T]:
    """Yield the steps, with a bar on standard error where a person can see it."""
    from rich.console import Console
    from rich.progress import Progress

    shown = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        for step in steps:
            yield step
            bar.advance(task)
