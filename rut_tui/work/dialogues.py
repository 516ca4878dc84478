"""Listing and searching dialogues, as the lead does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import get_args

from pydantic import Field

from rut_domains.dialogue import Link
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_tui.store import Store, Summary

# Ids of this length seldom become ambiguous by the dialogues of the next weeks.
_SHORT = 8


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
    """The rows that a filter lets through, newest first, and how many there are in all.

    `short` gives for each id shown the start of it by which the commands know the dialogue.
    """

    shown: tuple[Summary, ...]
    total: int
    short: Mapping[str, str] = Field(default_factory=dict)


def list_dialogues(store: Store, narrowed: Filter, limit: int | None = None) -> Listing:
    """Return the dialogues that a filter lets through.

    Raises:
        UsageFault: `limit` is not positive.
    """
    if limit is not None and limit < 1:
        raise UsageFault(f"a list of {limit} rows cannot be shown", hint="Ask for at least one.")
    rows = store.dialogues.list(**narrowed.model_dump(), limit=limit)
    ids = store.dialogues.ids()
    short = shorten_ids(ids)
    shown = {row.id: short.get(row.id, row.id) for row in rows}
    return Listing(shown=tuple(rows), total=len(ids), short=shown)


def shorten_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return for each id the shortest start of it that no other id has.

    A start has at least `_SHORT` characters after a prefix such as "tau2-"; an id that is hardly
    longer than its start stays as it is, and so does one with blanks or controls in it.
    """
    ordered = sorted(set(ids))
    shared = dict.fromkeys(ordered, 0)
    for one, other in pairwise(ordered):
        common = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
        )
        shared[one] = max(shared[one], common)
        shared[other] = max(shared[other], common)
    return {name: _shorten(name, shared[name] + 1) for name in ordered}


def _shorten(name: str, least: int) -> str:
    prefix, dash, _ = name.partition("-")
    length = max(least, _SHORT + (len(prefix) + len(dash) if dash else 0))
    # What a shell would read otherwise is not to be typed without thought.
    typable = name[:length].replace("-", "").replace("_", "").isalnum()
    return name[:length] if typable and len(name) > length + 2 else name
