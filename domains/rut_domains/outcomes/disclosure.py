"""When each fact was asked for and told, found in the words of the messages.

A machine's reading: it finds values and phrases, not meaning. Whoever needs certainty lets a person
confirm it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rut_domains.contract import Contract, Fact
from rut_domains.dialogue import Event, Message
from rut_domains.language.acts import asked_clauses
from rut_domains.language.choices import laid_out_choices
from rut_domains.language.clauses import Clause, clauses, sentences
from rut_domains.language.forms import forms
from rut_domains.language.topics import Topics
from rut_domains.language.values import holds_value, says_phrase, tokens
from rut_domains.language.words import normalise
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.effort import spoken
from rut_domains.outcomes.model import Disclosure
from rut_domains.outcomes.readings import Reading, find_readings


def find_disclosures(
    contract: Contract, events: Sequence[Event], lexicon: Lexicon
) -> tuple[Disclosure, ...]:
    """Return for each fact when it was first asked for and first told.

    What the user's own tool shows and the user reads out was asked for with the reading. What the
    contract words for another end (a goal, a rule, another fact) tells a fact only once asked.

    Args:
        contract: Whose facts.
        events: The whole dialogue.
        lexicon: The shared concepts that facts are `about`, and how tools are asked for.
    """
    if not contract.facts:
        return ()
    asked: dict[str, tuple[int, int]] = {}
    topics = Topics(contract, lexicon)
    for turn, message in enumerate(spoken(events, "agent"), start=1):
        for name in _asked_in(message.text, topics):
            asked.setdefault(name, (message.seq, turn))
    telling = spoken(events, "user")
    readings = find_readings(events, lexicon)
    found: list[Disclosure] = []
    for fact in contract.facts:
        known = _with_reading(asked.get(fact.id), fact, telling, readings)
        asked_seq, asked_turn = known or (None, None)
        told_seq, told_turn = _first_told(telling, fact, contract, asked_seq)
        found.append(
            Disclosure(
                fact=fact.id,
                opening=fact.reveal == "opening" or _begins_with(fact, contract),
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
    put = tuple(clause for clause in clauses(text) if _puts_a_value(clause))
    for clause in dict.fromkeys((*asking, *put)):
        for each in topics.asked_in(clause, loose=False):
            if each.kind != "absent":
                yield each.id


# "Is your e-mail mira@example.org?" asks for the e-mail, be the value right or wrong.
_PUTS = forms(r"^(?:(?:and|so|then|okay) )*(?:is|are|was) (?:your|the) (?:\w+[ -]){1,4}?\S*[\d@]")


def _puts_a_value(clause: Clause) -> bool:
    return clause.question and _PUTS.search(normalise(clause.text)) is not None


def tells(text: str, fact: Fact) -> bool:
    """Tell whether a user's message gives a fact away: its value, or all words of a wording."""
    if fact.value is not None and not isinstance(fact.value, bool):
        return holds_value(text, fact.value)
    return any(says_phrase(text, wording) for wording in fact.says)


def _begins_with(fact: Fact, contract: Contract) -> bool:
    """Whether one of the contract's openings tells the fact already."""
    return any(tells(text, fact) for text in contract.opening)


def _with_reading(
    asked: tuple[int, int] | None,
    fact: Fact,
    telling: Sequence[Message],
    readings: Sequence[Reading],
) -> tuple[int, int] | None:
    """Return when a fact was asked for, a reading that shows it and was passed on included."""
    said = {message.seq: message.text for message in telling}
    shown = [
        (reading.asked_seq, reading.asked_turn)
        for reading in readings
        if tells(reading.shown, fact) and tells(said.get(reading.told_seq, ""), fact)
    ]
    return min((*shown, *([asked] if asked else [])), default=None)


def _first_told(
    messages: Sequence[Message], fact: Fact, contract: Contract, asked: int | None
) -> tuple[int | None, int | None]:
    others = _wordings_of_others(contract, fact)
    for turn, message in enumerate(messages, start=1):
        if not tells(message.text, fact):
            continue
        if (asked is not None and asked < message.seq) or tells(
            _without(message.text, others), fact
        ):
            return message.seq, turn
    return None, None


def _wordings_of_others(contract: Contract, fact: Fact) -> frozenset[tuple[str, ...]]:
    """Return the sentences that the contract words for its goals, rules and other facts."""
    worded = [
        *(goal.says for goal in contract.goals),
        *(rule.says for rule in contract.rules),
        *(other.says for other in contract.facts if other != fact),
    ]
    return _sentences_of(worded) - _sentences_of([fact.says])


def _sentences_of(worded: Iterable[Sequence[str]]) -> frozenset[tuple[str, ...]]:
    return frozenset(
        tokens(piece.text) for says in worded for text in says for piece in sentences(text)
    )


def _without(text: str, wordings: frozenset[tuple[str, ...]]) -> str:
    """Return a text without the sentences that end in a wording ("Once more: ...")."""
    kept: list[str] = []
    for sentence in sentences(text):
        said = tokens(sentence.text)
        if not any(said[start:] in wordings for start in range(len(said))):
            kept.append(sentence.text)
    return ". ".join(kept)
