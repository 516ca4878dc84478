"""A first look at a file: what it begins with, without reading it whole."""

from __future__ import annotations

from pathlib import Path

from rut_domains.faults import InputFault
from rut_domains.frozen import Frozen
from rut_domains.interop.json_file import JsonFile

# The first chunk is enough: the keys that tell a format stand before the bulk of its data.
_HEAD = 1 << 18
_MOST_KEYS = 64


class Probe(Frozen):
    """What a file or folder looks like.

    `root` is the first character of the JSON, `keys` the first keys of the object at its root (or
    on its first line), `element_keys` those of the first element of the list at its root.
    """

    path: Path
    folder: bool = False
    root: str = ""
    keys: tuple[str, ...] = ()
    element_keys: tuple[str, ...] = ()


def take_probe(path: Path) -> Probe:
    """Look at a file or folder.

    Raises:
        InputFault: It does not exist, is no regular file, or does not begin like JSON.
    """
    if path.is_dir():
        return Probe(path=path, folder=True)
    if path.exists() and not path.is_file():
        raise InputFault("this is no regular file", hint="Save it to a file.", place=str(path))
    with JsonFile(path, chunk=_HEAD) as file:
        root = file.peek()
        if root not in ("{", "["):
            raise InputFault(
                "not JSON: it begins with neither { nor [",
                hint="Import a JSON or JSON Lines file.",
                place=file.place(),
            )
        if root == "{":
            return Probe(path=path, root=root, keys=_first_keys(file))
        for _ in file.slots():
            keys = _first_keys(file) if file.peek() == "{" else ()
            return Probe(path=path, root=root, element_keys=keys)
        return Probe(path=path, root=root)


def _first_keys(file: JsonFile) -> tuple[str, ...]:
    """Return the keys that can be seen in the first chunk.

    A value that is not whole in it ends the search: its own key is known by then. So does a value
    that is broken; whoever reads the file will say where.
    """
    keys: list[str] = []
    try:
        for key in file.members():
            keys.append(key)
            if len(keys) == _MOST_KEYS or not file.skip_within_window():
                break
    except InputFault:
        if not keys:
            raise
    return tuple(keys)
