"""Reading a file of ratings: one table, and in plain words what was taken for what."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from rut_annotations.agreement.ratings import Ratings, Status
from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.assembly import assemble
from rut_annotations.ratings_files.cells import Placed
from rut_annotations.ratings_files.columns import Columns, add_rows
from rut_annotations.ratings_files.decoding import find_encoding
from rut_annotations.ratings_files.ledger import Ledger, Taken, count, quote
from rut_annotations.ratings_files.options import SHAPES, Options, Shape
from rut_annotations.ratings_files.own_export import read_judgements
from rut_annotations.ratings_files.records import READERS, declare, read_records
from rut_annotations.ratings_files.tables import Table, fill, open_table, to_rows
from rut_annotations.ratings_files.tokens import STATUS_WORDS
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import open_bytes

_HEAD = 4096
_NOTHING = Options()


@dataclass(frozen=True)
class RatingsFile:
    """A file of ratings as it was read.

    `taken` says what was taken for what and why, `notes` how odd input was handled. `counts` is
    in order: the ratings, how many are answers and how many each status, and by name what was
    left out.
    """

    ratings: Ratings
    shape: Shape
    taken: tuple[Taken, ...]
    notes: tuple[str, ...]
    counts: Mapping[str, int]


def read_ratings(path: Path, options: Options = _NOTHING) -> RatingsFile:
    """Read a file of ratings of any shape.

    Args:
        path: The file.
        options: What is known about it; all else is found out.

    Raises:
        RatingsFileFault: It cannot be read as ratings, contradicts itself, or leaves open what is
            what. The place is the line.
        MissingFault: It may not be read.
    """
    ledger = Ledger(str(path))
    try:
        return _read(path, options, ledger)
    except RatingsFileFault:
        raise
    except InputFault as fault:
        raise RatingsFileFault(fault.title, hint=fault.hint, place=fault.place) from None


def _read(path: Path, options: Options, ledger: Ledger) -> RatingsFile:
    columns = Columns()
    with open_bytes(path) as stream:
        if not stream.seekable():
            raise ledger.fault("this is no regular file", "Save it to a file first.")
        text = options.delimiter is not None or not looks_like_json(stream)
        if text:
            shape, options = _read_text(stream, options, ledger, columns)
    if not text:
        shape, options = read_records(path, options, ledger, columns)
    ledger.taken.insert(
        0, Taken("shape", SHAPES[shape], "as you said" if options.shape else "by what it holds")
    )
    rows = columns.rows
    ratings = assemble(columns, options, ledger)
    if blank := ledger.counts.get("blank rows", 0):
        ledger.note(f"{count(blank, 'blank row')} left out.")
    return RatingsFile(
        ratings, shape, tuple(ledger.taken), tuple(ledger.notes), _count(ratings, rows, ledger)
    )


def looks_like_json(stream: BinaryIO) -> bool:
    """Return whether a file begins like JSON and leave the stream at its start."""
    head = stream.read(_HEAD).removeprefix(b"\xef\xbb\xbf").lstrip()
    stream.seek(0)
    return head.startswith((b"{", b"["))


def _read_text(
    stream: BinaryIO, options: Options, ledger: Ledger, columns: Columns
) -> tuple[Shape, Options]:
    if options.shape in READERS and options.shape != "rut":
        raise ledger.fault(
            f"{quote(options.shape)} is a format of JSON, but the file is none",
            "Give the file that the tool exported as JSON, or another shape (--shape).",
            1,
        )
    encoding = find_encoding(stream, options.encoding, ledger)
    with io.TextIOWrapper(stream, encoding=encoding, newline="") as text:
        table = open_table(text, options, ledger)
        if table.layout.shape == "rut":
            add_rows(columns, read_judgements(_placed(table), options, ledger))
        else:
            fill(columns, table, ledger)
    return table.layout.shape, declare(table.layout.shape, options)


def _placed(table: Table) -> list[Placed]:
    names = table.layout.names
    return [
        Placed(int(line), dict(zip(names, row, strict=False)))
        for piece in table.pieces
        for row, line in zip(to_rows(piece), piece.lines, strict=True)
        if any(map(str.strip, row))
    ]


def _count(ratings: Ratings, rows: int, ledger: Ledger) -> dict[str, int]:
    found = {"read": rows, "ratings": len(ratings), "answers": int((ratings.code >= 0).sum())}
    for status in Status:
        found[STATUS_WORDS[status]] = int((ratings.code == status).sum())
    return {**found, **ledger.counts}
