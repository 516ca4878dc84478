"""What the user makes of one message of the agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rut_domains.contract import Contract, Fact, Goal, Rule
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.words import holds_value
from rut_domains.tool import ToolSpec
from rut_tui.play.language.acts import Transfer, asked_clauses, offers, transfer_in
from rut_tui.play.language.answers import answer_of
from rut_tui.play.language.clauses import Clause, clauses
from rut_tui.play.language.concepts import canonical_name, find_values
from rut_tui.play.language.forms import forms
from rut_tui.play.language.manners import (
    asks_for_more,
    asks_purpose,
    greets,
    holds,
    is_courtesy,
    says_goodbye,
)
from rut_tui.play.language.moods import is_claimed_working
from rut_tui.play.language.words import content, normalise, words
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.errands import Errand, Errands
from rut_tui.play.scripted.proposals import (
    WAYS_TO_PAY,
    Objection,
    Proposals,
    means_in,
    offer_text,
)
from rut_tui.play.scripted.topics import Asked, Topics
from rut_tui.play.scripted.verdicts import (
    done_goals,
    is_refusal,
    refused_goals,
    triggered_rules,
)


@dataclass(frozen=True)
class Hearing:
    """A message of the agent, understood.

    Attributes:
        text: The message.
        asked: What it asks for, in order.
        verified: Facts that it repeats rightly and asks to be confirmed.
        wrong: Facts that it gets wrong where it proposes, repeats or reports something.
        errands: What it tells the user to do.
        tried: What it asks to have been done already.
        rules: Rules that it triggers.
        offer: Whether it waits for a yes or a no.
        objection: What speaks against the offer as a whole.
        done: Goals that it reports as done.
        refused: Goals that it refuses in expected words.
        refusal: Whether it refuses something in whatever words.
        claim: Whether it claims that something should work now.
        transfer: How far it is with handing the user over.
        purpose: Whether it asks what the user wants.
        more: Whether it asks if there is anything else.
        farewell: Whether it takes leave.
        hold: Whether it asks for patience.
        courtesy: Whether it greets, thanks, or acknowledges.
        statement: Whether it tells something about the user's business.
        assent: A bare yes or no, if it is one.
    """

    text: str
    asked: tuple[Asked, ...] = ()
    verified: tuple[Fact, ...] = ()
    wrong: tuple[Fact, ...] = ()
    errands: tuple[Errand, ...] = ()
    tried: tuple[Errand, ...] = ()
    rules: tuple[Rule, ...] = ()
    offer: bool = False
    objection: Objection = ""
    done: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    refusal: bool = False
    claim: bool = False
    transfer: Transfer = ""
    purpose: bool = False
    more: bool = False
    farewell: bool = False
    hold: bool = False
    courtesy: bool = False
    statement: bool = False
    assent: str = ""

    @property
    def wants_answer(self) -> bool:
        """Whether the message asks, offers or directs something beside "anything else?"."""
        waits = self.asked or self.verified or self.errands or self.tried
        return bool(waits) or self.offer or self.purpose

    @property
    def understood(self) -> bool:
        """Whether the user can make anything of the message."""
        business = self.rules or self.wrong or self.done or self.refused or self.transfer
        manners = self.more or self.farewell or self.hold or self.courtesy or self.assent
        said = self.refusal or self.claim or self.statement
        return self.wants_answer or bool(business) or bool(manners) or said


@dataclass(frozen=True)
class Attention:
    """Understands messages in the light of one contract.

    Args:
        contract: The user's contract.
        lexicon: The domain's concepts and directions.
        tools: The user's tools.
    """

    contract: Contract
    lexicon: Lexicon
    tools: tuple[ToolSpec, ...] = ()

    @cached_property
    def topics(self) -> Topics:
        """Return what can be asked."""
        return Topics(self.contract, self.lexicon)

    @cached_property
    def errands(self) -> Errands:
        """Return what can be told to do."""
        return Errands(self.lexicon, self.tools)

    @cached_property
    def proposals(self) -> Proposals:
        """Return the judge of proposals."""
        return Proposals(self.topics)

    def hear(self, text: str, agenda: Agenda) -> Hearing:
        """Return what a message means where the agenda stands."""
        rules = triggered_rules(text, self.contract.rules)
        after = agenda.fire(tuple(rule.id for rule in rules))
        asked = self._asked(text, agenda)
        offer = offers_any(text)
        verified = tuple(fact for fact in self._facts(asked) if _is_repeated(text, fact))
        left = tuple(each for each in asked if each.kind != "fact" or each.id not in _ids(verified))
        done = done_goals(text, after)
        wrong = self._wrong(text, agenda, offer=offer or bool(verified), done=done)
        return Hearing(
            text=text,
            asked=left,
            verified=verified,
            wrong=wrong,
            errands=self.errands.told_in(text),
            tried=self.errands.tried_in(text),
            rules=rules,
            offer=offer,
            objection=self.proposals.objection(text, after.open, after.fired) if offer else "",
            done=() if wrong else done,
            refused=refused_goals(text, agenda),
            refusal=is_refusal(text) or _is_bare(text, "no"),
            claim=any(is_claimed_working(clause) for clause in clauses(text)),
            transfer=transfer_in(text),
            purpose=asks_purpose(text) or self._asks_for_goal(text, agenda, left),
            more=asks_for_more(text),
            farewell=says_goodbye(text),
            hold=holds(text),
            courtesy=greets(text) or any(is_courtesy(clause) for clause in clauses(text)),
            statement=self._concerns(text),
            assent=next((kind for kind in ("yes", "no") if _is_bare(text, kind)), ""),
        )

    def supersedes(self, rule: Rule, fact: Fact) -> bool:
        """Whether a fired rule has taken the place of a fact as an answer.

        It has if it names another value of the fact's kind, or reacts to the fact's own value.
        """
        told = " ".join(rule.says)
        if any(holds_value(phrase, fact.value) for phrase in rule.heard_as):
            return True
        attribute = self.topics.by_name.get(canonical_name(fact.about)) if fact.about else None
        if attribute is not None and attribute.pattern and attribute.name != "phone_number":
            others = find_values(told, attribute)
            if others and not holds_value(told, fact.value):
                return True
        if rule.answer == "accept":
            return False
        kind = canonical_name(fact.about) if fact.about else ""
        own = means_in(" ".join((str(fact.value), *fact.says)))
        return kind in WAYS_TO_PAY and bool(means_in(told) - own)

    def is_wanted(self, text: str, agenda: Agenda) -> bool:
        """Whether a message proposes a deed that one of the open goals names."""
        return self.proposals.serves(text, agenda.open)

    def _facts(self, asked: Sequence[Asked]) -> tuple[Fact, ...]:
        return tuple(self.topics.facts[each.id] for each in asked if each.kind == "fact")

    def _asked(self, text: str, agenda: Agenda) -> tuple[Asked, ...]:
        """Return what a message asks for: in requests, yes-or-no questions and choices."""
        requests = asked_clauses(text)
        found: list[Asked] = []
        for clause in clauses(text):
            if offers(clause) and not _is_choice(clause) and not _is_about_user(clause):
                continue
            if clause in requests:
                hits = self._topics_of(clause, agenda)
                found.extend(hits or self._chosen(clause, text, agenda))
            elif clause.question or _is_choice(clause):
                hits = self._topics_of(clause, agenda)
                found.extend(each for each in hits if each.kind != "absent")
        return _settle_absent(tuple(dict.fromkeys(found)) or self._vague(requests, text))

    def _topics_of(self, clause: Clause, agenda: Agenda) -> tuple[Asked, ...]:
        now = agenda.current.text if agenda.current else ""
        directed = bool(self.errands.told_in(clause.text + ("?" if clause.question else "")))
        loose = not directed and not asks_purpose(clause.text)
        hits = self.topics.asked_in(clause, now=now, told=agenda.told, loose=loose)
        return tuple(each for each in hits if each.kind != "absent") if directed else hits

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
        return tuple(dict.fromkeys(hits))[:1]

    def _vague(self, requests: Sequence[Clause], text: str) -> tuple[Asked, ...]:
        """Return a nameless absence for a question to the user that nothing answers."""
        if offers_any(text) or asks_purpose(text) or asks_for_more(text) or holds(text):
            return ()
        questions = [clause for clause in requests if _asks_user(clause)]
        if not questions or self.errands.told_in(text) or self.errands.tried_in(text):
            return ()
        return (Asked("absent", ""),)

    def _wrong(
        self, text: str, agenda: Agenda, *, offer: bool, done: Sequence[str]
    ) -> tuple[Fact, ...]:
        if not offer and not done:
            return ()
        if offer and any(_is_choice(clause) for clause in clauses(text)):
            return ()
        return self.proposals.wrong_facts(offer_text(text) if offer else text, agenda.open)

    def _asks_for_goal(self, text: str, agenda: Agenda, asked: Sequence[Asked]) -> bool:
        """Whether a question that no fact answers is answered by naming the goal again."""
        if any(each.kind != "absent" for each in asked) or agenda.current is None:
            return False
        goal = set(content(_goal_text(agenda.current))) - _EMPTY
        return any(
            goal & set(content(clause.text)) and _WOULD_LIKE.search(normalise(clause.text))
            for clause in asked_clauses(text)
        )

    def _concerns(self, text: str) -> bool:
        """Whether a message speaks of the user's business."""
        keys = set(content(text))
        known = keys & self._business
        return bool(keys & _DESK) or (bool(known) and len(known) * 3 > len(keys))

    @cached_property
    def _business(self) -> frozenset[str]:
        contract = self.contract
        texts = [contract.reason, *(_goal_text(goal) for goal in contract.goals)]
        for fact in contract.facts:
            texts += [fact.text, *fact.says, *fact.asked_as]
        for rule in contract.rules:
            texts += [rule.when, rule.then, *rule.heard_as]
        for concept in self.lexicon.concepts:
            texts += concept.phrases
        for direction in self.lexicon.directions:
            texts += direction.heard_as
        return frozenset(key for text in texts for key in content(text)) - _EMPTY


def offers_any(text: str) -> bool:
    """Whether a message proposes something."""
    return any(offers(clause) for clause in clauses(text))


_DESK = frozenset(
    content(
        "order account refund delivery parcel policy record system payment invoice charge fee "
        "contract customer item store warehouse shipment tracking line phone plan bill network "
        "email label confirmation request case ticket identity details return exchange balance "
        "card stock price working address"
    )
)
_EMPTY = frozenset(content("how what who where why like want know see say one time make way put"))
_REPEATS = forms(r"(?:is|are|was|were|am|confirm|correct|right|still|so|verify|check|got)\b")
_WOULD_LIKE = forms(r"(?:would|do|did|are|were|can|shall|should) (?:you|i|we)\b|what\b|which\b")
_ASKS_CHOICE = forms(r"(?:prefer|rather|choose|which|suits?|decide|better|favou?r)\b")
_USER = forms(r"(?:you|your|yours)\b")
_ABOUT_USER = forms(
    r"(?:do|would|did|will|are|have|is|was|were) (?:you|your)\b(?! (?:like|want) me)"
)
_CHOICE = forms(r"\w[\w, ]* or (?!not\b|no\b|should\b|shall\b|would you like me\b)\w+")


def _is_choice(clause: Clause) -> bool:
    """Whether a question lays out a choice ("to your card or as a gift card?")."""
    return clause.question and _CHOICE.search(normalise(clause.text)) is not None


def _is_about_user(clause: Clause) -> bool:
    """Whether a yes-or-no question is about the user and not about a deed of the agent."""
    plain = normalise(clause.text)
    return _ABOUT_USER.search(plain) is not None and " me to " not in plain


def _asks_user(clause: Clause) -> bool:
    return _USER.search(normalise(clause.text)) is not None


def _settle_absent(asked: tuple[Asked, ...]) -> tuple[Asked, ...]:
    """Let one "I don't have that" do for all that is missing in the same message."""
    absent = [each for each in asked if each.kind == "absent"]
    return tuple(each for each in asked if each.kind != "absent" or each == absent[0])


def _is_repeated(text: str, fact: Fact) -> bool:
    """Whether a question names the fact's own value ("Is it still QN4 8LD?")."""
    return any(
        holds_value(clause.text, fact.value)
        for clause in clauses(text)
        if (clause.question or offers(clause) or clause in asked_clauses(text))
        and not _is_choice(clause)
        and _REPEATS.search(normalise(clause.text))
    ) and _is_specific(fact)


def _is_specific(fact: Fact) -> bool:
    """Whether the value of a fact is a name, number or code rather than a common word."""
    return any(character.isupper() or character.isdigit() for character in str(fact.value))


def _ids(facts: Sequence[Fact]) -> frozenset[str]:
    return frozenset(fact.id for fact in facts)


def _goal_text(goal: Goal) -> str:
    return " ".join((goal.text, *goal.says))


_LONGEST_ASSENT = 4


def _is_bare(text: str, answer: str) -> bool:
    return len(words(text)) <= _LONGEST_ASSENT and answer_of(text) == answer and "?" not in text
