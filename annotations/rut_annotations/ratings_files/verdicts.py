"""Verdicts made elsewhere: what each row of a file says, in our words."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import Field

from rut_annotations.agreement.ratings import PRACTICE, Status
from rut_annotations.judgement import EFFECTS, Effect, RaterKind, Verdict
from rut_annotations.ratings_files.cells import to_cell
from rut_annotations.ratings_files.ledger import Ledger, count, quote
from rut_annotations.ratings_files.options import Options
from rut_annotations.ratings_files.roles import find_role, role_in_name
from rut_annotations.ratings_files.tokens import certain_status, doubtful_status, to_number
from rut_annotations.ratings_files.verdict_rows import VerdictFields, read_fields
from rut_domains.frozen import Frozen
from rut_domains.interop.encoding import open_bytes

ROLES: tuple[RaterKind, ...] = get_args(RaterKind)
_WORDS: dict[str, Verdict] = {
    **dict.fromkeys(("met", "yes", "y", "true", "t", "pass", "passed", "faithful", "1"), "met"),
    **dict.fromkeys(
        ("not met", "unmet", "no", "n", "false", "f", "fail", "failed", "unfaithful", "0"),
        "not_met",
    ),
    **dict.fromkeys(("inapplicable", "does not apply"), "not_applicable"),
    **dict.fromkeys(("can not tell", "unclear", "undecided", "not sure"), "cannot_tell"),
}
_STATUSES: dict[Status, Verdict] = {
    Status.NOT_APPLICABLE: "not_applicable",
    Status.CANNOT_TELL: "cannot_tell",
}
_NOTHING = Options()
_FIRST = ("", "main", "first")
_JOINED = re.compile(r"(?<=\w)[\s_-]+(?=\w)")
_BETWEEN = re.compile(r"[;,|\s]+")
_DIGITS = 9


class ForeignVerdict(Frozen):
    """One row of a file of verdicts.

    `dialogue` is what the file calls the dialogue, or empty where it names `task` (and `trial`,
    `domain`) instead. The hashes are those of our own export, empty elsewhere.
    """

    line: int
    dialogue: str = ""
    task: str = ""
    trial: str = ""
    domain: str = ""
    criterion: str
    rater: str
    role: RaterKind = "human"
    pass_number: int = Field(default=1, ge=1)
    verdict: Verdict
    evidence: tuple[int, ...] = ()
    mode: str | None = None
    effect: Effect | None = None
    confidence: int | None = None
    comment: str = ""
    rubric: str = ""
    rubric_hash: str = ""
    criterion_hash: str = ""


class VerdictsFile(Frozen):
    """A file of verdicts as it was read.

    `taken` and `notes` say what was taken for what and how odd input was handled; `left_out`
    counts rows without a verdict and blank rows.
    """

    file: str
    file_hash: str
    verdicts: tuple[ForeignVerdict, ...]
    taken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, int] = Field(default_factory=dict)


def read_verdicts(path: Path) -> VerdictsFile:
    """Read a long file of verdicts, CSV or JSON Lines: a row is one rater's on one criterion.

    Raises:
        RatingsFileFault: It is no such file, or a row says something that is no verdict, role,
            pass, turn or rater. The place is the line.
        MissingFault: It may not be read.
    """
    ledger = Ledger(str(path))
    rows = read_fields(path, ledger)
    found = [made for row in rows if (made := _verdict(row, ledger)) is not None]
    for what, number in ledger.counts.items():
        ledger.note(f"{count(number, 'row')} left out: {what}.")
    return VerdictsFile(
        file=path.name,
        file_hash=_hash(path),
        verdicts=tuple(found),
        taken=tuple(map(str, ledger.taken)),
        notes=tuple(ledger.notes),
        left_out=dict(ledger.counts),
    )


def find_verdict(word: str) -> Verdict | None:
    """Return the verdict that a word is.

    Returns:
        The verdict, or None for a word that says that there is none ("", "missing", "skipped").

    Raises:
        ValueError: The word is not known.
    """
    plain = _JOINED.sub(" ", word.strip().casefold()).removesuffix(".0")
    if plain in _WORDS:
        return _WORDS[plain]
    status = certain_status(plain, _NOTHING)
    status = doubtful_status(plain, _NOTHING) if status is None else status
    if status is None:
        raise ValueError(word)
    return _STATUSES.get(status)


def _hash(path: Path) -> str:
    with open_bytes(path) as stream:
        return hashlib.sha256(stream.read()).hexdigest()


def _verdict(row: VerdictFields, ledger: Ledger) -> ForeignVerdict | None:
    try:
        verdict = find_verdict(row.text("verdict"))
    except ValueError:
        raise ledger.fault(
            f"{quote(row.text('verdict'))} is no verdict",
            "Write met, not met, not applicable or cannot tell; leave it blank where there is "
            "none.",
            row.line,
        ) from None
    if verdict is None:
        ledger.tally("without a verdict")
        return None
    rater = _name(row, ledger)
    return ForeignVerdict(
        line=row.line,
        **{name: row.text(name) for name in ("dialogue", "task", "trial", "domain", "rubric")},
        criterion=_needed(row, "criterion", ledger),
        rater=rater,
        role=_role(row, rater, ledger),
        pass_number=_pass(row, ledger),
        verdict=verdict,
        evidence=_evidence(row, ledger),
        mode=row.text("mode") or None,
        effect=_effect(row, ledger),
        confidence=_confidence(row, ledger),
        comment=to_cell(row.fields.get("comment")),
        rubric_hash=row.text("rubric_hash"),
        criterion_hash=row.text("criterion_hash"),
    )


def _needed(row: VerdictFields, name: str, ledger: Ledger) -> str:
    if text := row.text(name):
        return text
    raise ledger.fault(f"the row names no {name}", f"Fill in the column of the {name}.", row.line)


def _name(row: VerdictFields, ledger: Ledger) -> str:
    rater = _needed(row, "rater", ledger)
    if not rater.isprintable():
        raise ledger.fault(
            f"the rater's name {quote(rater)} holds characters that cannot be shown",
            "Give the rater a plain name.",
            row.line,
        )
    return rater


def _role(row: VerdictFields, rater: str, ledger: Ledger) -> RaterKind:
    said = row.text("role")
    if not said:
        if guessed := role_in_name(rater):
            raise ledger.fault(
                f"the rater {quote(rater)} has no role, but the name says {guessed}",
                f"Write the role, {guessed} or human, into the column 'role'.",
                row.line,
            )
        return "human"
    role = find_role(said)
    for known in ROLES:
        if known == role:
            return known
    raise ledger.fault(
        f"{quote(said)} is no role",
        f"The roles are {', '.join(ROLES)}; blank is human.",
        row.line,
    )


def _pass(row: VerdictFields, ledger: Ledger) -> int:
    said = row.text("pass")
    if said.casefold() in _FIRST:
        return 1
    if said.casefold() in PRACTICE:
        raise ledger.fault(
            f"{quote(said)} is no number of a pass",
            f"Write {find_role(said) or said} into the column 'role' instead.",
            row.line,
        )
    number = _whole(said)
    if number is None or number < 1:
        raise ledger.fault(
            f"{quote(said)} is no number of a pass",
            "Write 1 for a rater's first look at a dialogue, 2 for the second.",
            row.line,
        )
    return number


def _whole(text: str) -> int | None:
    number = to_number(text)
    if number is None or not number.is_integer() or len(text) > _DIGITS:
        return None
    return int(number)


def _evidence(row: VerdictFields, ledger: Ledger) -> tuple[int, ...]:
    turns = []
    for part in _parts(row.fields.get("evidence")):
        number = _whole(part)
        if number is None or number < 1:
            raise ledger.fault(
                f"evidence {quote(part)} is no number of a turn",
                'Write the numbers that the transcript shows, from 1 on, such as "3;7" or [3, 7].',
                row.line,
            )
        turns.append(number)
    return tuple(sorted(set(turns)))


def _parts(given: Any) -> list[str]:
    if isinstance(given, str) and given.strip().startswith("["):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return [given.strip()]
    if isinstance(given, list):
        return [to_cell(part).strip() for part in given]
    return [part for part in _BETWEEN.split(to_cell(given)) if part]


def _effect(row: VerdictFields, ledger: Ledger) -> Effect | None:
    said = row.text("effect").casefold()
    for known in EFFECTS:
        if said == known:
            return known
    if said:
        raise ledger.fault(
            f"{quote(said)} is no effect", f"Write {', '.join(EFFECTS)}, or nothing.", row.line
        )
    return None


def _confidence(row: VerdictFields, ledger: Ledger) -> int | None:
    said = row.text("confidence")
    number = _whole(said)
    if said and (number is None or not 1 <= number <= 3):
        raise ledger.fault(
            f"{quote(said)} is no confidence",
            "Write 1 (unsure), 2 or 3 (sure), or leave it blank.",
            row.line,
        )
    return number
