"""When each fact was asked for and told, found in the words of the messages.

A machine's reading: it finds values and phrases, not meaning. Whoever needs certainty lets a person
confirm it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rut_domains.contract import Contract, Fact, Unknown
from rut_domains.dialogue import Event, Message
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.effort import spoken
from rut_domains.outcomes.model import Disclosure
from rut_domains.outcomes.words import content_words, holds_value, says_phrase, tokens

_SENTENCE = re.compile(r"[^.?!;\n]*(?:\.(?=\S)[^.?!;\n]*)*[.?!;\n]?")
_REQUEST_WORDS = (
    "may can could would will what which who where when why how please tell give provide share "
    "send need confirm know say name let require"
)
_REQUEST = frozenset(_REQUEST_WORDS.split())


def find_disclosures(
    contract: Contract, events: Sequence[Event], lexicon: Lexicon
) -> tuple[Disclosure, ...]:
    """Return for each fact when it was first asked for and first told.

    Args:
        contract: Whose facts.
        events: The whole dialogue.
        lexicon: The shared concepts that facts are `about`.
    """
    asked: dict[str, tuple[int, int]] = {}
    for turn, message in enumerate(spoken(events, "agent"), start=1):
        for name in asked_items(message.text, contract, lexicon):
            asked.setdefault(name, (message.seq, turn))
    telling = spoken(events, "user")
    found: list[Disclosure] = []
    for fact in contract.facts:
        asked_seq, asked_turn = asked.get(fact.id, (None, None))
        told_seq, told_turn = _first_told(telling, fact)
        found.append(
            Disclosure(
                fact=fact.id,
                opening=fact.reveal == "opening",
                asked_seq=asked_seq,
                asked_turn=asked_turn,
                told_seq=told_seq,
                told_turn=told_turn,
            )
        )
    return tuple(found)


def asked_items(text: str, contract: Contract, lexicon: Lexicon) -> frozenset[str]:
    """Return the ids of the facts and unknowns that an agent's message asks for.

    A sentence asks when it is a question or a request and holds all content words of a phrase, or
    the very words of one that begins with "=". What a longer phrase asks for, a part of it does
    not: "order number for the return" is not just any order number.
    """
    shared = {concept.name: concept.phrases for concept in lexicon.concepts}
    items: list[Fact | Unknown] = [*contract.facts, *contract.unknowns]
    phrases = {item.id: (*item.asked_as, *shared.get(item.about, ())) for item in items}
    found: set[str] = set()
    for sentence in _sentences(text):
        if _is_request(sentence):
            found |= _asked_in(sentence, phrases)
    return frozenset(found)


def _asked_in(sentence: str, phrases: Mapping[str, Sequence[str]]) -> set[str]:
    heard = {
        (name, content_words(phrase) or frozenset(tokens(phrase)))
        for name, own in phrases.items()
        for phrase in own
        if says_phrase(sentence, phrase)
    }
    return {
        name
        for name, words in heard
        if not any(words < longer for other, longer in heard if other != name)
    }


def tells(text: str, fact: Fact) -> bool:
    """Tell whether a user's message gives a fact away: its value, or all words of a wording."""
    if fact.value is not None and not isinstance(fact.value, bool):
        return holds_value(text, fact.value)
    return any(says_phrase(text, wording) for wording in fact.says)


def _first_told(messages: Sequence[Message], fact: Fact) -> tuple[int | None, int | None]:
    for turn, message in enumerate(messages, start=1):
        if tells(message.text, fact):
            return message.seq, turn
    return None, None


def _is_request(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or bool(_REQUEST & set(tokens(sentence)))


def _sentences(text: str) -> list[str]:
    return [found for found in _SENTENCE.findall(text) if found.strip()]
