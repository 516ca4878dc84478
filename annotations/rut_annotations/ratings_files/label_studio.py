"""Label Studio: tasks with annotations by people and predictions by models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rut_annotations.agreement.ratings import HUMAN, MODEL, Status
from rut_annotations.ratings_files.cells import (
    Placed,
    Record,
    expect,
    find_cluster,
    look_up,
    settle_choices,
    tell_left_out,
    to_cell,
)
from rut_annotations.ratings_files.columns import Row
from rut_annotations.ratings_files.ledger import Ledger
from rut_annotations.ratings_files.options import Options

# Where a result of a type holds its value.
_FIELDS = {
    "choices": "choices",
    "rating": "rating",
    "number": "number",
    "pairwise": "selected",
    "datetime": "datetime",
}
# A result with one of these is about a part of the task.
_REGION = frozenset(
    {"start", "end", "x", "y", "points", "startOffset", "endOffset", "globalOffsets", "format"}
)


def read_label_studio(tasks: Iterable[Placed], options: Options, ledger: Ledger) -> list[Row]:
    """Return the ratings of an export in Label Studio's JSON.

    A control of the form is a criterion. A cancelled annotation is skipped under each criterion, a
    ground truth has role gold, a prediction role model.

    Raises:
        RatingsFileFault: The file is not of this format.
    """
    reader = _Reader(options, ledger)
    rows = [row for task in tasks for row in reader.read(task)]
    return reader.finish(rows)


class _Reader:
    def __init__(self, options: Options, ledger: Ledger) -> None:
        self._options = options
        self._ledger = ledger
        self._skipped: list[Row] = []
        self._left: Counter[str] = Counter()

    def read(self, task: Placed) -> Iterator[Row]:
        line, record = task
        data = record.get("data")
        places = (record, data, record.get("meta"))
        unit = look_up(self._options.unit or "id", places, line, self._ledger)
        cluster = find_cluster(self._options, places, line, self._ledger)
        head = Row(line, unit, "", Status.SKIPPED, cluster=cluster)
        for held in self._list(record, "annotations", line) or self._list(
            record, "completions", line
        ):
            gold = held.get("ground_truth") is True
            rater = _name(held.get("completed_by"), held)
            own = replace(head, rater=rater, role="gold" if gold else HUMAN)
            if held.get("was_cancelled") is True:
                self._skipped.append(own)
            else:
                yield from self._results(held, own)
        for held in self._list(record, "predictions", line):
            rater = to_cell(held.get("model_version")) or "prediction"
            yield from self._results(held, replace(head, rater=rater, role=MODEL))

    def _list(self, record: Record, field: str, line: int) -> list[Record]:
        items = expect(record.get(field) or [], list, f"{field!r}", line, self._ledger)
        # Some exports list predictions by their ids alone.
        wanted = [item for item in items if not (field == "predictions" and isinstance(item, int))]
        return [expect(item, dict, f"an entry of {field!r}", line, self._ledger) for item in wanted]

    def _results(self, held: Record, head: Row) -> Iterator[Row]:
        for result in self._list(held, "result", head.line):
            value = result.get("value")
            kind = to_cell(result.get("type"))
            if kind not in _FIELDS or not isinstance(value, dict):
                self._left[kind or "untyped"] += 1
            elif _REGION & value.keys():
                self._left["about parts of a task"] += 1
            else:
                name = to_cell(result.get("from_name")) or kind
                yield replace(head, criterion=name, value=_answer(value.get(_FIELDS[kind])))

    def finish(self, rows: list[Row]) -> list[Row]:
        """Give skipped annotations a cell under each criterion; say what was left out."""
        names = sorted({row.criterion for row in rows})
        for row in self._skipped:
            rows.extend(replace(row, criterion=name) for name in names)
        for kind, number in sorted(self._left.items()):
            tell_left_out(kind, number, "no rating of a whole task", self._ledger)
        return list(settle_choices(rows))


def _answer(value: Any) -> str | Status | tuple[str, ...]:
    if value is None:
        return Status.MISSING
    return tuple(map(to_cell, value)) if isinstance(value, list) else to_cell(value)


def _name(author: Any, held: Record) -> str:
    """Return who annotated: an e-mail address, an id, or a name."""
    if isinstance(author, dict):
        author = next((author[key] for key in ("email", "id", "username") if author.get(key)), "")
    return to_cell(author) or to_cell(held.get("created_username"))
