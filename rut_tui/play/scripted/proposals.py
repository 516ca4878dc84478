"""Whether what the agent proposes is what the contract wants."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rut_domains.contract import Fact, Goal, Rule
from rut_domains.language.acts import offers
from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.concepts import Attribute, canonical_name, find_values, mentions
from rut_domains.language.matching import phrase_keys
from rut_domains.language.vocabulary import COLOURS
from rut_domains.language.words import content, normalise
from rut_tui.play.scripted.topics import Topics

# wrong: a detail differs; other: another deed than any that is wanted; extra: something on top.
Objection = Literal["", "other", "extra"]

_MEANS = (
    "gift card",
    "store credit",
    "credit card",
    "debit card",
    "bank transfer",
    "paypal",
    "cash",
)
WAYS_TO_PAY = ("payment_method", "refund_way")
_NUMBER_UNIT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]{1,12})\b")
# Deeds that are told apart; those of one row go together.
_DEEDS = (
    "exchange swap replace",
    "return",
    "cancel",
    "keep",
    "close",
    "suspend pause",
    "upgrade",
    "downgrade",
    "subscribe",
    "discount voucher",
)
_GOES_WITH = {"return": ("exchange",), "keep": ("exchange", "cancel"), "discount": ()}
_EXTRAS = frozenset(
    content(
        "warranty insurance protection newsletter membership subscription wrapping express sign "
        "survey feedback rating add-on upgrade bonus loyalty promotion trial"
    )
)


@dataclass(frozen=True)
class Proposals:
    """Judges proposals against facts, goals and rules.

    Args:
        topics: The contract's topics and the domain's concepts.
    """

    topics: Topics

    def wrong_facts(self, text: str, goals: Sequence[Goal]) -> tuple[Fact, ...]:
        """Return the facts that a text gets wrong: another order number, colour, address...

        A value counts as wrong if the text names one of its kind that occurs nowhere in the
        contract, and not the right one.

        Args:
            text: What the agent proposes or repeats.
            goals: The goals in force and not yet settled.
        """
        return tuple(
            fact
            for fact in self.topics.contract.facts
            if fact.value is not None and self._gets_wrong(text, fact, goals)
        )

    def _gets_wrong(self, text: str, fact: Fact, goals: Sequence[Goal]) -> bool:
        attribute = self._attribute(fact)
        value = str(fact.value)
        if attribute is not None and attribute.name == "colour":
            return self._wrong_word(text, value, _colours(text))
        if attribute is not None and attribute.name in WAYS_TO_PAY:
            known = any(set(content(each)) & set(content(text)) for each in self._ways_to_pay)
            return not known and self._wrong_word(text, value, means_in(text))
        if attribute is not None and attribute.name == "name":
            return False
        if attribute is not None and attribute.pattern:
            return self._wrong_value(text, attribute, goals)
        return self._wrong_unit(text, value) or self._wrong_title(text, value, attribute)

    @cached_property
    def _ways_to_pay(self) -> tuple[str, ...]:
        return tuple(
            str(fact.value)
            for fact in self.topics.contract.facts
            if canonical_name(fact.about) in WAYS_TO_PAY
        )

    def _attribute(self, fact: Fact) -> Attribute | None:
        if fact.about:
            return self.topics.by_name.get(canonical_name(fact.about))
        return None

    def _wrong_value(self, text: str, attribute: Attribute, goals: Sequence[Goal]) -> bool:
        named = self._named_values(text, attribute)
        if not named:
            return False
        wanted = {_plain(value) for goal in goals for value in find_values(goal.text, attribute)}
        if wanted:
            return not wanted & named
        return not any(value in self._plain_contract for value in named)

    def _named_values(self, text: str, attribute: Attribute) -> set[str]:
        """Return the values of an attribute in a text, where that is clear.

        Without a pattern of the pack's own, the clause must name the attribute too.
        """
        own = any(
            concept.pattern and canonical_name(concept.name) == attribute.name
            for concept in self.topics.lexicon.concepts
        )
        if own or attribute.name in ("email", "address"):
            return {_plain(value) for value in find_values(text, attribute)}
        return {
            _plain(value)
            for clause in clauses(text)
            if mentions(clause.text, [attribute])
            for value in find_values(clause.text, attribute)
        }

    def _wrong_word(self, text: str, value: str, named: Collection[str]) -> bool:
        """Whether words of a known list are named, but neither the right one nor a known one."""
        if not named or set(content(value)) & set(content(text)):
            return False
        return any(not _occurs(word, self._contract_keys) for word in named)

    def _wrong_unit(self, text: str, value: str) -> bool:
        """Whether "10 GB" is named where "5 GB" is wanted."""
        wanted = {(float(number), unit.lower()) for number, unit in _NUMBER_UNIT.findall(value)}
        units = {unit for _, unit in wanted}
        named = {
            (float(number), unit.lower())
            for number, unit in _NUMBER_UNIT.findall(text)
            if unit.lower() in units
        }
        return bool(wanted) and bool(named) and not named & wanted

    def _wrong_title(self, text: str, value: str, attribute: Attribute | None) -> bool:
        """Whether another title stands by the concept's name ("the Albatross plan")."""
        if attribute is None or not re.search(r"[A-Z]", value):
            return False
        head = re.escape(attribute.name.replace("_", " "))
        title = r"((?:[A-Z][\w+]*)(?: (?:[A-Z][\w+]*|\d+))*)"
        named = re.findall(rf"(?<![.?!] )\b{title} {head}\b|\b{head} {title}", text)
        found = {_plain(part) for pair in named for part in pair if part}
        if not found or _plain(value) in _plain(text):
            return False
        return all(part not in self._plain_contract for part in found)

    @cached_property
    def _plain_contract(self) -> str:
        return _plain(_contract_text(self.topics))

    @cached_property
    def _contract_keys(self) -> frozenset[str]:
        return frozenset(content(_contract_text(self.topics)))

    def objection(self, text: str, goals: Sequence[Goal], fired: Collection[str]) -> Objection:
        """Return what speaks against a proposal as a whole, or nothing.

        Args:
            text: The message that proposes something.
            goals: The goals in force and not yet settled.
            fired: Ids of the rules that have fired.
        """
        proposed = " ".join(clause.text for clause in clauses(text) if offers(clause))
        deeds = _deeds(proposed) or _deeds(_without_questions(text))
        wanted = _deeds_of(goals, self._rules(fired))
        if deeds and wanted and not deeds & wanted:
            return "other"
        keys = set(content(proposed)) if _names_something(proposed) else set(content(text))
        if keys & _EXTRAS and not keys & _EXTRAS <= self._contract_keys:
            return "extra"
        return ""

    def serves(self, text: str, goals: Sequence[Goal]) -> bool:
        """Whether a text proposes a deed that one of the goals names."""
        return bool(_deeds(offer_text(text)) & _deeds_of(goals, ()))

    def _rules(self, fired: Collection[str]) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.topics.contract.rules if rule.id in fired)


def offer_text(text: str) -> str:
    """Return the part of a message that its question puts up for a yes or a no.

    That is the asking clause with what stands before it in its sentence, or, if these name
    nothing ("Is that right?"), the whole message.
    """
    pieces = clauses(text)
    asking = {clause.sentence for clause in pieces if offers(clause)}
    proposed = " ".join(clause.text for clause in pieces if clause.sentence in asking)
    return proposed if _names_something(proposed) else text


def _names_something(text: str) -> bool:
    return len(set(content(text)) - _FORMULA) > 1


_FORMULA = frozenset(
    content(
        "shall go ahead proceed continue okay fine right correct confirm agree happy suit sound "
        "good yes no please reply let know do work acceptable sure ready"
    )
)


def _contract_text(topics: Topics) -> str:
    contract = topics.contract
    parts: list[str] = [contract.reason, contract.known, contract.instructions, *contract.opening]
    for fact in contract.facts:
        parts += [fact.text, str(fact.value), *fact.says]
    for goal in contract.goals:
        parts += [goal.text, *goal.says, *goal.done_as]
    for rule in contract.rules:
        parts += [rule.when, rule.then, *rule.says]
    return " ".join(parts)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", normalise(text))


def _colours(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]+", normalise(text)) if word in COLOURS}


def means_in(text: str) -> set[str]:
    """Return the ways to pay or to be paid back that a text names."""
    plain = normalise(text)
    return {means for means in _MEANS if means in plain}


def _occurs(words: str, keys: Collection[str]) -> bool:
    return all(key in keys for key in phrase_keys(words))


def _without_questions(text: str) -> str:
    return " ".join(clause.text for clause in clauses(text) if _proposes(clause))


def _proposes(clause: Clause) -> bool:
    """Whether a clause that asks nothing says what would be done ("I would cancel it")."""
    plain = normalise(clause.text)
    return not clause.question and re.search(r"\b(?:would|will|can|could)\b", plain) is not None


def _deeds(text: str) -> set[str]:
    keys = set(content(text))
    found: set[str] = set()
    for row in _DEEDS:
        if keys & set(content(row)):
            found.add(row.split()[0])
    if "return" in found and keys & _IN_PLACE:
        # Sending one back to get another is an exchange.
        found = (found - {"return"}) | {"exchange"}
    return found


_IN_PLACE = frozenset(content("new another instead replacement different ship second"))


def _deeds_of(goals: Iterable[Goal], rules: Iterable[Rule]) -> set[str]:
    texts = [text for goal in goals for text in (goal.text, *goal.says, *goal.done_as)]
    texts += [text for rule in rules for text in (rule.then, *rule.says)]
    found: set[str] = set()
    for text in texts:
        found |= _deeds(text)
    for deed, companions in _GOES_WITH.items():
        if any(companion in found for companion in companions):
            found.add(deed)
    return found
