"""Argilla: records with responses by people and suggestions by models, in three versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from rut_annotations.agreement.ratings import MODEL, Status
from rut_annotations.ratings_files.cells import (
    Placed,
    Record,
    expect,
    find_cluster,
    look_up,
    settle_choices,
    tell_left_out,
    to_answer,
    to_cell,
)
from rut_annotations.ratings_files.columns import Row
from rut_annotations.ratings_files.ledger import Ledger
from rut_annotations.ratings_files.options import Options


class _Response(NamedTuple):
    question: str
    value: Any
    rater: str
    status: str


def read_argilla(records: Iterable[Placed], options: Options, ledger: Ledger) -> list[Row]:
    """Return the ratings of Argilla's records.

    A question is a criterion. A discarded response is skipped, a draft is left out, a suggestion
    has role model.

    Raises:
        RatingsFileFault: The file is not of this format.
    """
    return _Reader(options, ledger).read(records)


class _Reader:
    def __init__(self, options: Options, ledger: Ledger) -> None:
        self._options = options
        self._ledger = ledger
        self._discarded: list[Row] = []
        self._drafts = 0
        self._spans = 0

    def read(self, records: Iterable[Placed]) -> list[Row]:
        rows = [row for placed in records for row in self._record(placed)]
        names = sorted({row.criterion for row in rows})
        for row in self._discarded:
            wanted = [row.criterion] if row.criterion else names
            rows.extend(replace(row, criterion=name) for name in wanted)
        tell_left_out("drafts", self._drafts, "they were not submitted", self._ledger)
        tell_left_out("rankings and spans", self._spans, "no single value", self._ledger)
        return list(settle_choices(rows))

    def _record(self, placed: Placed) -> Iterator[Row]:
        line, record = placed
        places = (record, record.get("metadata"), record.get("fields"))
        wanted = self._options.unit or next(
            (name for name in ("id", "external_id", "_server_id") if record.get(name)), "id"
        )
        unit = look_up(wanted, places, line, self._ledger)
        head = Row(
            line,
            unit,
            "",
            Status.SKIPPED,
            cluster=find_cluster(self._options, places, line, self._ledger),
        )
        for response in self._responses(record, line):
            own = replace(head, rater=response.rater, criterion=response.question)
            if response.status == "discarded":
                self._discarded.append(own)
            elif response.status == "draft":
                self._drafts += 1
            elif _is_structured(response.value):
                self._spans += 1
            else:
                yield replace(own, value=to_answer(response.value))
        yield from self._suggestions(record, head)

    def _responses(self, record: Record, line: int) -> Iterator[_Response]:
        held = record.get("responses") or []
        if isinstance(held, dict):
            # Question -> answers.
            held = [
                {"question": question, **self._object(item, line)}
                for question, items in held.items()
                for item in expect(items, list, "an entry of 'responses'", line, self._ledger)
            ]
        for item in expect(held, list, "'responses'", line, self._ledger):
            entry = self._object(item, line)
            rater = to_cell(entry.get("user_id")) or to_cell(entry.get("user"))
            status = to_cell(entry.get("status"))
            if "question" in entry or "question_name" in entry:
                question = to_cell(entry.get("question") or entry.get("question_name"))
                yield _Response(question, entry.get("value"), rater, status)
                continue
            values = expect(entry.get("values") or {}, dict, "'values'", line, self._ledger)
            if not values:
                yield _Response("", None, rater, status)
            for question, value in values.items():
                inner = value.get("value") if isinstance(value, dict) else value
                yield _Response(question, inner, rater, status)

    def _suggestions(self, record: Record, head: Row) -> Iterator[Row]:
        held = record.get("suggestions") or []
        if isinstance(held, dict):
            held = [
                {"question": question, **self._object(item, head.line)}
                for question, item in held.items()
            ]
        for item in expect(held, list, "'suggestions'", head.line, self._ledger):
            entry = self._object(item, head.line)
            question = to_cell(entry.get("question") or entry.get("question_name"))
            if _is_structured(entry.get("value")):
                self._spans += 1
                continue
            yield replace(
                head,
                rater=to_cell(entry.get("agent")) or "suggestion",
                role=MODEL,
                criterion=question,
                value=to_answer(entry.get("value")),
            )

    def _object(self, item: Any, line: int) -> Record:
        found: Record = expect(item, dict, "a response or suggestion", line, self._ledger)
        return found


def _is_structured(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    )
