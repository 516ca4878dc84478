"""Inspect: the scores of an evaluation log; a scorer is a rater."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rut_annotations.agreement.ratings import MODEL, Status
from rut_annotations.ratings_files.cells import (
    Placed,
    expect,
    find_cluster,
    look_up,
    settle_choices,
    to_answer,
    to_cell,
)
from rut_annotations.ratings_files.columns import Row
from rut_annotations.ratings_files.ledger import Ledger, count
from rut_annotations.ratings_files.options import Options


def read_inspect(samples: Iterable[Placed], options: Options, ledger: Ledger) -> list[Row]:
    """Return the scores of the samples of a log.

    A sample in an epoch is a unit, its sample the cluster. The keys of a score with several values
    are criteria; a score that is a list holds the ratings of several raters. All have role model.

    Raises:
        RatingsFileFault: The file is not of this format.
    """
    reader = _Reader(options, ledger)
    kept = list(samples)
    epochs = {to_cell(record.get("epoch")) for _, record in kept}
    rows = [row for sample in kept for row in reader.read(sample, epochs=len(epochs) > 1)]
    if reader.unscored:
        ledger.note(f"{count(reader.unscored, 'sample')} without a score: no rating.")
    ledger.note("the scores of a log are taken for ratings by models (--role-of for people's).")
    return list(settle_choices(rows))


class _Reader:
    def __init__(self, options: Options, ledger: Ledger) -> None:
        self._options = options
        self._ledger = ledger
        self.unscored = 0

    def read(self, sample: Placed, *, epochs: bool) -> Iterator[Row]:
        line, record = sample
        places = (record, record.get("metadata"))
        unit = look_up(self._options.unit or "id", places, line, self._ledger)
        cluster = find_cluster(self._options, places, line, self._ledger)
        if epochs and self._options.unit is None:
            if self._options.cluster is None:
                cluster = unit
            unit = f"{unit}/{to_cell(record.get('epoch'))}"
        held = record.get("scores") or {}
        if not held and isinstance(record.get("score"), dict):
            held = {"score": record["score"]}
        scores = expect(held, dict, "'scores'", line, self._ledger)
        self.unscored += not scores
        for scorer, score in scores.items():
            value = score.get("value") if isinstance(score, dict) else score
            head = Row(line, unit, scorer, Status.MISSING, cluster=cluster, role=MODEL)
            yield from _spread(value, head)


def _spread(value: Any, head: Row) -> Iterator[Row]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _spread(part, replace(head, criterion=name))
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield replace(head, rater=f"{head.rater}/{number}", value=_one(part))
    else:
        yield replace(head, value=_one(value))


def _one(value: Any) -> str | Status:
    found = to_answer(value)
    return to_cell(value) if isinstance(found, tuple) else found
