"""The shape of a code ("MK-4127", "0551-664-259", "QN4 8LD") and finding others like it in text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_RUNS = re.compile(r"[A-Za-z]+|\d+|[^A-Za-z\d]+")
_GAP = r"[\s\-_./#:]*"
# A number alone stands for a code with letters only if it is not too short to mean just that.
_LEAST_BARE = 3
_CUE = re.compile(
    r"(?:\b(?:order|number|no|nr|code|id|reference|ref|booking|ticket|account|customer|case|invoice|"
    r"loan|line|bill|item|it|that|is|was|s)\b\.?|#)[\s.:#'\"-]*(?:is|was|number|no|nr)?[\s.:#'\"-]*$",
    re.IGNORECASE,
)


class Found(NamedTuple):
    """A code found in text, in the spelling of the expected one, and where it starts."""

    value: str
    start: int


def looks_like_code(value: str) -> bool:
    """Whether a value is a code rather than words: it has digits, and no long words beside them."""
    parts = value.split()
    if not any(character.isdigit() for character in value) or not parts:
        return False
    return len(parts) == 1 or (len(parts) <= 4 and all(len(part) <= 4 for part in parts))


class Shape(NamedTuple):
    """The runs of letters, digits and signs that a code is made of."""

    runs: tuple[str, ...]

    @property
    def digits(self) -> int:
        """How many digits it has."""
        return sum(len(run) for run in self.runs if run.isdigit())

    @property
    def letters(self) -> tuple[str, ...]:
        """Its runs of letters."""
        return tuple(run for run in self.runs if run.isalpha())

    def has_prefix(self) -> bool:
        """Whether it starts with letters that all codes of its kind share ("MK-")."""
        first = self.runs[0] if self.runs else ""
        if not first.isalpha() or len(self.runs) < 2:
            return False
        return len(self.letters) == 1 or not self.runs[1].isalnum()


@lru_cache(maxsize=512)
def shape_of(value: str) -> Shape:
    """Return the shape of a code."""
    return Shape(tuple(_RUNS.findall(value)))


def fits(candidate: str, wanted: str) -> bool:
    """Whether a whole string has the shape of the expected code."""
    return _pattern(wanted).fullmatch(candidate) is not None


def find_codes(text: str, wanted: str, *, asked: bool, bare: bool = True) -> tuple[Found, ...]:
    """Return the codes of a text that are like `wanted`, in order.

    Args:
        text: What was said, spelt values written out.
        wanted: The expected code; "w1023", "W 1023" and, where a word like "order" announces it
            or it was asked for, the bare number all count as "W-1023".
        asked: Whether the text answers the question for it: then other lengths count too.
        bare: Whether a number alone may stand for a code with letters.
    """
    shape = shape_of(wanted)
    found = [
        Found(_spell(match, wanted), match.start()) for match in _pattern(wanted).finditer(text)
    ]
    taken = [(match.start(), match.end()) for match in _pattern(wanted).finditer(text)]
    if not shape.letters:
        found += _other_lengths(text, wanted, taken) if asked else []
    elif bare and shape.has_prefix() and len(shape.letters) == 1:
        found += _bare(text, wanted, taken, asked=asked)
    return tuple(sorted(dict.fromkeys(found), key=lambda each: each.start))


@lru_cache(maxsize=512)
def _pattern(wanted: str) -> re.Pattern[str]:
    shape = shape_of(wanted)
    if not shape.letters:
        gap = r"[\s./()-]{0,2}" if len(shape.runs) > 1 else r" ?"
        return re.compile(rf"(?<![\w-])(\d(?:{gap}\d){{{shape.digits - 1}}})(?![\w-])")
    groups: list[str] = []
    # Where the code has no sign, blanks alone may part it: "TK-5583-V" is no postcode.
    gap = ""
    for at, run in enumerate(shape.runs):
        if not run.isalnum():
            gap = _GAP
            continue
        if run.isdigit():
            part = rf"\d{{{max(1, len(run) - 2)},{len(run) + 2}}}"
        elif at == 0 and shape.has_prefix():
            part = re.escape(run)
        else:
            part = rf"[A-Za-z]{{1,{len(run) + 1}}}" if len(run) <= 3 else r"[A-Za-z]+"
        groups.append(f"{gap}({part})")
        gap = r"\s*"
    return re.compile(rf"(?<![A-Za-z\d]){''.join(groups)}(?![A-Za-z\d])", re.IGNORECASE)


def _spell(match: re.Match[str], wanted: str) -> str:
    """Write a found code with the signs and the case of the expected one."""
    shape = shape_of(wanted)
    if not shape.letters:
        return _slice(re.sub(r"\D", "", match.group()), shape)
    groups = iter(match.groups())
    pieces: list[str] = []
    for run in shape.runs:
        if not run.isalnum():
            pieces.append(run)
            continue
        piece = next(groups)
        pieces.append(piece.upper() if run.isupper() else piece.lower() if run.islower() else piece)
    return "".join(pieces)


def _slice(digits: str, shape: Shape) -> str:
    """Put the signs of a number's shape between other digits of the same count."""
    if len(digits) != shape.digits:
        return digits
    pieces, at = [], 0
    for run in shape.runs:
        if run.isdigit():
            pieces.append(digits[at : at + len(run)])
            at += len(run)
        else:
            pieces.append(run)
    return "".join(pieces)


def _other_lengths(text: str, wanted: str, taken: list[tuple[int, int]]) -> list[Found]:
    """Return numbers that are somewhat longer or shorter than the expected one."""
    shape = shape_of(wanted)
    found: list[Found] = []
    for match in re.finditer(r"(?<![\w.,-])\d(?:[ -]?\d)+(?![\w-])", text):
        digits = re.sub(r"\D", "", match.group())
        close = max(_LEAST_BARE, shape.digits - 2) <= len(digits) <= shape.digits + 2
        if close and not _overlaps(match, taken):
            found.append(Found(digits, match.start()))
    return found


def _bare(text: str, wanted: str, taken: list[tuple[int, int]], *, asked: bool) -> list[Found]:
    """Return numbers that stand for the code without its letters ("order 1023")."""
    shape = shape_of(wanted)
    own = "".join(run for run in shape.runs if run.isdigit())
    least = max(_LEAST_BARE, len(own) - 1)
    found: list[Found] = []
    for match in re.finditer(r"(?<![\w.,£$€-])\d+(?![\w%]|[.,:/-]\d)", text):
        digits = match.group()
        if len(digits) < _LEAST_BARE or _overlaps(match, taken):
            continue
        like = least <= len(digits) <= len(own) + 1
        known = digits == own or (like and (asked or _CUE.search(text[: match.start()])))
        if known and len([run for run in shape.runs if run.isdigit()]) == 1:
            lead = "".join(run for run in shape.runs if not run.isdigit())
            found.append(Found(lead + digits, match.start()))
    return found


def _overlaps(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    return any(start < match.end() and match.start() < end for start, end in taken)


def example_of(wanted: str) -> str:
    """Return what a code looks like without saying it: "MK-####"; empty without fixed letters."""
    shape = shape_of(wanted)
    if not shape.has_prefix():
        return f"{shape.digits} digits" if not shape.letters and shape.digits >= _LEAST_BARE else ""
    lead = shape.runs[0]
    return lead + "".join("#" if each.isalnum() else each for each in "".join(shape.runs[1:]))
