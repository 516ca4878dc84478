"""What an offer would do, when, and by which means: words that tell offers apart."""

from __future__ import annotations

from collections.abc import Iterable

from rut_domains.contract import Goal, Rule
from rut_domains.language.words import content, normalise

_MEANS = (
    "gift card",
    "store credit",
    "credit card",
    "debit card",
    "bank transfer",
    "bank account",
    "paypal",
    "cash",
    "visa",
    "mastercard",
    "amex",
    "american express",
    "apple pay",
    "google pay",
    "cheque",
)
# Deeds that are told apart; those of one row go together.
_DEEDS = (
    "exchange swap replace",
    "return",
    "cancel",
    "keep",
    "close",
    "suspend pause bar block lock",
    "delete erase",
    "upgrade",
    "downgrade",
    "subscribe",
    "discount voucher",
)
_GOES_WITH = {"return": ("exchange",), "keep": ("exchange", "cancel"), "discount": ()}


def deeds_in(text: str) -> set[str]:
    """Return the deeds that a text names, by the first word of their row."""
    keys = set(content(text))
    found: set[str] = set()
    for row in _DEEDS:
        if keys & set(content(row)):
            found.add(row.split()[0])
    if "close" in found and keys & _PAPERS:
        found.discard("close")
    if "return" in found and keys & _IN_PLACE:
        # Sending one back to get another is an exchange.
        found = (found - {"return"}) | {"exchange"}
    return found


_PAPERS = frozenset(content("ticket case chat request"))
_IN_PLACE = frozenset(content("new another instead replacement different ship second"))


def deeds_of(goals: Iterable[Goal], rules: Iterable[Rule]) -> set[str]:
    """Return the deeds that goals and rules call for, and those that go along with them."""
    texts = [text for goal in goals for text in (goal.text, *goal.says, *goal.done_as)]
    texts += [text for rule in rules for text in (rule.then, *rule.says)]
    found: set[str] = set()
    for text in texts:
        found |= deeds_in(text)
    for deed, companions in _GOES_WITH.items():
        if any(companion in found for companion in companions):
            found.add(deed)
    return found


_TIMES = {
    "today": "today",
    "right away": "today",
    "straight away": "today",
    "immediately": "today",
    "tomorrow": "tomorrow",
    "next week": "next week",
    "next month": "next bill",
    "next bill": "next bill",
    "next cycle": "next bill",
}


def times_in(text: str) -> set[str]:
    """Return the times to begin that a text names."""
    plain = normalise(text)
    return {time for word, time in _TIMES.items() if word in plain}


def means_in(text: str) -> set[str]:
    """Return the ways to pay or to be paid back that a text names."""
    plain = normalise(text)
    return {means for means in _MEANS if means in plain}
