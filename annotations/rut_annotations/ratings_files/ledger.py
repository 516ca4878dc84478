"""What was taken for what, in plain words, and what was done about odd input."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NoReturn

from rut_annotations.faults import RatingsFileFault
from rut_domains.text import one_line

# Of a list in a sentence, so many are named.
_NAMED = 5
_WIDTH = 48


@dataclass(frozen=True)
class Taken:
    """One decision of the reader: `what` was taken `to_be` this, because of `why`."""

    what: str
    to_be: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.to_be}" + (f" ({self.why})" if self.why else "")


@dataclass
class Ledger:
    """Collects what a reader decides on its way through one file.

    Args:
        name: The name of the file, for places.
    """

    name: str
    counted: str = "line"
    taken: list[Taken] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def take(self, what: str, to_be: str, why: str = "") -> None:
        """Say what was taken for what."""
        self.taken.append(Taken(what, to_be, why))

    def note(self, text: str) -> None:
        """Say how something odd was handled, once."""
        if text not in self.notes:
            self.notes.append(text)

    def place(self, number: int = 0) -> str:
        """Return the place of a line or record; 0 is the whole file."""
        if not number:
            return self.name
        return (
            f"{self.name}:{number}"
            if self.counted == "line"
            else f"{self.name}: {self.counted} {number}"
        )

    def fail(self, title: str, hint: str, number: int = 0) -> NoReturn:
        """Give up on the file.

        Raises:
            RatingsFileFault: Always.
        """
        raise RatingsFileFault(title, hint=hint, place=self.place(number))


def quote(text: object) -> str:
    """Return a text from the file in quotes, harmless and short."""
    return f"'{one_line(str(text), _WIDTH)}'"


def name_some(texts: Iterable[object]) -> str:
    """Return the first few texts, quoted, and how many more there are."""
    known = list(texts)
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    return ", ".join(quote(text) for text in known[:_NAMED]) + more


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `count(2, "row")` is "2 rows"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
