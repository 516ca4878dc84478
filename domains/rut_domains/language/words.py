"""Text in a normal form: tokens, stems and content words.

The stemmer is light: it takes off plurals, -ed and -ing, so that "exchanged", "exchanging" and
"exchange" agree; it does not aim at real word stems (Lovins, 1968, first named the trade-off).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rut_domains.language.lists import FINISHED, word_set
from rut_domains.language.vocabulary import (
    CONTRACTIONS,
    ENDINGS,
    INVARIABLE,
    IRREGULAR,
    NUMERALS,
    RUNS,
    SAME,
    SPLIT,
    STOP_WORDS,
    VERB_AFTER,
)

_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "…": "..."})
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")
# "The voucher's been added", "your exchange's booked": 's is a verb here, not an owner's mark.
_HAS_BEEN = re.compile(r"\b(\w+)'s (?=(?:now |just |all |already )?(?:been|got|gone)\b)")
_IS_DONE = re.compile(
    r"\b(\w+)'s (?=(?:now |just |all |already )*(?:"
    + "|".join(sorted(FINISHED))
    + r"|o(?:n|ff)\b(?! *\w)|now|all|on its|on the|off|in place|going|coming|not)\b)"
)
_HASH = re.compile(r"#(?!\w)|\bno\.(?=\s*(?:\d|\w+-\d))")
# "Postcode n name", "the e-mail as well as the reason".
_AND = re.compile(r"(?<=[^\W\d_]) (?:n|'n'?|as well as) (?=[^\W\d_]{2})")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_TOKEN = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address of electronic mail
    r"|\d+(?:[.,:/-]\d+)+"  # 12.50, 1,200, 2025-03-04
    r"|[^\W_]*\d[^\W_]*(?:-[^\W_]+)+|[^\W\d_]+-\d[^\W_]*(?:-[^\W_]+)*"  # W-1023, 4G-x
    r"|[^\W_]+"
    r"|[,;:/()&–—]|(?<!\S)--?(?!\S)"
)
_DECIMAL = re.compile(r"\d+\.\d+")
_VOWEL = re.compile("[aeiouy]")
_DOUBLE = re.compile(r"([bdgkmnprtv])\1$")


class Word(NamedTuple):
    """A token in its place. `key` is what it is compared by; empty for stop words and marks."""

    text: str
    key: str


def normalise(text: str) -> str:
    """Return text in lower case with plain quotes, contractions written out, no emphasis marks.

    Line breaks stay; other runs of white space become one space.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    plain = _EMPHASIS.sub("", _INVISIBLE.sub("", plain)).lower()
    plain = _IS_DONE.sub(r"\1 is ", _HAS_BEEN.sub(r"\1 has ", plain))
    plain = _HASH.sub(" number ", plain)
    plain = re.sub(r"(?<=\w) ?\+ ?(?=[^\W\d_])", " and ", plain)
    plain = re.sub(r"[^\S\n]+", " ", plain)
    plain = _AND.sub(" and ", plain)
    return _WORD.sub(_expand, plain).strip()


def _expand(match: re.Match[str]) -> str:
    word = match.group()
    if word in CONTRACTIONS:
        return CONTRACTIONS[word]
    for ending, full in ENDINGS:
        if word.endswith(ending):
            return word.removesuffix(ending) + full
    if word.endswith("'s"):
        owner = word.removesuffix("'s")
        return f"{owner} is" if owner in VERB_AFTER else owner
    return word.replace("'", "")


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text in lower case: words, numbers, ids, addresses and marks."""
    return tuple(_TOKEN.findall(normalise(text)))


def words(text: str) -> tuple[str, ...]:
    """Return the tokens that are no punctuation marks."""
    return tuple(token for token in tokens(text) if token[0].isalnum())


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the part of a lower-case word that its inflected forms share."""
    if word in INVARIABLE or not word.isalpha():
        return word
    if word in IRREGULAR:
        return _without_e(IRREGULAR[word])
    base = _without_plural(word)
    if base in IRREGULAR:
        return _without_e(IRREGULAR[base])
    return base if base in INVARIABLE else _without_e(_without_tense(base))


def _without_plural(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word[:-1] if len(word) > 5 else word
    for ending, least in (("ing", 6), ("ed", 5)):
        base = word.removesuffix(ending)
        if base != word and len(word) >= least and _VOWEL.search(base):
            return _DOUBLE.sub(r"\1", base) if len(base) > 3 else base
    return word


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


_SAME_AS: dict[str, str] = {
    stem(member): stem(row.split()[0]) for row in SAME for member in row.split()
}
_RUNS: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
for _run, _one in RUNS:
    _RUNS.setdefault(_run.split()[0], []).append((tuple(_run.split()), tuple(_one.split())))


def key_of(word: str) -> str:
    """Return what a lower-case word is compared by: the stem of the first of its synonyms."""
    if word in NUMERALS and word != "one":
        return str(NUMERALS[word])
    if _DECIMAL.fullmatch(word):
        return word.rstrip("0").rstrip(".")
    found = stem(word)
    return _SAME_AS.get(found, found)


@lru_cache(maxsize=4096)
def read(text: str) -> tuple[Word, ...]:
    """Return the words and marks of a text in order, runs of words with one meaning joined."""
    joined = _join_particles(_join_runs(_split_words(tokens(text))))
    return tuple(Word(token, _key_in_place(joined, at)) for at, token in enumerate(joined))


def content(text: str) -> tuple[str, ...]:
    """Return the keys of the content words of a text, in order."""
    return tuple(word.key for word in read(text) if word.key)


def _key_in_place(joined: list[str], at: int) -> str:
    token = joined[at]
    if not token[0].isalnum():
        return ""
    if token == "on":
        # "Is roaming on?" says something, "on your phone" does not.
        last = at + 1 == len(joined) or not joined[at + 1][0].isalnum()
        return "on" if last and at > 0 else ""
    if token == "when" and joined[at + 1 : at + 2] and joined[at + 1] in _SUBJECTS:
        # "when you ordered" does not ask when.
        return ""
    if token == "for" and at + 1 == len(joined) and "what" in joined[:at]:
        return key_of("why")
    if token == "mobile" and joined[at + 1 : at + 2] and joined[at + 1] in _MOBILE_THINGS:
        return token
    if token == "charge" and at > 0 and joined[at - 1] in _NOUN_AHEAD:
        return "fee"
    return "" if token in STOP_WORDS or token == "one" or token == "ones" else key_of(token)


_SUBJECTS = word_set("you it we i they he she this that")
# "mobile" means the phone, but not in "mobile data".
_MOBILE_THINGS = word_set("data network networks internet connection signal plan broadband hotspot")
_NOUN_AHEAD = word_set("a an the any no extra additional small service delivery shipping")
_SWITCHING = word_set(
    "turn turns turned turning switch switches switched switching toggle toggled toggling "
    "put flip flipped flick set setting power powered powering"
)
_SWITCHED = {"on": "enable", "off": "disable"}
_HAS_NUMBER = word_set(
    "order phone account item reference contact tracking serial model customer invoice"
)
_STATES = word_set(
    "is are was were be been stays stay has have had i we it go goes come carry move"
)
_AFTER_NO = word_set("and or please is for of")
_DETERMINERS = word_set("your the a an my this that our its each any")


def _split_words(found: tuple[str, ...]) -> list[str]:
    spelt = [part for token in found for part in SPLIT.get(token, token).split()]
    return ["number" if _is_numbered(spelt, at) else token for at, token in enumerate(spelt)]


def _join_runs(found: list[str]) -> list[str]:
    joined: list[str] = []
    at = 0
    while at < len(found):
        for run, one in _RUNS.get(found[at], ()):
            if tuple(found[at : at + len(run)]) == run:
                joined.extend(one)
                at += len(run)
                break
        else:
            joined.append(found[at])
            at += 1
    return joined


def _join_particles(found: list[str]) -> list[str]:
    """Write "turn ... on" as "enable ..." and "turn ... off" as "disable ..."."""
    joined = list(found)
    at = 0
    while at < len(joined):
        if joined[at] in _SWITCHING:
            where = _particle(joined, at)
            if where:
                tense = "d" if joined[at].endswith("ed") else ""
                joined[at] = _SWITCHED[joined[where]] + tense
                del joined[where]
                _join_second_particle(joined, where)
        at += 1
    return [_dangling_particle(joined, at) for at in range(len(joined))]


def _dangling_particle(found: list[str], at: int) -> str:
    """Read the last word of "wi-fi off, please" and "... and mobile data on" as a verb."""
    token = found[at]
    if token not in _SWITCHED or at == 0:
        return token
    ends = at + 1 == len(found) or not found[at + 1][0].isalnum() or found[at + 1] in _AFTER_NO
    states = any(word in _STATES for word in found[:at])
    return _SWITCHED[token] if ends and not states else token


def _particle(found: list[str], verb: int) -> int:
    """Return where the "on" or "off" of a verb stands, or 0."""
    for at in range(verb + 1, min(verb + 7, len(found))):
        if found[at] in _SWITCHING or not found[at][0].isalnum():
            return 0
        if found[at] not in ("on", "off"):
            continue
        followed = found[at + 1] if at + 1 < len(found) else ""
        # "put it on your desk": a place, unless the particle directly follows its verb.
        if at == verb + 1 or followed not in _DETERMINERS:
            return at
    return 0


def _join_second_particle(joined: list[str], at: int) -> None:
    """Write the second half of "turn it on and then off again" out as well."""
    while at < len(joined) and joined[at] in ("and", "then", ",", "back"):
        at += 1
    if at < len(joined) and joined[at] in _SWITCHED:
        joined[at] = _SWITCHED[joined[at]]


def _is_numbered(found: list[str], at: int) -> bool:
    """Whether "no" stands for "number" here ("your order no?")."""
    ends = at + 1 == len(found) or not found[at + 1][0].isalnum() or found[at + 1] in _AFTER_NO
    if found[at] != "no" or at == 0 or not ends:
        return False
    of = found[at + 1 : at + 2] == ["of"]
    return found[at - 1] in _HAS_NUMBER or (of and found[at - 1] in _DETERMINERS)
