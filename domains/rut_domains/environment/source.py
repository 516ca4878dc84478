"""Reading an environment's source files; the child gets their text and opens nothing itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from rut_domains.environment.faults import EnvironmentFault
from rut_domains.environment.model import EnvironmentSource

LARGEST = 2 * 1024 * 1024
MOST_FILES = 200


def read_sources(source: EnvironmentSource) -> dict[str, str]:
    """Return the files by the name under which they are imported, `environment` at their root.

    Raises:
        EnvironmentFault: A file is missing, not UTF-8, too large, or leaves the folder.
    """
    if source.path.is_dir():
        files = sorted(source.path.rglob("*.py"))
        named = {f"environment/{path.relative_to(source.path).as_posix()}": path for path in files}
    else:
        named = {"environment.py": source.path}
    if len(named) > MOST_FILES:
        raise EnvironmentFault(
            f"the environment has more than {MOST_FILES} files", place=str(source.path)
        )
    if source.path.is_dir() and "environment/__init__.py" not in named:
        raise EnvironmentFault(
            "the environment folder has no __init__.py",
            hint="Put the class, or its import, there.",
            place=str(source.path),
        )
    return {name: _read(path, source.path) for name, path in named.items()}


def source_hash(source: EnvironmentSource) -> str:
    """Return the SHA-256 over names and texts of all files, 64 hex digits.

    Raises:
        EnvironmentFault: As for `read_sources`.
    """
    hashed = hashlib.sha256()
    for name, text in sorted(read_sources(source).items()):
        for part in (name, text):
            data = part.encode("utf-8")
            hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.hexdigest()


def locate(place: str, source: EnvironmentSource, files: Mapping[str, str]) -> str:
    """Turn a place as the worker names it, `environment/orders.py:12`, into one of this machine."""
    file, _, line = place.rpartition(":")
    if file not in files:
        # A path inside the state, or nothing.
        return f"{source.path} {place}".strip()
    inner = file.removeprefix("environment/")
    path = source.path / inner if source.path.is_dir() else source.path
    return f"{path}:{line}"


def _read(path: Path, root: Path) -> str:
    inside = root if root.is_dir() else root.parent
    if not path.resolve().is_relative_to(inside.resolve()):
        raise EnvironmentFault("a link leads out of the environment's folder", place=str(path))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"the environment's code cannot be read: {error.strerror}", place=str(path)
        ) from None
    if len(data) > LARGEST:
        raise EnvironmentFault(f"the file is larger than {LARGEST} bytes", place=str(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise EnvironmentFault("the file is not UTF-8", place=str(path)) from None
