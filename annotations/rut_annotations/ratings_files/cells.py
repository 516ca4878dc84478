"""Values of JSON as the cells of a table, and what foreign records have in common."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rut_annotations.agreement.ratings import Status
from rut_annotations.agreement.scale import set_label
from rut_annotations.ratings_files.columns import Row
from rut_annotations.ratings_files.ledger import Ledger, count, quote
from rut_annotations.ratings_files.options import Options

Record = Mapping[str, Any]


class Placed(NamedTuple):
    """A record and the line on which it begins."""

    line: int
    record: Record


def to_cell(value: Any) -> str:
    """Return a value of JSON as it would stand in a table; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return set_label([to_cell(item) for item in value])
    if isinstance(value, dict) and list(value) == ["choices"]:
        return to_cell(value["choices"])
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def to_answer(value: Any) -> str | Status | tuple[str, ...]:
    """Return a value of JSON as an answer: a list is the options that were chosen."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return Status.MISSING
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return tuple(to_cell(item) for item in value)
    return to_cell(value)


def settle_choices(rows: Iterable[Row]) -> Iterator[Row]:
    """Turn chosen options into labels: of sets where anybody chose several, else of one each."""
    kept = list(rows)
    several = {row.criterion for row in kept if isinstance(row.value, tuple) and len(row.value) > 1}
    for row in kept:
        if not isinstance(row.value, tuple):
            yield row
        elif row.criterion in several:
            yield replace(row, value=set_label(row.value))
        else:
            yield replace(row, value=row.value[0] if row.value else Status.MISSING)


def look_up(wanted: str, places: Iterable[Any], line: int, ledger: Ledger) -> str:
    """Return the field that a person named, from the first part of a record that has it.

    Args:
        wanted: The name, or several joined by "+".
        places: The parts of the record where fields stand.
        line: Where the record stands.
        ledger: Names the file.

    Raises:
        RatingsFileFault: No part has it.
    """
    known = [place for place in places if isinstance(place, Mapping)]
    found = []
    for name in wanted.split("+"):
        cell = next((to_cell(place[name]) for place in known if name in place), "")
        if not cell.strip():
            raise ledger.fault(
                f"the record has no field {quote(name)}",
                "Name a field that all records have.",
                line,
            )
        found.append(cell)
    return found[0] if len(found) == 1 else "/".join(found)


def find_cluster(options: Options, places: Iterable[Any], line: int, ledger: Ledger) -> str | None:
    """Return the cluster of a record where a person named a field for it."""
    if options.cluster is None or options.cluster == "none":
        return None
    return look_up(options.cluster, places, line, ledger)


def expect(value: Any, kind: type, what: str, line: int, ledger: Ledger) -> Any:
    """Return a value if it is of a kind.

    Raises:
        RatingsFileFault: It is not.
    """
    if isinstance(value, kind):
        return value
    word = "a list" if kind is list else "an object"
    raise ledger.fault(
        f"{what} is not {word}", "Export the file again, or name its shape (--shape).", line
    )


def tell_left_out(what: str, number: int, why: str, ledger: Ledger) -> None:
    """Note and count what of a file is no rating."""
    if number:
        ledger.tally(what, number)
        ledger.note(f"{count(number, 'answer')} left out ({what}): {why}.")
