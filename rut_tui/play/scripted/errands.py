"""What the agent tells the user to do with the user's own tools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rut_domains.frozen import canonical_json
from rut_domains.language.clauses import Clause, clauses
from rut_domains.language.directing import (
    asks_state,
    asks_to_look,
    commands,
    directs,
    looks,
    mentions_past_try,
)
from rut_domains.language.forms import forms
from rut_domains.language.matching import Match, find_phrase
from rut_domains.language.words import content, normalise, read
from rut_domains.lexicon import Direction, Lexicon
from rut_domains.tool import ToolSpec


class Errand(NamedTuple):
    """Something to do: a direction of the lexicon, and where in the message it was heard."""

    direction: Direction
    start: int = 0

    @property
    def key(self) -> str:
        """A text that is equal for equal calls."""
        return call_key(self.direction.tool, self.direction.arguments)


def call_key(tool: str, arguments: Mapping[str, object]) -> str:
    """Return a text that is equal for equal calls."""
    return f"{tool} {canonical_json(dict(arguments))}"


class _Heard(NamedTuple):
    direction: Direction
    match: Match


@dataclass(frozen=True)
class Errands:
    """All directions that the user can understand.

    Args:
        lexicon: The pack's directions.
        tools: The user's tools in this dialogue; a tool without a direction is heard by its name.
    """

    lexicon: Lexicon
    tools: tuple[ToolSpec, ...]

    @cached_property
    def available(self) -> frozenset[str]:
        """Return the names of the tools at hand."""
        return frozenset(tool.name for tool in self.tools)

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """Return the lexicon's directions, and one for each plain tool that it leaves out."""
        known = {direction.tool for direction in self.lexicon.directions}
        plain = tuple(
            Direction(tool=tool.name, heard_as=(tool.name.replace("_", " "),))
            for tool in self.tools
            if tool.name not in known and not tool.parameters.get("required")
        )
        return (*self.lexicon.directions, *plain)

    def told_in(self, text: str, before: str = "", favoured: str = "") -> tuple[Errand, ...]:
        """Return what a message tells the user to do, in order, each call once.

        Args:
            text: The message.
            before: The agent's message before it, to which "it" and "that" may point back.
            favoured: The tool that is meant where several may be ("test again").
        """
        found: list[Errand] = []
        pieces, earlier_pieces = clauses(text), clauses(before)
        for number, clause in enumerate(pieces):
            if number and asks_to_look(pieces[number - 1], clause):
                found.extend(self._looked_up(clause, number))
                continue
            if not directs(clause) or (found and _hangs_on_outcome(pieces, number)):
                continue
            look = self._look_first(clause, pieces[number - 1] if number else None)
            told = look or self._both_ways(clause, number) or self._in_clause(clause.text, number)
            for earlier in reversed((*earlier_pieces[-4:], *pieces[max(0, number - 3) : number])):
                told = told or self._by_pronoun(clause, earlier, number)
            told = told or self._toggled(clause, number) or self._by_description(clause, number)
            told = told or self._by_words(clause, number, favoured)
            if asks_state(clause) and any(not self._only_shows(each) for each in told):
                told = self._looked_up(clause, number)
            found.extend(told)
        return _once(found)

    def tried_in(self, text: str) -> tuple[Errand, ...]:
        """Return what a message asks to have been tried already ("Have you restarted it?")."""
        found: list[Errand] = []
        for number, clause in enumerate(clauses(text)):
            if mentions_past_try(clause):
                found.extend(self._in_clause(clause.text, number))
        return _once(found)

    def for_tool(self, tool: str) -> Direction | None:
        """Return a direction of a tool, or None if it is not at hand."""
        if tool not in self.available:
            return None
        fitting = (each for each in self.directions if each.tool == tool)
        return next(fitting, Direction(tool=tool))

    def _look_first(self, clause: Clause, before: Clause | None) -> list[Errand]:
        """Return the look that the clause hangs on ("if the top line shows no signal, restart")."""
        if before is None or before.lead != "if" or before.sentence != clause.sentence:
            return []
        return self._in_clause(before.text, 0)

    def _by_pronoun(self, clause: Clause, before: Clause, number: int) -> list[Errand]:
        """Resolve "it" by the clause before ("turn on airplane mode, then turn it off")."""
        if not any(word in _PRONOUNS for word in clause.words):
            return []
        things = [word.text for word in read(before.text) if word.key and word.key not in _SWITCH]
        own = len(read(clause.text))
        completed = f"{clause.text} {' '.join(things)}"
        found = self._in_clause(completed, number)
        return [errand for errand in found if errand.start % 100 < own]

    def _both_ways(self, clause: Clause, number: int) -> list[Errand]:
        """Return both halves of "turn mobile data off and on", if one thing can be so switched."""
        ways = _BOTH_WAYS.search(clause.text)
        if ways is None or ways[1].lower() == ways[2].lower():
            return []
        start, end = ways.span()
        halves = [
            self._in_clause(f"{clause.text[:start]}{way}{clause.text[end:]}", number)
            for way in ways.groups()
        ]
        if [len(half) for half in halves] != [1, 1] or halves[0][0].key == halves[1][0].key:
            return []
        if halves[0][0].direction.tool != halves[1][0].direction.tool:
            return []
        return [
            Errand(half[0].direction, number * 100 + place) for place, half in enumerate(halves)
        ]

    def _toggled(self, clause: Clause, number: int) -> list[Errand]:
        """Return both halves of "toggle airplane mode": a mode goes on first, a service off."""
        thing, count = _TOGGLE.subn("{}", clause.text)
        if not count or _ON_OFF & set(clause.words):
            return []
        order = ("on", "off") if _MODES & set(clause.words) else ("off", "on")
        halves = [self._in_clause(thing.replace("{}", f"turn {way}"), number) for way in order]
        if not all(halves):
            return []
        return [
            Errand(half[0].direction, number * 100 + place) for place, half in enumerate(halves)
        ]

    def _by_words(self, clause: Clause, number: int, favoured: str) -> list[Errand]:
        """Find the one tool that most words of an order belong to ("approve it", "test again")."""
        if not (commands(clause) or looks(clause)):
            return []
        keys = set(content(clause.text)) - _VAGUE - _SMALL
        if not keys:
            again = "again" in clause.words and favoured in self.available
            direction = self.for_tool(favoured) if again else None
            return [Errand(direction, number * 100)] if direction is not None else []
        shares = {
            place: len(keys & bag) / len(keys)
            for place, bag in enumerate(self._bags)
            if not looks(clause) or self.directions[place].tool in self._plain_looks
        }
        best = max(shares.values(), default=0.0)
        if best < _LEAST_SHARE:
            return []
        nearest = [self.directions[place] for place, share in shares.items() if share == best]
        meant = [each for each in nearest if each.tool == favoured] or nearest
        return [Errand(meant[0], number * 100)] if len(meant) == 1 else []

    def _only_shows(self, errand: Errand) -> bool:
        return any(
            tool.name == errand.direction.tool and tool.writes is False for tool in self.tools
        )

    def _looked_up(self, clause: Clause, number: int) -> list[Errand]:
        """Return the look that shows how something stands ("Have you got roaming on?")."""
        keys = set(content(clause.text)) - _SWITCH - _VAGUE - _SMALL - _ON_OFF
        for direction, bag in zip(self.directions, self._bags, strict=True):
            if keys and keys <= bag and direction.tool in self._plain_looks:
                return [Errand(direction, number * 100)]
        return []

    @cached_property
    def _bags(self) -> list[frozenset[str]]:
        """Return the keys of all words by which each direction may be heard."""
        return [
            frozenset(content(" ".join((*each.heard_as, each.tool.replace("_", " ")))))
            if each.tool in self.available
            else frozenset()
            for each in self.directions
        ]

    @cached_property
    def _plain_looks(self) -> frozenset[str]:
        """Return the tools that only show something and need not be told what."""
        return frozenset(
            tool.name
            for tool in self.tools
            if tool.writes is False and not tool.parameters.get("required")
        )

    def _by_description(self, clause: Clause, number: int) -> list[Errand]:
        """Find the look that a question is about by what its tool is said to show."""
        if not clause.question:
            return []
        keys = set(content(clause.text)) - _VAGUE
        scores = {
            tool.name: len(keys & set(content(f"{tool.name.replace('_', ' ')} {tool.description}")))
            for tool in self.tools
            if tool.writes is False and not tool.parameters.get("required")
        }
        best = max(scores.values(), default=0)
        nearest = [name for name, score in scores.items() if score == best]
        if len(nearest) > 1 or best * 2 < len(keys) or best < _LEAST_DESCRIBED:
            return []
        direction = self.for_tool(nearest[0])
        return [Errand(direction, number * 100)] if direction is not None else []

    def _in_clause(self, text: str, number: int) -> list[Errand]:
        heard = [
            _Heard(direction, match)
            for direction in self.directions
            if (match := _best_match(direction, text)) is not None
        ]
        kept = [each for each in heard if not _is_borrowed(each, heard, text)]
        kept.sort(key=lambda each: each.match.start)
        return [Errand(each.direction, number * 100 + each.match.start) for each in kept]


def _hangs_on_outcome(pieces: Sequence[Clause], number: int) -> bool:
    """Whether an order is for the case only that what is to be done first does not help."""
    before = pieces[number - 1] if number else None
    if before is None or before.lead != "if" or before.sentence != pieces[number].sentence:
        return False
    return _FAILS.search(normalise(before.text)) is not None


_FAILS = forms(
    r"""
    if (?:it|that|this|they|nothing|neither|none) (?:\w+ ){0,3}?(?:not|fails?|failed|helps?)\b
    if (?:it|that|this|they) (?:is|are) (?:\w+ )?no (?:help|use|good|better)\b
    if not\b
    """
)
_LEAST_DESCRIBED = 2
_LEAST_SHARE = 0.6
_TOGGLE = re.compile(r"\b(?:toggle|flip|cycle|flick)\b", re.IGNORECASE)
_BOTH_WAYS = re.compile(r"\b(on|off) and (?:then )?(?:back )?(on|off)\b", re.IGNORECASE)
_ON_OFF = frozenset(["on", "off"])
_MODES = frozenset(["mode", "saver"])
_SMALL = frozenset(
    content("again once more time quick put set change get make try give have take bring page see")
)
_PRONOUNS = frozenset(["it", "that", "this", "them", "both", "one"])
_VAGUE = frozenset(
    content("what see say show shows tell check look on off phone device screen now")
)


def _best_match(direction: Direction, text: str) -> Match | None:
    found = [match for phrase in direction.heard_as if (match := find_phrase(phrase, text))]
    return min(found, key=_looseness) if found else None


def _looseness(match: Match) -> tuple[int, int]:
    """Sort matches: more words first, then those that stand closer together."""
    return (-len(match.places), match.places[-1] - match.places[0])


def _is_borrowed(heard: _Heard, others: Sequence[_Heard], text: str) -> bool:
    """Whether a match stands only on words that belong to other directions.

    In "turn wi-fi off and mobile data on" the "off" belongs to wi-fi; in "SIM page" the phrase
    "SIM" belongs to the longer one.
    """
    mine = set(heard.match.places)
    for other in others:
        if other is heard or other.direction == heard.direction:
            continue
        theirs = set(other.match.places)
        if mine < theirs:
            return True
    return _has_stolen_verb(heard, others, text)


def _has_stolen_verb(heard: _Heard, others: Sequence[_Heard], text: str) -> bool:
    """Whether the enable or disable of a match stands closer to another thing that is switched."""
    found = read(text)
    for place in heard.match.places:
        if found[place].key not in _SWITCH:
            continue
        rivals = [
            other
            for other in others
            if place in other.match.places
            and other.direction.tool != heard.direction.tool
            and not _is_listed(heard, other, others, text)
        ]
        if any(_distance(other.match, place) < _distance(heard.match, place) for other in rivals):
            return True
    return False


def _is_listed(heard: _Heard, other: _Heard, others: Sequence[_Heard], text: str) -> bool:
    """Whether both belong to one verb ("turn off the fan and the heater")."""
    if any(
        each.direction.tool == heard.direction.tool and each.direction != heard.direction
        for each in others
    ):
        return False
    shared = set(heard.match.places) & set(other.match.places)
    mine, theirs = set(heard.match.places) - shared, set(other.match.places) - shared
    if not mine or not theirs or max(theirs) >= min(mine):
        return False
    if all(read(text)[place].key in _SWITCH for place in mine):
        # "Off and on" names two states of one thing, and no other thing.
        return False
    between = [word.text for word in read(text)[max(theirs) + 1 : min(mine)]]
    joins = any(word in _JOINS for word in between)
    things = {place for each in others for place in each.match.places}
    left = [
        word.text
        for place, word in enumerate(read(text))
        if max(theirs) < place < min(mine) and place not in things
    ]
    return joins and all(word in _JOINS | _ARTICLES for word in left)


_JOINS = frozenset([",", "and", "&", "/", "plus"])
_ARTICLES = frozenset(["the", "your", "both", "also", "then"])
_SWITCH = frozenset(content("enable disable"))


def _distance(match: Match, place: int) -> int:
    return min((abs(place - other) for other in match.places if other != place), default=0)


def _once(errands: Iterable[Errand]) -> tuple[Errand, ...]:
    found: dict[str, Errand] = {}
    for errand in errands:
        found.setdefault(errand.key, errand)
    return tuple(sorted(found.values(), key=lambda errand: errand.start))
