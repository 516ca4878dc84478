"""From the files of a zip to its manifest and bundle, strictly."""

from __future__ import annotations

from dataclasses import dataclass
from json import JSONDecodeError
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from rut_domains.frozen import Frozen
from rut_domains.interop.json_rules import RuleBroken, decode, find_offence
from rut_exports.archive.contents import (
    BUNDLE,
    FORMAT,
    MANIFEST,
    MAX_NUMBER,
    MAX_REPLICATES,
    VERSION,
    ArchiveFault,
    Manifest,
    sha256,
)
from rut_exports.archive.unpacking import unpack
from rut_exports.bundle import Bundle

Model = TypeVar("Model", bound=Frozen)
_VERIFY = "rut report --from FILE.zip --verify tells all that differs."
_ALTERED = "Somebody has altered it, or it is damaged; get the file again."


@dataclass(frozen=True)
class Archive:
    """The zip of a bundle as read: its files by name, the manifest, and the bundle itself."""

    path: Path
    files: dict[str, bytes]
    manifest: Manifest
    bundle: Bundle


@dataclass(frozen=True)
class Flaw:
    """A file that is not what the manifest says."""

    file: str
    problem: str


def open_archive(path: Path) -> Archive:
    """Read a bundle without asking whether its files are what the manifest says.

    Raises:
        ArchiveFault: It is no bundle, is damaged, or comes from a newer program.
    """
    files = unpack(path)
    if MANIFEST not in files:
        raise ArchiveFault(
            f"this is no bundle: it holds no {MANIFEST}",
            hint="A bundle is what this writes: rut report --format bundle -o FILE.zip.",
            place=str(path),
        )
    manifest = _read_manifest(path, files[MANIFEST])
    if BUNDLE not in files:
        raise ArchiveFault(f"{BUNDLE} is missing", hint=_ALTERED, place=str(path))
    return Archive(path, files, manifest, _read_bundle(path, files[BUNDLE]))


def read_bundle(path: Path) -> Bundle:
    """Return the bundle in a zip, whose files are all as the manifest says.

    Raises:
        ArchiveFault: As for `open_archive`; or a file is altered, missing or not in the manifest.
    """
    archive = open_archive(path)
    for flaw in find_flaws(archive):
        raise ArchiveFault(flaw.problem, hint=_VERIFY, place=f"{path}:{flaw.file}")
    return archive.bundle


def find_flaws(archive: Archive) -> list[Flaw]:
    """Return what of the zip is not as its manifest says."""
    manifest, files = archive.manifest, archive.files
    flaws = []
    if manifest.sealed() != manifest:
        flaws.append(Flaw(MANIFEST, "the manifest was altered: its seal does not fit"))
    if manifest.bundle_hash != archive.bundle.hash:
        flaws.append(Flaw(BUNDLE, "the data are not those whose hash the manifest names"))
    listed = [entry.name for entry in manifest.files]
    for entry in manifest.files:
        data = files.get(entry.name)
        if data is None:
            flaws.append(Flaw(entry.name, "this file is missing"))
        elif len(data) != entry.size:
            flaws.append(Flaw(entry.name, f"{len(data)} bytes, not {entry.size} as in the list"))
        elif sha256(data) != entry.sha256:
            flaws.append(Flaw(entry.name, "the SHA-256 is not that of the list"))
    unlisted = [name for name in files if name not in listed and name != MANIFEST]
    flaws += [Flaw(name, "this file is not in the manifest") for name in unlisted]
    return flaws


def read_json(data: bytes, place: str) -> Any:
    """Return the value of a strict JSON text.

    Raises:
        ArchiveFault: It is not UTF-8, not JSON, or breaks a rule: NaN, a key twice, nested too
            deep, a number that is too large.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ArchiveFault("this is not UTF-8", hint=_ALTERED, place=f"{place}:{line}") from None
    try:
        value = decode(text)
    except JSONDecodeError as error:
        at = f"{place}:{error.lineno}:{error.colno}"
        raise ArchiveFault(f"not JSON: {error.msg}", hint=_ALTERED, place=at) from None
    except (ValueError, RecursionError) as error:
        problem = "a number is too long"
        if isinstance(error, RuleBroken):
            problem = str(error)
        elif isinstance(error, RecursionError):
            problem = "lists or objects are nested too deep"
        at = f"{place}:{text.count(chr(10), 0, find_offence(text, 0)) + 1}"
        raise ArchiveFault(problem, hint=_ALTERED, place=at) from None
    _check_numbers(value, place)
    return value


def _check_numbers(value: Any, place: str, path: str = "") -> None:
    """Refuse numbers whose sums would not be finite."""
    if isinstance(value, int | float) and abs(value) > MAX_NUMBER:
        raise ArchiveFault(
            f"a number is larger than {MAX_NUMBER}", hint=_ALTERED, place=f"{place}:{path}"
        )
    items = enumerate(value) if isinstance(value, list) else ()
    for key, item in value.items() if isinstance(value, dict) else items:
        _check_numbers(item, place, f"{path}.{key}" if path else str(key))


def _read_manifest(path: Path, data: bytes) -> Manifest:
    place = f"{path}:{MANIFEST}"
    value = read_json(data, place)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ArchiveFault(
            f"this is no bundle: its format is not {FORMAT!r}",
            hint="A bundle is what this writes: rut report --format bundle -o FILE.zip.",
            place=place,
        )
    version = value.get("version")
    if type(version) is int and version > VERSION:
        raise ArchiveFault(
            f"this bundle has format version {version}; this program reads up to {VERSION}",
            hint="Update rut-tui: pip install -U rut-tui.",
            place=place,
        )
    if version != VERSION:
        raise ArchiveFault("this format version does not exist", hint=_ALTERED, place=place)
    return _validate(Manifest, value, place)


def _read_bundle(path: Path, data: bytes) -> Bundle:
    place = f"{path}:{BUNDLE}"
    bundle = _validate(Bundle, read_json(data, place), place)
    if bundle.replicates > MAX_REPLICATES:
        raise ArchiveFault(
            f"more than {MAX_REPLICATES} replicates", hint=_ALTERED, place=f"{place}:replicates"
        )
    return bundle


def _validate(model: type[Model], value: Any, place: str) -> Model:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ArchiveFault(
            first["msg"],
            hint="It was altered, or written by another version of the program.",
            place=f"{place}:{where}" if where else place,
        ) from None
