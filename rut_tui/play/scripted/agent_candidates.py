"""What tool results offer for a blank: ids together with the words that describe them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from rut_domains.language.words import content
from rut_tui.play.scripted.agent_memory import Outcome
from rut_tui.play.scripted.agent_shapes import fits
from rut_tui.play.scripted.plan import Blank
from rut_tui.play.scripted.values import squeeze

_MONTHS = "january february march april may june july august september october november december"
_ISO_DAY = re.compile(r"\d{4}-(\d{2})-(\d{2})")
# "mk-4127" names a thing as a whole, in `codes`; it is no word that describes it.
_CODE_WORD = re.compile(r"[a-z].*\d{2}|\d{2}.*[a-z]|\d{4}")
_STATE_FIELD = re.compile(r"(?:^|_)(?:status|state|stage|phase)$")
_ID_FIELD = re.compile(r"(?:^|_)(?:id|number|no)$")
_PRICE = re.compile(r"(?:^|_)(?:price|total|amount|cost|fee|value)s?$")
_NAMED = ("name", "title", "label", "product", "product_name", "description", "kind", "type")
_LONGEST_LABEL = 60
_DEEPEST = 12
_LONGEST_TRAIT = 30
_MOST_TRAITS = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value from a result.

    `own` are the words of the object that it stands in, `around` those of the objects around it,
    `codes` the numbers by which people name the object (a phone number, the end of a card).
    `group` tells the list or table that it is part of; `traits` are plain fields of the object, to
    tell two things of the same name apart. `states` are the words of `own` that only tell in which
    state it is ("paid").
    """

    value: JsonValue
    own: frozenset[str]
    around: frozenset[str]
    codes: frozenset[str]
    group: str
    label: str
    price: float | None = None
    day: str = ""
    traits: tuple[tuple[str, str], ...] = ()
    states: frozenset[str] = frozenset()


def singular(name: str) -> str:
    """Return the name of one of several: "variant_ids" gives "variant_id"."""
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "address")) else name


def returned_scalars(outcomes: Sequence[Outcome]) -> Iterator[JsonValue]:
    """Yield every scalar and key that the calls returned."""
    for outcome in outcomes:
        yield from scalars(outcome.content)


def scalars(value: JsonValue, depth: int = 0) -> Iterator[JsonValue]:
    """Yield every scalar and key within a value."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from scalars(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from scalars(each, depth + 1)
    elif value is not None:
        yield value


def collect(outcomes: Sequence[Outcome], blank: Blank) -> tuple[Candidate, ...]:
    """Return what the successful calls offer for a blank, each value once, in order."""
    good = [outcome for outcome in outcomes if not outcome.error]
    names = {blank.name, singular(blank.name)}
    for outcome in good:
        if blank.kind in ("code", "text", "email"):
            names.update(_names_of(outcome.content, blank.wanted_each))
    found: dict[str, Candidate] = {}
    for at, outcome in enumerate(good):
        for each in _Collector(blank, names).walk(outcome.content, frozenset(), f"{at}"):
            key = repr(each.value)
            known = found.get(key)
            found[key] = each if known is None else _join(known, each)
    return tuple(found.values())


def _join(one: Candidate, other: Candidate) -> Candidate:
    """Return what is known about a value that occurs twice."""
    return Candidate(
        value=one.value,
        own=one.own | other.own,
        around=one.around | other.around,
        codes=one.codes | other.codes,
        group=one.group,
        label=max(one.label, other.label, key=len),
        price=one.price if one.price is not None else other.price,
        day=one.day or other.day,
        traits=one.traits or other.traits,
        states=one.states | other.states,
    )


def _names_of(value: JsonValue, wanted: Sequence[JsonValue], depth: int = 0) -> Iterator[str]:
    """Yield the field names under which a wanted value occurs."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            if any(each == one and type(each) is type(one) for one in wanted):
                yield key
            yield from _names_of(each, wanted, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _names_of(each, wanted, depth + 1)


class _Collector:
    """Walks through a result and picks out what is on offer for a blank."""

    def __init__(self, blank: Blank, names: set[str]) -> None:
        self._blank = blank
        self._names = names

    def walk(
        self, value: JsonValue, around: frozenset[str], group: str, depth: int = 0
    ) -> Iterator[Candidate]:
        """Yield the candidates within a value.

        Args:
            value: A part of a result.
            around: The words of the objects around it.
            group: The list or table that it is part of.
            depth: How deep it lies.
        """
        if depth > _DEEPEST:
            return
        if isinstance(value, list):
            for each in value:
                yield from self.walk(each, around, group, depth + 1)
        elif isinstance(value, dict):
            shallow = around | _shallow_words(value)
            table = len(value) > 1 and all(isinstance(each, dict) for each in value.values())
            for key, each in value.items():
                yield from self._field(value, key, around, group)
                inside = f"{group}/" if table else f"{group}/{key}"
                if _is_table_key(key, each, self._blank):
                    inside = f"{group}/"
                    yield _candidate(key, each, shallow, inside)
                yield from self.walk(each, shallow, inside, depth + 1)

    def _field(
        self, fields: dict[str, JsonValue], key: str, around: frozenset[str], group: str
    ) -> Iterator[Candidate]:
        value = fields[key]
        if _offers(key, value, self._blank, self._names):
            yield _candidate(value, _described_by(fields, key), around, group)
        elif isinstance(value, list):
            shallow = around | _shallow_words(fields)
            for each in value:
                if _offers(key, each, self._blank, self._names):
                    yield _candidate(each, each, shallow, f"{group}/{key}")


def _described_by(fields: dict[str, JsonValue], key: str) -> dict[str, JsonValue]:
    """Return the fields that describe the value under a key.

    An object's own id comes first in it and is described by all that it holds; other ids in it,
    like the product of an order line, by its name alone; what is no id, like a postcode, by
    nothing.
    """
    if key == next(iter(fields), None):
        return fields
    named = _NAMED if _ID_FIELD.search(key) else ()
    return {name: each for name, each in fields.items() if name in named}


def _offers(key: str, value: JsonValue, blank: Blank, names: set[str]) -> bool:
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return False
    expected = blank.wanted_each[0]
    if blank.kind == "code":
        return isinstance(value, str) and (
            fits(value, str(expected)) or (key in names and isinstance(expected, str))
        )
    if blank.kind in ("text", "email", "date"):
        return isinstance(value, str) and key in names
    return isinstance(value, int | float) and key in names and not isinstance(expected, str)


def _is_table_key(key: str, value: JsonValue, blank: Blank) -> bool:
    return (
        blank.kind == "code"
        and isinstance(value, dict)
        and any(map(str.isdigit, key))
        and fits(key, str(blank.wanted_each[0]))
    )


def _candidate(
    value: JsonValue, within: JsonValue, around: frozenset[str], group: str
) -> Candidate:
    deep = [each for each in _values(within) if each != value]
    own = frozenset(word for each in deep for word in words_of(each)) | (
        frozenset(words_of(value)) if within is value else frozenset()
    )
    numbers = frozenset(
        code for each in deep if isinstance(each, str) for code in [_code(each)] if code
    )
    fields = within if isinstance(within, dict) else {}
    return Candidate(
        value=value,
        own=own,
        around=around - own,
        codes=numbers,
        group=group,
        label=label_of(fields) or str(value),
        price=_price(fields),
        day=next((each for each in deep if isinstance(each, str) and _ISO_DAY.match(each)), ""),
        traits=_traits(fields),
        states=frozenset(
            word
            for key, each in fields.items()
            if _STATE_FIELD.search(key) and not isinstance(each, dict | list)
            for word in words_of(each)
        ),
    )


def _traits(fields: Mapping[str, JsonValue]) -> tuple[tuple[str, str], ...]:
    """Return the short plain fields of an object, ids left out."""
    return tuple(
        (key, f"{value:.2f}" if isinstance(value, float) else str(value))
        for key, value in fields.items()
        if isinstance(value, str | int | float)
        and not isinstance(value, bool)
        and not _ID_FIELD.search(key)
        and 0 < len(str(value)) <= _LONGEST_TRAIT
    )


def name_apart(candidates: Sequence[Candidate]) -> dict[str, str]:
    """Return a name for each candidate, by `repr` of its value: its label, and what tells it apart
    from others of the same label.
    """
    named: dict[str, str] = {}
    for one in candidates:
        twins = [each for each in candidates if each.label == one.label and each is not one]
        traits = [
            value
            for key, value in one.traits
            if value not in one.label and any(dict(each.traits).get(key) != value for each in twins)
        ]
        named[repr(one.value)] = ", ".join(
            [one.label, *traits[:_MOST_TRAITS]] if twins else [one.label]
        )
    return named


def _values(value: JsonValue, depth: int = 0) -> Iterator[JsonValue]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for each in value.values():
            yield from _values(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            yield from _values(each, depth + 1)
    elif value is not None and not isinstance(value, bool):
        yield value


def _shallow_words(fields: Mapping[str, JsonValue]) -> frozenset[str]:
    plain = (each for each in fields.values() if isinstance(each, str) and len(each) < 80)
    return frozenset(word for each in plain for word in words_of(each))


def words_of(value: Any) -> tuple[str, ...]:
    """Return the words by which people may name a value."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, int | float):
        return (f"{value:g}",)
    return _words_of_text(str(value)[:300])


@lru_cache(maxsize=8192)
def _words_of_text(text: str) -> tuple[str, ...]:
    day = _ISO_DAY.match(text)
    if day and 1 <= int(day[1]) <= 12:
        return (*content(_MONTHS.split()[int(day[1]) - 1]), str(int(day[2])))
    found = content(text.replace("_", " "))
    return tuple(word for word in found if not _CODE_WORD.search(word))


def _code(text: str) -> str:
    plain = squeeze(text)
    return plain if len(plain) >= 4 and sum(map(str.isdigit, plain)) >= 3 else ""


def _price(fields: Mapping[str, JsonValue]) -> float | None:
    for key, value in fields.items():
        if _PRICE.search(key) and isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return None


def label_of(fields: Mapping[str, JsonValue]) -> str:
    """Return a short name for an object of a result, from its naming fields and options."""
    names = (str(fields[key]) for key in _NAMED if isinstance(fields.get(key), str))
    name = next((each for each in names if not _code(each)), "")
    options = fields.get("options")
    parts = [str(each) for each in options.values()] if isinstance(options, dict) else []
    brand = fields.get("brand")
    named = [str(brand)] if isinstance(brand, str) else [name.replace("_", " ")] if name else []
    label = ", ".join([*named, *parts])
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"
