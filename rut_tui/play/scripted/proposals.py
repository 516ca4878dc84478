"""Whether what the agent proposes is what the contract wants."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rut_domains.contract import Fact, Goal, Rule
from rut_domains.language.acts import offers
from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.concepts import Attribute, canonical_name, find_values, mentions
from rut_domains.language.forms import forms
from rut_domains.language.matching import agree, phrase_keys
from rut_domains.language.topics import Topics
from rut_domains.language.vocabulary import COLOURS
from rut_domains.language.words import content, normalise, words
from rut_tui.play.scripted.deeds import deeds_in, deeds_of, means_in, times_in
from rut_tui.play.scripted.likenesses import names_value
from rut_tui.play.scripted.procedure import FORMULA, PROCEDURE
from rut_tui.play.scripted.terms import Terms

# other: another deed, or other terms, than any that is wanted; extra: something on top; strange:
# not understood.
Objection = Literal["", "other", "extra", "strange"]

WAYS_TO_PAY = ("payment_method", "refund_way")
_NUMBER_UNIT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]{1,12})\b")
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
        if attribute is not None and attribute.name == "start":
            return self._wrong_time(text, value, goals)
        if attribute is not None and attribute.pattern:
            return self._wrong_value(text, attribute, goals)
        if self._wrong_time(text, value, goals):
            return True
        return self._wrong_unit(text, value) or self._wrong_title(text, value, attribute, goals)

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
        wanted = [value for goal in goals for value in find_values(goal.text, attribute)]
        if any(names_value(text, value) for value in wanted):
            return False
        if wanted:
            return not {_plain(value) for value in wanted} & named
        known = (str(fact.value) for fact in self.topics.contract.facts if fact.about)
        if attribute.name == "address" and any(names_value(text, value) for value in known):
            return False
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

    def _wrong_time(self, text: str, value: str, goals: Sequence[Goal]) -> bool:
        """Whether something is to begin at another time than the goals and the fact say."""
        if not times_in(value):
            return False
        wanted = times_in(" ".join(goal.text for goal in goals)) or times_in(value)
        named = times_in(text)
        return bool(named) and not named & wanted

    def _wrong_title(
        self, text: str, value: str, attribute: Attribute | None, goals: Sequence[Goal]
    ) -> bool:
        """Whether another title stands by the concept's name ("the Albatross plan")."""
        if attribute is None or not re.search(r"[A-Z]", value):
            return False
        head = re.escape(attribute.name.replace("_", " "))
        title = r"((?:[A-Z][\w+]*)(?: (?:[A-Z][\w+]*|\d+))*)"
        named = re.findall(rf"(?<![.?!] )\b{title} {head}\b|\b{head} {title}", text)
        found = {_plain(part) for pair in named for part in pair if part}
        if not found or _plain(value) in _plain(text):
            return False
        if _plain(value) in _plain(" ".join(goal.text for goal in goals)):
            return True
        return all(part not in self._plain_contract for part in found)

    @cached_property
    def _plain_contract(self) -> str:
        return _plain(self._told)

    @cached_property
    def _contract_keys(self) -> frozenset[str]:
        return frozenset(content(self._told))

    def objection(
        self, text: str, goals: Sequence[Goal], fired: Collection[str], before: str = ""
    ) -> Objection:
        """Return what speaks against a proposal as a whole, or nothing.

        Args:
            text: The message that proposes something.
            goals: The goals in force and not yet settled.
            fired: Ids of the rules that have fired.
            before: The agent's message before it, to which "that" may point.
        """
        proposed = _offering(text)
        deeds = deeds_in(proposed) or deeds_in(_without_questions(text))
        wanted = deeds_of(goals, self._rules(fired))
        if deeds and wanted and not deeds & wanted:
            return "other"
        if deeds & _DRASTIC and not deeds & _DRASTIC <= self._agreeable:
            return "other"
        offer = offer_text(text)
        keys = set(content(proposed)) if _names_something(proposed) else set(content(text))
        if keys & _EXTRAS and not keys & _EXTRAS <= self._contract_keys:
            return "extra"
        if deeds and len(goals) == 1 and _ON_TOP.search(normalise(proposed)):
            return "extra"
        if _ANEW.search(normalise(offer)) and not _ANEW.search(normalise(self._told)):
            return "extra"
        served = sum(1 for goal in goals if not deeds or deeds & deeds_of([goal], ()))
        if self.terms.are_foreign(offer, goals, shared=served) or self._adds(offer):
            return "other"
        return "" if self._is_clear(text, offer, before) else "strange"

    @cached_property
    def terms(self) -> Terms:
        """Return the judge of amounts, quantities, sizes and colours."""
        return Terms(self.topics, self._told)

    @cached_property
    def _told(self) -> str:
        return _contract_text(self.topics)

    @cached_property
    def _agreeable(self) -> set[str]:
        """Return the deeds that the contract speaks of other than to decline them."""
        contract = self.topics.contract
        rules = [rule for rule in contract.rules if rule.answer != "decline"]
        later = {goal.after for goal in contract.goals}
        rules += [rule for rule in contract.rules if rule.id in later]
        told = " ".join((contract.reason, *contract.opening))
        return deeds_in(told) | deeds_of(contract.goals, rules)

    def _adds(self, offer: str) -> bool:
        """Whether an offer puts a thing beside the one wanted that nobody has spoken of."""
        for clause in clauses(offer):
            for name in _ADDED.findall(normalise(clause.text)):
                keys = set(content(name)) - FORMULA
                if keys and not any(self._is_known(key) for key in keys):
                    return True
        return False

    def _is_clear(self, text: str, offer: str, before: str) -> bool:
        """Whether an offer is understood: at least half of it is known, and something of it is.

        An offer that only points ("Shall I do that?") is as clear as what it points to.
        """
        proposing = offer if offer != text else _offering(text)
        keys = [key for key in content(proposing) if key not in FORMULA and not key[0].isdigit()]
        known = [key for key in keys if self._is_known(key)]
        if len(known) * 2 >= len(keys):
            return True
        rest = [key for key in content(text) if key not in FORMULA and key not in keys]
        around = [key for key in rest if key in self._contract_keys]
        if len(around) >= _ENOUGH_AROUND:
            return True
        pointing = any(word in _POINTING for word in words(proposing))
        spoken = [key for key in content(before) if key in self._contract_keys - FORMULA]
        return pointing and not known and len(keys) == 1 and len(spoken) >= _ENOUGH_AROUND

    def _is_known(self, key: str) -> bool:
        return (
            key[0].isdigit()
            or key in PROCEDURE
            or any(agree(key, known) for known in self._contract_keys)
        )

    def serves(self, text: str, goals: Sequence[Goal]) -> bool:
        """Whether a text proposes a deed that one of the goals names."""
        return bool(deeds_in(offer_text(text)) & deeds_of(goals, ()))

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


def _offering(text: str) -> str:
    return " ".join(clause.text for clause in clauses(text) if offers(clause))


def _names_something(text: str) -> bool:
    return len(set(content(text)) - FORMULA) > 1


_ENOUGH_AROUND = 2
_POINTING = frozenset(["it", "that", "this", "them", "these", "those", "so"])
# Deeds that nobody agrees to who has not come for them.
_DRASTIC = frozenset(["close", "delete", "suspend", "cancel", "discount"])
_ON_TOP = forms(r"(?:also|as well|too|on top|in addition)\b")
_ANEW = forms(
    r"""
    (?:new|second|another|extra|additional) (?:account|contract|line|customer)\b
    wait(?:ing)? ?list\b
    credit check\b
    (?:sell|order|buy) (?:you )?(?:an? )?(?:new |second )?(?:phone|device|handset|tablet)\b
    """
)
_ADDED = re.compile(
    r"\b(?:and|plus|along with|together with|as well as|including|throw in|add|include|"
    r"order you) (?:the|your|an?|that|this) (\w+(?: \w+)?)"
    r"(?! (?:of|for) (?:it|that|this))"
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


def _occurs(words: str, keys: Collection[str]) -> bool:
    return all(key in keys for key in phrase_keys(words))


def _without_questions(text: str) -> str:
    return " ".join(clause.text for clause in clauses(text) if _proposes(clause))


def _proposes(clause: Clause) -> bool:
    """Whether a clause that asks nothing says what would be done ("I would cancel it")."""
    plain = normalise(clause.text)
    return not clause.question and re.search(r"\b(?:would|will|can|could)\b", plain) is not None
