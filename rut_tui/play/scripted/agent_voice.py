"""Choosing and filling wordings, so that no sentence is said twice in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from rut_domains.language.clauses import sentences
from rut_domains.language.manners import asks_for_more
from rut_domains.outcomes import MISSING, value_at
from rut_tui.play.scripted.agent_labels import plain_value
from rut_tui.play.scripted.agent_wordings import AGAIN
from rut_tui.play.scripted.wording import pick, sentence_forms

_HOLE = re.compile(r"\{([^{}]*)\}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_INNER_END = re.compile(r"[.!?;…]+(?=\s+\S)")


class Voice:
    """Words for one message.

    Args:
        seed: Chooses among wordings.
        turn: Which message of the agent this is.
        last: What the agent said before; none of its sentences is used again.
    """

    def __init__(self, seed: int, turn: int, last: str) -> None:
        self._seed = seed
        self._turn = turn
        self._last = last
        self._now: list[str] = []

    def say(self, options: Iterable[str], *key: object) -> str:
        """Return one of the wordings, or nothing if there are none."""
        pool = [" ".join(option.split()) for option in options if option.strip()]
        if not pool:
            return ""
        text = pick(pool, self._seed, *key, self._turn, avoid=(self._last, *self._now))
        self._now.append(text)
        return text

    def join(self, parts: Sequence[str]) -> str:
        """Return a message of the parts; sentences of the last message are put differently."""
        said = set(sentence_forms(self._last))
        kept: list[str] = []
        for part in parts:
            text = " ".join(part.split())
            if text and sentence_forms(text) & said:
                text = self._put_anew(text, said)
            if text:
                kept.append(text)
                said |= sentence_forms(text)
        return " ".join(kept)

    def _put_anew(self, text: str, said: set[tuple[str, ...]]) -> str:
        """Say again that it is said again, in one sentence, so that it differs as a whole."""
        whole = _INNER_END.sub(",", text)
        for at in range(len(AGAIN)):
            fresh = AGAIN[(self._turn + at) % len(AGAIN)] + whole
            if not sentence_forms(fresh) & said:
                return fresh
        left = [each.text for each in sentences(text) if not sentence_forms(each.text) & said]
        return f"{'. '.join(left)}." if left else ""


def without_more(text: str) -> str:
    """Take off the sentences that ask for further matters."""
    if not asks_for_more(text):
        return text
    return " ".join(each for each in _SENTENCE_END.split(text) if not asks_for_more(each))


def fill(
    wordings: Iterable[str], arguments: Mapping[str, JsonValue], result: JsonValue
) -> tuple[str, ...]:
    """Fill the holes of wordings; one with a hole that nothing fits is left out.

    Args:
        wordings: Texts with `{argument}` and `{result.path}`.
        arguments: The step's arguments.
        result: What `result.` leads into.
    """
    filled: list[str] = []
    for wording in wordings:
        values = {name: _hole(name, arguments, result) for name in _HOLE.findall(wording)}
        if all(value is not None for value in values.values()):
            filled.append(_fill_one(wording, values))
    return tuple(filled)


def _fill_one(wording: str, values: Mapping[str, str | None]) -> str:
    return _HOLE.sub(lambda match: values[match[1]] or "", wording)


def _hole(name: str, arguments: Mapping[str, JsonValue], result: JsonValue) -> str | None:
    if name.startswith("result."):
        value = value_at(result, name.removeprefix("result."))
    else:
        value = value_at(dict(arguments), name)
    return None if value is MISSING or value is None else plain_value(value)
