"""Sentences and clauses.

A clause is the smallest piece with a predicate of its own. Lists ("your name, email and phone")
stay in one clause; "and" and commas split only where a new clause starts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rut_domains.language.lists import (
    AUXILIARIES,
    IMPERATIVES,
    OPENERS,
    PRONOUN_SUBJECTS,
    SUBORDINATORS,
    WH_WORDS,
    word_set,
)
from rut_domains.language.words import normalise, words

_BULLET = re.compile(r"^\s*(?:[-*•–·▪>]+|\(?\d{1,2}[.)]|\(?[a-h]\))\s+(?=\S)")
_INLINE_NUMBER = re.compile(r"(?:^|\s)\(?[1-9]\)\s+|(?:^|(?<=[:?;,.]\s)|(?<=[:?;,.]))\s*[1-9]\.\s+")
_ABBREVIATIONS = ("mr", "mrs", "ms", "dr", "prof", "st", "e.g", "i.e", "etc", "vs")
_NOT_AFTER = "".join(rf"(?<!\b{re.escape(short)})" for short in _ABBREVIATIONS)
# "Order no. MK-1" and "your order no. please" go on after the dot; "The answer is no. Why?" ends.
_END = re.compile(
    rf"{_NOT_AFTER}(?:(?<!\bno)(?<!\bnr)|(?!\.\s*(?:[^\W\d_]{{0,4}}-?\d|(?-i:[a-z]))))\.+(?=[\"')\]]*(?:\s|$))|[?!]+|;|…",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"(?P<comma>,(?!\d))|(?P<dash>\s[-–—]{1,2}\s|—)|(?P<bracket>[()\[\]])|(?P<colon>:(?=\s|$))"
    r"|(?P<word>\b(?:and|but|or|so|then|because|since|as soon as|if|once|after|before|when|while|"
    r"until|unless|whether|although|though|however|whereas|plus)\b|(?<=\w )\+(?= ?[^\W\d_]))",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"[\s,]+(?:and|or|plus|\+)$", re.IGNORECASE)
_EDGES = " ,:-–—()[]"
_ALWAYS = word_set("because if once until unless although though whereas before")
_KEEPS_WORD = SUBORDINATORS | frozenset(["but", "so", "then"])


class Clause(NamedTuple):
    """A piece of a message.

    `question` is true when its sentence ends with a question mark or it has the word order of a
    question ("when were you born"); `lead` is the subordinator it
    starts with ("if", "once", ...), or empty; `under` is true for an item of a list that the
    line before announced with a colon or that follows as a bullet.
    """

    text: str
    question: bool
    lead: str = ""
    sentence: int = 0
    under: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The clause's tokens without marks."""
        return words(self.text)


class Sentence(NamedTuple):
    """A sentence; `question` as in Clause, `item` for bullets and numbered items."""

    text: str
    question: bool
    item: bool = False


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[Sentence, ...]:
    """Split a message into sentences, its bullets and numbered items each being one."""
    found: list[Sentence] = []
    for line in text.splitlines():
        body = _BULLET.sub("", line, count=1)
        for piece, numbered in _numbered(body):
            found.extend(_split_line(piece, item=numbered or body != line))
    return tuple(found)


def _numbered(line: str) -> list[tuple[str, bool]]:
    """Split a line at "1) ... 2) ..." if it holds at least two such marks."""
    marks = list(_INLINE_NUMBER.finditer(line))
    if len(marks) < 2:
        return [(line, False)]
    bounds = [mark.end() for mark in marks]
    stops = [mark.start() for mark in marks[1:]] + [len(line)]
    pieces = [(line[: marks[0].start()], False)]
    pieces += [(line[start:stop], True) for start, stop in zip(bounds, stops, strict=True)]
    return [piece for piece in pieces if piece[0].strip()]


def _split_line(line: str, *, item: bool) -> list[Sentence]:
    found: list[Sentence] = []
    start = 0
    for mark in _END.finditer(line):
        _append(found, line[start : mark.start()], question="?" in mark.group(), item=item)
        start = mark.end()
    _append(found, line[start:], question=False, item=item)
    return found


def _append(found: list[Sentence], text: str, *, question: bool, item: bool) -> None:
    piece = text.strip(" \t\"'")
    if any(character.isalnum() for character in piece):
        found.append(Sentence(piece, question or is_inverted(piece), item))


@lru_cache(maxsize=4096)
def is_inverted(text: str) -> bool:
    """Whether a text has the word order of a question, whatever mark it ends with.

    "Could you add your postcode" and "whose account is it" have; "have a look", "what I can do is
    the exchange" and "should you need more" have not.
    """
    found = list(words(text))
    while found and found[0] in _BEFORE_QUESTION:
        del found[0]
    if found[:1] and found[0] in WH_WORDS:
        return _asks_openly(found)
    return len(found) > 2 and any(
        found[0] in verbs and found[1] in subjects for verbs, subjects in _VERB_FIRST
    )


def _asks_openly(found: list[str]) -> bool:
    if len(found) < 3 or found[1] in PRONOUN_SUBJECTS:
        return False
    if found[0] in ("what", "who") and found[1] in _HAPPENS:
        return True
    if found[0] != "which" and found[1] in AUXILIARIES and found[2] not in _NO_SUBJECT:
        return True
    if found[0] == "which" and found[2] in _IS_DOES and found[1] not in _NOT_NAMED:
        return True
    for at, word in enumerate(found[1:5], start=1):
        if word in AUXILIARIES:
            return found[at + 1 : at + 2] != [] and found[at + 1] in _SUBJECTS
    return False


_PEOPLE = word_set("you i we they u")
_SUBJECTS = PRONOUN_SUBJECTS | word_set("your my our the u ur these those any")
_IS_DOES = word_set("is are was were did does do should shall has have")
_NOT_NAMED = AUXILIARIES | word_set("means makes the your our a an one")
_HAPPENS = word_set("happens happened comes shows appears says uses went goes broke")
_NO_SUBJECT = word_set("more not")
_BEFORE_QUESTION = OPENERS | word_set("hi hello hey right cool cheers sir madam")
# Verbs that orders or conditions begin with too take fewer subjects.
_VERB_FIRST: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (word_set("am is are was were does did has"), _SUBJECTS | word_set("a an roaming wifi data")),
    (word_set("can could would will"), _SUBJECTS | word_set("a an")),
    (word_set("do have"), _PEOPLE),
    (word_set("shall should may might must"), word_set("i we")),
)


@lru_cache(maxsize=2048)
def clauses(text: str) -> tuple[Clause, ...]:
    """Split a message into clauses, in order."""
    found: list[Clause] = []
    under = False
    for number, sentence in enumerate(sentences(text)):
        under = sentence.item or (under and not _has_predicate(words(sentence.text)))
        for piece in _pieces(sentence.text):
            lead = _lead(piece)
            asking = sentence.question or is_inverted(piece)
            found.append(Clause(piece, asking, lead, number, under))
        under = under or sentence.text.rstrip().endswith(":")
    return tuple(found)


def _pieces(sentence: str) -> list[str]:
    """Cut a sentence where a new clause starts."""
    cuts = [0]
    for mark in _CUT.finditer(sentence):
        if _starts_clause(mark, sentence, cuts[-1]):
            keep = mark.lastgroup == "word" and mark.group().lower() in _KEEPS_WORD
            cuts.append(mark.start() if keep else mark.end())
    bounds = zip(cuts, [*cuts[1:], len(sentence)], strict=True)
    pieces = [_DANGLING.sub("", sentence[start:stop].strip(_EDGES)) for start, stop in bounds]
    kept = [piece for piece in pieces if words(piece) not in ((), ("and",), ("or",), ("but",))]
    return kept or [sentence]


def _starts_clause(mark: re.Match[str], sentence: str, start: int) -> bool:
    before, after = words(sentence[start : mark.start()]), words(sentence[mark.end() :])
    if not after or not before:
        return False
    kind, word = mark.lastgroup, mark.group().lower()
    if kind in ("dash", "bracket"):
        return True
    if kind == "colon":
        return _has_predicate(after) or _has_predicate(before)
    if word in _ALWAYS:
        return _has_predicate(after)
    if kind == "word" and _continues_predicate(before, after):
        return False
    if kind == "word" and _asks_on(after):
        return True
    return _opens_clause(after) and (kind == "comma" or _has_predicate(before) or word == "but")


def _asks_on(found: tuple[str, ...]) -> bool:
    """Whether words go on with a question: "the number and why you want it"."""
    return len(found) > 2 and found[0] in WH_WORDS and found[1] in PRONOUN_SUBJECTS | AUXILIARIES


def _opens_clause(found: tuple[str, ...]) -> bool:
    """Whether words start like a clause, small words before it left out."""
    at = 0
    while at < len(found) and found[at] in OPENERS:
        at += 1
    rest = found[at:]
    if not rest:
        return at > 0
    if rest[0] in PRONOUN_SUBJECTS | WH_WORDS | AUXILIARIES | IMPERATIVES | SUBORDINATORS:
        return True
    # "and the refund is on its way" has a subject and a verb; "the colour you want" has none.
    for word in rest[1:6]:
        if word in AUXILIARIES:
            return True
        if word in PRONOUN_SUBJECTS:
            return False
    return False


def _continues_predicate(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """Whether the second half has the subject of the first: "I would cancel it and send ..."."""
    subject = next((word for word in before if word not in OPENERS), "")
    verb = next((word for word in after if word not in OPENERS), "")
    return subject in ("i", "we") and verb in IMPERATIVES and "please" not in after


def _has_predicate(found: tuple[str, ...]) -> bool:
    return any(word in AUXILIARIES or word in IMPERATIVES for word in found) or (
        len(found) > 1 and found[0] in PRONOUN_SUBJECTS
    )


def _lead(piece: str) -> str:
    first = normalise(piece).split(maxsplit=3)[:3]
    if first[:3] == ["as", "soon", "as"]:
        return "as soon as"
    for word in first[:2]:
        if word.strip(",") in SUBORDINATORS:
            return word.strip(",")
    return ""
