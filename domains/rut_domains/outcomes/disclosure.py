"""When each fact was asked for and told, found in the words of the messages.

A machine's reading: it finds values and phrases, not meaning. Whoever needs certainty lets a person
confirm it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from rut_domains.contract import Contract, Fact, Unknown
from rut_domains.dialogue import Event, Message
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.effort import spoken
from rut_domains.outcomes.model import Disclosure
from rut_domains.outcomes.words import holds_value, says_phrase, tokens

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
    asking = spoken(events, "agent")
    telling = spoken(events, "user")
    phrases = {concept.name: concept.phrases for concept in lexicon.concepts}
    found: list[Disclosure] = []
    for fact in contract.facts:
        shared = phrases.get(fact.about, ())
        asked = _first(asking, partial(asks_for, fact=fact, phrases=shared))
        told = _first(telling, partial(tells, fact=fact))
        found.append(
            Disclosure(
                fact=fact.id,
                asked_seq=asked[0],
                asked_turn=asked[1],
                told_seq=told[0],
                told_turn=told[1],
            )
        )
    return tuple(found)


def asks_for(text: str, fact: Fact | Unknown, phrases: Sequence[str] = ()) -> bool:
    """Tell whether an agent's message asks for a fact, or for what the user does not know.

    A sentence does when it is a question or a request and holds all content words of one phrase,
    or the very words of a phrase that begins with "=".
    """
    asked = [sentence for sentence in _sentences(text) if _is_request(sentence)]
    wanted = (*fact.asked_as, *phrases)
    return any(says_phrase(sentence, phrase) for sentence in asked for phrase in wanted)


def tells(text: str, fact: Fact) -> bool:
    """Tell whether a user's message gives a fact away: its value, or all words of a wording."""
    if fact.value is not None and not isinstance(fact.value, bool):
        return holds_value(text, fact.value)
    return any(says_phrase(text, wording) for wording in fact.says)


def _first(
    messages: Iterable[Message], test: Callable[[str], bool]
) -> tuple[int | None, int | None]:
    for turn, message in enumerate(messages, start=1):
        if test(message.text):
            return message.seq, turn
    return None, None


def _is_request(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") or bool(_REQUEST & set(tokens(sentence)))


def _sentences(text: str) -> list[str]:
    return [found for found in _SENTENCE.findall(text) if found.strip()]
