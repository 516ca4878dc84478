"""Whether the terms of an offer are the contract's: amounts, quantities, sizes, colours, shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rut_domains.contract import Goal
from rut_domains.language.clauses import sentences
from rut_domains.language.forms import forms, one_of
from rut_domains.language.money import amounts, is_charge, numbers
from rut_domains.language.topics import Topics
from rut_domains.language.vocabulary import COLOURS
from rut_domains.language.words import content, normalise, read
from rut_tui.play.scripted.procedure import FORMULA


@dataclass(frozen=True)
class Terms:
    """Judges the terms of an offer against one contract.

    Args:
        topics: The contract's topics.
        told: All that the contract says, in one text.
    """

    topics: Topics
    told: str

    def are_foreign(self, offer: str, goals: Sequence[Goal], *, shared: int) -> bool:
        """Whether an offer names a term that the contract does not have.

        Args:
            offer: What is proposed.
            goals: The goals in force and not yet settled.
            shared: How many of them the offer may serve at once.
        """
        return (
            (shared < _SEVERAL and self._names_all(offer, goals))
            or self._names_another(offer)
            or self._names_number(offer)
            or self._names_share(offer)
            or self._gives_too_little(offer, goals)
            or self._names_size(offer, goals)
            or self._names_colour(offer, goals)
        )

    @cached_property
    def keys(self) -> frozenset[str]:
        """Return the keys of all words of the contract."""
        return frozenset(content(self.told))

    def _names_all(self, offer: str, goals: Sequence[Goal]) -> bool:
        """Whether an offer takes in more than the one thing that is wanted ("both", "the lot")."""
        found = _ALL.search(normalise(offer))
        if found is None:
            return False
        wanted = normalise(" ".join(_said_by(goal) for goal in goals))
        whole = "order" in found.group() and "orders" not in found.group()
        return found.group() not in wanted and not (whole and re.search(r"\border\b", wanted))

    def _names_another(self, offer: str) -> bool:
        """Whether an offer picks out one of several in a way of its own ("the older one")."""
        told = normalise(self.told)
        return any(pick not in told for pick in _PICK.findall(normalise(offer)))

    def _names_number(self, offer: str) -> bool:
        """Whether more than one of the contract's things are meant ("2 jackets")."""
        found = read(offer)
        for one, other in pairwise(found):
            number = one.key if one.key.isdigit() else ""
            plural = other.text.endswith("s") and other.key in self._things
            if number not in ("", "1") and number not in self.keys and plural:
                return True
        return False

    @cached_property
    def _things(self) -> frozenset[str]:
        contract = self.topics.contract
        texts = [_said_by(goal) for goal in contract.goals]
        texts += [fact.text for fact in contract.facts if not fact.about or fact.about == "product"]
        return frozenset(content(" ".join(texts))) - _MEASURES

    def _names_share(self, offer: str) -> bool:
        """Whether an offer is of a part ("half", "10%") that the contract does not speak of."""
        plain = normalise(offer)
        told = normalise(self.told)
        return any(share not in told for share in _SHARE.findall(plain))

    def _gives_too_little(self, offer: str, goals: Sequence[Goal]) -> bool:
        """Whether an offer gives less money than is wanted."""
        least = self._least(goals)
        if least is None:
            return False
        for sentence in sentences(offer):
            given = [amount.value for amount in amounts(sentence.text)]
            named = set(content(sentence.text)) & _GIFTS
            if not (
                given or set(content(sentence.text)) - FORMULA - _MEASURES - _digits(sentence.text)
            ):
                # "Five at most. Deal?" speaks of the amount at issue.
                given = list(numbers(sentence.text))
                named = set(_GIFTS)
            if given and (named or not is_charge(sentence.text)) and max(given) < least:
                return True
        return False

    def _least(self, goals: Sequence[Goal]) -> float | None:
        """Return what the goals want at least, or the amount that a fact names."""
        for goal in goals:
            plain = _UP_TO.sub(" ", normalise(_said_by(goal)))
            found = [amount.value for amount in amounts(plain)]
            if found:
                return min(found)
        facts = (fact.value for fact in self.topics.contract.facts)
        money = [each for each in facts if isinstance(each, int | float) and each is not True]
        return float(money[0]) if money else None

    def _names_size(self, offer: str, goals: Sequence[Goal]) -> bool:
        wanted = {size for goal in goals for size in sizes_in(_said_by(goal))}
        named = sizes_in(offer)
        return bool(wanted and named) and not named & wanted

    def _names_colour(self, offer: str, goals: Sequence[Goal]) -> bool:
        """Whether something is offered in a colour that the contract does not name."""
        swapped = {"exchange", "replac"} & set(content(" ".join(map(_said_by, goals))))
        if not swapped and not _IN_PLACE.search(normalise(offer)):
            return False
        named = {word for word in re.findall(r"[a-z]+", normalise(offer)) if word in COLOURS}
        return any(not set(content(word)) & self.keys for word in named)


_SEVERAL = 2
_PICK = re.compile(
    r"\b(?:older|newer|oldest|newest|earlier|latest|second|other) (?:one|orders?|lines?)\b"
)
_MEASURES = frozenset(
    content(
        "most max least only day days week month year hour minute pound euro gb time number way"
    )
)
_GIFTS = frozenset(content("voucher credit refund discount compensation"))
_ALL = forms(
    r"""
    both\b(?! (?:is|are|in|ways|times|okay|fine|right|<colour>))
    everything\b(?! (?:is|are|okay|fine|right|correct|clear|set|else|in order|good|looks?|sounds?))
    all (?:of )?(?:your|the|two|three) (?!best\b|time\b)\w+
    all (?:of )?(?:them|those|these)\b
    all (?:items?|orders?|lines?|numbers?|accounts?)\b
    the (?:whole|entire|full) (?:lot|order|thing)\b
    the (?:lot|pair)\b
    all (?:two|three|four)\b
    """,
    colour=one_of(" ".join(COLOURS)),
)
_SHARE = re.compile(
    r"(?<![\w.])\d+(?:\.\d+)? ?(?:%|percent|per cent)|\bhal(?:f|ve|ved|ving)\b(?! an? )"
    r"|\ba (?:third|quarter) of\b"
    r"|\bpartial(?:ly)?\b"
)
_UP_TO = re.compile(r"[$£€]?\d+(?:\.\d+)? ?\w* or less|(?:up to|at most|more than) [$£€]?\d+\S*")
_IN_PLACE = forms(r"(?:instead|only in|another|replacement|new one|one)\b")
_LETTERS = re.compile(r"(?<![\w'-])(XXS|XS|S|M|L|XL|XXL|XXXL)(?![\w'-])")
_SPELT = re.compile(
    r"\b(?:size|sized|in|an?) (xxs|xs|s|m|l|xl|xxl|small|medium|large|extra large)\b(?! \w+ (?:box|"
    r"parcel|fee|amount))",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:size|sized|in|an?|the|to|for) (?:an? )?(\d{2}(?:\.5)?)\b(?!\.?\d|-)"
    r"(?! ?(?:pound|euro|dollar|day|gb|%|percent|working|minute|hour|week|month|street|road|quay|"
    r"lane))",
    re.IGNORECASE,
)
_NAMES = {"small": "s", "medium": "m", "large": "l", "extra large": "xl"}


def sizes_in(text: str) -> set[str]:
    """Return the sizes that a text names: letters, their names, and two-digit numbers."""
    found = {size.lower() for size in _LETTERS.findall(text)}
    found |= {_NAMES.get(size.lower(), size.lower()) for size in _SPELT.findall(text)}
    return found | set(_NUMBERED.findall(text))


def picks_out(text: str) -> bool:
    """Whether a text picks out one of several without naming it ("the older one")."""
    return _PICK.search(normalise(text)) is not None


def names_variant(text: str) -> bool:
    """Whether a text names a size or a colour."""
    return bool(sizes_in(text)) or any(
        word in COLOURS for word in re.findall(r"[a-z]+", normalise(text))
    )


def _digits(text: str) -> set[str]:
    return {key for key in content(text) if key[0].isdigit()}


def _said_by(goal: Goal) -> str:
    return " ".join((goal.text, *goal.says))
