"""Listing and searching dialogues, as the lead does it."""

from __future__ import annotations

from typing import get_args

from rut_domains.dialogue import Link
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_tui.store import Store, Summary


class Filter(Frozen):
    """What a list is narrowed to; `text` is searched in what both sides said."""

    text: str = ""
    domain: str | None = None
    task: str | None = None
    system: str | None = None
    link: Link | None = None
    ended: bool | None = None

    @classmethod
    def parse(cls, query: str) -> Filter:
        """Read words and `name:value` pairs, as typed in the search line.

        A pair that is not complete yet, or has an unknown name, is a word.
        """
        words: list[str] = []
        values: dict[str, object] = {}
        names = {"domain": "domain", "task": "task", "source": "system"}
        for part in query.split():
            name, colon, value = part.partition(":")
            if part in ("open:", "ended:"):
                values["ended"] = part == "ended:"
            elif colon and value and name in names:
                values[names[name]] = value
            elif name == "link" and value in get_args(Link):
                values["link"] = value
            else:
                words.append(part)
        return cls.model_validate({**values, "text": " ".join(words)})


class Listing(Frozen):
    """The rows that a filter lets through, newest first, and how many there are in all."""

    shown: tuple[Summary, ...]
    total: int


def list_dialogues(store: Store, narrowed: Filter, limit: int | None = None) -> Listing:
    """Return the dialogues that a filter lets through.

    Raises:
        UsageFault: `limit` is not positive.
    """
    if limit is not None and limit < 1:
        raise UsageFault(f"a list of {limit} rows cannot be shown", hint="Ask for at least one.")
    rows = store.dialogues.list(**narrowed.model_dump(), limit=limit)
    return Listing(shown=tuple(rows), total=store.dialogues.count())
