"""Reading files of JSON: records of annotation tools, of ourselves, or flat ones like a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from rut_annotations.ratings_files.argilla import read_argilla
from rut_annotations.ratings_files.cells import Placed, to_cell
from rut_annotations.ratings_files.columns import Columns, Row, add_rows
from rut_annotations.ratings_files.inspect_log import read_inspect
from rut_annotations.ratings_files.label_studio import read_label_studio
from rut_annotations.ratings_files.layout import find_layout
from rut_annotations.ratings_files.ledger import Ledger
from rut_annotations.ratings_files.options import Options, Shape
from rut_annotations.ratings_files.own_export import SCALE, read_judgements
from rut_annotations.ratings_files.prodigy import read_prodigy
from rut_annotations.ratings_files.tables import Piece, Table, fill
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.probe import take_probe

Reader = Callable[[Iterable[Placed], Options, Ledger], list[Row]]
READERS: dict[Shape, Reader] = {
    "rut": read_judgements,
    "label-studio": read_label_studio,
    "argilla": read_argilla,
    "prodigy": read_prodigy,
    "inspect": read_inspect,
}
# A record with all of the first and one of the second (if any) has the shape.
_SIGNS: tuple[tuple[Shape, frozenset[str], frozenset[str]], ...] = (
    ("inspect", frozenset({"eval"}), frozenset({"version", "status", "samples"})),
    ("label-studio", frozenset({"data"}), frozenset({"annotations", "completions", "predictions"})),
    ("label-studio", frozenset({"annotations", "id"}), frozenset()),
    ("argilla", frozenset({"responses"}), frozenset({"fields", "suggestions", "metadata"})),
    (
        "prodigy",
        frozenset({"answer"}),
        frozenset({"_input_hash", "_task_hash", "_view_id", "_session_id", "_annotator_id"}),
    ),
    ("rut", frozenset({"dialogue_id", "verdict", "rubric_hash", "criterion_hash"}), frozenset()),
)
_SAMPLE = 200


def read_records(
    path: Path, options: Options, ledger: Ledger, columns: Columns
) -> tuple[Shape, Options]:
    """Read a file of JSON or JSON Lines.

    Returns:
        The shape, and the options with what the shape itself declares.

    Raises:
        InputFault: It is not JSON, or not what it claims to be.
    """
    shape = options.shape or _guess_shape(path)
    ledger.take("encoding", "UTF-8")
    with JsonFile(path, constants=True) as file:
        placed = _samples(file, ledger) if shape == "inspect" else list_records(file, ledger)
        if shape in READERS:
            add_rows(columns, READERS[shape](placed, options, ledger))
        else:
            shape = _read_flat(list(placed), options, ledger, columns)
        if file.replaced:
            ledger.note(f"half characters in {file.replaced:,} records were replaced.")
    return shape, declare(shape, options)


def declare(shape: Shape, options: Options) -> Options:
    """Return the options with the scale that a shape itself declares."""
    return replace(options, scales=(*options.scales, SCALE)) if shape == "rut" else options


def _guess_shape(path: Path) -> Shape | None:
    probe = take_probe(path)
    keys = {*probe.keys, *probe.element_keys}
    for shape, needed, some in _SIGNS:
        if needed <= keys and (not some or keys & some):
            return shape
    return None


def list_records(file: JsonFile, ledger: Ledger) -> Iterator[Placed]:
    """Yield the objects of a list, or of JSON Lines, each with its line.

    Raises:
        RatingsFileFault: Something else than an object is among them.
        InputFault: It is not JSON.
    """
    if file.peek() == "[":
        for _ in file.slots():
            line = file.line()
            yield _placed(line, file.value(), ledger)
        file.finish()
        return
    while file.peek():
        line = file.line()
        yield _placed(line, file.value(), ledger)


def _samples(file: JsonFile, ledger: Ledger) -> Iterator[Placed]:
    """Yield the samples of a log one by one; the rest of it is passed over."""
    found = False
    for key in file.members():
        if key != "samples":
            file.value()
            continue
        found = True
        for _ in file.slots():
            line = file.line()
            yield _placed(line, file.value(), ledger)
    file.finish()
    if not found:
        raise ledger.fault(
            "the log holds no samples",
            "Only its head was written: dump the whole log as JSON (inspect log dump).",
        )


def _placed(line: int, value: object, ledger: Ledger) -> Placed:
    if not isinstance(value, dict):
        raise ledger.fault(
            "a record is no object", "Give a list of objects, or one object a line.", line
        )
    return Placed(line, value)


def _read_flat(records: list[Placed], options: Options, ledger: Ledger, columns: Columns) -> Shape:
    """Read records that are like the rows of a table: a field is a column."""
    if not records:
        raise ledger.fault("the file holds no records", "Check that the right file was given.")
    names = list(dict.fromkeys(name for placed in records for name in placed.record))
    rows = [[to_cell(placed.record.get(name)) for name in names] for placed in records]
    layout = find_layout(names, rows[:_SAMPLE], options, ledger)
    lines = np.fromiter((placed.line for placed in records), np.int32, len(records))
    fill(columns, Table(layout, iter([Piece(rows, lines)])), ledger)
    return layout.shape
