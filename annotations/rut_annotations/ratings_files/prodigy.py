"""Prodigy: one example a line, with what its annotator did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rut_annotations.agreement.ratings import Status
from rut_annotations.ratings_files.cells import (
    Placed,
    Record,
    find_cluster,
    look_up,
    settle_choices,
    tell_left_out,
    to_answer,
    to_cell,
)
from rut_annotations.ratings_files.columns import UNNAMED, Row
from rut_annotations.ratings_files.ledger import Ledger, count
from rut_annotations.ratings_files.options import Options

_ANSWERS = ("accept", "reject", "ignore")


def read_prodigy(examples: Iterable[Placed], options: Options, ledger: Ledger) -> list[Row]:
    """Return the ratings of Prodigy's examples.

    A choice is the options accepted. Elsewhere the answer itself is the rating, under the label
    that was asked about. An ignored example, and a choice that was rejected, is skipped.

    Raises:
        RatingsFileFault: An example does not say who answered, or what.
    """
    reader = _Reader(options, ledger)
    rows = [row for example in examples for row in reader.read(example)]
    tell_left_out("spans", reader.spans, "no rating of a whole example", ledger)
    if reader.rejected:
        ledger.note(f"{count(reader.rejected, 'choice')} rejected as a whole: taken as skipped.")
    return list(settle_choices(rows))


class _Reader:
    def __init__(self, options: Options, ledger: Ledger) -> None:
        self._options = options
        self._ledger = ledger
        self.spans = 0
        self.rejected = 0

    def read(self, example: Placed) -> Iterator[Row]:
        line, record = example
        places = (record, record.get("meta"))
        criterion, value = self._answer(record, line)
        if criterion is None:
            self.spans += 1
            return
        yield Row(
            line,
            self._unit(record, places, line),
            self._rater(record, line),
            value,
            criterion=criterion,
            cluster=find_cluster(self._options, places, line, self._ledger),
        )

    def _unit(self, record: Record, places: tuple[object, ...], line: int) -> str:
        names = ("_input_hash", "id", "text", "html", "image")
        wanted = self._options.unit or next((name for name in names if record.get(name)), "id")
        return look_up(wanted, places, line, self._ledger)

    def _rater(self, record: Record, line: int) -> str:
        wanted = (self._options.rater,) if self._options.rater else ("_annotator_id", "_session_id")
        for name in wanted:
            if rater := to_cell(record.get(name)).strip():
                return rater
        raise self._ledger.fault(
            "the example does not say who answered",
            "Prodigy writes '_annotator_id' for named sessions; name another field (--rater).",
            line,
        )

    def _answer(
        self, record: Record, line: int
    ) -> tuple[str | None, str | Status | tuple[str, ...]]:
        """Return the criterion and the value; no criterion where spans were marked."""
        answer = record.get("answer")
        if answer not in _ANSWERS:
            raise self._ledger.fault(
                f"the answer is none of {', '.join(_ANSWERS)}",
                "Export the examples with db-out, answers included.",
                line,
            )
        chosen = "accept" in record or "options" in record
        if not chosen and "label" not in record and record.get("spans"):
            return None, ""
        criterion = UNNAMED["criterion"] if chosen else to_cell(record.get("label"))
        criterion = criterion or UNNAMED["criterion"]
        if answer == "ignore":
            return criterion, Status.SKIPPED
        if not chosen:
            return criterion, str(answer)
        if answer == "reject":
            self.rejected += 1
            return criterion, Status.SKIPPED
        return criterion, to_answer(record.get("accept") or [])
