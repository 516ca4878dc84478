"""Attributes that every domain has, the phrases that ask for them, and their values in text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rut_domains.language.attributes import ATTRIBUTES
from rut_domains.language.lists import WH_WORDS
from rut_domains.language.matching import Match, find_phrase
from rut_domains.language.words import Word, read
from rut_domains.lexicon import Concept


class Attribute(NamedTuple):
    """A concept ready for use.

    `unless` lists words beside which a one-word phrase means something else ("name" in "brand
    name"), `not_with` words that rule it out anywhere in the clause. `pattern` finds values in raw
    text; it is empty where they have no form of their own.
    """

    name: str
    phrases: tuple[str, ...]
    unless: frozenset[str] = frozenset()
    not_with: frozenset[str] = frozenset()
    pattern: str = ""


class Mention(NamedTuple):
    """A concept named in a clause, and by which words."""

    name: str
    match: Match


def common_attributes() -> tuple[Attribute, ...]:
    """Return the built-in attributes."""
    return _COMMON


def merge_concepts(concepts: Iterable[Concept]) -> tuple[Attribute, ...]:
    """Return the built-in attributes with a pack's concepts added; same names are joined."""
    merged = {attribute.name: attribute for attribute in _COMMON}
    for concept in concepts:
        known = merged.get(canonical_name(concept.name))
        merged[canonical_name(concept.name)] = Attribute(
            name=canonical_name(concept.name),
            phrases=tuple(dict.fromkeys([*concept.phrases, *(known.phrases if known else ())])),
            unless=known.unless if known else frozenset(),
            not_with=known.not_with if known else frozenset(),
            pattern=concept.pattern or (known.pattern if known else ""),
        )
    return tuple(merged.values())


def canonical_name(name: str) -> str:
    """Return the built-in name of a concept for a spelling of it ("Zip code" -> "postcode")."""
    plain = name.strip().lower().replace(" ", "_").replace("-", "_")
    return _OTHER_NAMES.get(plain, plain)


def mentions(text: str, attributes: Sequence[Attribute]) -> tuple[Mention, ...]:
    """Return the attributes that a clause names.

    Words taken by a longer phrase ("email address") do not count for a shorter one ("address")
    of another attribute.
    """
    found = _all_mentions(text, attributes)
    longer = [mention for mention in found if mention.match.adjacent]
    kept: list[Mention] = []
    for mention in found:
        places = set(mention.match.places)
        taken = any(
            other.name != mention.name and places < set(other.match.places) for other in longer
        )
        if not taken and all(mention.name != other.name for other in kept):
            kept.append(mention)
    return tuple(sorted(kept, key=lambda mention: mention.match.start))


def _all_mentions(text: str, attributes: Sequence[Attribute]) -> list[Mention]:
    results = [
        Mention(attribute.name, match)
        for attribute in attributes
        for match in find_matches(text, attribute)
    ]
    results.sort(key=lambda mention: -len(mention.match.places))
    return results


def find_matches(text: str, attribute: Attribute) -> list[Match]:
    """Return where the phrases of one attribute stand in a clause, one match a phrase."""
    found = read(text)
    results: list[Match] = []
    for phrase in attribute.phrases:
        match = find_phrase(phrase, text)
        if match is None or _is_far(match):
            continue
        carrying = [place for place in match.places if found[place].text not in WH_WORDS]
        if len(carrying) <= 1 and _means_other(found, carrying[-1:] or match.places, attribute):
            continue
        results.append(match)
    return results


_FARTHEST = 9


def _is_far(match: Match) -> bool:
    return match.end - match.start > _FARTHEST


def _means_other(found: Sequence[Word], places: Sequence[int], attribute: Attribute) -> bool:
    at = places[0]
    nearby = (found[near].text for near in (at - 1, at + 1) if 0 <= near < len(found))
    return any(word in attribute.unless for word in nearby) or any(
        word.text in attribute.not_with for word in found
    )


# How much of a message a pack's pattern is tried on: its running time must stay bounded.
SEARCHED = 2000


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    try:
        return re.compile(pattern, re.IGNORECASE)
    except re.error:
        return None


def find_values(text: str, attribute: Attribute) -> tuple[str, ...]:
    """Return the values of an attribute in raw text, in order, without repeats.

    A bad pattern of a pack finds nothing; the pack's check reports it.
    """
    compiled = _compiled(attribute.pattern) if attribute.pattern else None
    if compiled is None:
        return ()
    return tuple(
        dict.fromkeys(match.group().strip() for match in compiled.finditer(text[:SEARCHED]))
    )


_COMMON: tuple[Attribute, ...] = tuple(
    Attribute(
        row.name,
        row.phrases,
        frozenset(row.unless.split()),
        frozenset(row.not_with.split()),
        row.pattern,
    )
    for row in ATTRIBUTES
)
_OTHER_NAMES: dict[str, str] = {
    other: row.name for row in ATTRIBUTES for other in row.other_names.split()
}
