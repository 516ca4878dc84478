"""Scales as a person declares them, and the words from which one is guessed."""

from __future__ import annotations

from dataclasses import dataclass

from rut_annotations.agreement.scale import LEVELS, Level
from rut_annotations.faults import RatingsFileFault

# A range of whole numbers is filled up to so many steps.
MOST_STEPS = 100

# The second stands for what is asked about.
PAIRS = (
    ("no", "yes"),
    ("n", "y"),
    ("false", "true"),
    ("f", "t"),
    ("not_met", "met"),
    ("not met", "met"),
    ("fail", "pass"),
    ("failed", "passed"),
    ("incorrect", "correct"),
    ("wrong", "right"),
    ("reject", "accept"),
    ("disagree", "agree"),
    ("absent", "present"),
    ("negative", "positive"),
    ("bad", "good"),
    ("unfaithful", "faithful"),
    ("invalid", "valid"),
    ("unsafe", "safe"),
)
ORDERS = (
    ("strongly disagree", "disagree", "neutral", "agree", "strongly agree"),
    ("very bad", "bad", "neutral", "good", "very good"),
    ("very poor", "poor", "fair", "good", "very good", "excellent"),
    ("never", "rarely", "sometimes", "often", "always"),
    ("none", "low", "medium", "high"),
    ("none", "mild", "moderate", "severe"),
    ("very low", "low", "medium", "high", "very high"),
    ("negative", "neutral", "positive"),
    ("incorrect", "partially correct", "correct"),
)


@dataclass(frozen=True)
class Declared:
    """A scale as a person declares it, for one criterion or (None) for all others."""

    level: Level
    categories: tuple[str, ...] = ()
    criterion: str | None = None


def parse_scale(text: str) -> Declared:
    """Read a declaration: `ordinal:1..5`, `nominal:a,b,c`, `clarity=ordinal:low<mid<high`.

    Raises:
        RatingsFileFault: The level is unknown, a category stands twice, or a binary scale has not
            two categories.
    """
    before, equals, rest = text.partition("=")
    if not equals or ":" in before:
        before, rest = "", text
    level, _, listed = rest.partition(":")
    level = level.strip().casefold()
    known = next((name for name in LEVELS if name == level), None)
    if known is None:
        raise RatingsFileFault(
            f"{level!r} is no level of measurement",
            hint=f"Levels: {', '.join(LEVELS)}; such as ordinal:1..5 or clarity=nominal:a,b.",
            place="scale",
        )
    categories = _categories(listed)
    if len(set(categories)) < len(categories):
        raise RatingsFileFault("a category stands twice in the scale", place="scale")
    if known == "binary" and categories and len(categories) != 2:
        raise RatingsFileFault(
            f"a binary scale has two categories, not {len(categories)}", place="scale"
        )
    return Declared(known, categories, before.strip() or None)


def _categories(listed: str) -> tuple[str, ...]:
    low, dots, high = listed.partition("..")
    if dots:
        try:
            first, last = int(low), int(high)
        except ValueError:
            first, last = 1, 0
        if not 1 <= last - first <= MOST_STEPS:
            raise RatingsFileFault(
                f"{listed!r} is no range of whole numbers",
                hint=f"Write the lowest and the highest step, such as 1..5; at most {MOST_STEPS}.",
                place="scale",
            )
        return tuple(str(step) for step in range(first, last + 1))
    mark = "<" if "<" in listed else ","
    return tuple(part.strip() for part in listed.split(mark) if part.strip())
