"""Where packs are found: folders in order, the built-in ones last; a broken one hides none."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rut_domains.faults import PackFault, UsageFault
from rut_domains.pack.loader import has_manifest, load_pack
from rut_domains.pack.manifest import Pack

BUILTIN = Path(__file__).resolve().parent.parent / "packs"


@dataclass(frozen=True)
class PackEntry:
    """One pack that was found: read (`pack`) or broken (`fault`), one of the two.

    `shadowed` says that a pack of that name stands earlier in the search, so that this one is
    only reached by its folder.
    """

    name: str
    path: Path
    pack: Pack | None = None
    fault: PackFault | None = None
    shadowed: bool = False

    @property
    def builtin(self) -> bool:
        """Whether the pack comes with the program."""
        return self.path.parent == BUILTIN


def list_packs(search: Sequence[Path]) -> list[PackEntry]:
    """Return all packs in the folders of `search` and then the built-in ones.

    A folder of `search` is a pack itself, or holds packs. One that is neither is an entry with a
    fault, so that a misspelt path is seen.
    """
    entries: list[PackEntry] = []
    seen: set[str] = set()
    for entry in _entries(search):
        shadowed = entry.pack is not None and entry.name in seen
        entries.append(
            PackEntry(entry.name, entry.path, entry.pack, entry.fault, shadowed=shadowed)
        )
        if entry.pack is not None:
            seen.add(entry.name)
    return entries


def find_pack(name: str, search: Sequence[Path]) -> Pack:
    """Return the first pack of that name.

    Raises:
        PackFault: The pack in the folder of that name is broken.
        UsageFault: There is none.
    """
    entries: list[PackEntry] = []
    for entry in _entries(search):
        if entry.pack is not None and entry.name == name:
            return entry.pack
        entries.append(entry)
    for entry in entries:
        if entry.fault is not None and entry.name == name:
            raise entry.fault
    names = sorted({entry.name for entry in entries if entry.pack is not None})
    near = difflib.get_close_matches(name, names, n=1)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    raise UsageFault(
        f"there is no domain pack {name!r}",
        hint=f"{meant}Known are: {', '.join(names)}.",
    )


def _entries(search: Sequence[Path]) -> Iterator[PackEntry]:
    done: set[Path] = set()
    for folder in (*search, BUILTIN):
        for path in _pack_folders(folder):
            real = _real(path)
            if real in done:
                continue
            done.add(real)
            yield _read(path)


def _pack_folders(folder: Path) -> list[Path]:
    if has_manifest(folder):
        return [folder]
    try:
        return [child for child in sorted(folder.iterdir()) if has_manifest(child)]
    except OSError:
        # Not there, no folder, or closed to us: an entry with a fault says so.
        return [folder]


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _read(path: Path) -> PackEntry:
    try:
        pack = load_pack(path)
    except PackFault as fault:
        return PackEntry(_real(path).name, path, fault=fault)
    return PackEntry(pack.name, pack.path, pack=pack)
