"""What a contract holds to be asked for: facts and unknowns by concept, by phrase and by word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rut_domains.contract import Contract, Fact, Unknown
from rut_domains.language.concepts import (
    Attribute,
    canonical_name,
    common_attributes,
    find_values,
    merge_concepts,
)
from rut_domains.language.hits import Asked
from rut_domains.language.matching import overlap
from rut_domains.language.values import holds_value
from rut_domains.language.words import content
from rut_domains.lexicon import Lexicon

# A part of something is told by telling the whole.
WHOLE = {
    "first_name": "name",
    "last_name": "name",
    "city": "address",
    "country": "address",
    "postcode": "address",
}
# Where the contract knows only one of two neighbours, a question for the other means it.
_NEIGHBOURS = {
    "payment_method": ("refund_way",),
    "refund_way": ("payment_method",),
    "place": ("location",),
    "plan": ("product",),
    "model": ("device", "product"),
    "device": ("model", "product"),
}


@dataclass(frozen=True)
class Catalogue:
    """The topics of one contract.

    Args:
        contract: The contract.
        lexicon: The pack's concepts; concepts that every domain has are added.
    """

    contract: Contract
    lexicon: Lexicon

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """Return the shared concepts, each also by its last word where that is clear.

        "Your code" is the service code if the contract knows of no other code.
        """
        shared = merge_concepts(self.lexicon.concepts)
        items: tuple[Fact | Unknown, ...] = (*self.contract.facts, *self.contract.unknowns)
        known = {concept_of(item) for item in items if concept_of(item)}
        heads = Counter(name.rsplit("_", 1)[-1] for name in known)
        return tuple(
            attribute._replace(phrases=(*attribute.phrases, *_by_head(attribute.name)))
            if attribute.name in known and heads[attribute.name.rsplit("_", 1)[-1]] == 1
            else attribute
            for attribute in shared
        )

    @cached_property
    def by_name(self) -> dict[str, Attribute]:
        """Return the shared concepts by name."""
        return {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """Return the facts by id."""
        return {fact.id: fact for fact in self.contract.facts}

    @cached_property
    def unknowns(self) -> dict[str, Unknown]:
        """Return the unknowns by id."""
        return {unknown.id: unknown for unknown in self.contract.unknowns}

    @cached_property
    def own(self) -> tuple[Attribute, ...]:
        """Return the topics with the phrases of their own, named "fact:ID" and "unknown:ID"."""
        items: list[tuple[str, Fact | Unknown]] = [
            *(("fact", fact) for fact in self.contract.facts),
            *(("unknown", unknown) for unknown in self.contract.unknowns),
        ]
        return tuple(Attribute(f"{kind}:{item.id}", item.asked_as) for kind, item in items)

    @cached_property
    def by_concept(self) -> dict[str, tuple[Asked, ...]]:
        """Return the topics of each concept: those about it, then facts whose value looks so."""
        found: dict[str, list[Asked]] = {}
        for fact in self.contract.facts:
            if concept_of(fact):
                found.setdefault(concept_of(fact), []).append(Asked("fact", fact.id))
        for unknown in self.contract.unknowns:
            if concept_of(unknown):
                found.setdefault(concept_of(unknown), []).append(Asked("unknown", unknown.id))
        for concept in self.lexicon.concepts:
            name = canonical_name(concept.name)
            for fact in self.contract.facts:
                value = str(fact.value)
                alike = bool(concept.pattern) and find_values(value, self.by_name[name]) == (value,)
                if alike and Asked("fact", fact.id) not in found.get(name, []):
                    found.setdefault(name, []).append(Asked("fact", fact.id))
        return {name: tuple(topics) for name, topics in found.items()}

    @cached_property
    def spoken_alone(self) -> tuple[Attribute, ...]:
        """Return the concepts with the short names that they have in a list ("email, order?")."""
        return tuple(
            attribute._replace(phrases=(*attribute.phrases, *_ALONE.get(attribute.name, ())))
            for attribute in self.attributes
        )

    @cached_property
    def opened_with(self) -> tuple[Asked, ...]:
        """Return the trouble that the user opens with, if a fact tells it."""
        return tuple(
            Asked("fact", fact.id)
            for fact in self.contract.facts
            if fact.reveal == "opening" and not concept_of(fact)
        )[:1]

    def about(self, name: str) -> tuple[Asked, ...]:
        """Return the topics of a concept, or else those of its whole or its neighbour."""
        others = (WHOLE.get(name, ""), *_NEIGHBOURS.get(name, ()))
        found = (self.by_concept[each] for each in (name, *others) if each in self.by_concept)
        return next(found, ())

    def wholes(self, name: str) -> tuple[Asked, ...]:
        """Return the facts about a whole whose wordings tell a part of it too."""
        attribute = self.by_name.get(name)
        return tuple(
            topic
            for topic in self.by_concept.get(WHOLE.get(name, ""), ())
            if topic.kind == "fact"
            and attribute is not None
            and (not attribute.pattern or find_values(self._told_by(topic), attribute))
        )

    def _told_by(self, topic: Asked) -> str:
        fact = self.facts[topic.id]
        return " ".join((fact.text, *fact.says))

    def is_in(self, topic: Asked, text: str) -> bool:
        """Whether a text names the value of a fact, or at least half of its words."""
        if topic.kind != "fact":
            return False
        value = self.facts[topic.id].value
        if holds_value(text, value):
            return True
        wordy = isinstance(value, str) and len(content(value)) > 1 and not _DIGIT.search(value)
        return wordy and overlap(text, str(value)) >= _LEAST_NAMED

    def is_coded(self, fact: Fact) -> bool:
        """Whether the value of a fact has the form of one of the pack's concepts."""
        value = str(fact.value)
        return any(
            concept.pattern and find_values(value, self.by_name[canonical_name(concept.name)])
            for concept in self.lexicon.concepts
        )

    def named_by(self, text: str) -> tuple[Asked, ...]:
        """Return the facts whose values a text names."""
        return tuple(
            Asked("fact", fact.id)
            for fact in self.contract.facts
            if self.is_in(Asked("fact", fact.id), text)
        )

    def is_variant(self, topic: Asked) -> bool:
        """Whether a fact tells a size, colour or plan: what is chosen among several."""
        fact = self.facts.get(topic.id)
        return fact is not None and concept_of(fact) in ("size", "colour", "plan", "start")

    def bag(self, topic: Asked) -> frozenset[str]:
        """Return the keys of all words that the contract has for a topic."""
        return self.bags.get(topic, frozenset())

    @cached_property
    def bags(self) -> dict[Asked, frozenset[str]]:
        """Return the keys of all words that the contract has, by topic."""
        found: dict[Asked, frozenset[str]] = {}
        for fact in self.contract.facts:
            texts = (fact.text, fact.id, fact.about, str(fact.value or ""), *fact.says)
            found[Asked("fact", fact.id)] = _keys((*texts, *fact.asked_as))
        for unknown in self.contract.unknowns:
            texts = (unknown.text, unknown.id, unknown.about)
            found[Asked("unknown", unknown.id)] = _keys((*texts, *unknown.asked_as))
        return found


def concept_of(item: Fact | Unknown) -> str:
    """Return the concept of a topic; an id that names a common one ("why") counts too."""
    if item.about:
        return canonical_name(item.about)
    name = canonical_name(item.id)
    return name if name in _COMMON_NAMES else ""


_DIGIT = re.compile(r"\d")
_LEAST_NAMED = 0.5
_COMMON_NAMES = frozenset(attribute.name for attribute in common_attributes())
_ALONE = {
    "order_number": ("=order", "=the order"),
    "phone_number": ("=line", "=phone", "=mobile"),
    "refund_way": ("=refund",),
}
# Last words of concepts that people use alone.
_HEADS = frozenset(["number", "code", "reference", "pin", "method", "model"])


def _by_head(name: str) -> tuple[str, ...]:
    head = name.rsplit("_", 1)[-1]
    if head == name or head not in _HEADS:
        return ()
    return (f"=your {head}", f"=the {head}", f"=which {head}", f"=what {head}", f"={head}")


def _keys(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(key for text in texts for key in content(text.replace("_", " ")))
