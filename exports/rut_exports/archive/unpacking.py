"""Reading a zip by others into memory: bounded before it is read, nothing goes to the disk."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO, Final

from rut_domains.interop.encoding import open_bytes
from rut_exports.archive.contents import ArchiveFault

MAX_FILES: Final = 200
MAX_BYTES: Final = 512 * 2**20
# What compresses better than this is no table and no JSON of ours; small files may.
MAX_RATIO: Final = 200
_SMALL = 2**20
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}")
_ENCRYPTED = 0x1
_AGAIN = "Get the whole file again, or write it anew with: rut report --format bundle -o FILE.zip."
_MAKE = "A bundle is what this writes: rut report --format bundle -o FILE.zip."
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


def unpack(path: Path) -> dict[str, bytes]:
    """Return the files of a zip by name, in its order.

    Raises:
        InputFault: There is no such file.
        MissingFault: It may not be read.
        ArchiveFault: It is no zip, damaged, too large, or holds what no bundle
            holds: folders, paths, links, a name twice, secret or unusual compression.
    """
    # Opening a pipe would wait for somebody who writes into it.
    if path.exists() and not path.is_file():
        raise _fault("this is no plain file", path)
    with open_bytes(path) as stream:
        size = stream.seek(0, 2)
        stream.seek(0)
        if size > MAX_BYTES:
            raise _fault("the file is too large for a bundle", path)
        if stream.read(2) != b"PK":
            raise _fault("this is no zip file", path)
        return _read(path, stream, size)


def _read(path: Path, stream: BinaryIO, size: int) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(stream) as archive:
            infos = archive.infolist()
            _check_size(path, infos, size)
            for info in infos:
                _check_member(path, info)
            _check_names(path, infos)
            return {info.filename: _member(path, archive, info) for info in infos}
    except _BROKEN:
        raise _fault("the zip is damaged or cut off", path, hint=_AGAIN) from None


def _check_size(path: Path, infos: list[zipfile.ZipInfo], size: int) -> None:
    if len(infos) > MAX_FILES:
        raise _fault(f"the zip holds {len(infos)} files, a bundle at most {MAX_FILES}", path)
    if sum(info.file_size for info in infos) > MAX_BYTES:
        raise _fault(f"unpacked it would be larger than {MAX_BYTES >> 20} MiB", path)
    if sum(info.compress_size for info in infos) > size:
        raise _fault("files of the zip overlap", path)


def _check_member(path: Path, info: zipfile.ZipInfo) -> None:
    name = info.orig_filename
    if not _NAME.fullmatch(name) or ".." in name:
        raise _fault("no file of a bundle has such a name", path, name)
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise _fault("this is a link or no plain file", path, name)
    if info.flag_bits & _ENCRYPTED:
        raise _fault("this is encrypted", path, name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _fault("this is compressed in an unusual way", path, name)
    if info.file_size > max(_SMALL, info.compress_size * MAX_RATIO):
        raise _fault("this would unpack to far more than it holds", path, name)


def _check_names(path: Path, infos: list[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    for info in infos:
        if info.filename in seen:
            raise _fault("this is in the zip twice", path, info.filename)
        seen.add(info.filename)


def _member(path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    try:
        with archive.open(info) as stream:
            data = stream.read(info.file_size + 1)
    except _BROKEN:
        raise _fault("this is damaged", path, info.filename, hint=_AGAIN) from None
    if len(data) != info.file_size:
        raise _fault("this is not as long as the zip says", path, info.filename, hint=_AGAIN)
    return data


def _fault(title: str, path: Path, name: str = "", *, hint: str = _MAKE) -> ArchiveFault:
    return ArchiveFault(title, hint=hint, place=f"{path}:{name}" if name else str(path))
