"""Opening a file that claims to be UTF-8 text, and saying what it is when it is not."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import BinaryIO

from rut_domains.faults import InputFault, MissingFault

_BLOCK = 1 << 20

# First bytes -> (what the file is, what to do about it).
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"\xff\xfe\x00\x00", "the file is UTF-32, not UTF-8", "iconv -f UTF-32 -t UTF-8"),
    (b"\x00\x00\xfe\xff", "the file is UTF-32, not UTF-8", "iconv -f UTF-32 -t UTF-8"),
    (b"\xff\xfe", "the file is UTF-16, not UTF-8", "iconv -f UTF-16 -t UTF-8"),
    (b"\xfe\xff", "the file is UTF-16, not UTF-8", "iconv -f UTF-16 -t UTF-8"),
    (b"\x1f\x8b", "the file is packed with gzip", "gunzip"),
    (b"PK\x03\x04", "the file is a ZIP archive", "unzip"),
    (b"SQLite format 3\x00", "the file is an SQLite database, not a file to import", ""),
    (b"version https://git-lfs", "the file is a Git LFS pointer, not the data", "git lfs pull"),
)


def open_bytes(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises:
        InputFault: There is no such file, or it is a folder.
        MissingFault: It may not be read.
    """
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise InputFault(
            "no such file or folder", hint="Check the path.", place=str(path)
        ) from None
    except IsADirectoryError:
        raise InputFault("this is a folder, not a file", place=str(path)) from None
    except PermissionError:
        raise MissingFault(
            "the file may not be read", hint="Give yourself permission to read it.", place=str(path)
        ) from None
    except (OSError, ValueError) as error:
        raise InputFault(f"the file cannot be opened: {error}", place=str(path)) from None


def check_head(head: bytes, path: Path) -> None:
    """Refuse a file whose first bytes show that it is no UTF-8 text.

    Raises:
        InputFault: It is empty, packed, binary, or in another encoding.
    """
    for magic, title, command in _MAGIC:
        if head.startswith(magic):
            hint = f"Convert or unpack it first ({command})." if command else "Import another file."
            raise InputFault(title, hint=hint, place=str(path))
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        raise InputFault("the file is empty", place=str(path))
    if b"\x00" in head[:4096]:
        raise InputFault(
            "the file holds zero bytes: it is binary, or UTF-16 without a mark",
            hint="Save it as UTF-8 text.",
            place=str(path),
        )


def not_utf8(path: Path, *, byte: int, line: int) -> InputFault:
    """Return the fault for a byte that is not UTF-8."""
    return InputFault(
        f"the file is not UTF-8: byte 0x{byte:02x} is no part of a character",
        hint="Save it as UTF-8; if it is Latin-1: iconv -f LATIN1 -t UTF-8.",
        place=f"{path}:{line}",
    )


def read_text(path: Path) -> str:
    """Read a whole small file as UTF-8 text, without a byte order mark.

    Raises:
        InputFault: It cannot be opened or is not UTF-8.
    """
    with open_bytes(path) as stream:
        raw = stream.read()
    check_head(raw[:4096], path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise not_utf8(path, byte=raw[error.start], line=line) from None


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, 64 hex digits."""
    digest = hashlib.sha256()
    with open_bytes(path) as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def hash_files(paths: list[Path], root: Path) -> str:
    """Return one SHA-256 over the names (below `root`) and bytes of several files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.relative_to(root).as_posix()}\0{hash_file(path)}\n".encode())
    return digest.hexdigest()
