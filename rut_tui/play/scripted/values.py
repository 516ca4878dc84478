"""Finding values in what a user said: codes, addresses of mail, dates, amounts, names, words.

A value is looked for in the light of the one that the plan expects: that tells its kind and its
spelling. Another value of the same kind is found just as well, and returned as what it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from pydantic import JsonValue

from rut_domains.language.concepts import SEARCHED
from rut_domains.language.money import amounts, numbers
from rut_tui.play.scripted.agent_free_text import answer_part
from rut_tui.play.scripted.agent_shapes import find_codes, looks_like_code
from rut_tui.play.scripted.agent_spoken import dates_in, hear, is_denied

Kind = Literal["code", "email", "date", "number", "flag", "choice", "text"]

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_WORD = re.compile(r"[^\W_]+(?:['.][^\W_]+)*")
_LONG_TEXT = 4
_SHORT_FORMS = {
    "st": "street",
    "str": "street",
    "rd": "road",
    "ave": "avenue",
    "av": "avenue",
    "ln": "lane",
    "sq": "square",
    "ct": "court",
    "blvd": "boulevard",
    "dr": "drive",
    "pl": "place",
    "hwy": "highway",
    "apt": "apartment",
}


class Mention(NamedTuple):
    """A value that a text names, in the spelling of the expected one, and where it starts."""

    value: JsonValue
    start: int


class Sought(NamedTuple):
    """What to look for.

    `wanted` is the expected scalar; `name` the argument's; `patterns` come from the task and the
    lexicon. `bare` tells that a number alone may stand for a code with letters.
    """

    kind: Kind
    wanted: JsonValue
    name: str
    patterns: tuple[str, ...] = ()
    bare: bool = True


def kind_of(wanted: JsonValue, schema: Mapping[str, Any]) -> Kind:
    """Return what kind of value an argument takes."""
    if choices_of(schema):
        return "choice"
    if isinstance(wanted, bool):
        return "flag"
    if isinstance(wanted, int | float):
        return "number"
    plain = str(wanted).strip()
    if _MAIL.fullmatch(plain):
        return "email"
    if _DATE.fullmatch(plain):
        return "date"
    return "code" if looks_like_code(plain) else "text"


def choices_of(schema: Mapping[str, Any]) -> tuple[JsonValue, ...]:
    """Return the values of the enumerations in the schema of one argument."""
    found: list[JsonValue] = list(schema.get("enum", ()))
    if "const" in schema:
        found.append(schema["const"])
    parts = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), schema.get("items")]
    for part in parts:
        if isinstance(part, Mapping):
            found.extend(choices_of(part))
    return tuple(each for each in found if each is not None)


@lru_cache(maxsize=8192)
def find_mentions(
    text: str, sought: Sought, *, asked: bool = False, today: date | None = None
) -> tuple[Mention, ...]:
    """Return the values of the sought kind that a text names, in order.

    Args:
        text: What the user said, as it was written.
        sought: What to look for.
        asked: Whether the text answers a question for it: then looser forms count.
        today: The world's date, for dates without a year.
    """
    heard = hear(text)
    found = [
        each
        for each in _find(heard, sought, asked=asked, today=today)
        if not is_denied(heard, each.start)
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.start))


def _find(heard: str, sought: Sought, *, asked: bool, today: date | None) -> list[Mention]:
    match sought.kind:
        case "code":
            return _codes(heard, sought, asked=asked)
        case "email":
            return _mails(heard, str(sought.wanted))
        case "date":
            # "Today" and dates without a year are said of everything; only an answer is meant so.
            near = today if asked and "birth" not in sought.name else None
            return [Mention(value, start) for value, start in dates_in(heard, near)]
        case "number":
            return _numbers(heard, sought.wanted, asked=asked)
        case "text":
            return _texts(heard, sought, asked=asked)
        case _:
            return []


def _codes(heard: str, sought: Sought, *, asked: bool) -> list[Mention]:
    wanted = str(sought.wanted)
    codes = find_codes(heard, wanted, asked=asked, bare=sought.bare or asked)
    found = [Mention(each.value, each.start) for each in codes]
    for match in _matches(sought.patterns, heard):
        if all(abs(match.start() - each.start) > len(match.group()) for each in found):
            same = squeeze(match.group()) == squeeze(wanted)
            value = wanted if same else _in_case(match.group().strip(), wanted)
            found.append(Mention(value, match.start()))
    return [
        each if squeeze(str(each.value)) != squeeze(wanted) else each._replace(value=wanted)
        for each in found
    ]


def _in_case(found: str, wanted: str) -> str:
    return found.upper() if wanted.isupper() else found


def _mails(heard: str, wanted: str) -> list[Mention]:
    found = []
    for match in _MAIL.finditer(heard):
        same = match.group().casefold() == wanted.casefold()
        found.append(Mention(wanted if same else match.group(), match.start()))
    return found


def _numbers(heard: str, wanted: JsonValue, *, asked: bool) -> list[Mention]:
    """Return numbers; only the expected one counts where none was asked for."""
    found = [each.value for each in amounts(heard)] or list(numbers(heard))
    if asked and not found and re.search(r"\bone\b|\bjust the one\b", heard, re.IGNORECASE):
        found = [1.0]
    whole = isinstance(wanted, int)
    values = [int(each) if whole and each == int(each) else each for each in found]
    kept = [each for each in values if asked or each == wanted]
    return [Mention(each, at) for at, each in enumerate(kept)]


def _texts(heard: str, sought: Sought, *, asked: bool) -> list[Mention]:
    wanted = str(sought.wanted)
    start = find_words(heard, wanted)
    found = [Mention(wanted, start)] if start >= 0 else []
    found += [
        Mention(match.group().strip(), match.start())
        for match in _matches(sought.patterns, heard)
        if squeeze(match.group()) != squeeze(wanted)
    ]
    part = answer_part(heard, sought.name, wanted, asked=asked)
    # A pattern may fit a part only of what a long text is to be ("7 Mill Lane" of an address).
    long = start < 0 and len(wanted.split()) >= _LONG_TEXT
    if part and (not found or (long and all(str(each.value) in part for each in found))):
        found = [Mention(part, max(heard.find(part), 0))]
    return found


def _matches(patterns: tuple[str, ...], heard: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for pattern in patterns:
        compiled = _compiled(pattern)
        if compiled is not None:
            found.extend(
                match for match in compiled.finditer(heard[:SEARCHED]) if match.group().strip()
            )
    return found


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """Compile a pack's pattern as it is written; a bad one finds nothing (`check` reports it)."""
    try:
        return re.compile(pattern)
    except re.error:
        return None


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return text in lower case without accents."""
    flat = unicodedata.normalize("NFKD", text).casefold()
    return "".join(each for each in flat if not unicodedata.combining(each))


def squeeze(text: str) -> str:
    """Return only the letters and digits of a text, in lower case, without accents."""
    return "".join(each for each in fold(text) if each.isalnum())


@lru_cache(maxsize=2048)
def spelt_words(text: str) -> tuple[tuple[str, int], ...]:
    """Return the words of a text in a form to compare, each with its place."""
    return tuple(
        (_SHORT_FORMS.get(word, word), match.start())
        for match in _WORD.finditer(text)
        for word in [fold(match.group()).replace("'", "").strip(".")]
    )


def find_words(text: str, wanted: str) -> int:
    """Return where a text names some words however joined ("base-layer"), or -1.

    Two words count in either order ("Roth, Anselm"); three or more also with others in between.
    """
    target = [word for word, _ in spelt_words(wanted)]
    found = spelt_words(text)
    if not target:
        return -1
    joined = "".join(target)
    for at in range(len(found)):
        run = ""
        for word, _ in found[at : at + len(target) + 3]:
            run += word
            if run == joined:
                return found[at][1]
            if not joined.startswith(run):
                break
    words = [word for word, _ in found]
    if len(target) == 2 and all(word.isalpha() for word in target):
        return _place(found, words, [target[1], target[0]], span=2)
    if len(target) >= 3 and all(word in words for word in target):
        return next(start for word, start in found if word == target[0])
    return -1


def _place(
    found: tuple[tuple[str, int], ...], words: list[str], target: list[str], *, span: int
) -> int:
    for at in range(len(words) - span + 1):
        if words[at : at + span] == target:
            return found[at][1]
    return -1
