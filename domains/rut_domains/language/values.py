"""Values and phrases in free text: whole words, without regard to case, accents and joints."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# An address of mail is one word: the name in it has not been told.
# So it is where its end is left out or lost ("dot@...").
_TOKEN = re.compile(r"[\w.+-]+@(?:[\w-]+(?:\.[\w-]+)*)?|[^\W_]+")
# "I'm" does not name the size M.
_ENDING = re.compile(r"(?<=[^\W\d_])['’][sm]\b")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_SMALL_WORDS = (
    "a an and any are as at be by can could do does for from have i in is it let like may me my "
    "need of on or our please so tell that the their them there this to us was we what which will "
    "with would you your"
)
_SMALL = frozenset(_SMALL_WORDS.split())


@lru_cache(maxsize=512)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text, folded to plain lower case."""
    flat = unicodedata.normalize("NFKD", text).casefold()
    plain = "".join(each for each in flat if not unicodedata.combining(each))
    return tuple(_TOKEN.findall(_ENDING.sub("", plain)))


def holds_value(text: str, value: object) -> bool:
    """Tell whether a text names a value.

    "MK-4127", "mk 4127" and "MK4127" are one value; 4.5 is found in "4.50"; a list is named when
    each of its elements is. True, false and null have no words of their own: never.
    """
    if value is None or isinstance(value, bool):
        return False
    if isinstance(value, list):
        return bool(value) and all(holds_value(text, each) for each in value)
    if isinstance(value, int | float):
        found = (float(number.replace(",", ".")) for number in _NUMBER.findall(text))
        return any(number == float(value) for number in found)
    return _joined(tokens(text), "".join(tokens(str(value))))


def says_phrase(text: str, phrase: str) -> bool:
    """Tell whether a text holds all content words of a phrase.

    A phrase that begins with "=" must stand there word for word.
    """
    if phrase.startswith("="):
        return f" {' '.join(tokens(phrase))} " in f" {' '.join(tokens(text))} "
    content = content_words(phrase)
    return bool(content) and content <= _stems(text)


@lru_cache(maxsize=4096)
def content_words(phrase: str) -> frozenset[str]:
    """Return the words of a phrase that carry its meaning, without plural endings."""
    return frozenset(_stem(token) for token in tokens(phrase) if token not in _SMALL)


@lru_cache(maxsize=512)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_stem, tokens(text)))


def _joined(found: tuple[str, ...], wanted: str) -> bool:
    # Whole words only, however they are joined: "7" is not in "17".
    for start in range(len(found)):
        run = ""
        for token in found[start:]:
            run += token
            if run == wanted:
                return bool(wanted)
            if not wanted.startswith(run):
                break
    return False


def _stem(token: str) -> str:
    return token[:-1] if len(token) > 3 and token.endswith("s") else token
