"""How the values of a criterion are compared: the level of measurement and the categories."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Literal, get_args

Level = Literal["binary", "nominal", "ordinal", "interval", "ratio", "set"]
LEVELS: tuple[Level, ...] = get_args(Level)
NUMERIC: tuple[Level, ...] = ("interval", "ratio")


@dataclass(frozen=True)
class Scale:
    """The scale of one criterion.

    `categories` is in the order of the scale and holds the declared ones that nobody chose, too:
    coefficients that count categories need them. Of an interval or ratio scale without declared
    steps it is the values that occur; of a set scale each category is a JSON list of members.
    `declared` is false where a reader guessed the scale, and `why` says from what.
    """

    level: Level
    categories: tuple[str, ...]
    declared: bool = True
    why: str = ""

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The categories as finite numbers, or None where one of them is none."""
        try:
            found = tuple(float(category) for category in self.categories)
        except ValueError:
            return None
        return found if all(map(math.isfinite, found)) else None

    @property
    def sets(self) -> tuple[frozenset[str], ...]:
        """The categories of a scale of sets as sets."""
        return tuple(frozenset(map(str, json.loads(category))) for category in self.categories)


def set_label(members: frozenset[str] | tuple[str, ...] | list[str]) -> str:
    """Return the category of a set: a JSON list of its members, sorted."""
    return json.dumps(sorted(set(members)), ensure_ascii=False)
