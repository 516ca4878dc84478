"""When each fact was asked for and told, found in the words of the messages.

A machine's reading: it finds values and phrases, not meaning. Whoever needs certainty lets a person
confirm it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_domains.contract import Contract, Fact
from rut_domains.dialogue import Event, Message
from rut_domains.language.acts import asked_clauses
from rut_domains.language.choices import laid_out_choices
from rut_domains.language.topics import Topics
from rut_domains.language.values import holds_value, says_phrase
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.effort import spoken
from rut_domains.outcomes.model import Disclosure


def find_disclosures(
    contract: Contract, events: Sequence[Event], lexicon: Lexicon
) -> tuple[Disclosure, ...]:
    """Return for each fact when it was first asked for and first told.

    Args:
        contract: Whose facts.
        events: The whole dialogue.
        lexicon: The shared concepts that facts are `about`.
    """
    if not contract.facts:
        return ()
    asked: dict[str, tuple[int, int]] = {}
    topics = Topics(contract, lexicon)
    for turn, message in enumerate(spoken(events, "agent"), start=1):
        for name in _asked_in(message.text, topics):
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

    It is read as the scripted user reads it: questions with and without a mark, requests, and
    bare names ("email?", "order no").
    """
    return frozenset(_asked_in(text, Topics(contract, lexicon)))


def _asked_in(text: str, topics: Topics) -> Iterator[str]:
    asking = (*asked_clauses(text), *topics.bare_names(text), *laid_out_choices(text))
    for clause in dict.fromkeys(asking):
        for each in topics.asked_in(clause, loose=False):
            if each.kind != "absent":
                yield each.id


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
