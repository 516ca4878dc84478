"""What the agent takes each blank to be, from all that was said and returned so far.

The user's words decide: the last value it gave counts, whether the plan expects it or not. Where
a result offers several values, the words must tell which is meant. Nothing is believed that was
neither said nor returned; `agent_provenance` checks that once more before a call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from rut_domains.language.answers import answer_of
from rut_tui.play.scripted.agent_candidates import Candidate, collect, returned_scalars
from rut_tui.play.scripted.agent_choosing import (
    choose,
    choose_option,
    said_weight,
    same_group,
    without_questions,
)
from rut_tui.play.scripted.agent_defaults import may_assume
from rut_tui.play.scripted.agent_hearing import said_values
from rut_tui.play.scripted.agent_memory import Memory, Outcome, Turn
from rut_tui.play.scripted.agent_spoken import hear, replaces
from rut_tui.play.scripted.plan import Blank, Plan, PlanStep
from rut_tui.play.scripted.values import find_words, spelt_words, squeeze

# A text of so many words may come in several messages.
_LEAST_PIECES = 4

Source = Literal["said", "chosen", "guessed", "picked", "default"]


@dataclass(frozen=True, slots=True)
class Belief:
    """A value, where it comes from, and the position of the words that gave it (-1: none).

    `chosen` is a thing from results that the words describe, `guessed` a choice that they hint at.
    """

    value: JsonValue
    source: Source
    seq: int = -1


@dataclass(frozen=True, slots=True)
class Listening:
    """What the agent's words before a turn were after.

    `asked` are the blanks that were asked for; `open` those that the words left to be changed or
    chosen (a proposal, a piece of news that ends in a question). `anew` tells that a matter had
    just been closed, so that the turn may begin another; `refused` that the turn asks for
    something that the task refuses. `elsewhere` are the blanks of other matters it speaks of.
    """

    asked: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    anew: bool = False
    refused: bool = False
    elsewhere: frozenset[str] = frozenset()


def settled_writes(plan: Plan, outcomes: Sequence[Outcome]) -> dict[int, Outcome]:
    """Match the writes that went well with the plan's steps, the best fitting step first."""
    settled: dict[int, Outcome] = {}
    for outcome in outcomes:
        if outcome.error:
            continue
        left = [
            step
            for step in plan.steps
            if not step.by_user
            and (step.writes or step.hands_over)
            and step.step.tool == outcome.tool
            and step.index not in settled
        ]
        exact = [step for step in left if dict(step.step.arguments) == outcome.arguments]
        for step in (exact or left)[:1]:
            settled[step.index] = outcome
    return settled


class Beliefs:
    """The blanks' values as a dialogue stands.

    Args:
        plan: The plan.
        memory: What happened up to the moment asked about.
        listening: What was listened for at each turn, by the turn's position.
    """

    def __init__(self, plan: Plan, memory: Memory, listening: Mapping[int, Listening]) -> None:
        self._plan = plan
        self._memory = memory
        self._listening = listening
        self.settled = settled_writes(plan, memory.outcomes)
        self._taken: dict[tuple[int, str], str] = {}
        self._offers: dict[str, tuple[Candidate, ...]] = {}
        self._known: dict[str, Belief] = {}
        for blank in plan.blanks.values():
            belief = self._believe(blank)
            if belief is not None:
                self._known[blank.key] = belief

    def get(self, key: str) -> Belief | None:
        """Return the belief about a blank, if there is one."""
        return self._known.get(key)

    def values(self) -> dict[str, JsonValue]:
        """Return all values by the blanks' keys."""
        return {key: belief.value for key, belief in self._known.items()}

    def missing(self, step: PlanStep) -> tuple[Blank, ...]:
        """Return the blanks of a step that nobody has given yet."""
        return tuple(self._plan.blanks[key] for key in step.keys if key not in self._known)

    def arguments(self, step: PlanStep) -> dict[str, JsonValue] | None:
        """Return a step's arguments, or None while some are missing."""
        if step.by_user:
            return dict(step.step.arguments)
        return None if self.missing(step) else step.arguments(self.values())

    def offered(self, blank: Blank) -> tuple[Candidate, ...]:
        """Return what the results in force offer for a blank."""
        if blank.key not in self._offers:
            partners = [
                belief.value
                for other in self._plan.siblings(blank)
                if set(self._plan.users[other.key]) & set(self._plan.users[blank.key])
                and (belief := self._known.get(other.key)) is not None
            ]
            self._offers[blank.key] = tuple(
                each for each in collect(self._in_force(), blank) if each.value not in partners
            )
        return self._offers[blank.key]

    def _in_force(self) -> list[Outcome]:
        """Return the outcomes that still count: no look-up of a value since taken back."""
        kept: list[Outcome] = []
        for outcome in self._memory.outcomes:
            steps = [
                step
                for step in self._plan.steps
                if not step.by_user and step.step.tool == outcome.tool
            ]
            known = [self.arguments(step) for step in steps]
            if not steps or any(each is None or each == outcome.arguments for each in known):
                kept.append(outcome)
        return kept

    def settled_at(self, blank: Blank) -> int | None:
        """Return when the last matter that needs a blank was done, if it was."""
        if not self._plan.is_closed(blank.key, self.settled):
            return None
        writes = [self._plan.closing_write(index) for index in self._plan.users[blank.key]]
        return max(self.settled[index].seq for index in writes if index is not None)

    def _believe(self, blank: Blank) -> Belief | None:
        current: Belief | None = None
        settled_at = self.settled_at(blank)
        for turn in self._memory.turns:
            if settled_at is not None and turn.seq > settled_at:
                break
            found = self._hear(blank, turn, current)
            if found is not None:
                current = found
                self._note(turn, blank, found)
        return current if current is not None else self._unsaid(blank)

    def _note(self, turn: Turn, blank: Blank, found: Belief) -> None:
        each = found.value if isinstance(found.value, list) else [found.value]
        for value in each:
            self._taken.setdefault((turn.seq, repr(value)), blank.key)

    def _hear(self, blank: Blank, turn: Turn, current: Belief | None) -> Belief | None:
        listening = self._listening.get(turn.seq, Listening())
        asked = blank.key in listening.asked
        loose = asked or blank.key in listening.open
        if listening.anew and not loose:
            current = None
        if blank.kind == "choice":
            return self._hear_option(blank, turn, current, asked=asked, loose=loose)
        if blank.kind == "flag":
            return _hear_flag(blank, turn, asked=asked)
        values = self._pieced(blank, turn) if asked else None
        if values is None:
            values = said_values(turn.text, blank, asked=asked, today=self._memory.today)
        values = self._own(blank, turn, values, asked=asked, loose=loose, current=current)
        if values:
            return Belief(list(values) if blank.many else values[-1], "said", turn.seq)
        told = blank.kind == "text" and blank.slot.ask and not blank.slot.said
        if blank.kind in ("code", "text") and not told:
            return self._hear_choice(blank, turn, current, asked=asked, loose=loose)
        return None

    def _pieced(self, blank: Blank, turn: Turn) -> tuple[JsonValue, ...] | None:
        """Put a long text together from the answers to the question for it.

        Return the expected value as soon as all its words were said, nothing after the first
        answer that has only some of them (the rest is asked for), and None where this is no help.
        """
        wanted = str(blank.wanted)
        if blank.kind != "text" or blank.many or len(wanted.split()) < _LEAST_PIECES:
            return None
        said = [
            each.text
            for each in self._memory.turns
            if each.seq <= turn.seq
            and blank.key in self._listening.get(each.seq, Listening()).asked
        ]
        if find_words(hear("\n".join(said)), wanted) >= 0:
            return (blank.wanted,)
        words = [word for word, _ in spelt_words(wanted)]
        heard = {word for word, _ in spelt_words(hear(turn.text))}
        share = sum(word in heard for word in words) / len(words)
        return () if len(said) == 1 and share >= 1 / _LEAST_PIECES else None

    def _own(
        self,
        blank: Blank,
        turn: Turn,
        values: tuple[JsonValue, ...],
        *,
        asked: bool,
        loose: bool,
        current: Belief | None,
    ) -> tuple[JsonValue, ...]:
        """Return which of the values that a turn names are meant for this blank."""
        if not values:
            return ()
        wanted = [each for each in values if each in blank.wanted_each]
        others = self._foreign(blank, turn, values)
        if asked and not wanted and not others and self._belongs_elsewhere(blank, turn, values):
            return ()
        if asked:
            return tuple(wanted or others or values) if not blank.many else tuple(values)
        if wanted:
            return tuple(wanted)
        if not others or self._is_waiting(blank, turn) or self._is_for_another(blank, turn):
            return ()
        if blank.kind == "code" and self._listening.get(turn.seq, Listening()).asked:
            # A number alone answers what was asked for; for anything else it must be whole.
            heard = squeeze(turn.text)
            others = [each for each in others if squeeze(str(each)) in heard]
            if not others:
                return ()
        if current is None or loose or replaces(turn.text):
            return tuple(others)
        return ()

    def _belongs_elsewhere(self, blank: Blank, turn: Turn, values: Sequence[JsonValue]) -> bool:
        """Whether an answer names values of another matter that the turn speaks of as well."""
        elsewhere = self._listening.get(turn.seq, Listening()).elsewhere
        expected = [
            each
            for other in self._plan.siblings(blank)
            if other.key in elsewhere
            for each in other.wanted_each
        ]
        return all(each in expected for each in values)

    def _foreign(self, blank: Blank, turn: Turn, values: Sequence[JsonValue]) -> list[JsonValue]:
        """Return values that no other blank expects or has taken from this turn."""
        siblings = self._plan.siblings(blank)
        expected = [each for other in siblings for each in other.wanted_each]
        return [
            each
            for each in values
            if each not in blank.wanted_each
            and each not in expected
            and self._taken.get((turn.seq, repr(each)), blank.key) == blank.key
        ]

    def _is_waiting(self, blank: Blank, turn: Turn) -> bool:
        """Whether a matter that comes before this blank's own was still open at a turn."""
        first = self._plan.first_use(blank.key)
        for step in self._plan.steps[:first]:
            done = self.settled.get(step.index)
            if step.writes and (done is None or done.seq > turn.seq):
                return True
        for other in self._plan.siblings(blank):
            earlier = self._plan.users[other.key][-1] < first
            settled = self.settled_at(other)
            if earlier and (settled is None or settled > turn.seq):
                return True
        return False

    def _is_for_another(self, blank: Blank, turn: Turn) -> bool:
        listening = self._listening.get(turn.seq, Listening())
        return any(other.key in listening.asked for other in self._plan.siblings(blank))

    def _hear_option(
        self, blank: Blank, turn: Turn, current: Belief | None, *, asked: bool, loose: bool
    ) -> Belief | None:
        text = turn.text if asked else without_questions(turn.text)
        phrases = {
            repr(each): other.slot.said
            for other in self._plan.siblings(blank)
            for each in other.wanted_each
        }
        option = choose_option(text, blank, asked=asked, common=self._plan.common, phrases=phrases)
        if option is None:
            return None
        if not loose and option.value not in blank.wanted_each:
            expected = [each for other in self._plan.siblings(blank) for each in other.wanted_each]
            if option.value in expected or self._is_waiting(blank, turn):
                return None
        if current is not None and not loose and not replaces(turn.text):
            return None
        value: JsonValue = [option.value] if blank.many else option.value
        return Belief(value, "said" if option.sure else "guessed", turn.seq)

    def _hear_choice(
        self, blank: Blank, turn: Turn, current: Belief | None, *, asked: bool, loose: bool
    ) -> Belief | None:
        if current is not None and not (loose or replaces(turn.text)):
            return None
        if current is not None and current.source == "said" and not asked:
            return None
        if not loose and self._is_for_another(blank, turn):
            return None
        offered = self._comparable(blank)
        offered = tuple(
            each
            for each in offered
            if (asked and not self._belongs_elsewhere(blank, turn, (each.value,)))
            or (not asked and not self._is_elsewhere(blank, each))
        )
        taken = self._codes(blank)
        common = self._plan.common
        text = turn.text if asked else without_questions(turn.text)
        values = choose(text, blank, offered, asked=loose, taken=taken, common=common)
        if not values and asked and len(offered) == 1 and answer_of(turn.text) == "yes":
            values = (offered[0].value,)
        expected = all(each in blank.wanted_each for each in values)
        refused = self._listening.get(turn.seq, Listening()).refused
        if not values or (
            not loose and not expected and (refused or self._is_waiting(blank, turn))
        ):
            return None
        return Belief(list(values) if blank.many else values[0], "chosen", turn.seq)

    def _comparable(self, blank: Blank) -> tuple[Candidate, ...]:
        """Return what is listed beside the expected value, or all if that is not on offer."""
        offered = self.offered(blank)
        present = any(each.value in blank.wanted_each for each in offered)
        return tuple(same_group(offered, blank)) if present else offered

    def _codes(self, blank: Blank) -> set[str]:
        """Return the values of other blanks as codes."""
        found: set[str] = set()
        for key, belief in self._known.items():
            each = belief.value if isinstance(belief.value, list) else [belief.value]
            if key != blank.key:
                found.update(squeeze(str(value)) for value in each)
        return found

    def _is_elsewhere(self, blank: Blank, candidate: Candidate) -> bool:
        """Whether another blank expects a candidate; unasked, the words for it are that one's."""
        return candidate.value not in blank.wanted_each and any(
            candidate.value in other.wanted_each for other in self._plan.siblings(blank)
        )

    def _unsaid(self, blank: Blank) -> Belief | None:
        """Return what may be taken without the user having said it."""
        if may_assume(blank, self._plan.policy):
            return Belief(blank.wanted, "default")
        if blank.slot.said or blank.kind in ("choice", "flag"):
            return None
        returned = [
            each for each in returned_scalars(self._in_force()) if not isinstance(each, bool)
        ]
        offered = self.offered(blank)
        present = all(each in returned for each in blank.wanted_each)
        if present and (not blank.slot.ask or len(offered) <= 1):
            return Belief(blank.wanted, "picked")
        if not present and not blank.slot.ask and len(offered) == 1 and not blank.many:
            return Belief(offered[0].value, "picked")
        return None


def _hear_flag(blank: Blank, turn: Turn, *, asked: bool) -> Belief | None:
    if said_weight(blank.slot.said, turn.text):
        return Belief(blank.wanted, "said", turn.seq)
    answer = answer_of(turn.text) if asked else "none"
    return Belief(answer == "yes", "said", turn.seq) if answer != "none" else None
