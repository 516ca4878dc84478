"""The table of published values: each case with its data, its value and its source."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import Field, FiniteFloat, JsonValue

from rut_domains.frozen import Frozen


class Data(Frozen):
    """Data of a case in one of its forms; `-` is a missing rating.

    ratings: a line a rater, a word a unit. table: units by the category of the first rater (rows)
    and of the second. counts: a row a unit, a column a category. sets: a list a rater.
    Y, Yhat, Yhat_unlabeled: labels of people and of a judge.
    """

    ratings: tuple[str, ...] = ()
    table: tuple[tuple[int, ...], ...] = ()
    counts: tuple[tuple[int, ...], ...] = ()
    sets: tuple[tuple[tuple[str, ...], ...], ...] = ()
    Y: tuple[FiniteFloat, ...] = ()
    Yhat: tuple[FiniteFloat, ...] = ()
    Yhat_unlabeled: tuple[FiniteFloat, ...] = ()


class Case(Frozen):
    """A published value, and how near ours must come.

    `undefined` cases have no value; those with `absent` have no data here, and it says why.
    """

    id: str
    coefficient: str
    source: str
    level: Literal["nominal", "ordinal", "interval", "ratio", "set", "neg_rmse"] = "nominal"
    data: str = ""
    numbers: JsonValue = None
    options: dict[str, JsonValue] = Field(default_factory=dict)
    value: JsonValue = None
    tolerance: FiniteFloat = 0.0
    undefined: bool = False
    standard_error: FiniteFloat | None = None
    error_tolerance: FiniteFloat = 0.0
    interval: tuple[FiniteFloat, FiniteFloat] | None = None
    interval_tolerance: FiniteFloat = 0.0
    no_interval: bool = False
    absent: str = ""


class Table(Frozen):
    """All cases, and the data that several of them share."""

    data: dict[str, Data]
    cases: tuple[Case, ...]


@cache
def load_table() -> Table:
    """Return the table of this package."""
    text = files(__package__).joinpath("cases.json").read_text(encoding="utf-8")
    return Table.model_validate_json(text)


def option(case: Case, name: str, default: Any = None) -> Any:
    """Return an option of a case."""
    return case.options.get(name, default)
