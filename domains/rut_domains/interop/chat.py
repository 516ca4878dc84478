"""Messages in the form of OpenAI's chat API, put into a transcript; tau-bench v1 uses them too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import SeatName
from rut_domains.faults import InputFault
from rut_domains.interop.payload import read_arguments, read_parts
from rut_domains.interop.tau2.words import TOKENS
from rut_domains.interop.transcript import Asked, Transcript

SEAT_OF: dict[str, SeatName] = {"user": "user", "assistant": "agent"}
_RULES = frozenset({"system", "developer"})
_RESULTS = frozenset({"tool", "function"})
_MAPPED = frozenset({"role", "content", "tool_calls", "function_call", "tool_call_id"})


@dataclass
class ChatReader:
    """Reads the messages of one dialogue.

    Args:
        transcript: Where the events go.
        place: Where the messages stand in the file.
    """

    transcript: Transcript
    place: str
    token: str = ""
    rules: list[str] = field(default_factory=list)
    recorded: dict[str, JsonValue] = field(default_factory=dict)

    def read_all(self, messages: list[Any]) -> None:
        """Read all messages; a stop token counts in the last one alone.

        Raises:
            InputFault: A message has not the form of a chat message.
        """
        last = len(messages) - 1
        for index, raw in enumerate(messages):
            place = f"{self.place}[{index}]"
            if not isinstance(raw, Mapping) or not isinstance(raw.get("role"), str):
                raise InputFault("a message must be an object with a role", place=place)
            rest = {k: v for k, v in raw.items() if k not in _MAPPED and v is not None}
            self._read(raw, rest, place, last=index == last)
            if rest:
                self.recorded[str(index)] = rest

    def _read(
        self, raw: Mapping[str, Any], rest: dict[str, Any], place: str, *, last: bool
    ) -> None:
        role = raw["role"]
        if role in SEAT_OF:
            self._seat_message(SEAT_OF[role], raw, rest, place, last=last)
        elif role in _RULES:
            self._rule(raw, rest, place)
        elif role in _RESULTS:
            self._result(raw, rest, place)
        else:
            self.transcript.find("unknown_role", f"role {role!r}", place)
            rest |= raw

    def _rule(self, raw: Mapping[str, Any], rest: dict[str, Any], place: str) -> None:
        """Take what a system says: at the start the policy, later what the lead alone reads."""
        text, whole = read_parts(raw.get("content"))
        if not whole:
            self.transcript.find("text_not_kept", "content of the system is not text", place)
        if self.transcript.events:
            self.transcript.find("system_message", f"{text!r:.60}", place)
        else:
            self.rules.append(text)
        if self.transcript.events or not whole:
            rest |= {"role": raw["role"], "content": raw.get("content")}

    def _seat_message(
        self,
        seat: SeatName,
        raw: Mapping[str, Any],
        rest: dict[str, Any],
        place: str,
        *,
        last: bool,
    ) -> None:
        content = raw.get("content")
        text, whole = read_parts(content)
        if not whole or isinstance(content, list):
            rest["content"] = content
        if not whole:
            self.transcript.find("text_not_kept", f"content of the {seat} is not text", place)
        calls = self._calls(raw, rest, place)
        if calls:
            self.transcript.say(seat, text, calls, place=place)
            return
        if seat == "user":
            kept = self._cut_token(text, place, last=last)
            if kept != text:
                rest["content"] = content
                if not kept:
                    return
            text = kept
        self.transcript.say(seat, text, (), place=place)

    def _cut_token(self, text: str, place: str, *, last: bool) -> str:
        found = sorted((text.index(token), token) for token in TOKENS if token in text)
        if found and not last:
            self.transcript.find("token_before_end", f"{found[0][1]} is not the end", place)
        if not found or not last:
            return text
        at, self.token = found[0]
        return f"{text[:at].rstrip()}{text[at + len(self.token) :].rstrip()}"

    def _calls(self, raw: Mapping[str, Any], rest: dict[str, Any], place: str) -> list[Asked]:
        given = raw.get("tool_calls") or []
        if raw.get("function_call"):
            given = [{"function": raw["function_call"]}]
        if not isinstance(given, list):
            raise InputFault("tool_calls must be a list", place=place)
        calls: list[Asked] = []
        for number, call in enumerate(given):
            where = f"{place}.tool_calls[{number}]"
            made = call.get("function") if isinstance(call, Mapping) else None
            if not isinstance(made, Mapping) or not isinstance(made.get("name"), str):
                raise InputFault("a tool call must hold a function with a name", place=where)
            arguments = read_arguments(made.get("arguments"))
            if arguments is None:
                self.transcript.find("arguments_unreadable", f"arguments of {made['name']}", where)
                rest["tool_calls"] = given
            call_id = call.get("id")
            calls.append(
                Asked(
                    name=made["name"],
                    arguments=arguments or {},
                    call_id=call_id if isinstance(call_id, str) else "",
                )
            )
        return calls

    def _result(self, raw: Mapping[str, Any], rest: dict[str, Any], place: str) -> None:
        content = raw.get("content")
        text, whole = read_parts(content)
        if not whole or isinstance(content, list):
            rest["content"] = content
        if not whole:
            self.transcript.find("text_not_kept", "content of a result is not text", place)
        call_id, name = raw.get("tool_call_id"), raw.get("name")
        if rest.get("name") == name and isinstance(name, str):
            rest.pop("name", None)
        self.transcript.answer(
            text,
            call_id=call_id if isinstance(call_id, str) else "",
            name=name if isinstance(name, str) else "",
            place=place,
        )
