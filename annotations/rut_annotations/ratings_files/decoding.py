"""From bytes to text: the encoding, found by looking at the whole file once."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from rut_annotations.ratings_files.ledger import Ledger, quote

_CHUNK = 1 << 20
# The longer mark first: UTF-32 begins like UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_KINDS = (
    (b"PK\x03\x04", "a zip file or a workbook"),
    (b"\x1f\x8b", "a gzip file"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "an old workbook"),
)
_FALLBACK = "cp1252"
# Of text in UTF-16 with Latin letters, nearly every second byte is zero.
_MANY = 0.3


def find_encoding(stream: BinaryIO, wanted: str | None, ledger: Ledger) -> str:
    """Return the encoding of a file and leave the stream at its start.

    Args:
        stream: The file, which can seek.
        wanted: The encoding that a person named.
        ledger: Is told what was found.

    Raises:
        RatingsFileFault: The file is empty, is no text, holds NUL bytes, or is not in the
            encoding that was named.
    """
    stream.seek(0)
    head = stream.read(4096)
    if not head.strip(b" \t\r\n\xef\xbb\xbf\xff\xfe\x00"):
        _refuse_empty(stream, ledger)
    for mark, kind in _KINDS:
        if head.startswith(mark):
            raise ledger.fault(f"the file is {kind}, not text", "Save the ratings as CSV or JSON.")
    encoding, told = _named(wanted, ledger) if wanted else _guess(head)
    offence = _scan(stream, encoding, ledger)
    if offence and wanted is None and encoding == "utf-8":
        encoding = _fall_back(stream, offence, ledger)
    elif offence:
        raise ledger.fault(
            f"the text is not {encoding}",
            "Name the right encoding (--encoding), such as latin-1 or utf-16.",
            offence,
        )
    else:
        ledger.take("encoding", *told)
    stream.seek(0)
    return encoding


def _refuse_empty(stream: BinaryIO, ledger: Ledger) -> None:
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        if chunk.strip(b" \t\r\n\xef\xbb\xbf\xff\xfe\x00"):
            return
    raise ledger.fault("the file is empty", "Check that the right file was given.")


def _named(wanted: str, ledger: Ledger) -> tuple[str, tuple[str, str]]:
    try:
        b"".decode(wanted)
        name = codecs.lookup(wanted).name
    except (LookupError, ValueError):
        raise ledger.fault(
            f"there is no encoding {quote(wanted)}",
            "Name one such as utf-8, utf-16, latin-1 or cp1252.",
        ) from None
    return name, (name, "as you said")


def _guess(head: bytes) -> tuple[str, tuple[str, str]]:
    for mark, name, plain in _MARKS:
        if head.startswith(mark):
            return name, (plain, "it begins with a byte order mark")
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) > _MANY * len(head) / 2:
        name = "utf-16-le" if odd > even else "utf-16-be"
        return name, ("UTF-16", "every second byte is zero, and there is no byte order mark")
    return "utf-8", ("UTF-8", "")


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        yield chunk


def _scan(stream: BinaryIO, encoding: str, ledger: Ledger) -> int:
    """Return the line of the first byte that is not in the encoding, or 0.

    Raises:
        RatingsFileFault: A NUL stands in the text.
    """
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    line = 1
    for chunk in _chunks(stream):
        try:
            text = decoder.decode(chunk)
        except UnicodeDecodeError as error:
            return line + chunk[: max(error.start, 0)].count(b"\n")
        if (at := text.find("\0")) >= 0:
            raise ledger.fault(
                "a NUL byte stands in the text",
                "The file is damaged or no text; save the ratings anew as CSV or JSON.",
                line + text.count("\n", 0, at),
            )
        line += text.count("\n")
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return line
    return 0


def _fall_back(stream: BinaryIO, offence: int, ledger: Ledger) -> str:
    if second := _scan(stream, _FALLBACK, ledger):
        raise ledger.fault(
            "the text is neither UTF-8 nor Windows-1252",
            "Name its encoding (--encoding).",
            second,
        )
    ledger.take("encoding", "Windows-1252", f"line {offence} is not UTF-8; this is a guess")
    return _FALLBACK
