"""A scripted agent against anybody: canned lines, a scripted user, a fuzzer, in any world."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rut_domains.dialogue import (
    EVERYONE,
    Event,
    Message,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
    visible_events,
)
from rut_domains.environment import Environment
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes import Outcome, score
from rut_domains.pack import Pack, start_state
from rut_domains.task import Task
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.agent import ScriptedAgent
from rut_tui.play.scripted.user import ScriptedUser
from rut_tui.play.seat import Move, View

World = Callable[[SeatName, str, Mapping[str, Any], int], Any]
MOST_MOVES = 30


@dataclass
class Table:
    """A dialogue in the making; the agent's seat is scripted."""

    task: Task
    lexicon: Lexicon
    world: World
    tools: tuple[ToolSpec, ...] = ()
    policy: str = ""
    now: str = ""
    seed: int = 0
    greeting: str = "Hello, how can I help?"
    user_tools: tuple[ToolSpec, ...] = ()
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.agent = ScriptedAgent(self.task, self.lexicon, seed=self.seed)
        if not self.events and self.greeting:
            self._append(Message(seq=0, actor="agent", text=self.greeting))

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        """The agent's calls."""
        return [
            (event.name, event.arguments)
            for event in self.events
            if isinstance(event, ToolCall) and event.actor == "agent"
        ]

    @property
    def good_calls(self) -> list[str]:
        """The names of the agent's calls that went well."""
        bad = {e.call_id for e in self.events if isinstance(e, ToolResult) and e.error}
        return [
            event.name
            for event in self.events
            if isinstance(event, ToolCall) and event.actor == "agent" and event.call_id not in bad
        ]

    @property
    def said(self) -> list[str]:
        """What the agent said after the greeting."""
        texts = [e.text for e in self.events if isinstance(e, Message) and e.actor == "agent"]
        return texts[1:] if self.greeting else texts

    @property
    def last(self) -> str:
        return self.said[-1]

    @property
    def transcript(self) -> str:
        lines = []
        for event in self.events:
            if isinstance(event, Message):
                lines.append(f"{event.actor.upper()}: {event.text}")
            elif isinstance(event, ToolCall):
                lines.append(f"   [{event.actor} {event.name} {event.arguments}]")
            elif isinstance(event, ToolResult) and event.error:
                lines.append(f"   [error {event.content}]")
            elif isinstance(event, Stop):
                lines.append(f"--- {event.actor} {event.reason} {event.detail}")
        return "\n".join(lines)

    def view(self, seat: SeatName = "agent") -> View:
        return View(
            seat=seat,
            events=visible_events(self.events, seat),
            tools=self.tools if seat == "agent" else self.user_tools,
            policy=self.policy if seat == "agent" else "",
            contract=self.task.contract if seat == "user" else None,
            now=self.now,
        )

    def say(self, text: str) -> str:
        """Say something as the user and return what the agent says back."""
        self._append(Message(seq=len(self.events), actor="user", text=text))
        return self.answer()

    def say_all(self, lines: Iterable[str]) -> Table:
        for line in lines:
            self.say(line)
        return self

    def answer(self) -> str:
        """Let the agent move until it speaks."""
        for _ in range(MOST_MOVES):
            move = self.agent.move(self.view())
            assert move.end is None, "the scripted agent has no end of its own"
            assert move.text.strip() or move.calls, self.transcript
            self.take("agent", move)
            if not move.calls:
                return move.text
        raise AssertionError(f"the agent calls tools for ever\n{self.transcript}")

    def take(self, seat: SeatName, move: Move) -> None:
        """Record a move of either seat and execute its calls."""
        own = frozenset({seat})
        if move.text:
            seen = own if move.calls else EVERYONE
            self._append(Message(seq=len(self.events), actor=seat, text=move.text, visible_to=seen))
        calls = []
        for call in move.calls:
            seq = len(self.events)
            calls.append(
                ToolCall(
                    seq=seq,
                    actor=seat,
                    visible_to=own,
                    call_id=f"c{seq}",
                    name=call.name,
                    arguments=call.arguments,
                )
            )
            self._append(calls[-1])
        for call in calls:
            content = self.world(seat, call.name, call.arguments, len(self.events))
            self._append(
                ToolResult(
                    seq=len(self.events),
                    visible_to=own,
                    call_id=call.call_id,
                    name=call.name,
                    content=content,
                    error=isinstance(content, dict) and content.get("success") is False,
                )
            )
        if move.end is not None:
            self._append(
                Stop(
                    seq=len(self.events),
                    actor=seat,
                    reason=move.end.reason,
                    detail=move.end.detail,
                )
            )

    def play(self, user: ScriptedUser, most: int = 60) -> str:
        """Play against a scripted user; return how it ended, or nothing at the limit."""
        for _ in range(most):
            move = user.move(self.view("user"))
            self.take("user", move)
            if move.end is not None:
                return move.end.reason
            if not move.calls:
                self.answer()
        return ""

    def _append(self, event: Event) -> None:
        self.events.append(event)


@contextmanager
def open_table(pack: Pack, task_id: str, *, seed: int = 0) -> Iterator[Table]:
    """Open a table in a pack's real environment."""
    task = pack.tasks[task_id]
    with open_world(pack, task) as environment:
        yield Table(
            task=task,
            lexicon=pack.lexicon,
            world=lambda seat, name, arguments, seq: (
                environment.call(seat, name, dict(arguments), tick=seq * 30).content
            ),
            tools=environment.agent_tools,
            user_tools=environment.user_tools,
            policy=pack.policy,
            now=task.now or pack.now,
            seed=seed,
            greeting=task.greeting or pack.greeting,
        )


@contextmanager
def open_world(pack: Pack, task: Task) -> Iterator[Environment]:
    with Environment.open(
        pack.environment, start_state(pack, task), now=task.now or pack.now
    ) as environment:
        yield environment


def play_task(
    pack: Pack, task_id: str, seed: int, user: type[ScriptedUser] = ScriptedUser
) -> tuple[Table, Outcome]:
    """Play a task between the two scripted seats and score it."""
    task = pack.tasks[task_id]
    with open_world(pack, task) as environment:
        initial = environment.state()
        table = Table(
            task=task,
            lexicon=pack.lexicon,
            world=lambda seat, name, arguments, seq: (
                environment.call(seat, name, dict(arguments), tick=seq * 30).content
            ),
            tools=environment.agent_tools,
            user_tools=environment.user_tools,
            policy=pack.policy,
            now=task.now or pack.now,
            seed=seed,
            greeting=task.greeting or pack.greeting,
        )
        table.play(user(task, pack.lexicon, seed=seed))
        tools = (*environment.agent_tools, *environment.user_tools)
        outcome = score(
            task, table.events, initial, environment.state(), tools, lexicon=pack.lexicon
        )
    return table, outcome
