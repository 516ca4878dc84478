"""Judgements and rubrics on their way into our own format, and out of it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import Rubric, builtin_rubrics, load_rubric
from rut_domains.faults import InputFault
from rut_domains.interop.reading import Record
from rut_exports.jsonl import Judged
from rut_tui.store import Store

M = TypeVar("M", bound=BaseModel)
# Where the report of an import keeps the rubrics that came with its file, by hash.
RUBRICS = "rubrics"
_WRITE_AGAIN = "Write the file again with `rut export --format jsonl`."


def collect_judged(
    store: Store, ids: Sequence[str], given: Sequence[Rubric] = ()
) -> tuple[Judged, tuple[str, ...]]:
    """Collect what was said about dialogues, in every revision, and the rubrics behind it.

    A database names rubrics by their hash. They are looked for among those given, the built-in
    ones, and those that came with imported files.

    Returns:
        What is to be written, and in words the rubrics that are not at hand.
    """
    judgements = store.judgements.history(dialogue_ids=ids)
    needed = {made.rubric_hash: f"{made.rubric_id} {made.rubric_version}" for made in judgements}
    at_hand = _known_rubrics(store, needed.keys()) | {rubric.hash: rubric for rubric in given}
    missing = {name for hash_, name in needed.items() if hash_ not in at_hand}
    return Judged(rubrics=tuple(at_hand.values()), judgements=judgements), tuple(sorted(missing))


def _known_rubrics(store: Store, needed: Iterable[str]) -> dict[str, Rubric]:
    wanted = set(needed)
    found: dict[str, Rubric] = {}
    for name in builtin_rubrics() if wanted else ():
        rubric = load_rubric(name)
        found[rubric.hash] = rubric
    for done in store.imports.all() if wanted - found.keys() else ():
        file = done.report.get("file")
        kept = file.get(RUBRICS) if isinstance(file, dict) else None
        for data in kept.values() if isinstance(kept, dict) else ():
            rubric = Rubric.model_validate(data)
            found[rubric.hash] = rubric
    return {hash_: rubric for hash_, rubric in found.items() if hash_ in wanted}


class Shelf:
    """Takes the judgements of one file into the store, each once.

    Attributes:
        added: How many are new.
        known: How many were here before.
        rubrics: The rubrics of the file, by hash.
    """

    def __init__(self, store: Store) -> None:
        self.added = 0
        self.known = 0
        self.rubrics: dict[str, Rubric] = {}
        self._store = store
        self._kept_as: dict[str, str] = {}
        self._here: dict[tuple[tuple[str, ...], int], Judgement] | None = None

    def name(self, dialogue_id: str, kept_as: str) -> None:
        """Remember under which id a dialogue of the file is kept here."""
        self._kept_as[dialogue_id] = kept_as

    def put(self, records: Iterable[Record]) -> None:
        """Take what stands in the file beside its dialogues.

        Raises:
            InputFault: It is none, is about a dialogue that is not here, or contradicts what is.
        """
        for record in records:
            if record.kind == "rubric":
                self._put_rubric(record)
            else:
                self._put_judgement(record)

    def _put_rubric(self, record: Record) -> None:
        rubric = _parse(Rubric, record.data, record)
        self.rubrics[rubric.hash] = rubric

    def _put_judgement(self, record: Record) -> None:
        made = _parse(Judgement, record.data, record)
        about = self._kept_as.get(made.dialogue_id, made.dialogue_id)
        if not self._store.dialogues.has(about):
            raise InputFault(
                f"the judgement is about the dialogue {made.dialogue_id!r}, which is neither here "
                "nor in the file before it",
                hint=_WRITE_AGAIN,
                place=record.place,
            )
        made = made.model_copy(update={"dialogue_id": about})
        here = self._read_here()
        held = here.get((made.key(), made.revision))
        if held == made:
            self.known += 1
            return
        last = (made.key(), made.revision - 1)
        if held is not None or (made.revision > 1 and last not in here):
            raise _contradiction(made, record, there=held is not None)
        self._store.judgements.append([made])
        here[made.key(), made.revision] = made
        self.added += 1

    def _read_here(self) -> dict[tuple[tuple[str, ...], int], Judgement]:
        if self._here is None:
            history = self._store.judgements.history()
            self._here = {(made.key(), made.revision): made for made in history}
        return self._here


def _parse(model: type[M], data: object, record: Record) -> M:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        path = ".".join(str(part) for part in (record.kind, *first["loc"]))
        raise InputFault(
            first["msg"].removeprefix("Value error, "),
            hint=_WRITE_AGAIN,
            place=f"{record.place} {path}",
        ) from None


def _contradiction(made: Judgement, record: Record, *, there: bool) -> InputFault:
    """Return the fault for a revision that is here already as another, or that skips one."""
    if there:
        title = f"another judgement is here as revision {made.revision}"
    else:
        title = f"revision {made.revision - 1} before this one is neither here nor in the file"
    return InputFault(
        f"{title}: {made.rater!r} on {made.criterion_id!r} of dialogue {made.dialogue_id!r}",
        hint="Judgements are only ever added to. Import the file into a database of its own.",
        place=record.place,
    )
