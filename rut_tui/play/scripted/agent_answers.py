"""Answering a question of the user from what the tools have returned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from rut_domains.language.matching import agree
from rut_domains.language.words import content, normalise
from rut_tui.play.scripted.agent_candidates import label_of, words_of
from rut_tui.play.scripted.agent_labels import plain_value
from rut_tui.play.scripted.agent_memory import Outcome

_ASKS_MONEY = re.compile(r"\bhow much\b|\bcosts?\b|\bprice\b|\bcharge[ds]?\b|\bexpensive\b|\bpay\b")
_ASKS_TIME = re.compile(r"\bwhen\b|\bwhat (?:date|day|time)\b|\bhow (?:long|soon)\b")
_ASKS_PLACE = re.compile(r"\bwhere\b|\bwhat address\b|\bwhich address\b")
_MONEY = re.compile(r"(?:price|total|amount|cost|fee|charge|balance|refund|value)s?(?:_|$)|^due$")
_TIME = re.compile(
    r"(?:date|day|time|eta|due|until|deadline|arriv|deliver|expires?|born)|_(?:on|at|by)$"
)
_PLACE = re.compile(r"(?:address|street|city|town|location|ship_to|country)")
_SECRET = re.compile(r"(?:pass(?:word|code)|code|pin|secret|token|birth|hash)")
_ID = re.compile(r"(?:^|_)ids?$")
_KIND_WORDS = frozenset(
    content(
        "cost price charge expensive pay much long soon date day time again now today still how "
        "when where who why tell know many exactly be"
    )
)
_LEAST = 2.0
_DEEPEST = 8


class Fact(NamedTuple):
    """A scalar of a result: the name of its field, the words around it, the value, whose it is."""

    name: str
    owner: str
    owner_words: frozenset[str]
    value: JsonValue
    age: int


def answer(question: str, outcomes: Sequence[Outcome], common: frozenset[str] = frozenset()) -> str:
    """Return a sentence that answers a question from results, or nothing.

    Secrets (codes, dates of birth) and ids are never read out.

    Args:
        question: The question alone.
        outcomes: The calls made so far.
        common: Words that every question of this task may have ("order").
    """
    best: tuple[float, int, Fact] | None = None
    for fact in _facts(outcomes):
        score = _score(question, fact, common)
        if score >= _LEAST and (best is None or (score, -fact.age) > (best[0], best[1])):
            best = (score, -fact.age, fact)
    return _sentence(best[2]) if best is not None else ""


def _facts(outcomes: Sequence[Outcome]) -> Iterator[Fact]:
    good = [outcome for outcome in outcomes if not outcome.error]
    for age, outcome in enumerate(reversed(good)):
        yield from _walk(outcome.content, "", frozenset(), age, 0)


def _walk(
    value: JsonValue, owner: str, words: frozenset[str], age: int, depth: int
) -> Iterator[Fact]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for each in value:
            yield from _walk(each, owner, words, age, depth + 1)
    elif isinstance(value, dict):
        own = label_of(value) if isinstance(value.get("name"), str) else ""
        named = frozenset(words_of(own)) if own else words
        for key, each in value.items():
            if isinstance(each, dict | list):
                inner = named | frozenset(words_of(key))
                yield from _walk(each, own or owner, inner, age, depth + 1)
            elif each is not None and each != "" and not _is_hidden(key, each):
                yield Fact(key, own or owner, named, each, age)


def _is_hidden(key: str, value: JsonValue) -> bool:
    if key in ("success", "message", "error"):
        return True
    if _SECRET.search(key) and "postcode" not in key:
        return True
    return _ID.search(key) is not None or isinstance(value, bool)


def _score(question: str, fact: Fact, common: frozenset[str]) -> float:
    heard = set(content(question))
    name = set(content(fact.name.replace("_", " ")))
    hits = {key for key in name if any(agree(word, key) for word in heard)}
    score = 2.0 * len(hits)
    plain = normalise(question)
    for asks, kind in ((_ASKS_MONEY, _MONEY), (_ASKS_TIME, _TIME), (_ASKS_PLACE, _PLACE)):
        if asks.search(plain) and kind.search(fact.name):
            score += 1.5
    about = {word for word in heard if word in fact.owner_words}
    if score and about:
        score += min(len(about), 2)
    # A question about something else that only shares a word with a field is no question for it.
    matched = {word for word in heard if any(agree(word, key) for key in hits)} | about
    other = heard - matched - common - _KIND_WORDS
    if len(other) >= max(len(matched), 1) and other:
        return 0.0
    return score if hits or about or score >= _LEAST else 0.0


def _sentence(fact: Fact) -> str:
    what = fact.name.replace("_", " ")
    whose = f" of {fact.owner}" if fact.owner and fact.owner != str(fact.value) else ""
    return f"The {what}{whose} is {plain_value(fact.value)}."
