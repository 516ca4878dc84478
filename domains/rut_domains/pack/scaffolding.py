"""Making a new pack: a small one that is complete, to be replaced piece by piece."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rut_domains.faults import MissingFault, PackFault, UsageFault
from rut_domains.pack.files import own_files
from rut_domains.pack.manifest import is_slug

_TEMPLATE = Path(__file__).resolve().parent / "scaffold"


def scaffold_pack(name: str, folder: Path) -> Path:
    """Write a new pack into `folder / name` and return that folder.

    Args:
        name: The pack's name, a short one in lower case.
        folder: Where it goes; made if it is not there.

    Raises:
        UsageFault: The name cannot be used.
        PackFault: The folder is there already.
        MissingFault: It cannot be written.
    """
    if not is_slug(name):
        raise UsageFault(
            f"{name!r} cannot be the name of a pack",
            hint="Use lower-case letters, digits, '-' and '_', a letter first, at most 48.",
        )
    target = folder / name
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    made = False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target.mkdir()
        made = True
        _write(name, target)
    except BaseException as error:
        remove_pack(target if made else None, missing)
        if isinstance(error, FileExistsError):
            raise PackFault(
                "there is something of that name already",
                hint="Choose another name, or remove it first; nothing was changed.",
                place=str(error.filename or target),
            ) from None
        if isinstance(error, OSError):
            raise _unwritable(error, target) from None
        raise
    return target


def remove_pack(target: Path | None, above: Sequence[Path]) -> None:
    """Remove a pack that was just made, and the folders above it that were made for it.

    Args:
        target: The pack's folder; None if it was not made.
        above: Those folders, the innermost first; one that holds something else stays.
    """
    if target is not None:
        shutil.rmtree(target, ignore_errors=True)
    for folder in above:
        with suppress(OSError):
            folder.rmdir()


def _unwritable(error: OSError, target: Path) -> MissingFault:
    return MissingFault(
        f"the pack cannot be written: {error.strerror}",
        hint="Choose a folder that is writable and has space; nothing was left behind.",
        place=str(error.filename or target),
    )


def _write(name: str, target: Path) -> None:
    title = name.replace("-", " ").replace("_", " ").capitalize()
    for source in own_files(_TEMPLATE, _TEMPLATE, "**/*.*"):
        if not source.is_file() or source.suffix not in (".yaml", ".md", ".json", ".py"):
            continue
        text = source.read_text("utf-8")
        if source.name == "pack.yaml":
            text = text.replace("NAME", name).replace("TITLE", title)
        made = target / source.relative_to(_TEMPLATE)
        made.parent.mkdir(exist_ok=True)
        made.write_text(text, "utf-8")
