"""What a person may say about a file of ratings instead of leaving it to the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rut_annotations.ratings_files.declared import Declared

Shape = Literal[
    "long", "wide", "criteria", "triples", "rut", "label-studio", "argilla", "prodigy", "inspect"
]
SHAPES: dict[Shape, str] = {
    "long": "one rating a row",
    "wide": "one unit a row and one rater a column",
    "criteria": "one unit and rater a row and one criterion a column",
    "triples": "coder, item and label a row, without a header",
    "rut": "the judgements of a report of rut",
    "label-studio": "tasks of Label Studio",
    "argilla": "records of Argilla",
    "prodigy": "examples of Prodigy",
    "inspect": "an evaluation log of Inspect",
}


@dataclass(frozen=True)
class Options:
    """What is known about a file. What is left out is found out and reported.

    A column is a name of the header, its number from 1 where there is no header, or several of
    them joined by "+", which together name one thing. `cluster` may be "none": every unit stands
    for itself. Tokens of `missing` and its kin are compared as they are written; `labels` names
    tokens that are answers although they look like a status. `roles` gives raters their role.
    """

    shape: Shape | None = None
    encoding: str | None = None
    delimiter: str | None = None
    decimal: Literal[".", ","] | None = None
    header: bool | None = None
    unit: str | None = None
    rater: str | None = None
    criterion: str | None = None
    value: str | None = None
    cluster: str | None = None
    role: str | None = None
    passes: str | None = None
    raters: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    scales: tuple[Declared, ...] = ()
    missing: tuple[str, ...] = ()
    not_applicable: tuple[str, ...] = ()
    cannot_tell: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
