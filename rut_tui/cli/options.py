"""Options that several commands share, and what they are turned into."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from pathlib import Path

    from rut_tui.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


class FilePath(click.Path):
    """A path on the command line; pathlib is loaded when one is given, not for `--help`."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        """Return the path."""
        from pathlib import Path

        return Path(os.fsdecode(super().convert(value, param, ctx)))


def db_option(command: F) -> F:
    """Add `--db FILE` to a command."""
    return click.option("--db", type=FilePath(), help="The database file (default: RUT_DB).")(
        command
    )


def json_option(command: F) -> F:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def pack_option(command: F) -> F:
    """Add `--pack DIR` (repeatable) to a command."""
    return click.option(
        "--pack",
        "packs",
        multiple=True,
        type=FilePath(),
        help="A pack folder, or a folder of packs; may be repeated.",
    )(command)


def settings_of(
    ctx: click.Context, *, db: Path | None = None, packs: tuple[Path, ...] = ()
) -> Settings:
    """Return the settings: the command's own `--db` wins over the one before the command.

    Raises:
        UsageFault: A folder given by `--pack` is not there or holds no pack, or a variable cannot
            be used.
    """
    from rut_tui.settings import load_settings

    for folder in packs:
        _refuse_packless(folder)
    return load_settings(db=db or ctx.find_root().obj, packs=packs)


def _refuse_packless(folder: Path) -> None:
    """Refuse what cannot be meant by `--pack`: it would be passed over without a word."""
    from rut_domains.faults import UsageFault
    from rut_domains.pack.loader import has_manifest

    if not folder.is_dir():
        title = "there is no such folder"
    elif has_manifest(folder) or any(has_manifest(child) for child in folder.iterdir()):
        return
    else:
        title = "there is no pack in this folder"
    raise UsageFault(
        title,
        hint="--pack takes a pack's folder (the one with pack.yaml), or a folder of packs.",
        place=str(folder),
    )
