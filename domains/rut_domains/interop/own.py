"""Our own format: one dialogue a line, nothing left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import hash_file
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.identity import fingerprint
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import MEND
from rut_domains.interop.reading import Options
from rut_domains.interop.soundness import find_unsound
from rut_domains.task import Task

KEY = "rut_dialogue"
VERSION = 1


class OwnLines:
    """Reads a file that `rut export --format jsonl` wrote.

    Args:
        path: The file.
        options: How to read.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        self._ledger = Ledger("jsonl")
        self._file: JsonFile | None = None
        self._seen: dict[str, set[str]] = {}

    @cached_property
    def file_hash(self) -> str:
        """SHA-256 over the bytes of the file."""
        return hash_file(self._path)

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""
        return self._file.bytes_read / max(1, self._file.size) if self._file is not None else 0.0

    def dialogues(self) -> Iterator[Dialogue]:
        """Yield the dialogues one by one, as they were."""
        with JsonFile(self._path) as file:
            self._file = file
            for place, value in file.values():
                dialogue = _read(value, place)
                if self._is_new(dialogue, place):
                    self._ledger.numbers["dialogues"] += 1
                    self._ledger.numbers["unlinked"] += dialogue.link == "unlinked"
                    yield dialogue
            if file.replaced:
                self._ledger.add("characters_replaced", f"in {file.replaced} lines")

    def tasks(self) -> Iterator[Task]:
        """Yield nothing: the format holds dialogues."""
        return iter(())

    def integrity(self) -> Integrity:
        """Return what was found so far."""
        return self._ledger.report()

    def _is_new(self, dialogue: Dialogue, place: str) -> bool:
        known = self._seen.setdefault(dialogue.id, set())
        mark = fingerprint(dialogue.events)
        if mark in known:
            self._ledger.add("duplicate_dialogue", "kept once", dialogue=dialogue.id, place=place)
            return False
        if known:
            self._ledger.add(
                "duplicate_id", "kept under a longer id", dialogue=dialogue.id, place=place
            )
        known.add(mark)
        return True


def _read(value: Any, place: str) -> Dialogue:
    if not isinstance(value, Mapping) or KEY not in value:
        raise InputFault(f"a line must be an object with the key {KEY!r}", hint=MEND, place=place)
    if value[KEY] != VERSION:
        raise InputFault(
            f"version {value[KEY]!r} of the format is not known",
            hint="Read it with the rut-tui that wrote it, or a newer one.",
            place=place,
        )
    try:
        dialogue = Dialogue.model_validate(value.get("dialogue"))
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        raise InputFault(
            f"{first['msg']}", hint="Write the file again.", place=f"{place} dialogue.{path}"
        ) from None
    wrong = find_unsound(dialogue)
    if wrong:
        raise InputFault(wrong, hint="Write the file again.", place=f"{place} dialogue")
    return dialogue
