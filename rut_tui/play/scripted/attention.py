"""What the user makes of one message of the agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rut_domains.contract import Contract, Fact, Goal, Rule
from rut_domains.language.acts import Transfer, asked_clauses, offers, transfer_in
from rut_domains.language.answers import answer_of
from rut_domains.language.choices import laid_out_choices
from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.concepts import canonical_name, find_values
from rut_domains.language.forms import forms
from rut_domains.language.hits import Asked
from rut_domains.language.lists import AUXILIARIES, PRONOUN_SUBJECTS
from rut_domains.language.manners import (
    asks_for_more,
    asks_purpose,
    asks_to_repeat,
    greets,
    holds,
    is_courtesy,
    says_goodbye,
)
from rut_domains.language.money import written_out
from rut_domains.language.moods import is_claimed_working
from rut_domains.language.topics import Topics
from rut_domains.language.values import holds_value
from rut_domains.language.words import content, normalise, words
from rut_domains.lexicon import Lexicon
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.deeds import means_in
from rut_tui.play.scripted.errands import Errand, Errands
from rut_tui.play.scripted.likenesses import names_value
from rut_tui.play.scripted.proposals import (
    WAYS_TO_PAY,
    Objection,
    Proposals,
    offer_text,
)
from rut_tui.play.scripted.questions import Questions, offers_any
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
        repeat: Whether it says that the user was not understood.
        lost: Whether it asks or proposes something that the user can make nothing of.
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
    repeat: bool = False
    lost: bool = False
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
        said = self.refusal or self.claim
        answered = self.wants_answer or bool(business) or bool(self.more) or said
        return answered or (not self.lost and (bool(manners) or self.statement or self.repeat))


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
    def questions(self) -> Questions:
        """Return the finder of questions."""
        return Questions(self.topics, self.errands)

    @cached_property
    def proposals(self) -> Proposals:
        """Return the judge of proposals."""
        return Proposals(self.topics)

    @cached_property
    def _heard(self) -> dict[tuple[object, ...], Hearing]:
        # The whole dialogue is read anew before each move: what was worked out once is kept.
        return {}

    def hear(self, text: str, agenda: Agenda, before: str = "") -> Hearing:
        """Return what a message means where the agenda stands.

        Args:
            text: The message.
            agenda: Where things stood when it came.
            before: The agent's message before it.
        """
        key = (text, before, *agenda.key)
        if key not in self._heard:
            self._heard[key] = self._listen(written_out(text), agenda, before)
        return self._heard[key]

    def _listen(self, text: str, agenda: Agenda, before: str) -> Hearing:
        rules = triggered_rules(text, self.contract.rules)
        after = agenda.fire(tuple(rule.id for rule in rules))
        errands = self.errands.told_in(text, before, _check_of(agenda))
        asked = self.questions.asked_in(text, agenda, errands)
        offer = offers_any(text)
        against = self.proposals.objection(text, after.open, after.fired, before) if offer else ""
        verified = tuple(
            fact for fact in self._facts(asked) if self._is_repeated(text, fact, after)
        )
        left = tuple(each for each in asked if each.kind != "fact" or each.id not in _ids(verified))
        done = done_goals(text, after)
        wrong = self._wrong(text, agenda, offer=offer or bool(verified), done=done)
        strange = against == "strange" and not (rules or wrong or done)
        return Hearing(
            text=text,
            asked=left,
            verified=verified,
            wrong=wrong,
            errands=errands,
            tried=self.errands.tried_in(text),
            rules=rules,
            offer=offer and not strange,
            objection=against,
            done=() if wrong else done,
            refused=refused_goals(text, agenda),
            refusal=(is_refusal(text) and self._is_to_user(text)) or _is_bare(text, "no"),
            claim=any(is_claimed_working(clause) for clause in clauses(text)),
            transfer=transfer_in(text),
            purpose=asks_purpose(text) or (not errands and self._asks_for_goal(text, agenda, left)),
            more=asks_for_more(text),
            farewell=says_goodbye(text),
            hold=holds(text),
            repeat=asks_to_repeat(text),
            lost=strange or (_UNSURE not in asked and self._misses(text, agenda, errands, asked)),
            courtesy=greets(text) or any(is_courtesy(clause) for clause in clauses(text)),
            statement=self._concerns(text),
            assent=next((kind for kind in ("yes", "no") if _is_bare(text, kind)), ""),
        )

    def _misses(
        self, text: str, agenda: Agenda, errands: Sequence[Errand], asked: Sequence[Asked]
    ) -> bool:
        """Whether some of the message is lost on the user, orders that were heard left out."""

        def reacts(sentence: str) -> bool:
            return bool(triggered_rules(sentence, self.contract.rules) or errands)

        return self.questions.misses_in(text, agenda, reacts, answered=bool(asked))

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

    def _is_repeated(self, text: str, fact: Fact, agenda: Agenda) -> bool:
        """Whether a question names what the user wants itself ("Is it still QN4 8LD?").

        What the user wants is the fact's value, or what a fired rule has put in its place.
        """
        told = [" ".join(rule.says) for rule in agenda.rules_fired if self.supersedes(rule, fact)]
        asking = [clause for clause in clauses(text) if _repeats(clause)]
        if laid_out_choices(text) or not asking:
            return False
        if canonical_name(fact.about) in WAYS_TO_PAY:
            wanted = means_in(told[-1] if told else " ".join((str(fact.value), *fact.says)))
            named = {means for clause in asking for means in means_in(clause.text)}
            return bool(named) and named <= wanted
        attribute = self.topics.by_name.get(canonical_name(fact.about))
        said = told[-1:] or [goal.text for goal in agenda.open]
        values = (
            [each for text in said for each in find_values(text, attribute)] if attribute else []
        )
        if not (told or values):
            return _is_specific(fact) and any(
                names_value(clause.text, fact.value) for clause in asking
            )
        return any(names_value(clause.text, value) for value in values for clause in asking)

    def _facts(self, asked: Sequence[Asked]) -> tuple[Fact, ...]:
        return tuple(self.topics.facts[each.id] for each in asked if each.kind == "fact")

    def _wrong(
        self, text: str, agenda: Agenda, *, offer: bool, done: Sequence[str]
    ) -> tuple[Fact, ...]:
        if not offer and not done:
            return ()
        if offer and laid_out_choices(text):
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

    def _is_to_user(self, text: str) -> bool:
        """Whether a message is about the business at hand, or at least about somebody here."""
        found = words(text)
        here = any(word in PRONOUN_SUBJECTS for word in found)
        return here or self._concerns(text) or not any(word in AUXILIARIES for word in found)

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


_UNSURE = Asked("absent", "")
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


def _repeats(clause: Clause) -> bool:
    """Whether a clause may repeat something to have it confirmed."""
    plain = normalise(clause.text)
    asks_back = clause.question or offers(clause) or clause in asked_clauses(clause.text)
    short = not any(word in AUXILIARIES for word in clause.words)
    return asks_back and (short or _REPEATS.search(plain) is not None)


def _is_specific(fact: Fact) -> bool:
    """Whether the value of a fact is a name, number or code rather than a common word."""
    return any(character.isupper() or character.isdigit() for character in str(fact.value))


def _check_of(agenda: Agenda) -> str:
    """Return the tool by which the user can see that the present goal holds, or nothing."""
    check = agenda.current.user_check if agenda.current is not None else None
    return check.tool if check is not None else ""


def _ids(facts: Sequence[Fact]) -> frozenset[str]:
    return frozenset(fact.id for fact in facts)


def _goal_text(goal: Goal) -> str:
    return " ".join((goal.text, *goal.says))


_LONGEST_ASSENT = 4


def _is_bare(text: str, answer: str) -> bool:
    found = words(text)
    if len(found) > _LONGEST_ASSENT or answer_of(text) != answer or "?" in text:
        return False
    # "Don't restart yet" and "Wait" say no to nothing.
    held = found[:2] in (("do", "not"), ("hold", "on")) or "wait" in found
    return answer == "yes" or not held
