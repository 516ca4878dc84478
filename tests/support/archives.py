"""Bundles as zip files for tests: written, then altered as somebody might."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rut_exports.archive.contents import (
    BUNDLE,
    MANIFEST,
    FileEntry,
    Manifest,
    make_archive,
    pack,
    render_manifest,
    sha256,
)
from rut_exports.bundle import Bundle


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def altered(
    bundle: Bundle, to: Path, change: Callable[[dict[str, bytes]], object], *, relist: bool = False
) -> Path:
    """Write a bundle whose files were changed; `relist` makes the manifest fit them again."""
    files = files_of(make_archive(bundle, "1.0"))
    change(files)
    if relist:
        files[MANIFEST] = relisted(files)
    to.write_bytes(pack(files))
    return to


def relisted(files: dict[str, bytes]) -> bytes:
    """A manifest with the hashes of these files, as a forger would make it."""
    manifest = Manifest.model_validate_json(files[MANIFEST])
    listed = tuple(
        FileEntry(name=name, sha256=sha256(data), size=len(data))
        for name, data in sorted(files.items())
        if name != MANIFEST
    )
    given = Bundle.model_validate_json(files[BUNDLE])
    update = {"files": listed, "bundle_hash": given.hash}
    return render_manifest(manifest.model_copy(update=update).sealed())


def edit_json(files: dict[str, bytes], name: str, **fields: Any) -> None:
    """Set fields at the top of a JSON file."""
    files[name] = json.dumps({**json.loads(files[name]), **fields}).encode()


def write_members(to: Path, *members: tuple[zipfile.ZipInfo | str, bytes], how: int = 0) -> Path:
    """Write a zip with any members, also such as no program should write."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        with zipfile.ZipFile(to, "w", how) as archive:
            for info, data in members:
                archive.writestr(info, data)
    return to
