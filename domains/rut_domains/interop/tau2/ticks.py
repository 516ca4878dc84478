"""Voice runs: ticks of a fraction of a second, joined to messages of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rut_domains.dialogue import SeatName
from rut_domains.interop.tau2.words import ROLE_OF

_SIDES: tuple[tuple[SeatName, str], ...] = (("agent", "agent_chunk"), ("user", "user_chunk"))
_MARKS = re.compile(r"</?message\b[^<>]*>")


def flatten_ticks(ticks: list[Any]) -> list[dict[str, Any]]:
    """Return the messages of a voice run: who spoke on is joined until something else happens.

    Within a tick the agent's words come first, then its calls and their results, then the user's.
    Both sides can speak at once; then each tick's words stand one after the other. Words of
    different utterances are separated by a space. Empty if the run holds no text and no call.
    """
    joiner = _Joiner()
    for tick in ticks:
        if not isinstance(tick, Mapping):
            continue
        for seat, chunk_key in _SIDES:
            at = tick.get("timestamp")
            chunk = tick.get(chunk_key)
            if isinstance(chunk, Mapping):
                joiner.speak(ROLE_OF[seat], chunk, at)
            joiner.act(ROLE_OF[seat], tick, seat, at)
    return joiner.messages


def _script(value: Any) -> str:
    """Return what was to be said, without the marks that separate utterances."""
    return _MARKS.sub("", value) if isinstance(value, str) else ""


class _Joiner:
    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self._utterances: set[str] = set()

    def speak(self, role: str, chunk: Mapping[str, Any], at: Any) -> None:
        text = chunk.get("content")
        if not isinstance(text, str) or not text or chunk.get("is_audio") is True:
            text = _script(chunk.get("audio_script_gold"))
        if not text:
            return
        named = chunk.get("utterance_ids")
        utterances = {str(name) for name in named} if isinstance(named, list) else set()
        last = self.messages[-1] if self.messages else None
        if last is not None and last["role"] == role and "tool_calls" not in last:
            apart = utterances and self._utterances and utterances.isdisjoint(self._utterances)
            last["content"] += f" {text}" if apart else text
        else:
            self.messages.append({"role": role, "content": text, "timestamp": at})
        self._utterances = utterances

    def act(self, role: str, tick: Mapping[str, Any], seat: str, at: Any) -> None:
        calls = tick.get(f"{seat}_tool_calls")
        if isinstance(calls, list) and calls:
            self.messages.append(
                {"role": role, "content": None, "tool_calls": calls, "timestamp": at}
            )
        results = tick.get(f"{seat}_tool_results")
        if isinstance(results, list):
            self.messages.extend(
                {"timestamp": at, **result} for result in results if isinstance(result, Mapping)
            )
