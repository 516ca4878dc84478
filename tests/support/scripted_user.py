"""A scripted user against canned agent lines: the log, the moves, and tools that answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import EVERYONE, Event, Message, ToolCall, ToolResult
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.user import ScriptedUser
from rut_tui.play.seat import Move, View

Answer = Callable[[str, Mapping[str, Any]], JsonValue]


@dataclass
class Talk:
    """A dialogue in the making between a scripted user and whoever writes the agent's lines."""

    task: Task
    lexicon: Lexicon
    seed: int = 0
    fault: str | None = None
    tools: tuple[ToolSpec, ...] = ()
    answer: Answer = lambda tool, arguments: {"success": True, "data": {}}
    events: list[Event] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.user = ScriptedUser(self.task, self.lexicon, seed=self.seed, fault=self.fault)

    @property
    def ended(self) -> bool:
        return bool(self.moves) and self.moves[-1].end is not None

    @property
    def reason(self) -> str:
        end = self.moves[-1].end if self.moves else None
        return end.reason if end is not None else ""

    @property
    def said(self) -> list[str]:
        """What the user said, message by message."""
        return [move.text for move in self.moves if move.text]

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        return [(call.name, call.arguments) for move in self.moves for call in move.calls]

    def hear(self, text: str) -> str:
        """Say a line as the agent and return what the user says back, its calls made first."""
        self.events.append(Message(seq=len(self.events), actor="agent", text=text))
        return self.go_on()

    def go_on(self) -> str:
        """Let the user move until it speaks or ends."""
        for _ in range(20):
            move = self.user.move(View(seat="user", events=tuple(self.events), tools=self.tools))
            self.moves.append(move)
            self._record(move)
            if not move.calls:
                return move.text
        raise AssertionError("the user calls tools for ever")

    def hear_all(self, lines: Iterable[str]) -> Talk:
        """Say lines one after another until the user ends."""
        for line in lines:
            if self.ended:
                break
            self.hear(line)
        return self

    def _record(self, move: Move) -> None:
        seen = frozenset({"user"}) if move.calls else EVERYONE
        if move.text:
            self.events.append(
                Message(seq=len(self.events), actor="user", text=move.text, visible_to=seen)
            )
        for call in move.calls:
            number = f"c{len(self.events)}"
            self.events.append(
                ToolCall(
                    seq=len(self.events),
                    actor="user",
                    visible_to=frozenset({"user"}),
                    call_id=number,
                    name=call.name,
                    arguments=call.arguments,
                )
            )
            content = self.answer(call.name, call.arguments)
            failed = isinstance(content, dict) and content.get("success") is False
            self.events.append(
                ToolResult(
                    seq=len(self.events),
                    visible_to=frozenset({"user"}),
                    call_id=number,
                    name=call.name,
                    content=content,
                    error=failed,
                )
            )
