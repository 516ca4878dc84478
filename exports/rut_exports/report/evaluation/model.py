"""An evaluation sheet as values."""

from __future__ import annotations

from typing import Final

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen

FORMAT: Final = "rut-evaluation-sheet/1"


class Reference(Frozen):
    """A published form whose questions the entries name, and where it was read."""

    name: str
    citation: str
    read_from: str
    use: str


class HedsField(Frozen):
    """A question of HEDS 3.0: its number, the name of its field, and the option that fits."""

    number: str
    field: str
    option: int | None = None


class Entry(Frozen):
    """One thing that is asked. A `value` of null is a blank; `to_fill` then says of what.

    `heds` is the question of HEDS 3.0 that asks the same, `grras` are the items of GRRAS.
    """

    id: str
    question: str
    value: JsonValue
    to_fill: str = ""
    heds: HedsField | None = None
    grras: tuple[int, ...] = ()


class CriterionEntries(Frozen):
    """What is asked about one criterion."""

    criterion: str
    entries: tuple[Entry, ...]


class Study(Frozen):
    """What is asked about the judgements under one rubric."""

    rubric_id: str
    rubric_version: str
    rubric_hash: str
    entries: tuple[Entry, ...]
    criteria: tuple[CriterionEntries, ...]


class Sheet(Frozen):
    """A sheet of our own. It is no HEDS form and no GRRAS table; `references` says how to get one.

    `blanks` counts the values that are null.
    """

    format: str = FORMAT
    note: str
    references: tuple[Reference, ...]
    program: str
    made_at: str
    bundle_hash: str
    blanks: int = Field(ge=0)
    studies: tuple[Study, ...]
