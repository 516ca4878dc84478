"""Importing judgements: verdicts made elsewhere, of one file in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field, JsonValue, ValidationError

from rut_annotations.faults import JudgementFault, RatingsFileFault
from rut_annotations.judgement import BlindFlags, Judgement, RaterKind, Source, check_judgement
from rut_annotations.ratings_files.verdicts import ForeignVerdict, VerdictsFile, read_verdicts
from rut_annotations.rubric import Criterion, Rubric
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen, digest
from rut_domains.text import neutralise, one_line
from rut_tui.settings import Settings
from rut_tui.store import Import, Store
from rut_tui.work.chance import read_clock
from rut_tui.work.rate import played_in
from rut_tui.work.verdict_places import Judged, Places

FORMAT = "judgements"
# All that a row can say beside its verdict.
_DETAILS = ("mode", "evidence", "effect", "confidence", "comment")


class RaterTally(Frozen):
    """How many verdicts of a file are by one rater, and of which passes."""

    rater: str
    role: RaterKind
    verdicts: int
    passes: tuple[int, ...]


class JudgementsImported(Frozen):
    """What became of a file of judgements.

    `added`, `known`: verdicts that are new, and that were here before; `repeated`: rows that say
    the same as an earlier one of the file. `skipped_dialogues` and `skipped_criteria` count rows
    that could not be placed and were left aside, as was asked for. `not_counted`: verdicts about
    dialogues that a report does not count. `again`: the very same file was imported before.
    """

    path: str
    file_hash: str
    rubric_id: str
    rubric_version: str
    added: int = 0
    known: int = 0
    repeated: int = 0
    dialogues: int = 0
    skipped_dialogues: int = 0
    skipped_criteria: int = 0
    not_counted: int = 0
    raters: tuple[RaterTally, ...] = ()
    left_out: Mapping[str, int] = Field(default_factory=dict)
    taken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    again: bool = False


def import_judgements(
    store: Store,
    settings: Settings,
    path: Path,
    rubric: Rubric,
    *,
    names: Mapping[str, str] | None = None,
    same_raters: bool = False,
    skip_unknown: bool = False,
) -> JudgementsImported:
    """Import a file of judgements. All of it is kept, or nothing.

    Args:
        store: Where judgements are kept.
        settings: Where packs are found, for the tasks' own criteria.
        path: CSV or JSON Lines.
        rubric: What was asked.
        names: New names of raters of the file.
        same_raters: Whether raters of the file are the people of the same name who rated here.
        skip_unknown: Leave rows aside whose dialogue or criterion is not known.

    Raises:
        RatingsFileFault: The file cannot be read, contradicts itself or what is here, or is about
            what is not known. The place is the line.
        UsageFault: A rater to be renamed is not in the file, or the name is taken.
    """
    file = read_verdicts(path)
    rows = _rename(file.verdicts, names or {})
    with store.bulk():
        if not same_raters:
            _refuse_blending(store, rows, str(path))
        places = Places(store, settings, rubric)
        placed = list(places.place(rows))
        if places.unplaced.rows and not skip_unknown:
            raise places.unplaced.fault(str(path))
        source = Source(file=file.file, file_hash=file.file_hash)
        desk = _Ledge(store, rubric, source, str(path))
        desk.take_all(placed)
        again = bool(store.imports.all(file.file_hash))
        done = _summarise(path, file, rubric, desk, places, again=again)
        store.judgements.append(desk.new)
        if done.added or not again:
            store.imports.add(_entry(done, source))
    return done


def _rename(rows: Sequence[ForeignVerdict], names: Mapping[str, str]) -> tuple[ForeignVerdict, ...]:
    known = {row.rater for row in rows}
    for old, new in names.items():
        if old not in known:
            raise UsageFault(
                f"there is no rater {_quote(old)} in the file",
                hint=f"Its raters: {', '.join(map(_quote, sorted(known)))}.",
            )
        others = (known - names.keys()) | {name for key, name in names.items() if key != old}
        if new in others:
            raise UsageFault(
                f"{_quote(new)} would be two raters of the file", hint="Choose another new name."
            )
    return tuple(
        row.model_copy(update={"rater": names[row.rater]}) if row.rater in names else row
        for row in rows
    )


def _refuse_blending(store: Store, rows: Sequence[ForeignVerdict], place: str) -> None:
    """Refuse a person of the file who has the name of one who rated here."""
    here = store.judgements.raters_here()
    for row in rows:
        if row.role == "human" and row.rater in here:
            raise RatingsFileFault(
                f"a rater called {_quote(row.rater)} has rated here; is it the same person?",
                hint="If so, say --same-raters; if not, give the other one a new name: "
                f"--rename-rater {row.rater}=NEWNAME.",
                place=f"{place}:{row.line}",
            )


class _Ledge:
    """Turns placed rows into judgements, and holds them against each other and what is here."""

    def __init__(self, store: Store, rubric: Rubric, source: Source, place: str) -> None:
        self.new: list[Judgement] = []
        self.known = self.repeated = self.not_counted = 0
        self.dialogues: set[str] = set()
        self.raters: dict[tuple[str, RaterKind], list[int]] = {}
        self._rubric = rubric
        self._source = source
        self._place = place
        self._stored = {
            made.key(): made for made in store.judgements.history(rubric_hash=rubric.hash)
        }
        self._lines: dict[tuple[str, ...], tuple[int, Judgement]] = {}

    def take_all(self, placed: Sequence[tuple[ForeignVerdict, Judged, Criterion]]) -> None:
        """Take every row.

        Raises:
            RatingsFileFault: As for `take`.
        """
        for row, judged, criterion in placed:
            self.take(row, judged, criterion)

    def take(self, row: ForeignVerdict, judged: Judged, criterion: Criterion) -> None:
        """Add the judgement of a row, or see that it is known.

        Raises:
            RatingsFileFault: It does not hold together, or contradicts another one.
        """
        made = self._make(row, judged, criterion)
        key = made.key()
        if key in self._lines:
            self._repeat(row, made, *self._lines[key])
            return
        self._lines[key] = row.line, made
        self.dialogues.add(made.dialogue_id)
        self.raters.setdefault((made.rater, made.rater_kind), []).append(made.pass_number)
        self.not_counted += not judged.counted
        held = self._stored.get(key)
        if held is None:
            self.new.append(made)
        elif held.verdict is None:
            # It was withdrawn here: what comes now is the next revision.
            revision = held.revision + 1
            again = {"revision": revision, "id": _make_id(key, revision)}
            self.new.append(made.model_copy(update=again))
        else:
            self._compare(row, made, held)
            self.known += 1

    def _make(self, row: ForeignVerdict, judged: Judged, criterion: Criterion) -> Judgement:
        self._check_version(row, criterion)
        rubric, details = self._rubric, {name: getattr(row, name) for name in _DETAILS}
        own = row.role == "human" and played_in(judged.dialogue, row.rater)
        given: dict[str, Any] = {
            "id": "-",
            "dialogue_id": judged.dialogue.id,
            "rater": row.rater,
            "rater_kind": row.role,
            "rubric_id": rubric.id,
            "rubric_version": rubric.version,
            "rubric_hash": rubric.hash,
            "guideline_version": rubric.guideline_version,
            "criterion_id": criterion.id,
            "criterion_hash": criterion.hash,
            "scope": criterion.scope,
            "verdict": row.verdict,
            "pass_number": row.pass_number,
            "source": self._source,
            # What its rater could see is not known.
            "blind": BlindFlags(identity_hidden=False, outcome_hidden=False, own_dialogue=own),
            **details,
        }
        try:
            made = Judgement.model_validate(given)
            check_judgement(made, criterion, rubric, judged.turns)
        except ValidationError as error:
            text = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise self._fault(text, "Mend the row.", row.line) from None
        except JudgementFault as fault:
            raise self._fault(fault.title, fault.hint or "Mend the row.", row.line) from None
        return made.model_copy(update={"id": _make_id(made.key(), 1)})

    def _check_version(self, row: ForeignVerdict, criterion: Criterion) -> None:
        told = (
            ("rubric", row.rubric, self._rubric.id),
            ("version of the rubric", row.rubric_hash, self._rubric.hash),
            ("version of the criterion", row.criterion_hash, criterion.hash),
        )
        for what, said, due in told:
            if said and said != due:
                raise self._fault(
                    f"the verdict was made under another {what}",
                    f"This is {self._rubric.id} {self._rubric.version}; name the one that was "
                    "used (--rubric).",
                    row.line,
                )

    def _repeat(self, row: ForeignVerdict, made: Judgement, line: int, first: Judgement) -> None:
        if made == first:
            self.repeated += 1
            return
        differs = _first_difference(made, first)
        raise self._fault(
            f"lines {line} and {row.line} contradict each other: {_who(made)} says "
            f"{differs} {_quote(getattr(first, differs))} and then "
            f"{_quote(getattr(made, differs))}",
            "Keep the row that holds; a rater's second look is pass 2.",
            row.line,
        )

    def _compare(self, row: ForeignVerdict, made: Judgement, held: Judgement) -> None:
        """Refuse another verdict than the one here; a row may say less about it."""
        for name in ("verdict", *_DETAILS):
            said, here = getattr(made, name), getattr(held, name)
            if name == "comment":
                # Our own tables show control characters as pictures.
                said, here = neutralise(said).strip(), neutralise(here).strip()
            if said and said != here:
                where = f"imported from {held.source.file}" if held.source else "made here"
                raise self._fault(
                    f"{_who(made)} is here already with {name} {_quote(here)}, {where}; "
                    f"the row says {_quote(said)}",
                    "Judgements are only ever added to: a rater's second look is pass 2, and "
                    "another rater has another name.",
                    row.line,
                )

    def _fault(self, title: str, hint: str, line: int) -> RatingsFileFault:
        return RatingsFileFault(title, hint=hint, place=f"{self._place}:{line}")


def _make_id(key: tuple[str, ...], revision: int) -> str:
    """Return an id that the same judgement has in every database."""
    return digest([*key, revision])[:16]


def _first_difference(made: Judgement, first: Judgement) -> str:
    names = ("verdict", *_DETAILS)
    return next(name for name in names if getattr(made, name) != getattr(first, name))


def _who(made: Judgement) -> str:
    again = f", pass {made.pass_number}" if made.pass_number > 1 else ""
    return (
        f"{_quote(made.rater)} on {made.criterion_id} of dialogue {_quote(made.dialogue_id)}{again}"
    )


def _quote(value: object) -> str:
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return f"'{one_line(str(value), 60)}'" if value not in (None, "") else "nothing"


def _summarise(
    path: Path, file: VerdictsFile, rubric: Rubric, desk: _Ledge, places: Places, *, again: bool
) -> JudgementsImported:
    return JudgementsImported(
        path=str(path),
        file_hash=file.file_hash,
        rubric_id=rubric.id,
        rubric_version=rubric.version,
        added=len(desk.new),
        known=desk.known,
        repeated=desk.repeated,
        dialogues=len(desk.dialogues),
        skipped_dialogues=sum(map(len, places.unplaced.dialogues.values())),
        skipped_criteria=sum(map(len, places.unplaced.criteria.values())),
        not_counted=desk.not_counted,
        raters=tuple(_tally(desk)),
        left_out=file.left_out,
        taken=file.taken,
        notes=file.notes,
        again=again,
    )


def _tally(desk: _Ledge) -> Iterator[RaterTally]:
    for (rater, role), passes in sorted(desk.raters.items()):
        seen = tuple(sorted(Counter(passes)))
        yield RaterTally(rater=rater, role=role, verdicts=len(passes), passes=seen)


def _entry(done: JudgementsImported, source: Source) -> Import:
    report: dict[str, JsonValue] = done.model_dump(mode="json", exclude={"path", "file_hash"})
    return Import(
        file_hash=source.file_hash,
        name=source.file,
        format=FORMAT,
        at=read_clock().isoformat(),
        added=done.added,
        known=done.known,
        report=report,
    )
