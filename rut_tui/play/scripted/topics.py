"""What can be asked of the user, and which of it a message asks.

A topic is a fact or an unknown of the contract. A request reaches it by a phrase of its own
(`asked_as`), by the shared concept that it is about, or, failing both, by the words it has in
common with the contract's text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from rut_domains.contract import Contract, Fact, Unknown
from rut_domains.lexicon import Lexicon
from rut_tui.play.language.clauses import Clause
from rut_tui.play.language.concepts import (
    Attribute,
    Mention,
    canonical_name,
    find_values,
    mentions,
    merge_concepts,
)
from rut_tui.play.language.matching import agree, find_phrase, phrase_keys
from rut_tui.play.language.words import content, read, words

AskedKind = Literal["fact", "unknown", "absent"]
# A part of something is told by telling the whole.
_WHOLE = {
    "first_name": "name",
    "last_name": "name",
    "city": "address",
    "country": "address",
    "postcode": "address",
}
# Where the contract knows only one of two neighbours, a question for the other means it.
_NEIGHBOUR = {"payment_method": "refund_way", "refund_way": "payment_method"}


class Asked(NamedTuple):
    """Something asked for: a fact or unknown by its id, or a concept that the user has not."""

    kind: AskedKind
    id: str


class _Hit(NamedTuple):
    asked: Asked
    places: frozenset[int]
    start: int
    strength: float
    own: bool = False


@dataclass(frozen=True)
class Topics:
    """All topics of one contract, ready to be matched.

    Args:
        contract: The contract.
        lexicon: The pack's concepts; concepts that every domain has are added.
    """

    contract: Contract
    lexicon: Lexicon

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:
        """Return the shared concepts."""
        return merge_concepts(self.lexicon.concepts)

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
    def _own(self) -> tuple[Attribute, ...]:
        items: list[tuple[str, Fact | Unknown]] = [
            *(("fact", fact) for fact in self.contract.facts),
            *(("unknown", unknown) for unknown in self.contract.unknowns),
        ]
        return tuple(Attribute(f"{kind}:{item.id}", item.asked_as) for kind, item in items)

    @cached_property
    def _about(self) -> dict[str, tuple[Asked, ...]]:
        """Return the topics of each concept: those about it, then facts whose value looks so."""
        found: dict[str, list[Asked]] = {}
        for fact in self.contract.facts:
            if fact.about:
                found.setdefault(canonical_name(fact.about), []).append(Asked("fact", fact.id))
        for unknown in self.contract.unknowns:
            if unknown.about:
                name = canonical_name(unknown.about)
                found.setdefault(name, []).append(Asked("unknown", unknown.id))
        for concept in self.lexicon.concepts:
            name = canonical_name(concept.name)
            for fact in self.contract.facts:
                value = str(fact.value)
                alike = bool(concept.pattern) and find_values(value, self.by_name[name]) == (value,)
                if alike and Asked("fact", fact.id) not in found.get(name, []):
                    found.setdefault(name, []).append(Asked("fact", fact.id))
        return {name: tuple(topics) for name, topics in found.items()}

    def about(self, name: str) -> tuple[Asked, ...]:
        """Return the topics of a concept, or else those of its whole or its neighbour."""
        others = (_WHOLE.get(name, ""), _NEIGHBOUR.get(name, ""))
        found = (self._about[each] for each in (name, *others) if each in self._about)
        return next(found, ())

    def asked_in(
        self, clause: Clause, *, now: str = "", told: Collection[str] = (), loose: bool = True
    ) -> tuple[Asked, ...]:
        """Return what a clause asks for, in its order.

        Args:
            clause: A clause that asks something.
            now: Words of the goal that is being pursued: where two facts fit, the nearer counts.
            told: Ids of facts told before: where two facts fit alike, the others come first.
            loose: Whether words in common are enough if no phrase and no concept fits.
        """
        own = self._own_hits(clause)
        shared = [
            hit
            for mention in mentions(clause.text, (*self.attributes, *self._own))
            if mention.name in self.by_name
            for hit in self._shared_hits(mention, clause, now, told)
        ]
        hits = _drop_asides(_strongest([*own, *shared]), clause)
        asked = tuple(dict.fromkeys(hit.asked for hit in _choose(hits, clause)))
        if asked or not loose:
            return asked
        return self._by_common_words(clause)

    def _own_hits(self, clause: Clause) -> list[_Hit]:
        hits: list[_Hit] = []
        for mention in mentions(clause.text, self._own):
            kind, _, topic = mention.name.partition(":")
            asked = Asked("fact" if kind == "fact" else "unknown", topic)
            places = frozenset(mention.match.places)
            # A phrase of the contract's own goes before a shared one that is as long.
            strength = _strength(mention, clause) + 0.5
            hits.append(_Hit(asked, places, mention.match.start, strength, own=True))
        return hits

    def _shared_hits(
        self, mention: Mention, clause: Clause, now: str, told: Collection[str]
    ) -> list[_Hit]:
        if self._is_covered(mention, clause):
            return []
        topics = self._elsewhere(mention, clause) or self.about(mention.name)
        chosen = self._nearest(topics, mention, clause, now, told) if topics else ()
        asked = chosen or (Asked("absent", mention.name),)
        places, start = frozenset(mention.match.places), mention.match.start
        return [_Hit(each, places, start, _strength(mention, clause)) for each in asked]

    def _wholes(self, name: str) -> tuple[Asked, ...]:
        """Return the facts about a whole whose wordings tell a part of it too."""
        attribute = self.by_name.get(name)
        return tuple(
            topic
            for topic in self._about.get(_WHOLE.get(name, ""), ())
            if topic.kind == "fact"
            and attribute is not None
            and (not attribute.pattern or find_values(self._told_by(topic), attribute))
        )

    def _told_by(self, topic: Asked) -> str:
        fact = self.facts[topic.id]
        return " ".join((fact.text, *fact.says))

    def _is_covered(self, mention: Mention, clause: Clause) -> bool:
        """Whether the clause asks for a whole that tells this part: "the address and postcode"."""
        whole = _WHOLE.get(mention.name)
        if whole is None or not self._wholes(mention.name):
            return False
        named = {other.name for other in mentions(clause.text, self.attributes)}
        own = {hit.asked for hit in self._own_hits(clause)}
        return whole in named or bool(own & set(self._wholes(mention.name)))

    def _elsewhere(self, mention: Mention, clause: Clause) -> tuple[Asked, ...]:
        """Return the whole that is meant by "the postcode there" or "the new town"."""
        pointing = any(word in _POINTING for word in clause.words)
        return self._wholes(mention.name)[:1] if pointing else ()

    def _nearest(
        self,
        topics: Sequence[Asked],
        mention: Mention,
        clause: Clause,
        now: str,
        told: Collection[str],
    ) -> tuple[Asked, ...]:
        """Choose among several topics of one concept by the words around and the present goal."""
        if len(topics) == 1:
            return tuple(topics)
        named = set(phrase_keys(mention.match.phrase))
        around = {key for key in content(clause.text) if key not in named}
        goal = set(content(now))
        scores = {
            topic: (
                len(around & self.bag(topic)),
                len(goal & self.bag(topic)),
                topic.id not in told,
            )
            for topic in topics
        }
        best = max(scores.values())
        return tuple(topic for topic in topics if scores[topic] == best)[:1]

    def bag(self, topic: Asked) -> frozenset[str]:
        """Return the keys of all words that the contract has for a topic."""
        return self._bags.get(topic, frozenset())

    @cached_property
    def _bags(self) -> dict[Asked, frozenset[str]]:
        found: dict[Asked, frozenset[str]] = {}
        for fact in self.contract.facts:
            texts = (fact.text, fact.id, fact.about, str(fact.value or ""), *fact.says)
            found[Asked("fact", fact.id)] = _keys((*texts, *fact.asked_as))
        for unknown in self.contract.unknowns:
            texts = (unknown.text, unknown.id, unknown.about)
            found[Asked("unknown", unknown.id)] = _keys((*texts, *unknown.asked_as))
        return found

    def _by_common_words(self, clause: Clause) -> tuple[Asked, ...]:
        """Return the one topic that shares rare words with a clause, or nothing.

        A word is rare if few topics have it; it takes two shared words, or one that makes up half
        of what the clause says.
        """
        keys = set(content(clause.text)) - _TOO_COMMON
        if not keys:
            return ()
        spread = Counter(key for bag in self._bags.values() for key in bag)
        scores: dict[Asked, float] = {}
        for topic, bag in self._bags.items():
            shared = {key for key in keys if any(agree(key, other) for other in bag)}
            if len(shared) >= 2 or (shared and len(shared) * 2 >= len(keys)):
                scores[topic] = sum(1 / (spread[key] or 1) for key in shared)
        best = max(scores.values(), default=0.0)
        nearest = [topic for topic, score in scores.items() if score == best]
        return tuple(nearest) if len(nearest) == 1 and best >= _LEAST_RARE else ()


def _strength(mention: Mention, clause: Clause) -> float:
    """Return how surely a phrase is meant: by its content words, or all its words if literal.

    A phrase of several words of which only one carries content ("what is in the order") is weak
    unless it stands there word for word.
    """
    phrase = mention.match.phrase
    literal = phrase if phrase.startswith("=") else f"={phrase}"
    length = len(words(phrase.removeprefix("=")))
    if find_phrase(literal, clause.text) is not None:
        return float(length)
    found = len(mention.match.places)
    return _WEAK if found == 1 and length > 1 else float(found)


def _strongest(hits: Sequence[_Hit]) -> list[_Hit]:
    """Of hits on the same words keep the strongest, in the order of the clause.

    Weak hits count only if there is no other.
    """
    kept: list[_Hit] = []
    sure = any(hit.strength >= 1 for hit in hits)
    for hit in sorted(hits, key=lambda hit: (hit.asked.kind == "absent", -hit.strength)):
        rivals = [other for other in kept if other.places & hit.places]
        if (hit.strength >= 1 or not sure) and all(_goes_along(hit, other) for other in rivals):
            kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)


def _goes_along(hit: _Hit, other: _Hit) -> bool:
    """Whether two things are meant by words that overlap ("first and last name")."""
    contained = hit.places <= other.places or other.places <= hit.places
    return not contained and not (hit.own or other.own) and hit.asked.kind != "absent"


_WEAK = 0.25


_POINTING = frozenset(["there", "new", "that", "her", "his", "their", "destination"])
_LEAST_RARE = 0.5
_TOO_COMMON = frozenset(
    content(
        "know tell give say order item please help number have make see thing time day today want "
        "how what who where check look confirm one way sure yes no thanks my be it possible"
    )
)


def _keys(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(key for text in texts for key in content(text.replace("_", " ")))


def _drop_asides(hits: Sequence[_Hit], clause: Clause) -> list[_Hit]:
    """Leave out what the user has not where it only stands beside something that it has.

    In "which size phone is it" the size alone is asked; in "your postcode and birthday" both are.
    """
    present = [hit for hit in hits if hit.asked.kind != "absent"]
    if not present:
        return list(hits)
    return [
        hit
        for hit in hits
        if hit.asked.kind != "absent"
        or all(_are_listed(clause, hit.places, other.places) for other in present)
    ]


def _are_listed(clause: Clause, one: frozenset[int], other: frozenset[int]) -> bool:
    first, second = sorted((one, other), key=min)
    between = read(clause.text)[max(first) + 1 : min(second)]
    return any(word.text in _LISTING for word in between)


_LISTING = frozenset([",", "and", "&", "/", ";", "or", "plus"])


def _choose(hits: Sequence[_Hit], clause: Clause) -> list[_Hit]:
    """Of things joined by "or", keep the first that the user knows."""
    found = read(clause.text)
    kept: list[_Hit] = []
    for hit in hits:
        if kept and _joined_by_or(found, kept[-1], hit):
            if kept[-1].asked.kind != "fact" and hit.asked.kind == "fact":
                kept[-1] = hit
            continue
        kept.append(hit)
    return kept


def _joined_by_or(found: Sequence[tuple[str, str]], one: _Hit, other: _Hit) -> bool:
    between = [word[0] for word in found[max(one.places) + 1 : min(other.places)]]
    return "or" in between and "and" not in between[between.index("or") - 1 :]
