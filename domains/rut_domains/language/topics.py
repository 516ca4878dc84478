"""What can be asked of the user, and which of it a message asks.

A topic is a fact or an unknown of the contract. A request reaches it by a phrase of its own
(`asked_as`), by the shared concept that it is about, or, failing both, by the words it has in
common with the contract's text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rut_domains.language.catalogue import WHOLE, Catalogue
from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.concepts import (
    Attribute,
    Mention,
    find_matches,
    mentions,
)
from rut_domains.language.hits import (
    Asked,
    Hit,
    best_match,
    choose_known,
    drop_asides,
    likeness,
    strength,
    strongest,
)
from rut_domains.language.lists import AUXILIARIES
from rut_domains.language.matching import agree, find_phrase, phrase_keys
from rut_domains.language.words import content, read, words


@dataclass(frozen=True)
class Topics(Catalogue):
    """The topics of one contract, ready to be matched with what is asked."""

    def bare_names(self, text: str) -> tuple[Clause, ...]:
        """Return the clauses that begin with the name of a thing and have no verb.

        "Email. Order number of the stove." asks for both.
        """
        return tuple(clause for clause in clauses(text) if self._is_bare_name(clause))

    def _is_bare_name(self, clause: Clause) -> bool:
        found = read(clause.text)
        if not is_bare(clause):
            return False
        keys = {at for at, word in enumerate(found) if word.key}
        spoken = mentions(clause.text, self.spoken_alone)
        named = {at for mention in spoken for at in mention.match.places}
        if keys and keys <= named:
            return True
        starts = [m for m in spoken if m.match.adjacent and not keys & set(range(m.match.start))]
        follows = {found[m.match.places[-1] + 1 :][:1] for m in starts}
        return any(not after or after[0].text in _AFTER_NAME for after in follows)

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
            for attribute in (self.spoken_alone if self._is_bare_name(clause) else self.attributes)
            if (found := best_match(find_matches(clause.text, attribute), clause)) is not None
            for hit in self._shared_hits(Mention(attribute.name, found), clause, now, told)
        ]
        hits = drop_asides(strongest(_without_parts([*own, *shared]), clause), clause)
        asked = tuple(dict.fromkeys(hit.asked for hit in choose_known(hits, clause)))
        if any(each.kind != "absent" for each in asked) or not loose:
            return asked
        firm = (hit for hit in hits if len(hit.places) > 1)
        alike = self._by_likeness(clause, {place for hit in firm for place in hit.places})
        return alike or asked or self._by_common_words(clause)

    def is_asked_as(self, clause: Clause) -> bool:
        """Whether a clause asks for a topic in a phrase of its own, or in the words of a fact."""
        if any(hit.strength > 1 for hit in self._own_hits(clause)):
            return True
        return any(topic.kind == "fact" for topic in self._by_common_words(clause))

    def _own_hits(self, clause: Clause) -> list[Hit]:
        hits: list[Hit] = []
        for topic in self.own:
            match = best_match(find_matches(clause.text, topic), clause)
            if match is None or _only_asks(match.phrase, clause):
                continue
            # A phrase of the contract's own goes before a shared one that is as long.
            weight = strength(match, clause) + 0.5
            places = frozenset(match.places)
            hits.append(Hit(_asked_by(topic), places, match.start, weight, own=True))
        return hits

    def _shared_hits(
        self, mention: Mention, clause: Clause, now: str, told: Collection[str]
    ) -> list[Hit]:
        if self._is_covered(mention, clause):
            return []
        topics = self._elsewhere(mention, clause) or self.about(mention.name)
        if mention.name == "reason" and _TROUBLE & set(content(clause.text)):
            topics = self.opened_with or topics
        chosen = self._nearest(topics, mention, clause, now, told) if topics else ()
        asked = chosen or (Asked("absent", mention.name),)
        places, start = frozenset(mention.match.places), mention.match.start
        return [Hit(each, places, start, strength(mention.match, clause)) for each in asked]

    def _is_covered(self, mention: Mention, clause: Clause) -> bool:
        """Whether the clause asks for a whole that tells this part: "the address and postcode"."""
        whole = WHOLE.get(mention.name)
        if whole is None or not self.wholes(mention.name):
            return False
        named = {other.name for other in mentions(clause.text, self.attributes)}
        own = {hit.asked for hit in self._own_hits(clause)}
        return whole in named or bool(own & set(self.wholes(mention.name)))

    def _elsewhere(self, mention: Mention, clause: Clause) -> tuple[Asked, ...]:
        """Return the whole that is meant by "the postcode there" or "the new town"."""
        pointing = any(word in _POINTING for word in clause.words)
        return self.wholes(mention.name)[:1] if pointing else ()

    def _nearest(
        self,
        topics: Sequence[Asked],
        mention: Mention,
        clause: Clause,
        now: str,
        told: Collection[str],
    ) -> tuple[Asked, ...]:
        """Choose among several topics of one concept by the words around and the present goal."""
        candidates = (*topics, *self._meant_by_goal(topics, mention.name, now))
        if len(candidates) == 1:
            return candidates
        named = set(phrase_keys(mention.match.phrase))
        around = {key for key in content(clause.text) if key not in named}
        goal = set(content(now))
        scores = {
            topic: (
                len(around & self.bag(topic)),
                self.is_in(topic, now),
                len(goal & self.bag(topic)),
                topic.id not in told,
            )
            for topic in candidates
        }
        best = max(scores.values())
        return tuple(topic for topic in candidates if scores[topic] == best)[:1]

    def _meant_by_goal(self, topics: Sequence[Asked], name: str, now: str) -> tuple[Asked, ...]:
        """Return facts that are about nothing, but whose value the present goal names.

        They count for a concept without a form of its own ("item") if no fact about it is named.
        """
        attribute = self.by_name.get(name)
        if (attribute and attribute.pattern) or any(self.is_in(topic, now) for topic in topics):
            return ()
        plain = {fact.id for fact in self.contract.facts if not (fact.about or self.is_coded(fact))}
        return tuple(topic for topic in self.named_by(now) if topic.id in plain)

    def _by_likeness(self, clause: Clause, taken: Collection[int]) -> tuple[Asked, ...]:
        """Return the topic one of whose phrases is almost said, or nothing if several are.

        Args:
            clause: What is asked.
            taken: Places of words that belong to something else that is asked.
        """
        scores: dict[Asked, float] = {}
        for topic in self.own:
            scores[_asked_by(topic)] = likeness(topic.phrases, clause, taken)
        said = set(clause.words)
        for attribute in self.attributes:
            if taken or said & attribute.not_with:
                continue
            for each in self.by_concept.get(attribute.name, ()):
                alike = likeness(attribute.phrases, clause, taken)
                scores[each] = max(scores.get(each, 0.0), alike)
        best = max(scores.values(), default=0.0)
        nearest = [topic for topic, score in scores.items() if score == best]
        return tuple(nearest) if best >= _LEAST_ALIKE and len(nearest) == 1 else ()

    def _asks_otherwise(self, topic: Asked, clause: Clause) -> bool:
        """Whether a topic is asked for by other question words: "where" is not "when"."""
        asking = _PLACE_OR_TIME & set(clause.words)
        own = next((each for each in self.own if _asked_by(each) == topic), None)
        known = {word for phrase in own.phrases for word in words(phrase)} if own else set()
        known &= _PLACE_OR_TIME
        return bool(asking and known) and not asking & known

    def _by_common_words(self, clause: Clause) -> tuple[Asked, ...]:
        """Return the one topic that shares rare words with a clause, or nothing.

        A word is rare if few topics have it; it takes two shared words, or one that makes up half
        of what the clause says.
        """
        keys = set(content(clause.text)) - _TOO_COMMON
        if not keys:
            return ()
        spread = Counter(key for bag in self.bags.values() for key in bag)
        scores: dict[Asked, float] = {}
        for topic, bag in self.bags.items():
            shared = {key for key in keys if any(agree(key, other) for other in bag)}
            if len(shared) == 1 and self._asks_otherwise(topic, clause):
                continue
            if len(shared) >= 2 or (shared and len(shared) * 2 >= len(keys)):
                scores[topic] = sum(1 / (spread[key] or 1) for key in shared)
        best = max(scores.values(), default=0.0)
        nearest = [topic for topic, score in scores.items() if score == best]
        return tuple(nearest) if len(nearest) == 1 and best >= _LEAST_RARE else ()


def _only_asks(phrase: str, clause: Clause) -> bool:
    """Whether all that a phrase has in common with a clause is a question word ("when")."""
    if phrase.startswith("=") or set(phrase_keys(phrase)) - _WH_KEYS:
        return False
    return find_phrase(f"={phrase}", clause.text) is None


def _without_parts(hits: Sequence[Hit]) -> list[Hit]:
    """Leave out what a shorter name means that is part of a longer one ("phone number")."""
    absent = [hit.places for hit in hits if hit.asked.kind == "absent"]
    return [
        hit
        for hit in hits
        if hit.own
        or hit.asked.kind == "absent"
        or not any(hit.places < places for places in absent)
    ]


def _asked_by(topic: Attribute) -> Asked:
    kind, _, name = topic.name.partition(":")
    return Asked("fact" if kind == "fact" else "unknown", name)


_PLACE_OR_TIME = frozenset(["when", "where", "who", "why"])
_WH_KEYS = frozenset(content("when where what which how"))
_LONGEST_NAME = 9
_AFTER_NAME = frozenset(["of", "for", "on", "to", "in", "from", "and", "or", ",", "+", "&", "/"])


def is_bare(clause: Clause) -> bool:
    """Whether a clause is short and has no auxiliary verb."""
    found = clause.words
    return len(found) <= _LONGEST_NAME and not any(word in AUXILIARIES for word in found)


_TROUBLE = frozenset(content("wrong problem matter happen complaint issue trouble"))
_POINTING = frozenset(["there", "new", "that", "her", "his", "their", "destination"])
_LEAST_ALIKE = 0.7
_LEAST_RARE = 0.5
_TOO_COMMON = frozenset(
    content(
        "know tell give order item please help number have make see thing time day today want "
        "how what who where check look confirm one way sure yes no thanks my be it possible "
        "right correct okay fine good true sorry great mind keep all alright"
    )
)
