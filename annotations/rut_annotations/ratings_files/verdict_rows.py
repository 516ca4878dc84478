"""The rows of a file of verdicts, from CSV or JSON, each field under our name for it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from rut_annotations.faults import RatingsFileFault
from rut_annotations.ratings_files.cells import Placed, to_cell
from rut_annotations.ratings_files.columns import Part
from rut_annotations.ratings_files.decoding import find_encoding
from rut_annotations.ratings_files.headings import NAMES, RUT, plain_name
from rut_annotations.ratings_files.ledger import Ledger, count, name_some, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.own_export import unguard
from rut_annotations.ratings_files.reading import looks_like_json
from rut_annotations.ratings_files.records import list_records
from rut_annotations.ratings_files.tables import open_rows, to_rows
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import open_bytes
from rut_domains.interop.json_file import JsonFile

# A task alone may have been played several times: its names are a field of their own.
_TASK = ("task_id", "task")
_UNIT = ("dialogue_id", "dialogue", "simulation_id", "simulation", "trajectory_id", "episode_id")


def _named(part: Part, *first: str, without: tuple[str, ...] = ()) -> tuple[str, ...]:
    return (*first, *(name for name in NAMES[part] if name not in (*first, *without)))


# In order of preference: the first that a file has is taken.
FIELDS: dict[str, tuple[str, ...]] = {
    "dialogue": _named(
        "unit", *_UNIT, "run_id", without=(*_TASK, "subject", "subject_id", "id", "index", "uid")
    ),
    "task": _TASK,
    "trial": ("trial", "epoch"),
    "domain": ("domain",),
    "criterion": _named("criterion"),
    "rater": _named("rater", without=("user", "user_id", "username")),
    "role": _named("role"),
    "pass": _named("pass"),
    "verdict": _named("value", "verdict"),
    "evidence": ("evidence", "evidence_turns", "turns"),
    "mode": ("mode", "failure_mode"),
    "effect": ("effect",),
    "confidence": ("confidence", "certainty"),
    "comment": ("comment", "comments", "note", "notes", "explanation", "rationale", "reason"),
    "rubric": ("rubric_id", "rubric"),
    "rubric_hash": ("rubric_hash",),
    "criterion_hash": ("criterion_hash",),
}
_NEEDED = {
    "criterion": "what was asked",
    "rater": "who judged",
    "verdict": "what the verdict is",
}
_HINT = (
    "The columns are dialogue, criterion, rater, role, pass, verdict and evidence; mode, effect, "
    "confidence and comment may be added."
)


class VerdictFields(NamedTuple):
    """One row: its line, and the texts of its fields by name; evidence may be a list."""

    line: int
    fields: dict[str, Any]

    def text(self, name: str) -> str:
        """Return a field without blanks around it, "" where there is none."""
        return to_cell(self.fields.get(name)).strip()


def read_fields(path: Path, ledger: Ledger) -> list[VerdictFields]:
    """Read a file of verdicts.

    Args:
        path: CSV of whatever dialect and encoding, or JSON, or JSON Lines.
        ledger: Is told what was taken for what.

    Raises:
        RatingsFileFault: It is neither, or lacks a column. The place is the line.
        MissingFault: It may not be read.
    """
    try:
        with open_bytes(path) as stream:
            if not stream.seekable():
                raise ledger.fault("this is no regular file", "Save it to a file first.")
            if not looks_like_json(stream):
                return _read_table(stream, ledger)
        return _read_json(path, ledger)
    except RatingsFileFault:
        raise
    except InputFault as fault:
        raise RatingsFileFault(fault.title, hint=fault.hint, place=fault.place) from None


def _read_table(stream: BinaryIO, ledger: Ledger) -> list[VerdictFields]:
    encoding = find_encoding(stream, None, ledger)
    with io.TextIOWrapper(stream, encoding=encoding, newline="") as text:
        rows = open_rows(text, Options(), ledger)
        if not rows.header:
            raise ledger.fault("the first line names no columns", _HINT, 1)
        names = [name.strip() for name in rows.names]
        guarded = {plain_name(name) for name in names} >= RUT
        places = _find_places(names, ledger)
        found = []
        for piece in rows.pieces:
            for row, line in zip(to_rows(piece), piece.lines.tolist(), strict=True):
                if not any(map(str.strip, row)):
                    ledger.tally("blank rows")
                    continue
                if len(row) != len(names):
                    raise ledger.fault(
                        f"the row has {count(len(row), 'cell')}, the first one {len(names)}",
                        "Put texts that hold the delimiter in quotes.",
                        line,
                    )
                cells = {field: row[at] for field, at in places.items()}
                if guarded:
                    cells = {field: unguard(cell) for field, cell in cells.items()}
                found.append(VerdictFields(line, cells))
    return _some(found, ledger)


def _read_json(path: Path, ledger: Ledger) -> list[VerdictFields]:
    ledger.take("encoding", "UTF-8")
    with JsonFile(path, constants=True) as file:
        placed = list(list_records(file, ledger))
        if file.replaced:
            ledger.note(f"half characters in {file.replaced:,} records were replaced.")
    names = list(dict.fromkeys(name for item in placed for name in item.record))
    places = _find_places(names, ledger) if names else {}
    return _some(list(_pick(placed, names, places)), ledger)


def _pick(
    placed: list[Placed], names: list[str], places: dict[str, int]
) -> Iterator[VerdictFields]:
    for line, record in placed:
        yield VerdictFields(line, {field: record.get(names[at]) for field, at in places.items()})


def _some(found: list[VerdictFields], ledger: Ledger) -> list[VerdictFields]:
    if not found:
        raise ledger.fault("the file holds no verdicts", "Check that the right file was given.")
    return found


def _find_places(names: list[str], ledger: Ledger) -> dict[str, int]:
    """Return the column of each field that the file has."""
    plain = [plain_name(name) for name in names]
    places: dict[str, int] = {}
    for field, known in FIELDS.items():
        name = next((name for name in known if name in plain), None)
        if name is None:
            continue
        if plain.count(name) > 1:
            raise ledger.fault(
                f"two columns are called {quote(name)}", "Give each its own name.", 1
            )
        places[field] = plain.index(name)
        ledger.take(field, quote(names[places[field]]))
    for field, words in _NEEDED.items():
        if field not in places:
            raise ledger.fault(f"no column says {words} ({field})", _HINT, 1)
    if "dialogue" not in places and "task" not in places:
        raise ledger.fault("no column says which dialogue was judged (dialogue)", _HINT, 1)
    if unused := [name for at, name in enumerate(names) if at not in places.values()]:
        ledger.take("not used", "columns " + name_some(unused))
    return places
