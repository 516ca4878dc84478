"""What was taken for what, in plain words, and what was done about odd input."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

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
        name: The file, for places.
    """

    name: str
    taken: list[Taken] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def take(self, what: str, to_be: str, why: str = "") -> None:
        """Say what was taken for what."""
        self.taken.append(Taken(what, to_be, why))

    def untake(self, what: str, why: str) -> None:
        """Take back a decision, and note why."""
        self.taken = [item for item in self.taken if item.what != what]
        self.take(what, "none", why)
        self.note(f"{what}: none; {why}.")

    def tally(self, what: str, number: int = 1) -> None:
        """Count what was left out, by its name."""
        if number:
            self.counts[what] = self.counts.get(what, 0) + number

    def note(self, text: str) -> None:
        """Say how something odd was handled, once."""
        self.notes[text] = None

    def place(self, line: int = 0) -> str:
        """Return the place of a line; 0 is the whole file."""
        return f"{self.name}:{line}" if line else self.name

    def fault(self, title: str, hint: str, line: int = 0) -> RatingsFileFault:
        """Return the fault for which the file is given up."""
        return RatingsFileFault(title, hint=hint, place=self.place(line))


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
