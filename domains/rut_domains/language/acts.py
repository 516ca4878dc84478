"""What the clauses of a message do: ask, offer, refuse, hand over."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from rut_domains.language import asking, declining
from rut_domains.language.clauses import Clause, clauses, is_inverted
from rut_domains.language.forms import forms
from rut_domains.language.lists import (
    AUXILIARIES,
    IMPERATIVES,
    OPENERS,
    PRONOUN_SUBJECTS,
    WH_WORDS,
)
from rut_domains.language.manners import asks_for_more, asks_purpose, asks_to_repeat
from rut_domains.language.moods import is_completed, is_conditional
from rut_domains.language.words import normalise

Transfer = Literal["", "offered", "promised", "done"]


def asks(clause: Clause) -> bool:
    """Whether a clause, on its own, asks the other for information."""
    plain = normalise(clause.text)
    if asking.NO_QUESTION.search(plain) or is_subordinate(clause):
        return False
    if is_inverted(clause.text) and _is_question_form(plain):
        return True
    if clause.question and _is_question_form(plain):
        return True
    if clause.question:
        left_open = clause.words[-1:] in (("is",), ("was",), ("are",))
        return left_open or _is_fragment(clause) or asking.NEED.search(plain) is not None
    if is_completed(clause) and not asking.COMMAND.search(plain):
        return False
    if is_conditional(clause):
        return asking.GIVES_FIRST.search(plain) is not None
    return _is_unmarked(plain) or _is_plea(clause)


def is_subordinate(clause: Clause) -> bool:
    """Whether the clause only says when or why: "when you ordered", "while I have you here"."""
    found = clause.words
    follows = found[1:2] and found[1] in PRONOUN_SUBJECTS
    return clause.lead in _SIDE and bool(follows)


_SIDE = frozenset(["when", "while", "since", "because", "although", "before", "after", "until"])


def _is_question_form(plain: str) -> bool:
    kinds = (asking.OPEN_QUESTION, asking.INDIRECT_QUESTION, asking.COMMAND)
    return any(form.search(plain) for form in kinds)


def _is_unmarked(plain: str) -> bool:
    kinds = (asking.UNMARKED_QUESTION, asking.INDIRECT_QUESTION, asking.COMMAND, asking.NEED)
    return any(form.search(plain) for form in kinds)


def _is_fragment(clause: Clause) -> bool:
    """Whether the clause has no verb but says something: "Order number?", "and your email?"."""
    found = clause.words
    if all(word in OPENERS for word in found):
        return False
    return not any(word in AUXILIARIES for word in found)


_LONGEST_PLEA = 4


def _is_plea(clause: Clause) -> bool:
    """Whether the clause is like "Your postcode, please.", "Your postcode" or "which colour"."""
    found = clause.words
    if found[:1] and found[0] in WH_WORDS and len(found) <= _LONGEST_PLEA:
        return len(found) > 1 or found[0] == "why"
    if not _is_fragment(clause) or any(word in IMPERATIVES for word in found):
        return False
    owner = found[:1] == ("your",) or found[:2] == ("and", "your")
    return "please" in found or (owner and len(found) <= _LONGEST_PLEA)


@lru_cache(maxsize=2048)
def asked_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses that ask for information.

    Pieces without a verb and items of a list take over what the clause before them does.
    """
    found: list[Clause] = []
    asking_now, sentence = False, -1
    for clause in clauses(text):
        follows = clause.sentence == sentence or clause.under
        if asks(clause):
            asking_now = True
        elif not (asking_now and follows and _is_fragment(clause)):
            asking_now = False
        sentence = clause.sentence
        if asking_now:
            found.append(clause)
    return tuple(found)


def offers(clause: Clause) -> bool:
    """Whether a clause proposes something, or repeats it, and waits for a yes or a no."""
    plain = normalise(clause.text)
    if asks_for_more(plain) or asks_purpose(plain) or asks_to_repeat(plain):
        return False
    if asking.OFFER_STATED.search(plain):
        return True
    if not clause.question or _leaves_open(plain):
        return False
    if asking.OFFER_FRAGMENT.search(plain) and _is_fragment(clause):
        return True
    kinds = (asking.OFFER_QUESTION, asking.OFFER_TAG)
    return any(form.search(plain.rstrip(" ?")) for form in kinds)


def _leaves_open(plain: str) -> bool:
    """Whether a question asks for more than a yes or a no ("Which size would you like?")."""
    if asking.OPINION.search(plain):
        return False
    return asking.OPEN_QUESTION.search(plain) is not None


def refuses(clause: Clause) -> bool:
    """Whether a clause says that something is not possible or not allowed.

    Failing to find or to understand something is no refusal.
    """
    if clause.question or is_conditional(clause):
        return False
    plain = normalise(clause.text)
    if clause.words[:2] == ("do", "not") or clause.words[:3] == ("please", "do", "not"):
        return False
    failed = declining.LOOKUP_FAILS.search(plain)
    return declining.REFUSAL.search(plain) is not None and failed is None


def transfer_in(text: str) -> Transfer:
    """Return how far a message is with handing the other over to somebody else."""
    best: Transfer = ""
    for clause in clauses(text):
        plain = normalise(clause.text)
        if not _names_transfer(plain, text):
            continue
        if offers(clause) or clause.question:
            best = best or "offered"
        elif is_conditional(clause) or " not " in plain:
            continue
        elif declining.TRANSFER_DONE.search(plain):
            return "done"
        else:
            best = "promised"
    return best


def _names_transfer(plain: str, text: str) -> bool:
    if declining.IN_QUEUE.search(plain):
        return True
    match = declining.MOVING.search(plain)
    if match is None:
        return False
    if match.group().startswith(("transfer", "escalat")):
        return declining.MONEY_MOVED.search(plain) is None
    if " you" in match.group() and not match.group().startswith("pass"):
        return True
    return forms(rf"{declining.PEOPLE}s?\b").search(normalise(text)) is not None
