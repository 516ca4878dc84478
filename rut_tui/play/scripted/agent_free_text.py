"""What of an answer is the value: "my name is Anna Berg, thanks" gives "Anna Berg"."""

from __future__ import annotations

import re

from rut_domains.language.answers import knows_not
from rut_domains.language.lists import AUXILIARIES, PRONOUN_SUBJECTS
from rut_domains.language.words import words

LONGEST_VALUE = 200

_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|sure|yes|yep|yeah|ok|okay|of course|certainly|well|u+m+|u+h+|h+m+|"
    r"huh|eh|so|oh|ah|"
    r"alright|all right|right|no problem|please|sorry|thanks|thank you|great|good|here you go|"
    r"here it is|there you go|then|and|actually|no|now)\b[\s,.!:-]*)+",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^(?:(?:it|that|this|he|she)(?:'s| is| was| would be| should be| will be)|its|"
    r"i(?:'m| am)(?: called)?|im|call me|name(?:'s| is)|"
    r"(?:my|the|our|your|his|her)(?: [\w-]+){0,4}?(?: is| are|'s|:| would be)|"
    r"(?:you can )?(?:use|put|take|write|send (?:it )?to|ship (?:it )?to|deliver (?:it )?to)|"
    r"(?:it (?:goes|should go)|please (?:send|ship|deliver) it) to|"
    r"make it|under|to|at|in)\b[\s,:]*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.!;-]+(?:please|thanks?(?: you)?|thx|cheers|that'?s it|ok|okay|i think|i believe|"
    r"if i remember (?:right|correctly|well)|by the way))+[\s.!]*$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:\bmy (?:full )?name(?:'s| is)|\bi(?:'m| am) called|\bthis is|\bname:)\s+"
    r"((?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'.-]+){0,3})",
    re.IGNORECASE,
)
_IS_NAME = re.compile(
    r"(?:^|_)(?:full_?|first_?|last_?|sur|given_?|family_?|customer_?|holder_?)?name$"
)
_NO_NAME = frozenset(
    [
        "yes",
        "no",
        "ok",
        "okay",
        "hello",
        "hi",
        "thanks",
        "thank",
        "please",
        "what",
        "why",
        "how",
        "when",
        "where",
        "who",
        "i",
        "it",
        "is",
        "the",
        "a",
        "an",
        "my",
        "you",
        "not",
        "don't",
        "dont",
        "do",
        "does",
        "want",
        "need",
        "would",
        "like",
        "order",
        "return",
        "cancel",
        "help",
        "one",
        "two",
        "lost",
        "know",
    ]
)
_HALF = re.compile(r"\s*[,;\n]\s*")
_LONGEST_NAME = 5
_LONGEST_TERM = 3


def is_name(argument: str) -> bool:
    """Whether an argument takes the name of a person."""
    return _IS_NAME.search(argument) is not None


def strip_frame(text: str) -> str:
    """Take off what surrounds a value: greetings, "it's", "my ... is", thanks."""
    plain = " ".join(text.split()).strip(" \"'")
    while True:
        shorter = _LEAD.sub("", plain, count=1)
        shorter = _FRAME.sub("", shorter, count=1)
        shorter = _TAIL.sub("", shorter).strip(" \"',;:!")
        if shorter == plain:
            return plain.rstrip(". ")
        plain = shorter


def answer_part(heard: str, argument: str, wanted: str, *, asked: bool) -> str:
    """Return the words of a text that fill an argument of free text, or nothing.

    Args:
        heard: What was said.
        argument: The argument's name.
        wanted: The expected text; it tells a street (with digits) from a town (without).
        asked: Whether the text answers the question for it. If not, only a name that introduces
            itself counts.
    """
    if is_name(argument):
        named = _NAMED.search(heard)
        if named:
            return named[1].rstrip(".")
        return _name(heard) if asked else ""
    if not asked or _is_no_answer(heard):
        return ""
    part = _part_like(strip_frame(heard), wanted)[:LONGEST_VALUE].strip()
    return part if _is_like(part, wanted) else ""


def _is_like(part: str, wanted: str) -> bool:
    """Whether words could stand in place of the expected ones: a number where it has one, a short
    name where it is one; for a longer text anything will do.
    """
    if any(map(str.isdigit, wanted)):
        return any(map(str.isdigit, part))
    found = words(part)
    if len(words(wanted)) > _LONGEST_TERM:
        return bool(found)
    plain = not any(word in AUXILIARIES or word in PRONOUN_SUBJECTS for word in found)
    return 0 < len(found) <= 2 * _LONGEST_TERM and plain


def _is_no_answer(heard: str) -> bool:
    return "?" in heard or knows_not(heard) or not words(strip_frame(heard))


def _name(heard: str) -> str:
    if _is_no_answer(heard):
        return ""
    first = re.split(r"[,;.!\n](?:\s|$)| and (?:my|the) ", strip_frame(heard))[0].strip()
    parts = first.split()
    plain = all(re.fullmatch(r"[^\W\d_][^\W\d_.'-]*(?:['.-][^\W\d_]*)*", part) for part in parts)
    if not 1 <= len(parts) <= _LONGEST_NAME or not plain:
        return ""
    if any(part.lower() in _NO_NAME for part in parts):
        return ""
    return first if first != first.lower() else first.title()


def _part_like(text: str, wanted: str) -> str:
    """Return the piece of an answer in several pieces that is like the expected text."""
    pieces = [strip_frame(piece) for piece in _HALF.split(text) if piece.strip()]
    if len(pieces) < 2 or re.search(r"[,;\n]", wanted):
        return text
    with_digits = any(character.isdigit() for character in wanted)
    like = [piece for piece in pieces if any(map(str.isdigit, piece)) == with_digits]
    return (like[0] if with_digits else like[-1]) if like else text
