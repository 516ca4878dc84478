"""What the zip of a bundle holds, and writing it: the same data give the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from typing import Final

from pydantic import Field

from rut_annotations.rubric import Rubric
from rut_domains.faults import Fault, UsageFault
from rut_domains.frozen import Frozen, canonical_json, digest
from rut_exports.bundle import Bundle
from rut_exports.report.assembly import build_report
from rut_exports.report.machine import render_json
from rut_exports.report.sheets import render_tables

FORMAT: Final = "rut-bundle"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
BUNDLE: Final = "bundle.json"
REPORT: Final = "report.json"
# Beyond these neither JSON readers nor sums are exact, or a report would take hours.
MAX_NUMBER: Final = 2**63 - 1
MAX_REPLICATES: Final = 100_000
# The first time that a zip can hold.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_REGULAR_FILE = 0o100644
_UNIX = 3


class ArchiveFault(Fault):
    """A file that is no bundle, is damaged, or comes from a newer program."""


class FileEntry(Frozen):
    """What the manifest says about one file."""

    name: str
    sha256: str
    size: int = Field(ge=0)


class Manifest(Frozen):
    """The list of what is in the zip. `seal` is the hash of the manifest without it."""

    format: str
    version: int
    program: str
    bundle_hash: str
    files: tuple[FileEntry, ...]
    seal: str = ""

    def sealed(self) -> Manifest:
        """Return the manifest with its seal."""
        bare = self.model_copy(update={"seal": ""})
        return bare.model_copy(update={"seal": digest(bare)})


def make_members(bundle: Bundle) -> dict[str, bytes]:
    """Return all files of the zip but the manifest, by name.

    Raises:
        JudgementFault: Two judgements of the bundle claim to be the same revision.
    """
    report = build_report(bundle)
    texts = {
        BUNDLE: canonical_json(bundle.model_dump(mode="json")) + "\n",
        REPORT: render_json(report),
        **render_tables(report, bundle),
        **{_rubric_name(rubric): _rubric_text(rubric) for rubric in bundle.rubrics},
    }
    return {name: texts[name].encode() for name in sorted(texts)}


def make_manifest(bundle: Bundle, members: dict[str, bytes], program: str) -> Manifest:
    """Return the manifest of some files.

    Args:
        bundle: What they were made from.
        members: The files by name.
        program: The version of the program that writes.
    """
    return Manifest(
        format=FORMAT,
        version=VERSION,
        program=program,
        bundle_hash=bundle.hash,
        files=tuple(
            FileEntry(name=name, sha256=sha256(data), size=len(data))
            for name, data in sorted(members.items())
        ),
    ).sealed()


def render_manifest(manifest: Manifest) -> bytes:
    """Return the manifest as the text that stands in the zip."""
    return _indented(manifest.model_dump(mode="json")).encode()


def make_archive(bundle: Bundle, program: str) -> bytes:
    """Return the zip of a bundle.

    The files are stored as they are: compressors differ between machines, and the same data must
    give the same bytes everywhere.

    Args:
        bundle: The data.
        program: The version of the program that writes.

    Raises:
        UsageFault: The seed or the number of replicates is too large for a bundle.
    """
    if bundle.seed > MAX_NUMBER or bundle.replicates > MAX_REPLICATES:
        raise UsageFault(
            "the seed or the number of replicates is too large for a bundle",
            hint=f"A seed goes up to {MAX_NUMBER}, replicates up to {MAX_REPLICATES}.",
        )
    members = make_members(bundle)
    manifest = render_manifest(make_manifest(bundle, members, program))
    return pack({MANIFEST: manifest, **members})


def pack(files: dict[str, bytes]) -> bytes:
    """Return a zip of files in the given order, without times or compression."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = _REGULAR_FILE << 16
            info.create_system = _UNIX
            made.writestr(info, data, zipfile.ZIP_STORED)
    return stream.getvalue()


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes, 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def _rubric_name(rubric: Rubric) -> str:
    return f"rubric-{rubric.id}-{rubric.hash[:12]}.json"


def _rubric_text(rubric: Rubric) -> str:
    return _indented(rubric.model_dump(mode="json"))


def _indented(plain: object) -> str:
    return json.dumps(plain, indent=2, ensure_ascii=True, allow_nan=False) + "\n"
