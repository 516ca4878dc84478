"""Amounts of money and plain numbers in text, in digits and in words."""

from __future__ import annotations

import re
from typing import NamedTuple

from rut_domains.language.forms import forms
from rut_domains.language.matching import find_phrase
from rut_domains.language.vocabulary import NUMERALS
from rut_domains.language.words import normalise, read

_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d{1,2})?(?!\d)"
_UNITS = r"dollars?|bucks?|usd|euros?|eur|pounds?|quid|gbp|sterling|cents?|pence"
_CENTS = re.compile(r"cents?|pence")
_IN_DIGITS = re.compile(
    rf"(?P<sign>-\s?)?(?:(?P<symbol>[$€£]|\b(?:usd|eur|gbp)\b)\s?(?P<after>{_DIGITS})"
    rf"|(?<![\w.,-])(?P<before>{_DIGITS})\s?(?P<unit>[$€£]|\b(?:{_UNITS})\b|(?<=\d)(?:{_UNITS})\b))"
)
_NUMERAL = "|".join(sorted([*NUMERALS, "hundred", "thousand", "a"], key=len, reverse=True))
_IN_WORDS = re.compile(
    rf"\b(?P<words>(?:{_NUMERAL})(?:(?:[\s-]|\sand\s)(?:{_NUMERAL}))*)\s(?P<unit>{_UNITS})\b"
)
_SPELT = re.compile(rf"\b(?:{_NUMERAL})(?:(?:[\s-]|\sand\s)(?:{_NUMERAL}))*\b")
_BARE = re.compile(r"(?<![\w.,-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w-])")
# What may stand between an amount and the word that it belongs to: "a $15 return fee".
_CLOSE = re.compile(r"[ -]*(?:(?!and|for|with|or|is|as)\w+ ){0,2}")
_DENIED = re.compile(r"\b(?:no|not|without|free of|waive[sd]?|free from)(?: \w+){0,2} $")
_BARE_AFTER = re.compile(
    r"[\w-]*\s*(?:is|of|at|to|for|costs?|would be|will be|comes to|[:=])?\s*"
    r"(\d[\d,.]*)(?![\d.,]*\s*(?:days?|items?|weeks?|months?|gb|orders?|minutes?|hours?|%)\b)"
)


class Amount(NamedTuple):
    """An amount and where it stands in `normalise(text)`."""

    value: float
    start: int
    end: int


def amounts(text: str) -> tuple[Amount, ...]:
    """Return the amounts of money in a text: "$12.50", "12 euros", "twenty dollars", "50 cents"."""
    plain = normalise(text)
    found = [
        Amount(_scaled(_number(match["after"] or match["before"]), match["unit"]), *match.span())
        for match in _IN_DIGITS.finditer(plain)
    ]
    found += [
        Amount(_scaled(float(value), match["unit"]), *match.span())
        for match in _IN_WORDS.finditer(plain)
        if (value := spelt_number(match["words"])) is not None
    ]
    return tuple(sorted(found, key=lambda amount: amount.start))


def written_out(text: str) -> str:
    """Return a text with colloquial amounts in digits and full units.

    "Seven quid" becomes "7 pounds", "10 gigs" "10 GB", "nine pounds ninety" "9.90 pounds".
    """
    plain = _SPELT_UNIT.sub(_in_digits, text)
    plain = _TENNER.sub(lambda match: f"{_TENNERS[match[1].lower()]} pounds", plain)
    plain = _GIGS.sub(r"\1 GB", plain)
    plain = _QUID.sub(r"\1 pounds", plain)
    return _AND_CENTS.sub(_with_cents, plain)


def _in_digits(match: re.Match[str]) -> str:
    value = spelt_number(match[1])
    return match.group() if value is None else f"{value} {match[2]}"


def _with_cents(match: re.Match[str]) -> str:
    cents = int(match[3]) if match[3].isdigit() else spelt_number(match[3]) or 0
    return f"{match[1]}.{cents:02d} {match[2]}"


_DATA = r"gigs?|gigabytes?|gigas?|gb|gbs"
_SPELT_UNIT = re.compile(
    rf"\b((?:{_NUMERAL})(?:(?:[\s-]|\sand\s)(?:{_NUMERAL}))*)[\s-]({_UNITS}|{_DATA}|percent)\b",
    re.IGNORECASE,
)
_TENNERS = {"fiver": 5, "tenner": 10}
_TENNER = re.compile(r"\ba (fiver|tenner)\b", re.IGNORECASE)
_GIGS = re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?)[\s-]?(?:{_DATA})\b", re.IGNORECASE)
_QUID = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?quid\b", re.IGNORECASE)
_TENTHS = "|".join(word for word in NUMERALS if NUMERALS[word] >= 10)
_AND_CENTS = re.compile(
    rf"(?<![\w.])(\d+) (pounds?|euros?|dollars?)(?: and)? (\d\d|(?:{_TENTHS}))\b"
    r"(?!\s*\w*(?:days|gb|%))",
    re.IGNORECASE,
)


def is_charge(text: str) -> bool:
    """Whether the amounts of a text are something to be paid, and not something to be given."""
    plain = normalise(text)
    if _COST.search(plain):
        return True
    return _GAIN.search(plain) is None


def is_named_charge(text: str) -> bool:
    """Whether a text names a charge as such: a fee, a deduction, postage."""
    return _COST.search(normalise(text)) is not None


_COST = forms(
    r"""
    (?:fees?|costs?|costing|surcharges?|deduct\w*|withhold\w*|subtract\w*|minus|postage)\b
    (?:charges?|charged|charging) (?!your|the|it|to)\b
    (?:handling|shipping|pick-? ?up|collection|label|p&p)\b
    (?:pay|payable|due|owe)\b
    (?:off|from|out of) (?:the|your) refund\b
    less (?:the )?[\d$£€]
    keep (?:back )?[\d$£€]
    """
)
_GAIN = forms(
    r"""
    (?:refund\w*|back|credit\w*|vouchers?|discounts?|compensat\w*|goodwill|gesture|gift)\b
    (?:off|waive\w*|reduc\w*|knock\w*|give you|offer you|send you|owe you|remov\w*)\b
    """
)


def _scaled(value: float, unit: str | None) -> float:
    return value / 100 if unit and _CENTS.fullmatch(unit) else value


def _number(digits: str) -> float:
    """Read "1,200.50" and the decimal comma of "12,50"."""
    if re.fullmatch(r"\d+,\d{1,2}", digits):
        return float(digits.replace(",", "."))
    return float(digits.replace(",", ""))


def spelt_number(text: str) -> int | None:
    """Return the value of a number in words ("a hundred and twenty-five"), or None."""
    total = current = 0
    seen = False
    for word in re.split(r"[\s-]+", text.strip().lower()):
        if word in ("and", "a", ""):
            current = 1 if word == "a" and current == 0 else current
        elif word in NUMERALS:
            current = (0 if current == 1 and not seen else current) + NUMERALS[word]
            seen = True
        elif word == "hundred":
            current, seen = max(current, 1) * 100, True
        elif word == "thousand":
            total, current, seen = total + max(current, 1) * 1000, 0, True
        else:
            return None
    return total + current if seen else None


def numbers(text: str) -> tuple[float, ...]:
    """Return all numbers of a text, in digits or one word each, ids and codes left out."""
    plain = normalise(text)
    found = [(match.start(), _number(match.group())) for match in _BARE.finditer(plain)]
    for match in _SPELT.finditer(plain):
        value = spelt_number(match.group())
        if value is not None and match.group() != "one":
            found.append((match.start(), float(value)))
    return tuple(value for _, value in sorted(found))


def amount_after(heard: tuple[str, ...], clause: str) -> float | None:
    """Return the amount that a clause names together with one of the phrases.

    An amount directly before the phrase counts ("a $15 fee"), else the first one after it. A number
    without a currency counts only directly after the phrase ("a fee of 15"). A phrase that is
    denied ("no fee", "free of any fee") has no amount.
    """
    plain = normalise(clause)
    spans = amounts(clause)
    for phrase in heard:
        match = find_phrase(phrase, clause)
        if match is None:
            continue
        start, end = _offset(clause, match.start), _offset(clause, match.end - 1)
        if _DENIED.search(plain[:start]):
            continue
        before = [amount for amount in spans if amount.end <= start]
        if before and _CLOSE.fullmatch(plain[before[-1].end : start]):
            return before[-1].value
        later = [amount.value for amount in spans if amount.start >= end]
        if later:
            return later[0]
        bare = _BARE_AFTER.match(plain, end)
        if bare:
            return _number(bare[1].rstrip(".,"))
    return None


def _offset(clause: str, index: int) -> int:
    """Return about where the word at an index of `read(clause)` stands in `normalise(clause)`."""
    plain = normalise(clause)
    at = 0
    for word in read(clause)[: index + 1]:
        found = plain.find(word.text, at)
        at = found if found >= 0 else at
    return at
