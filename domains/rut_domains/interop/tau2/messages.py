"""tau2's messages, put into a transcript one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import SeatName
from rut_domains.faults import InputFault
from rut_domains.interop.json_rules import decode
from rut_domains.interop.payload import read_arguments, read_parts
from rut_domains.interop.tau2.extension import Extension
from rut_domains.interop.tau2.words import (
    CALL_KEYS,
    MESSAGE_DEFAULTS,
    MESSAGE_KEYS,
    MESSAGE_MAPPED,
    SEAT_OF,
    TOKEN_OF,
    TOKENS,
)
from rut_domains.interop.transcript import Asked, Transcript, read_time


@dataclass
class MessageReader:
    """Reads the messages of one simulation.

    Args:
        transcript: Where the events go.
        place: Where the messages stand in the file.
        last: The index of the last message: the only one whose token ends the dialogue.
        extension: Our own notes to the simulation, if it is one of ours.
    """

    transcript: Transcript
    place: str
    last: int
    extension: Extension | None = None
    token: str = ""
    last_at: str | None = None
    system: list[str] = field(default_factory=list)
    recorded: dict[str, JsonValue] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)

    def read(self, index: int, raw: Any) -> None:
        """Read one message.

        Raises:
            InputFault: It is no object, or has no role.
        """
        place = f"{self.place}[{index}]"
        if not isinstance(raw, dict) or not isinstance(raw.get("role"), str):
            raise InputFault("a message must be an object with a role", place=place)
        role = raw["role"]
        rest = self._leftover(raw, index)
        at = self._time(raw, rest, place)
        if role in SEAT_OF:
            self._seat_message(index, SEAT_OF[role], raw, rest, at, place)
        elif role == "tool":
            self._tool_message(index, raw, rest, at, place)
        elif role == "system":
            text, _ = read_parts(raw.get("content"))
            self.system.append(text)
            if self.transcript.events:
                self.transcript.find("system_message", f"{text!r:.60}", place)
            rest |= {"role": role, "content": raw.get("content")}
        else:
            self.transcript.find("unknown_role", f"role {role!r}", place)
            rest = dict(raw)
        if rest:
            self.recorded[str(index)] = rest
        self.last_at = at or self.last_at

    def _leftover(self, raw: Mapping[str, Any], index: int) -> dict[str, Any]:
        """Return what has no place in an event and says something.

        Most keys of a message are null: those go first, for this runs for every key of a file.
        """
        rest = {
            key: value
            for key, value in raw.items()
            if value is not None
            and key not in MESSAGE_MAPPED
            and MESSAGE_DEFAULTS.get(key) is not value
        }
        for key in raw.keys() - MESSAGE_KEYS:
            rest[key] = raw[key]
            self.unknown[f"message.{key}"] = self.unknown.get(f"message.{key}", 0) + 1
        if raw.get("turn_idx") not in (None, index):
            rest["turn_idx"] = raw["turn_idx"]
        return rest

    def _time(self, raw: Mapping[str, Any], rest: dict[str, Any], place: str) -> str | None:
        given = raw.get("timestamp")
        if given is None:
            return None
        at = read_time(given)
        if at is None:
            self.transcript.find("time_unreadable", f"timestamp {given!r:.60}", place)
        if at is None or at not in (given, f"{given}+00:00"):
            rest["timestamp"] = given
        return at

    def _seat_message(
        self,
        index: int,
        seat: SeatName,
        raw: Mapping[str, Any],
        rest: dict[str, Any],
        at: str | None,
        place: str,
    ) -> None:
        content = raw.get("content")
        text, whole = read_parts(content)
        if not whole or isinstance(content, list):
            rest["content"] = content
        if not whole:
            self.transcript.find("text_not_kept", f"content of the {seat} is not text", place)
        calls = self._calls(raw.get("tool_calls"), rest, place)
        if calls:
            self._keep_blank(text, rest)
            self.transcript.say(seat, text, calls, at=at, place=place)
            return
        if seat == "user":
            kept = self._cut_token(index, text, place)
            if kept != text:
                rest["content"] = content
            if index == self.last and self.token and self._is_bare(kept):
                return
            text = kept
        if self.extension is not None and index in self.extension.private:
            self.transcript.whisper(seat, text, at=at)
        else:
            self.transcript.say(seat, text, (), at=at, place=place)

    def _is_bare(self, text: str) -> bool:
        """Tell whether a last message is nothing but its token."""
        return not text.strip() if self.extension is None else not self.extension.merged

    @staticmethod
    def _keep_blank(text: str, rest: dict[str, Any]) -> None:
        if text and not text.strip():
            rest["content"] = text

    def _cut_token(self, index: int, text: str, place: str) -> str:
        """Return the text without the token that ends the dialogue, and remember the token."""
        if self.extension is not None:
            return self._cut_own_token(index, text)
        found = sorted((text.index(token), token) for token in TOKENS if token in text)
        if not found:
            return text
        if index != self.last:
            self.transcript.find("token_before_end", f"{found[0][1]} is not the end", place)
            return text
        if len(found) > 1:
            self.transcript.find("several_tokens", " and ".join(t for _, t in found), place)
        at, self.token = found[0]
        before, after = text[:at].rstrip(), text[at:]
        for token in TOKENS:
            after = after.replace(token, "")
        return f"{before}\n{after.strip()}".strip() if after.strip() else before

    def _cut_own_token(self, index: int, text: str) -> str:
        stop = self.extension.stop if self.extension is not None else None
        if index != self.last or stop is None or stop.actor != "user":
            return text
        self.token = TOKEN_OF.get(stop.reason, TOKEN_OF["satisfied"])
        merged = self.extension is not None and self.extension.merged
        return text.removesuffix(f" {self.token}") if merged else text.removesuffix(self.token)

    def _calls(self, raw: Any, rest: dict[str, Any], place: str) -> list[Asked]:
        """Read the calls of a message; an empty list is none."""
        if not raw:
            return []
        if not isinstance(raw, list):
            raise InputFault("tool_calls must be a list", place=place)
        calls: list[Asked] = []
        kept: list[dict[str, Any]] = []
        for number, call in enumerate(raw):
            where = f"{place}.tool_calls[{number}]"
            if not isinstance(call, dict) or not isinstance(call.get("name"), str):
                raise InputFault("a tool call must be an object with a name", place=where)
            left = {key: value for key, value in call.items() if key not in CALL_KEYS}
            arguments = read_arguments(call.get("arguments"))
            if arguments is None:
                self.transcript.find("arguments_unreadable", f"arguments of {call['name']}", where)
                left["arguments"] = call["arguments"]
            call_id = call.get("id")
            calls.append(
                Asked(
                    name=call["name"],
                    arguments=arguments or {},
                    call_id=call_id if isinstance(call_id, str) else "",
                    seat=SEAT_OF.get(str(call.get("requestor"))),
                )
            )
            kept.append(left)
        if any(kept):
            rest["tool_calls"] = kept
        return calls

    def _tool_message(
        self,
        index: int,
        raw: Mapping[str, Any],
        rest: dict[str, Any],
        at: str | None,
        place: str,
    ) -> None:
        parts: Any = raw.get("tool_messages")
        if isinstance(parts, list):
            rest.pop("tool_messages", None)
            for part in parts:
                if isinstance(part, dict):
                    self._tool_message(index, part, rest, at, place)
            return
        content: JsonValue = raw.get("content")
        if self.extension is not None and index in self.extension.encoded:
            content = _decode(content)
        call_id = raw.get("id")
        self.transcript.answer(
            content,
            call_id=call_id if isinstance(call_id, str) else "",
            seat=SEAT_OF.get(str(raw.get("requestor"))),
            error=raw.get("error") is True,
            at=at,
            place=place,
        )


def last_message(messages: Sequence[Any]) -> int:
    """Return the index of the last message by a seat or a tool, or -1."""
    for index in range(len(messages) - 1, -1, -1):
        raw = messages[index]
        if isinstance(raw, dict) and raw.get("role") in (*SEAT_OF, "tool"):
            return index
    return -1


def _decode(content: JsonValue) -> JsonValue:
    if not isinstance(content, str):
        return content
    try:
        decoded: JsonValue = decode(content)
    except (ValueError, RecursionError):
        return content
    return decoded
