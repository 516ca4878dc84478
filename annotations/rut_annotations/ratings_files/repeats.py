"""Ratings in their order, each once: what repeats, and what contradicts itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rut_annotations.agreement.ratings import Ratings, Status
from rut_annotations.ratings_files.ledger import Ledger, count, quote

Key = NDArray[np.int64]


def sort_rows(table: Ratings) -> Ratings:
    """Return the rows in order of unit, criterion, rater, role and pass; repeats stay in place."""
    keys = _keys(table)
    if not bool((np.diff(keys) < 0).any()):
        return table
    return _take(table, np.argsort(keys, kind="stable"))


def drop_repeats(table: Ratings, ledger: Ledger) -> Ratings:
    """Let equal repeats count once and an answer stand over a blank.

    Args:
        table: The ratings in their order.
        ledger: Is told how many rows were left out.

    Raises:
        RatingsFileFault: A rater gave one unit two different values in one pass.
    """
    keys = _keys(table)
    same = keys[1:] == keys[:-1]
    if not bool(same.any()):
        return table
    code = table.code
    group = np.concatenate(([0], np.cumsum(~same)))
    answered = (code != Status.MISSING) & (code != Status.SKIPPED)
    best = np.zeros(int(group[-1]) + 1, dtype=np.int32)
    # From the last to the first, so that the first one stands; skipped says more than missing.
    for rows in (np.ones_like(answered), code != Status.MISSING, answered):
        best[group[rows][::-1]] = code[rows][::-1]
    contradicts = answered & (code != best[group])
    if bool(contradicts.any()):
        _refuse(table, contradicts, group, best, ledger)
    blanks = int((~answered & (code != best[group])).sum())
    rows = np.flatnonzero(code == best[group])
    keep = rows[np.concatenate(([True], np.diff(group[rows]) != 0))]
    _tell(len(group) - len(keep) - blanks, blanks, ledger)
    return _take(table, keep)


def _keys(table: Ratings) -> Key:
    """Number the cells: equal for the same unit, criterion, rater, role and pass, and in order."""
    size = 1
    keys: Key = np.zeros(len(table), dtype=np.int64)
    for names, codes in (
        (table.units, table.unit),
        (table.criteria, table.criterion),
        (table.raters, table.rater),
        (table.roles, table.role),
        (table.passes, table.pass_),
    ):
        if size * len(names) >= 2**62:
            _, inverse = np.unique(keys, return_inverse=True)
            keys, size = inverse.astype(np.int64).reshape(-1), len(table)
        keys = keys * len(names) + codes
        size *= len(names)
    return keys


def _take(table: Ratings, rows: NDArray[np.intp]) -> Ratings:
    return replace(
        table,
        unit=table.unit[rows],
        criterion=table.criterion[rows],
        rater=table.rater[rows],
        role=table.role[rows],
        pass_=table.pass_[rows],
        code=table.code[rows],
        line=table.line[rows],
    )


def _tell(equal: int, blanks: int, ledger: Ledger) -> None:
    ledger.tally("repeats", equal)
    ledger.tally("blanks answered elsewhere", blanks)
    if equal:
        verb = "repeats" if equal == 1 else "repeat"
        ledger.note(
            f"{count(equal, 'rating')} {verb} another one by the same rater and count once; if "
            "these are a second pass, name its column (--pass)."
        )
    if blanks:
        ledger.note(
            f"{count(blanks, 'blank or skipped cell')} left out: the same rater answered the same "
            "unit elsewhere in the file."
        )


def _refuse(
    table: Ratings,
    contradicts: NDArray[np.bool_],
    group: Key,
    best: NDArray[np.int32],
    ledger: Ledger,
) -> None:
    row = int(np.flatnonzero(contradicts)[0])
    partner = int(np.flatnonzero((group == group[row]) & (table.code == best[group[row]]))[0])
    first, second = sorted((int(table.line[partner]), int(table.line[row])))
    said = sorted((_word(table, partner), _word(table, row)))
    also = len(np.unique(group[contradicts])) - 1
    more = f"; {count(also, 'other cell')} as well" if also else ""
    raise ledger.fault(
        f"rater {quote(table.raters[table.rater[row]])} gave unit "
        f"{quote(table.units[table.unit[row]])} under "
        f"{quote(table.criteria[table.criterion[row]])} two different values, {said[0]} and "
        f"{said[1]}, in lines {first} and {second}{more}",
        "Keep the value that holds; if it is a repeat, name the column of passes (--pass), and "
        "if the unit has several parts, name the columns of all (--unit a+b).",
        first,
    )


def _word(table: Ratings, row: int) -> str:
    code = int(table.code[row])
    return quote(table.values[code]) if code >= 0 else Status(code).name.lower().replace("_", " ")
