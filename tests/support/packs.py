"""Packs for tests: the scaffold, with single files changed."""

from __future__ import annotations

from pathlib import Path

from rut_domains.pack.scaffolding import scaffold_pack

TASK = "tasks/renew-sander.yaml"


def make_pack(folder: Path, name: str = "library") -> Path:
    """Write the scaffold into `folder / name` and return that folder."""
    return scaffold_pack(name, folder)


def change(pack: Path, file: str, old: str, new: str) -> Path:
    """Replace the first `old` by `new` in a file of a pack; `old` must be there."""
    path = pack / file
    text = path.read_text("utf-8")
    assert old in text, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def line_of(pack: Path, file: str, text: str) -> int:
    """Return the line, from 1, on which a text first stands in a file of a pack."""
    content = (pack / file).read_text("utf-8")
    return content[: content.index(text)].count("\n") + 1
