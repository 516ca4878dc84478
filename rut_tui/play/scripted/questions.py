"""Which questions a message puts to the user: requests, yes-or-no questions, choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from rut_domains.language.acts import asked_clauses, is_subordinate, offers, transfer_in
from rut_domains.language.catalogue import concept_of
from rut_domains.language.choices import is_choice, is_short, laid_out_choices, with_whole_choices
from rut_domains.language.clauses import Clause, Sentence, clauses, is_inverted, sentences
from rut_domains.language.directing import commands
from rut_domains.language.forms import forms
from rut_domains.language.hits import Asked
from rut_domains.language.manners import (
    asks_for_more,
    asks_purpose,
    asks_to_repeat,
    greets,
    holds,
    is_courtesy,
)
from rut_domains.language.moods import is_claimed_working
from rut_domains.language.topics import Topics
from rut_domains.language.words import content, normalise
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.errands import Errand, Errands
from rut_tui.play.scripted.procedure import FORMULA


@dataclass(frozen=True)
class Questions:
    """Finds what a message asks.

    Args:
        topics: What can be asked.
        errands: What is no question but something to do.
    """

    topics: Topics
    errands: Errands

    def asked_in(self, text: str, agenda: Agenda, told: Sequence[Errand] = ()) -> tuple[Asked, ...]:
        """Return what a message asks for: in requests, yes-or-no questions and choices.

        Args:
            text: The message.
            agenda: Where things stand.
            told: What the message tells the user to do, which is no question.
        """
        requests = (*asked_clauses(text), *self.topics.bare_names(text))
        offered = {clause.sentence for clause in clauses(text) if offers(clause)}
        loose = not told
        found: list[Asked] = []
        for clause in with_whole_choices(text):
            choice = is_choice(clause)
            if asks_for_more(clause.text):
                continue
            hits = self._topics_of(clause, agenda, loose=loose)
            if not hits and not found and _POINTS.search(normalise(clause.text)):
                hits = self._pointed_at(clause, text) or self._by_pronoun(clause, _goal_of(agenda))
            state = self._is_about_state(clause)
            if offers(clause) and not (choice or state or _is_about_user(clause)):
                continue
            if offered and not clause.question:
                hits = tuple(each for each in hits if each.kind != "absent")
            if clause.sentence in offered and self._is_piece(clause):
                continue
            if clause in requests and not asks_purpose(clause.text):
                found.extend(hits or self._chosen(clause, text, agenda))
            elif choice or state or clause in requests or _expects_fact(clause, offered):
                found.extend(each for each in hits if each.kind != "absent")
        if told:
            return tuple(each for each in dict.fromkeys(found) if each.kind != "absent")
        return _settle_absent(tuple(dict.fromkeys(found)) or self._vague(requests, text))

    def _is_piece(self, clause: Clause) -> bool:
        """Whether a clause is what a tag puts up for a yes ("The label comes by e-mail, okay?")."""
        asking = is_inverted(clause.text) or clause in self.topics.bare_names(clause.text)
        return not asking and is_short(clause.text) and not _ASKING.search(normalise(clause.text))

    def _is_about_state(self, clause: Clause) -> bool:
        """Whether a yes-or-no question asks how things are in the contract's own words.

        "Are calls fine?" does, "Shall I cancel the order?" proposes something.
        """
        acts = any(word in _SPEAKER for word in clause.words)
        return clause.question and not acts and self.topics.is_asked_as(clause)

    def _topics_of(self, clause: Clause, agenda: Agenda, *, loose: bool) -> tuple[Asked, ...]:
        now = _goal_of(agenda)
        clause = clause._replace(text=_PREFACE.sub("", clause.text) or clause.text)
        directed = bool(self.errands.told_in(clause.text + ("?" if clause.question else "")))
        plain = loose and not directed and not asks_purpose(clause.text)
        hits = self.topics.asked_in(clause, now=now, told=agenda.told, loose=plain)
        return tuple(each for each in hits if each.kind == "fact") if directed else hits

    def _pointed_at(self, clause: Clause, text: str) -> tuple[Asked, ...]:
        """Return what the clause just before names ("Look at the number again; which is it?")."""
        if not _POINTS_BACK.search(normalise(clause.text)):
            return ()
        pieces = clauses(text)
        at = next((at for at, piece in enumerate(pieces) if piece.text == clause.text), 0)
        hits = self.topics.asked_in(pieces[at - 1], loose=False) if at else ()
        return tuple(each for each in hits if each.kind != "absent")[-1:]

    def _chosen(self, clause: Clause, text: str, agenda: Agenda) -> tuple[Asked, ...]:
        """Return the facts that decide a choice laid out before ("... What do you prefer?")."""
        if not _ASKS_CHOICE.search(normalise(clause.text)):
            return ()
        hits = [
            each
            for other in clauses(text)
            if other != clause
            for each in self.topics.asked_in(other, told=agenda.told, loose=False)
            if each.kind == "fact"
        ]
        named = [each for each in self.topics.named_by(text) if self.topics.is_variant(each)]
        return tuple(dict.fromkeys(hits))[:1] or tuple(named[:1])

    def _vague(self, requests: Sequence[Clause], text: str) -> tuple[Asked, ...]:
        """Return a nameless absence for a question to the user that nothing answers."""
        known = (offers_any, transfer_in, *_MANNERS)
        if any(heard(text) for heard in known):
            return ()
        if self.errands.tried_in(text) or any(map(is_claimed_working, clauses(text))):
            return ()
        asking = [*requests, *(each for each in clauses(text) if is_inverted(each.text))]
        return (Asked("absent", ""),) if any(map(_asks_user, asking)) else ()

    def misses_in(
        self, text: str, agenda: Agenda, reacts: Callable[[str], bool], *, answered: bool = False
    ) -> bool:
        """Whether a question or an order of the message is nothing that the user can make sense of.

        Proposals are judged elsewhere.

        Args:
            text: The message.
            agenda: Where things stand.
            reacts: Whether the contract has a rule for a sentence.
            answered: Whether something else is asked: "Do you have it at hand?" belongs to that.
        """
        pieces = clauses(text)
        for number, sentence in enumerate(sentences(text)):
            own = [piece for piece in pieces if piece.sentence == number]
            orders = bool(self.errands.tools) and any(map(commands, own))
            if not (sentence.question or orders) or reacts(sentence.text):
                continue
            if answered and _ECHO.search(normalise(sentence.text)):
                continue
            if not self._is_heard(sentence, own, agenda):
                return True
        return False

    def _is_heard(self, sentence: Sentence, own: Sequence[Clause], agenda: Agenda) -> bool:
        text = f"{sentence.text}?"
        if not set(content(text)) - FORMULA:
            return True
        if offers_any(text) or transfer_in(text) or any(heard(text) for heard in _MANNERS):
            return True
        if any(is_courtesy(piece) or is_claimed_working(piece) for piece in own):
            return True
        said = text if sentence.question else sentence.text
        if self.errands.told_in(said) or self.errands.tried_in(text):
            return True
        if self.topics.bare_names(text) or laid_out_choices(text):
            return True
        if any(_POINTS.search(normalise(piece.text)) for piece in own):
            return True
        return any(self._topics_of(piece, agenda, loose=True) for piece in own)

    def _by_pronoun(self, clause: Clause, now: str) -> tuple[Asked, ...]:
        """Return the thing in question for "What was it?" and "Which of these shall we drop?".

        That is the thing that the present goal has most to do with.
        """
        if not clause.question:
            return ()
        goal = set(content(now))
        named = self.topics.named_by(now)
        things = [
            Asked("fact", fact.id)
            for fact in self.topics.contract.facts
            if concept_of(fact) in _THINGS
            and (Asked("fact", fact.id) in named or not self.topics.is_coded(fact))
        ]
        nearest = max(
            things,
            key=lambda thing: (self.topics.is_in(thing, now), len(goal & self.topics.bag(thing))),
            default=None,
        )
        return (nearest,) if nearest is not None else ()


# "Would you let me know your number" does not ask whether the number is known.
_PREFACE = re.compile(
    r"\b(?:(?:can|could|would|will) (?:you|u) )?(?:please |kindly |pls |just )*"
    r"(?:if you (?:don't|do not|dont) mind(?: me asking)?|let (?:me|us) know|give (?:me|us)|"
    r"tell (?:me|us)(?! (?:about|more|if|whether)))\b",
    re.IGNORECASE,
)
_ECHO = forms(r"^(?:do|have|would|can|could) you (?:\w+ ){0,3}?(?:it|that|them|those|one)\b")
_ASKING = forms(r"(?:please|you|your|what|which|who|where|when|why|how)\b")
_MANNERS = (asks_purpose, asks_for_more, asks_to_repeat, holds, greets)
_SPEAKER = frozenset(["i", "we", "me", "us"])
# What "which one?" may ask for; facts about nothing else are things too.
_THINGS = frozenset(["", "product", "order_number", "phone_number", "plan"])


def offers_any(text: str) -> bool:
    """Whether a message proposes something."""
    return any(offers(clause) for clause in clauses(text))


_ASKS_CHOICE = forms(r"(?:prefer|rather|choose|which|suits?|decide|better|favou?r)\b")
_POINTS = forms(
    r"""
    (?:what|which)(?: one)?(?:(?: exactly)? (?:is|was|are|were|would) (?:it|that|this|they|those))?$
    (?:what|which) (?:of|one of|ones of) (?:these|those|them|the two|the)\b
    which ones?\b
    which \w+(?: exactly)? (?:is|was|are|were) (?:it|that|this|they)$
    """
)
_POINTS_BACK = forms(r"(?:what|which)(?: exactly)? (?:is|was) (?:it|that|this)$")
_USER = forms(r"(?:you|your|yours|it|that|this|there)\b")
_ABOUT_USER = forms(
    r"(?:do|would|did|will|are|have|is|was|were) (?:you|your)\b(?! (?:like|want) me)"
)


def _expects_fact(clause: Clause, offered: Collection[int]) -> bool:
    """Whether a yes-or-no question may be answered by a fact: it is no part of a proposal."""
    if is_subordinate(clause):
        return False
    return clause.question and (clause.sentence not in offered or _is_about_user(clause))


def _is_about_user(clause: Clause) -> bool:
    """Whether a yes-or-no question is about the user and not about a deed of the agent."""
    plain = normalise(clause.text)
    return _ABOUT_USER.search(plain) is not None and " me to " not in plain


def _goal_of(agenda: Agenda) -> str:
    return agenda.current.text if agenda.current else ""


def _asks_user(clause: Clause) -> bool:
    return _USER.search(normalise(clause.text)) is not None


def _settle_absent(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """Let one "I don't have that" do for all that is missing in the same message."""
    absent = [each for each in asked if each.kind == "absent"]
    return tuple(each for each in asked if each.kind != "absent" or each == absent[0])
