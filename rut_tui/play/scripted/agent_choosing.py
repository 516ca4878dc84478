"""Choosing among what is on offer by what the user said: "the blue one", "both", "the cheaper"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import JsonValue

from rut_domains.language.clauses import clauses, sentences
from rut_domains.language.matching import agree, find_phrase, phrase_keys
from rut_domains.language.values import holds_value
from rut_domains.language.words import content, normalise
from rut_tui.play.scripted.agent_candidates import Candidate
from rut_tui.play.scripted.agent_spoken import hear, turn_of
from rut_tui.play.scripted.agent_thesaurus import hints_for
from rut_tui.play.scripted.plan import Blank

_STAYS = re.compile(
    r"\b(?:keep|keeps|keeping|kept|stay|stays|staying|remain|remains|except|apart from|leave out|"
    r"don'?t (?:want to )?(?:return|send|exchange|cancel|swap) (?:the|my|those|these))\b",
    re.IGNORECASE,
)
# Where another part of a sentence begins, the name of a thing has ended.
_BEGINS = (
    "and|but|or|nor|i|it|is|was|are|the|my|a|an|to|for|from|in|on|at|of|please|just|only|that|which|"
    "because|since|so|as|if|you|we|they|he|she|would|will|can|could|want|need|with|instead|rather|"
    "give|send|take|make|do|don't|not|yes|no|this|these|those"
)
_THING = rf"[\w'-]+(?:\s+(?!(?:{_BEGINS})\b)[\w'-]+){{0,2}}"
_RULED_OUT = re.compile(
    r"(?:\b(?:not|instead of|rather than|except(?: for)?|other than|without)|n't)\s+"
    rf"(?:the|a|an|my|this|that|those|these|in|size|colou?r)\s+{_THING}"
    r"|\b(?:instead of|rather than)\s+[\w'-]+"
    rf"|(?<=[,;])\s*not\s+(?:(?:the|a|an|my|this|that|those|these)\s+{_THING}|[\w'-]+)",
    re.IGNORECASE,
)
_ASKS_FACT = re.compile(
    r"^(?:(?:and|so|but|also|ok(?:ay)?)[ ,]+)*"
    r"(?:what|which|who|where|when|how (?:much|many|long|soon|big|far)|why|does|did|has|are|"
    r"is (?!it (?:\w+ )?possible|there))\b"
)
# A hint weighs more than half of a choice's words and less than all of them.
_HINT = 0.6
_PIECE = re.compile(r"[,;]\s+|\s+but\s+", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:both|all of (?:it|them)|all (?:the |my )?(?:items|things|products|lines)|everything|"
    r"every one|the (?:whole|entire|complete))\b|^\W*all\W*$",
    re.IGNORECASE,
)
_RANKS = (
    (re.compile(r"\b(?:cheap(?:er|est)?|least expensive|lowest)\b", re.I), "price", False),
    (
        re.compile(r"\b(?:most expensive|more expensive|dear(?:er|est)|priciest|pricier)\b", re.I),
        "price",
        True,
    ),
    (re.compile(r"\b(?:latest|newest|newer|most recent|recent|last one)\b", re.I), "day", True),
    (re.compile(r"\b(?:oldest|older|earliest|earlier)\b", re.I), "day", False),
)
_PLACES = ("first", "second", "third", "fourth", "fifth")
_PLACE = re.compile(
    rf"\b(?:the|my|number)? ?({'|'.join(_PLACES)}|1st|2nd|3rd|4th|5th)\b"
    r"(?= (?:one|order|item|line|bill|product|of (?:them|those|these))\b"
    r"|[ .,!]*(?:please)?[ .!]*$)",
    re.I,
)


@lru_cache(maxsize=4096)
def live_part(text: str) -> str:
    """Return the words of a text that still stand: nothing denied, kept or taken back."""
    heard = hear(text)
    heard = heard[turn_of(heard) :].strip() or heard
    heard = _RULED_OUT.sub(" ", heard)
    pieces = [piece for clause in clauses(heard) for piece in _PIECE.split(clause.text)]
    return "\n".join(piece for piece in pieces if not _STAYS.search(piece))


@lru_cache(maxsize=4096)
def without_questions(text: str) -> str:
    """Return a text without its questions for information ("How much is the rug?").

    "Could I have the green one?" stays: it is a wish.
    """
    kept = [
        each.text
        for each in sentences(text)
        if not (each.question and _ASKS_FACT.match(normalise(each.text)))
    ]
    return ".\n".join(kept)


@lru_cache(maxsize=8192)
def said_weight(phrases: tuple[str, ...], text: str) -> int:
    """Return how many words of the longest phrase of a list one clause of the text has."""
    best = 0
    for clause in clauses(text):
        for phrase in phrases:
            if find_phrase(phrase, clause.text) is not None:
                size = len(phrase.split()) if phrase.startswith("=") else len(phrase_keys(phrase))
                best = max(best, size)
    return best


def choose(
    text: str,
    blank: Blank,
    offered: Sequence[Candidate],
    *,
    asked: bool,
    taken: Collection[str] = (),
    common: frozenset[str] = frozenset(),
) -> tuple[JsonValue, ...]:
    """Return which of the offered values the user means; empty if that is not clear.

    Args:
        text: What the user said.
        blank: What is to be filled; words of its slot speak for the expected value.
        offered: What the results offer, values of other blanks already left out.
        taken: Codes that the user gave for other blanks, letters and digits alone: they tell
            nothing here.
        asked: Whether the text answers the question for it; then "the second" and "the cheaper
            one" count without a word of the thing itself.
        common: Words that are too common in this task to tell anything ("order", "item").
    """
    live = live_part(text)
    weight = said_weight(blank.slot.said, live)
    heard = frozenset(content(live)) - common
    scores = [
        (
            _score(each, heard if blank.known else heard - each.states, live, taken)
            + _bonus(each, blank, weight),
            each,
        )
        for each in offered
    ]
    best = max((score for score, _ in scores), default=0)
    top = [each for score, each in scores if score == best] if best > 0 else []
    if blank.many:
        return _choose_many(live, blank, offered, top, heard, asked=asked)
    if len(top) == 1:
        return (top[0].value,)
    ranked = _by_rank(live, top or same_group(offered, blank)) if asked else None
    return (ranked.value,) if ranked is not None else ()


def _score(candidate: Candidate, heard: frozenset[str], live: str, taken: Collection[str]) -> int:
    own = _hits(candidate.own, heard)
    around = _hits(candidate.around, heard) - own
    codes = sum(1 for code in candidate.codes if code not in taken and holds_value(live, code))
    # Words of the things around tell something only beside a word of the thing itself.
    return 2 * len(own) + (len(around) if own or codes else 0) + 4 * codes


def _hits(words: frozenset[str], heard: frozenset[str]) -> frozenset[str]:
    exact = words & heard
    loose = {word for word in heard - exact if any(agree(word, key) for key in words)}
    return frozenset(exact | loose)


def _bonus(candidate: Candidate, blank: Blank, weight: int) -> int:
    return 2 * weight + 1 if weight and candidate.value in blank.wanted_each else 0


def _choose_many(
    live: str,
    blank: Blank,
    offered: Sequence[Candidate],
    top: list[Candidate],
    heard: frozenset[str],
    *,
    asked: bool,
) -> tuple[JsonValue, ...]:
    """Return all that is named: the best match, and others for the words that it leaves over."""
    group = same_group(offered, blank)
    if asked and not top and _ALL.search(live):
        return tuple(each.value for each in group)
    if len(top) > 1:
        hits = {_hits(each.own, heard) for each in top}
        if len(hits) < len(top) and not _ALL.search(live):
            ranked = _by_rank(live, top)
            return (ranked.value,) if ranked is not None else ()
    chosen = list(top)
    left = heard - frozenset(word for each in top for word in _hits(each.own, heard))
    others = [each for each in group if each not in chosen]
    for each in others:
        own = _hits(each.own, left)
        if own and not any(own <= _hits(rival.own, left) for rival in others if rival is not each):
            chosen.append(each)
    return tuple(each.value for each in chosen)


def same_group(offered: Sequence[Candidate], blank: Blank) -> list[Candidate]:
    """Return the candidates listed together with the expected one, else the largest list."""
    groups: dict[str, list[Candidate]] = {}
    for each in offered:
        groups.setdefault(each.group, []).append(each)
    for members in groups.values():
        if any(each.value in blank.wanted_each for each in members):
            return members
    return max(groups.values(), key=len, default=[])


def _by_rank(live: str, offered: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate that a rank names: "the second one", "the cheaper", "the latest"."""
    for form, what, highest in _RANKS:
        if form.search(live):
            known = [each for each in offered if getattr(each, what) not in (None, "")]
            if len(known) > 1:
                ordered = sorted(known, key=lambda each: getattr(each, what), reverse=highest)
                if getattr(ordered[0], what) != getattr(ordered[1], what):
                    return ordered[0]
    place = _PLACE.search(live)
    if place:
        word = place[1].lower()
        at = _PLACES.index(word) if word in _PLACES else int(word[0]) - 1
        return offered[at] if at < len(offered) else None
    return offered[-1] if offered and re.search(r"\blast (?:one|of)\b", live, re.I) else None


class Option(NamedTuple):
    """A chosen value; `sure` if its own words or those of the task were said, not only a hint."""

    value: JsonValue
    sure: bool = True


def choose_option(
    text: str,
    blank: Blank,
    *,
    asked: bool,
    common: frozenset[str] = frozenset(),
    phrases: Mapping[str, tuple[str, ...]] | None = None,
) -> Option | None:
    """Return which value of an enumeration the user means, or None if that is not clear.

    All words of a value must be said ("gift card"), or a phrase that stands for it; in an answer
    to the question part of the words is enough if it fits one value better than the others.

    Args:
        text: What the user said.
        blank: What is to be filled; the phrases of its slot stand for the expected value.
        asked: Whether the text answers the question for it.
        common: Words that are too common in this task to tell anything alone ("order").
        phrases: Further phrases by the `repr` of the value that they stand for.
    """
    live = live_part(text)
    weights: list[tuple[float, JsonValue]] = []
    for option in blank.choices:
        own: tuple[str, ...] = (str(option).replace("_", " ").replace("-", " "),)
        own += (phrases or {}).get(repr(option), ())
        own += blank.slot.said if option in blank.wanted_each else ()
        weight: float = said_weight(own, live)
        if not weight and asked:
            hinted = _HINT if said_weight(hints_for(str(option)), live) else 0.0
            weight = max(hinted, max(_share(words, live, common) for words in own) / 2)
        weights.append((weight, option))
    highest = max((weight for weight, _ in weights), default=0)
    if not highest:
        # "It is not the colour I wanted": a denied word may still be the reason.
        denied = said_weight(blank.slot.said, hear(text))
        return Option(blank.wanted_each[0]) if denied else None
    top = [option for weight, option in weights if weight == highest]
    if len(top) == 1:
        return Option(top[0], sure=highest >= 1)
    told = highest >= 1 and said_weight(blank.slot.said, live) >= highest
    return next((Option(option) for option in top if told and option in blank.wanted_each), None)


def _share(words: str, live: str, common: frozenset[str]) -> float:
    """Return which part of a phrase's words a text has."""
    keys = frozenset(phrase_keys(words))
    if words.startswith("=") or not keys:
        return 0.0
    return len(_hits(keys, frozenset(content(live)) - common)) / len(keys)
