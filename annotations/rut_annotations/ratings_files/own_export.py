"""Our own judgements: the CSV of a report, or judgements as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rut_annotations.agreement.ratings import HUMAN, Status
from rut_annotations.ratings_files.cells import Placed, Record, find_cluster, to_cell
from rut_annotations.ratings_files.columns import Row
from rut_annotations.ratings_files.declared import Declared
from rut_annotations.ratings_files.ledger import Ledger, count, quote
from rut_annotations.ratings_files.options import Options

SCALE = Declared("binary", ("not_met", "met"))
# A cell that a spreadsheet would take for a formula was written with an apostrophe in front.
_GUARDED = tuple("=+-@\t\r\n＝＋－＠")


class _Question(NamedTuple):
    """What was asked. A rubric or criterion with another hash is another question."""

    rubric: str
    version: str
    rubric_hash: str
    scope: str
    criterion: str
    criterion_hash: str


def read_judgements(rows: Iterable[Placed], options: Options, ledger: Ledger) -> list[Row]:
    """Return the ratings of judgements.

    Of the revisions of a judgement the last one counts. Withdrawn judgements, and those made after
    identities were opened, are left out.

    Raises:
        RatingsFileFault: A revision is no number, or a judgement says nothing about its question.
    """
    latest: dict[tuple[object, ...], tuple[int, list[Placed]]] = {}
    revised = 0
    for placed in rows:
        question = _question(placed.record)
        who = (_cell(placed.record, "rater_kind"), _cell(placed.record, "rater"))
        key = (_cell(placed.record, "dialogue_id"), *who, _pass(placed.record), question)
        revision = _revision(placed, ledger)
        best, held = latest.setdefault(key, (revision, []))
        if revision == best:
            # The same revision twice: equal ones count once, others are refused later.
            held.append(placed)
            continue
        revised += 1
        if revision > best:
            latest[key] = (revision, [placed])
    kept = [placed for _, held in latest.values() for placed in held]
    found = [placed for placed in kept if _counts(placed.record, ledger)]
    if revised:
        ledger.tally("revised", revised)
        ledger.note(f"{count(revised, 'judgement')} left out: a later revision replaces it.")
    ledger.take("unit", "the dialogue")
    ledger.take("criterion", "the criterion of the rubric; another version is another criterion")
    names = _name(_question(placed.record) for placed in found)
    return [_row(placed, names, options, ledger) for placed in found]


def _counts(record: Record, ledger: Ledger) -> bool:
    if not _cell(record, "verdict"):
        ledger.tally("withdrawn")
        ledger.note("withdrawn judgements are left out.")
        return False
    blind = record.get("blind")
    if isinstance(blind, dict) and blind.get("after_reveal") is True:
        ledger.tally("after the reveal")
        ledger.note("judgements made after identities were opened are left out.")
        return False
    return True


def _row(placed: Placed, names: dict[_Question, str], options: Options, ledger: Ledger) -> Row:
    line, record = placed
    cluster = find_cluster(options, (record,), line, ledger)
    task = _cell(record, "task_id")
    if cluster is None and options.cluster is None and task:
        cluster = f"{_cell(record, 'domain')}/{task}"
    return Row(
        line,
        _cell(record, "dialogue_id"),
        _cell(record, "rater"),
        _cell(record, "verdict") or Status.MISSING,
        criterion=names[_question(record)],
        cluster=cluster,
        role=_cell(record, "rater_kind") or HUMAN,
        passed=_pass(record),
    )


def _pass(record: Record) -> str:
    # Files of older versions do not have it.
    return _cell(record, "pass") or _cell(record, "pass_number") or "1"


def _question(record: Record) -> _Question:
    return _Question(
        _cell(record, "rubric") or _cell(record, "rubric_id"),
        _cell(record, "rubric_version"),
        _cell(record, "rubric_hash"),
        _cell(record, "scope"),
        _cell(record, "criterion") or _cell(record, "criterion_id"),
        _cell(record, "criterion_hash"),
    )


def _name(questions: Iterable[_Question]) -> dict[_Question, str]:
    """Name each question by its criterion, and by all of it where that is not enough."""
    different = set(questions)
    same = Counter(question.criterion for question in different)
    return {
        item: item.criterion
        if same[item.criterion] == 1
        else f"{item.criterion} [{item.rubric} {item.version} {item.rubric_hash[:8]}, "
        f"{item.scope} {item.criterion_hash[:8]}]"
        for item in different
    }


def _revision(placed: Placed, ledger: Ledger) -> int:
    text = _cell(placed.record, "revision") or "1"
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise ledger.fault(
        f"revision {quote(text)} is no number",
        "Give the judgements as rut wrote them.",
        placed.line,
    )


def _cell(record: Record, field: str) -> str:
    return unguard(to_cell(record.get(field)).strip())


def unguard(text: str) -> str:
    """Return a cell of our own tables without the apostrophe that hides a formula."""
    bare = text[1:].lstrip(" \u00a0\u3000")
    return text[1:] if text.startswith("'") and bare.startswith(_GUARDED) else text
