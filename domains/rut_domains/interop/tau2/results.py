"""tau2 results: one file (1.0, 0.x, trimmed), or a folder with a file for each simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import hash_files
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import MEND, place_fault
from rut_domains.interop.reading import Options
from rut_domains.interop.tau2.header import Header
from rut_domains.interop.tau2.scenario import find_guidelines
from rut_domains.interop.tau2.simulation import SimulationReader
from rut_domains.task import Task

RESULTS = "results.json"
SIMULATIONS = "simulations"


class Results:
    """Reads a results file or folder.

    Args:
        path: The file, or the folder that holds `results.json`.
        options: How to read.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self._main = path / RESULTS if path.is_dir() else path
        self._name = path.resolve().name if path.is_dir() else path.name
        self._options = options
        self._ledger = Ledger("tau2")
        self._parts = _parts(self._main)
        self._total = max(1, sum(part.stat().st_size for part in (self._main, *self._parts)))
        self._done = 0
        self._file: JsonFile | None = None
        self._inline: set[str] = set()

    @cached_property
    def file_hash(self) -> str:
        """SHA-256 over the bytes of all files of the run."""
        return hash_files([self._main, *self._parts], self._main.parent)

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""
        now = self._file.bytes_read if self._file is not None else 0
        return min(1.0, (self._done + now) / self._total)

    def dialogues(self) -> Iterator[Dialogue]:
        """Yield the dialogues one by one, without holding the file."""
        guidelines = find_guidelines(self._main)
        self._ledger.guidelines = guidelines.place
        header = Header(guidelines, self._ledger)
        streamed = self._read_head(header)
        reader = SimulationReader(
            header,
            file=self._name,
            file_hash=self.file_hash,
            links=self._options.links,
        )
        yield from self._read_inline(header, reader, whole=not streamed)
        for part in self._parts:
            yield from self._read_part(part, reader)
        self._check_whole(header)
        self._done = self._total

    def tasks(self) -> Iterator[Task]:
        """Yield nothing: the tasks of a results file go with its dialogues."""
        return iter(())

    def integrity(self) -> Integrity:
        """Return what was found so far."""
        return self._ledger.report()

    def _read_head(self, header: Header) -> bool:
        """Read what stands before the simulations; all of the file if that is not enough.

        Returns:
            Whether the rest of the head is still to be read together with the simulations.
        """
        with self._open(self._main) as file:
            for key in file.members():
                if key != SIMULATIONS:
                    place = file.place()
                    _take(header, key, file.value(), place)
                elif header.info and header.tasks:
                    return True
                else:
                    self._skip(file)
            file.finish()
        return False

    def _read_inline(
        self, header: Header, reader: SimulationReader, *, whole: bool
    ) -> Iterator[Dialogue]:
        """Yield the simulations that stand in the results file itself.

        Args:
            header: Takes what follows the simulations.
            reader: Reads each simulation.
            whole: Whether the head has been read to its end before.
        """
        with self._open(self._main) as file:
            after = False
            for key in file.members():
                if key == SIMULATIONS and file.peek() == "[":
                    after = True
                    for index in file.slots():
                        at = file.place()
                        name = f"{SIMULATIONS}[{index}]"
                        raw = file.value()
                        self._inline.add(str(raw.get("id")) if isinstance(raw, Mapping) else name)
                        dialogue = _convert(reader, raw, name, at)
                        if dialogue is not None:
                            yield dialogue
                    continue
                place = file.place()
                value = file.value()
                if key == SIMULATIONS:
                    after = True
                    if value is not None:
                        raise InputFault("simulations must be a list", hint=MEND, place=place)
                elif after and not whole:
                    _take(header, key, value, place)
            file.finish()
            self._note_replaced(file)
        self._done += self._main.stat().st_size

    def _read_part(self, part: Path, reader: SimulationReader) -> Iterator[Dialogue]:
        with self._open(part) as file:
            raw = file.value()
            file.finish()
            name = f"{part.parent.name}/{part.name}"
            dialogue = _convert(reader, raw, name, str(part))
            self._note_replaced(file)
        self._done += part.stat().st_size
        if dialogue is not None:
            yield dialogue

    def _check_whole(self, header: Header) -> None:
        """Note which simulations are lost, which is seen when all has been read."""
        there = {part.stem for part in self._parts} | self._inline
        if not there:
            self._ledger.add(
                "simulations_missing",
                f"the file holds none, and no folder {SIMULATIONS}/ beside it does",
                place=self._main.name,
            )
        _check_index(header, there)

    def _open(self, path: Path) -> JsonFile:
        self._file = JsonFile(path)
        return self._file

    @staticmethod
    def _skip(file: JsonFile) -> None:
        if file.peek() != "[":
            file.value()
            return
        for _ in file.elements():
            continue

    def _note_replaced(self, file: JsonFile) -> None:
        if file.replaced:
            self._ledger.add(
                "characters_replaced", f"in {file.replaced} records", place=file.path.name
            )


def _take(header: Header, key: str, value: Any, at: str) -> None:
    """Read a member of the head; a fault names the file and line."""
    try:
        header.take(key, value)
    except InputFault as fault:
        raise place_fault(fault, at) from None


def _convert(reader: SimulationReader, raw: Any, name: str, at: str) -> Dialogue | None:
    """Read a simulation; a fault names the file and line beside the place inside."""
    try:
        return reader.read(raw, name)
    except InputFault as fault:
        raise place_fault(fault, at) from None


def _parts(main: Path) -> list[Path]:
    """Return the files of a run kept as a folder: those in `simulations/` beside its results."""
    folder = main.parent / SIMULATIONS
    if main.name != RESULTS or not folder.is_dir():
        return []
    return sorted(path for path in folder.glob("*.json") if path.is_file())


def _check_index(header: Header, there: set[str]) -> None:
    """Compare the index of a run with its simulations."""
    if not isinstance(header.index, list):
        return
    named = {str(item.get("id")) for item in header.index if isinstance(item, Mapping)}
    for name in sorted(named - there):
        header.ledger.add("index_mismatch", "in the index, but there is no file", source=name)
    for name in sorted(there - named):
        header.ledger.add("index_mismatch", "a file that is not in the index", source=name)
