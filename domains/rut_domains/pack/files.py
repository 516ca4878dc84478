"""Reading the files of a pack: only its own, regular, of bounded size, in UTF-8."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

from rut_domains.faults import PackFault

MAX_TEXT = 2 * 1024 * 1024
MAX_STATE = 32 * 1024 * 1024
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def own_files(root: Path, folder: Path, pattern: str) -> tuple[Path, ...]:
    """Return the files in a folder of a pack that match, by name; hidden ones are left out."""
    if not folder.is_dir():
        return ()
    _inside(root, folder)
    found = (path for path in folder.glob(pattern) if not path.name.startswith("."))
    return tuple(sorted(found, key=lambda path: path.name))


def read_bytes(root: Path, path: Path, limit: int = MAX_TEXT) -> bytes:
    """Read a file of a pack.

    Raises:
        PackFault: It is missing, leads out of the pack, is no regular file or is too large.
    """
    place = str(path)
    _inside(root, path)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise PackFault("this is not a regular file", place=place)
        if found.st_size > limit:
            raise PackFault(
                f"the file has {found.st_size:,} bytes, more than the {limit:,} that are read",
                place=place,
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise PackFault("the file is missing", hint="A pack needs it.", place=place) from None
    except OSError as error:
        raise PackFault(f"the file cannot be read: {error.strerror}", place=place) from None


def read_text(root: Path, path: Path, limit: int = MAX_TEXT) -> str:
    """Read a text file of a pack; a byte order mark is dropped.

    Raises:
        PackFault: As for `read_bytes`, or the text is not UTF-8.
    """
    data = read_bytes(root, path, limit)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PackFault(
            f"byte 0x{data[error.start]:02X} is not UTF-8",
            hint="Save the file in UTF-8.",
            place=f"{path}:{line}",
        ) from None


def read_json(root: Path, path: Path) -> Any:
    """Read a JSON file of a pack strictly: no NaN, no key twice.

    Raises:
        PackFault: As for `read_text`, or the text is not strict JSON; the place names the line.
    """
    place = str(path)
    text = read_text(root, path, MAX_STATE)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise PackFault(f"not JSON: {error.msg}", place=f"{place}:{error.lineno}") from None
    except _Broken as error:
        where = f"{place}:{_line_of(text, error.constant)}" if error.constant else place
        raise PackFault(str(error), place=where) from None
    except RecursionError:
        raise PackFault("values are nested too deep", place=place) from None


class _Broken(ValueError):
    def __init__(self, title: str, constant: str = "") -> None:
        super().__init__(title)
        self.constant = constant


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Broken(f"key {twice!r} is given twice in one object")
    return made


def _refuse(constant: str) -> Any:
    raise _Broken(f"{constant} is not a number that JSON knows", constant)


def _line_of(text: str, constant: str) -> int:
    # json gives no position for a constant; outside of strings its first one is the culprit.
    bare = _STRING.sub('""', text)
    return bare.count("\n", 0, bare.find(constant)) + 1


def _inside(root: Path, path: Path) -> None:
    try:
        real = path.resolve()
    except (OSError, RuntimeError):
        raise PackFault("the link leads nowhere", place=str(path)) from None
    if not real.is_relative_to(root.resolve()):
        raise PackFault(
            "the file is a link that leads out of the pack",
            hint="Copy the file into the pack.",
            place=str(path),
        )
