"""Importing: from other systems' files to stored dialogues and tasks, one transaction a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pydantic import JsonValue

from rut_domains.dialogue import Dialogue
from rut_domains.faults import ExitCode, InputFault, MissingFault
from rut_domains.frozen import Frozen
from rut_domains.interop.findings import Integrity
from rut_domains.interop.identity import fingerprint, longer_id
from rut_domains.interop.own import OwnLines
from rut_domains.interop.reading import LinkChoice, Options, Reading
from rut_domains.interop.registry import Found, find_units, open_reading
from rut_tui.store import Import, StorageFault, Store, StoreFault
from rut_tui.work.chance import read_clock
from rut_tui.work.judged import RUBRICS, Shelf

OnProgress = Callable[[Path, float], None]


class Imported(Frozen):
    """What became of one file or folder.

    `added`, `known`: dialogues that are new, and that were here before. `relinked`: dialogues
    whose link was changed by this import, though they were here before. `unlinked`: dialogues of
    the file that are stored without a contract now. `renamed`: dialogues kept under a longer id,
    because another dialogue has theirs. `tasks_added`, `tasks_known`: the same for tasks, and
    `judgements_added`, `judgements_known` for judgements. `again`: the very same file was imported
    before.
    """

    path: str
    added: int = 0
    known: int = 0
    relinked: int = 0
    unlinked: int = 0
    renamed: tuple[str, ...] = ()
    tasks_added: int = 0
    tasks_known: int = 0
    judgements_added: int = 0
    judgements_known: int = 0
    again: bool = False
    integrity: Integrity

    @property
    def changed(self) -> bool:
        """Whether the database is another one now."""
        return bool(self.added or self.relinked or self.tasks_added or self.judgements_added)


class NotImported(Frozen):
    """A file or folder that could not be read, and why; nothing of it is kept."""

    path: str
    title: str
    hint: str = ""
    place: str
    exit_code: ExitCode


def find_imports(paths: Sequence[Path]) -> Found:
    """Return what several paths mean to import, each file once.

    Raises:
        InputFault: A path does not exist, or there is nothing to import in it.
    """
    found = [find_units(path) for path in paths]
    return Found(
        units=tuple(dict.fromkeys(unit for item in found for unit in item.units)),
        passed_over=tuple(left for item in found for left in item.passed_over),
    )


def import_units(
    store: Store,
    units: Sequence[Path],
    *,
    links: LinkChoice = "keep",
    on_progress: OnProgress | None = None,
) -> Iterator[Imported | NotImported]:
    """Import files and folders, each in one transaction, and yield what became of each.

    One that cannot be read does not keep the others from being imported.

    Args:
        store: Where dialogues and tasks are kept.
        units: Files, and folders of one run or domain, as `find_imports` returns them.
        links: What to do with dialogues that name another task than the one played. With `relink`
            or `accept`, dialogues that are here already are linked anew as well.
        on_progress: Told the file and how much of it is done, from 0 to 1.

    Raises:
        StorageFault: The database cannot be written. The files before are kept.
    """
    for unit in units:
        try:
            yield _import_unit(store, unit, links, on_progress)
        except StorageFault:
            raise
        except (InputFault, MissingFault) as fault:
            yield NotImported(
                path=str(unit),
                title=fault.title,
                hint=fault.hint,
                place=fault.place or str(unit),
                exit_code=fault.exit_code,
            )


def _import_unit(
    store: Store, unit: Path, links: LinkChoice, on_progress: OnProgress | None
) -> Imported:
    reading = open_reading(unit, Options(links=links))
    tally, shelf = _Tally(store, links), Shelf(store)
    with store.bulk():
        again = bool(store.imports.all(reading.file_hash))
        for dialogue in reading.dialogues():
            _take_records(reading, shelf)
            shelf.name(dialogue.id, tally.take(dialogue))
            if on_progress is not None:
                on_progress(unit, reading.progress)
        _take_records(reading, shelf)
        tasks = list(reading.tasks())
        tasks_added = store.documents.add_tasks(tasks) if tasks else 0
        done = Imported(
            path=str(unit),
            added=tally.added,
            known=tally.known,
            relinked=tally.relinked,
            unlinked=tally.unlinked,
            renamed=tuple(tally.renamed),
            tasks_added=tasks_added,
            tasks_known=len(tasks) - tasks_added,
            judgements_added=shelf.added,
            judgements_known=shelf.known,
            again=again,
            integrity=reading.integrity(),
        )
        if done.changed or not again:
            store.imports.add(_entry(unit, reading, done, tally.at))
    if on_progress is not None:
        on_progress(unit, 1.0)
    return done


def _take_records(reading: Reading, shelf: Shelf) -> None:
    """Take the judgements that follow the last dialogue; rubrics go into the report."""
    if isinstance(reading, OwnLines) and (records := reading.records()):
        shelf.put(records)
        if shelf.rubrics:
            plain: dict[str, JsonValue] = {}
            plain |= {hash_: item.model_dump(mode="json") for hash_, item in shelf.rubrics.items()}
            reading.keep(RUBRICS, plain)


def _entry(unit: Path, reading: Reading, done: Imported, at: str) -> Import:
    report: dict[str, JsonValue] = done.integrity.model_dump(mode="json")
    return Import(
        file_hash=reading.file_hash,
        name=unit.resolve().name,
        format=done.integrity.format,
        at=at,
        added=done.added,
        known=done.known,
        report=report,
    )


class _Tally:
    """Puts dialogues into the store and counts what becomes of them."""

    def __init__(self, store: Store, links: LinkChoice) -> None:
        self.at = read_clock().isoformat()
        self.added = 0
        self.known = 0
        self.relinked = 0
        self.unlinked = 0
        self.renamed: list[str] = []
        self._store = store
        self._links = links

    def take(self, dialogue: Dialogue) -> str:
        """Keep a dialogue, or see whether the one that is here is to be linked anew.

        Returns:
            The id under which it is here.
        """
        kept, new = self._keep(dialogue)
        if new:
            self.added += 1
            self.unlinked += kept.link == "unlinked"
            return kept.id
        self.known += 1
        known_as = self._store.dialogues.known_as(kept) or kept.id
        link = self._store.dialogues.links(known_as)[-1].link
        if self._links != "keep" and kept.link not in ("linked", "unlinked", link):
            self._link(known_as, kept)
            link = kept.link
        self.unlinked += link == "unlinked"
        return known_as

    def _keep(self, dialogue: Dialogue) -> tuple[Dialogue, bool]:
        """Return the dialogue as it is kept, and whether it is new."""
        try:
            return dialogue, self._store.dialogues.add(dialogue, at=self.at)
        except StoreFault:
            # Another dialogue has its id, or a shorter version of it: both are to survive.
            renamed = _rename(dialogue)
        new = self._store.dialogues.add(renamed, at=self.at)
        if new:
            self.renamed.append(renamed.id)
        return renamed, new

    def _link(self, dialogue_id: str, dialogue: Dialogue) -> None:
        self.relinked += self._store.dialogues.set_link(
            dialogue_id,
            dialogue.link,
            self.at,
            task_id=dialogue.task_id,
            task_hash=dialogue.task_hash,
            contract=dialogue.briefing.contract,
            reason="import --relink" if dialogue.link == "relinked" else "import --accept-links",
        )


def _rename(dialogue: Dialogue) -> Dialogue:
    """Return the dialogue under a longer id, which follows from what happens in it."""
    mark = fingerprint(dialogue.events)
    origin = dialogue.origin
    source_id = longer_id(origin.source_id, mark) if origin.source_id else ""
    return dialogue.model_copy(
        update={
            "id": longer_id(dialogue.id, mark),
            "origin": origin.model_copy(update={"source_id": source_id}),
        }
    )
