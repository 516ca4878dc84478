"""Our own format: a line for each dialogue, rubric and judgement, nothing left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import JsonValue, ValidationError

from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_domains.interop.encoding import hash_file
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.identity import fingerprint
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import MEND
from rut_domains.interop.reading import Options, Record
from rut_domains.interop.soundness import find_unsound
from rut_domains.task import Task

KEY = "rut_dialogue"
RUBRIC_KEY = "rut_rubric"
JUDGEMENT_KEY = "rut_judgement"
KEYS = (KEY, RUBRIC_KEY, JUDGEMENT_KEY)
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
        self._records: list[Record] = []

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
                record = _read_record(value, place)
                if record is not None:
                    self._records.append(record)
                    continue
                dialogue = _read(value, place)
                if self._is_new(dialogue, place):
                    self._ledger.numbers["dialogues"] += 1
                    self._ledger.numbers["unlinked"] += dialogue.link == "unlinked"
                    yield dialogue
            if file.replaced:
                self._ledger.add("characters_replaced", f"in {file.replaced} lines")

    def records(self) -> tuple[Record, ...]:
        """Return the rubrics and judgements that were read since this was last asked.

        What they must look like is for others to say. A judgement follows its dialogue.
        """
        found, self._records = tuple(self._records), []
        return found

    def keep(self, name: str, value: JsonValue) -> None:
        """Put into the report what the file says about itself."""
        self._ledger.file[name] = value

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


def _read_record(value: Any, place: str) -> Record | None:
    """Return the rubric or judgement of a line; None if it is a dialogue's."""
    if not isinstance(value, Mapping) or KEY in value:
        return None
    for key, kind in ((RUBRIC_KEY, "rubric"), (JUDGEMENT_KEY, "judgement")):
        if key in value:
            _check_version(value[key], place)
            return Record.model_validate({"kind": kind, "place": place, "data": value.get(kind)})
    return None


def _check_version(version: Any, place: str) -> None:
    if version != VERSION:
        raise InputFault(
            f"version {version!r} of the format is not known",
            hint="Read it with the rut-tui that wrote it, or a newer one.",
            place=place,
        )


def _read(value: Any, place: str) -> Dialogue:
    if not isinstance(value, Mapping) or KEY not in value:
        raise InputFault(f"a line must be an object with the key {KEY!r}", hint=MEND, place=place)
    _check_version(value[KEY], place)
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
