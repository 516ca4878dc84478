"""Choices laid out in a message: "to your card or as a gift card?"."""

from __future__ import annotations

from rut_domains.language.clauses import Clause, clauses, sentences
from rut_domains.language.forms import forms
from rut_domains.language.lists import AUXILIARIES
from rut_domains.language.words import normalise, words

_WH = forms(r"(?:what|which|who|where|when|why|how) (?:is|are|was|were|did|do|does|would|can)\b")
_CHOICE = forms(r"\w[\w, ]* or (?!not\b|no\b|should\b|shall\b|would you like me\b)\w+")
_LONGEST_CHOICE = 8


def laid_out_choices(text: str) -> tuple[Clause, ...]:
    """Return the sentences that lay out a choice ("to your card or a gift card?"), each whole.

    A short piece without a verb ("card or gift card") lays one out without a question mark too.
    """
    return tuple(clause for clause in with_whole_choices(text) if is_choice(clause))


def with_whole_choices(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text, those of a sentence that lays out a choice put together."""
    found: list[Clause] = []
    pieces = clauses(text)
    for number, sentence in enumerate(sentences(text)):
        whole = Clause(sentence.text, sentence.question, "", number)
        own = [piece for piece in pieces if piece.sentence == number]
        found.extend([whole] if is_choice(whole) else own)
    return tuple(found)


def is_choice(clause: Clause) -> bool:
    """Whether a clause lays out a choice and asks nothing else."""
    if _CHOICE.search(normalise(clause.text)) is None or _WH.search(normalise(clause.text)):
        return False
    return clause.question or is_short(clause.text)


def is_short(text: str) -> bool:
    """Whether a text is a few words without a verb."""
    found = words(text)
    return len(found) <= _LONGEST_CHOICE and not any(word in AUXILIARIES for word in found)
