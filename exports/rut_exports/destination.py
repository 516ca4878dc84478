"""Where an export goes: a file that is whole or not there at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from rut_domains.faults import MissingFault, UsageFault

_SURROGATES = "backslashreplace"


@contextmanager
def open_destination(path: Path, *, force: bool = False) -> Iterator[TextIO]:
    """Open a file for writing that appears under its name only when everything is in it.

    The text goes to a file beside it, which then takes its place in one step; if anything fails,
    that file is removed and what stood there before stays. Half characters, which UTF-8 cannot
    hold, are written as escapes (in JSON they mean the same).

    Args:
        path: The file.
        force: Whether a file that is there may be replaced.

    Raises:
        UsageFault: The file is there and `force` is not given, or it is a folder, or its folder
            is missing.
        MissingFault: There is no permission, or no space.
    """
    with (
        _part_of(path, force=force) as part,
        part.open("x", encoding="utf-8", errors=_SURROGATES, newline="") as stream,
    ):
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


def write_bytes(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file of bytes that is whole or not there, as `open_destination` does for text.

    Raises:
        UsageFault: As for `open_destination`.
        MissingFault: There is no permission, or no space.
    """
    with _part_of(path, force=force) as part, part.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def _part_of(path: Path, *, force: bool) -> Iterator[Path]:
    """Give the name of a file beside the target that takes its place at the end."""
    _check_target(path, force=force)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise MissingFault(
            f"the file cannot be written: {error.strerror or error}",
            hint="Make room, or choose a folder that you may write to.",
            place=str(path),
        ) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _check_target(path: Path, *, force: bool) -> None:
    if path.is_dir():
        raise UsageFault("this is a folder", hint="Name a file.", place=str(path))
    if not path.parent.is_dir():
        raise UsageFault(
            "its folder does not exist", hint=f"Make {path.parent} first.", place=str(path)
        )
    if path.exists() and not force:
        raise UsageFault(
            "the file is there already",
            hint="Choose another name, or replace it with --force.",
            place=str(path),
        )
