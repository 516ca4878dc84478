"""Whether a text says a phrase: all content words of one phrase in one clause.

A phrase that starts with "=" is literal: all its words, in order, side by side.

Words agree if they share a stem or a row of synonyms, or, from five letters on, differ by one
typing error (Damerau, 1964: one letter left out, put in, replaced, or two swapped).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.lists import word_set
from rut_domains.language.vocabulary import SAME, STOP_WORDS
from rut_domains.language.words import Word, key_of, read, stem

_LEAST_FOR_TYPOS = 5
# Words that are one letter away from common phrase words without being them.
_REAL_WORDS = frozenset(
    key_of(word)
    for row in (
        *SAME,
        "older elder border odder price prize prime phrase brand grand stack stock track truck",
        "hours house horse those these there where three tree rate date data late state",
        "store score shore story sorry please place plate quite quiet trial trail plan plane",
        "charge change chance range large lunch month mouth south north could would should",
        "light right night fight eight weight height sight slight paper pager page pages",
        "cover lover never clear clean close chose loose lose models modem model",
        "access excess assess accept except expect affect effect adopt adapt",
        "postage postal postcode",
        "billing building filling selling calling falling telling",
    )
    for word in row.split()
)


class Match(NamedTuple):
    """Where a phrase was found: indexes into `read(text)`.

    `adjacent` says whether only small words ("of", "the") stand between its words: no mark, no
    "and", no "or".
    """

    phrase: str
    places: tuple[int, ...]
    adjacent: bool

    @property
    def start(self) -> int:
        """The first index."""
        return self.places[0]

    @property
    def end(self) -> int:
        """One past the last index."""
        return self.places[-1] + 1


@lru_cache(maxsize=8192)
def phrase_keys(phrase: str) -> tuple[str, ...]:
    """Return what must be found of a phrase: its content words, or all words if it has none."""
    found = read(phrase)
    keys = tuple(dict.fromkeys(word.key for word in found if word.key))
    return keys or tuple(dict.fromkeys(stem(word.text) for word in found if word.text[0].isalnum()))


@lru_cache(maxsize=8192)
def _asks_for_stop_words(phrase: str) -> bool:
    return not any(word.key for word in read(phrase))


@lru_cache(maxsize=32768)
def find_phrase(phrase: str, text: str) -> Match | None:
    """Return where a text has all content words of a phrase closest together, in any order."""
    if phrase.startswith("="):
        return _find_literal(phrase, text)
    keys = phrase_keys(phrase)
    if not keys:
        return None
    found = read(text)
    plain = _asks_for_stop_words(phrase)
    spots: list[Sequence[int]] = []
    for key in keys:
        places = _spots(key, text, plain=plain)
        if not places:
            return None
        spots.append(places)
    best: tuple[int, ...] | None = None
    for anchor in spots[0]:
        chosen = {anchor}
        for others in spots[1:]:
            chosen.add(min(others, key=lambda place: (abs(place - anchor), place)))
        if len(chosen) < len(keys):
            continue
        span = tuple(sorted(chosen))
        if best is None or span[-1] - span[0] < best[-1] - best[0]:
            best = span
    return Match(phrase, best, _are_adjacent(found, best)) if best is not None else None


def _are_adjacent(found: Sequence[Word], places: Sequence[int]) -> bool:
    between = (word for left, right in pairwise(places) for word in found[left + 1 : right])
    return all(
        not word.key and word.text[0].isalnum() and word.text not in ("and", "or")
        for word in between
    )


def _find_literal(phrase: str, text: str) -> Match | None:
    wanted = _literal_words(phrase)
    found = read(text)
    if not wanted or all(word.text != wanted[0] for word in found):
        return None
    # "Where exactly are you" says "where are you".
    kept = [
        (at, word.text)
        for at, word in enumerate(found)
        if word.text not in _FILLERS or word.text in wanted
    ]
    for start in range(len(kept) - len(wanted) + 1):
        piece = kept[start : start + len(wanted)]
        if [text for _, text in piece] == wanted:
            return Match(phrase, tuple(at for at, _ in piece), adjacent=True)
    return None


@lru_cache(maxsize=8192)
def _literal_words(phrase: str) -> list[str]:
    return [word.text for word in read(phrase[1:])]


_FILLERS = word_set("exactly actually currently just really please then presently")


def _spots(key: str, text: str, *, plain: bool) -> Sequence[int]:
    if plain:
        return [at for at, word in enumerate(read(text)) if stem(word.text) == key]
    places = _places(text)
    exact = places.get(key)
    if exact:
        return exact
    return [at for word, spots in places.items() if agree(word, key) for at in spots]


@lru_cache(maxsize=2048)
def _places(text: str) -> dict[str, list[int]]:
    """Return where each key of a text stands."""
    places: dict[str, list[int]] = {}
    for at, word in enumerate(read(text)):
        if word.key:
            places.setdefault(word.key, []).append(at)
    return places


@lru_cache(maxsize=16384)
def agree(word: str, key: str) -> bool:
    """Whether two keys are the same word, a typing error in longer words forgiven."""
    if word == key:
        return True
    if min(len(word), len(key)) < _LEAST_FOR_TYPOS - 1 or max(len(word), len(key)) < (
        _LEAST_FOR_TYPOS
    ):
        return False
    if not (word.isalpha() and key.isalpha()) or word in _REAL_WORDS or word in STOP_WORDS:
        return False
    # The first letter is seldom wrong, and "email" is not "mail".
    return word[0] == key[0] and one_slip(word, key)


def one_slip(left: str, right: str) -> bool:
    """Whether one insertion, deletion, replacement or swap of neighbours turns one into another."""
    if abs(len(left) - len(right)) > 1:
        return False
    at = 0
    while at < min(len(left), len(right)) and left[at] == right[at]:
        at += 1
    if len(left) > len(right):
        return left[at + 1 :] == right[at:]
    if len(left) < len(right):
        return left[at:] == right[at + 1 :]
    swapped = left[at : at + 2] == right[at : at + 2][::-1] and left[at + 2 :] == right[at + 2 :]
    return left[at + 1 :] == right[at + 1 :] or swapped


def says(phrases: Iterable[str], text: str) -> bool:
    """Whether one clause of a text has all content words of one of the phrases."""
    pieces = clauses(text)
    return any(
        find_phrase(phrase, clause.text) is not None for phrase in phrases for clause in pieces
    )


def saying(phrases: Iterable[str], text: str) -> tuple[Clause, ...]:
    """Return the clauses that have all content words of one of the phrases."""
    wanted = tuple(phrases)
    return tuple(
        clause
        for clause in clauses(text)
        if any(find_phrase(phrase, clause.text) is not None for phrase in wanted)
    )


def overlap(text: str, reference: str) -> float:
    """Return the share of the reference's content words that a text has, from 0 to 1."""
    wanted = set(phrase_keys(reference))
    have = {word.key for word in read(text) if word.key}
    if not wanted:
        return 0.0
    return sum(any(agree(word, key) for word in have) for key in wanted) / len(wanted)
