"""What every reader gives: dialogues or tasks one by one, and the integrity report at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

from pydantic import JsonValue

from rut_domains.dialogue import Dialogue
from rut_domains.frozen import Frozen
from rut_domains.interop.findings import Integrity
from rut_domains.task import Task

LinkChoice = Literal["keep", "relink", "accept"]


class Options(Frozen):
    """How to read. `links` says what to do with dialogues that name another task than the one
    played: `keep` them unlinked, `relink` them to the task really played, or `accept` the name.
    """

    links: LinkChoice = "keep"


class Record(Frozen):
    """What stands beside the dialogues of a file, as it is there: a rubric or a judgement.

    `place` is where it stands.
    """

    kind: Literal["rubric", "judgement"]
    place: str
    data: JsonValue


class Reading(Protocol):
    """A file or folder being read. The report is whole once both iterators are exhausted."""

    @property
    def file_hash(self) -> str:
        """SHA-256 over the bytes that are read, 64 hex digits."""

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""

    def dialogues(self) -> Iterator[Dialogue]:
        """Yield the dialogues, in the order of the file; each is let go before the next is read.

        Raises:
            InputFault: The file breaks its format; what has been yielded must not be kept.
        """

    def tasks(self) -> Iterator[Task]:
        """Yield the tasks that are to be listed in their own right."""

    def integrity(self) -> Integrity:
        """Return what was found so far."""
