"""Small dialogues for tests: build a log move by move, or take a ready one.

```python
log = Log().agent("Hello?").user("Where is W-1?").call("agent", "get_order", {"id": "W-1"})
dialogue = log.end("satisfied").dialogue("d-0001", task_id="t1")
```
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, Self

from rut_domains.contract import Contract, Fact, Goal
from rut_domains.dialogue import (
    EVERYONE,
    Actor,
    Briefing,
    Chair,
    Dialogue,
    EndReason,
    Event,
    Message,
    Note,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
)
from rut_domains.tool import ToolSpec

START = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: float) -> str:
    """The time `seconds` after the start of every test dialogue, ISO 8601 UTC."""
    return (START + timedelta(seconds=seconds)).isoformat()


def make_contract(**parts: Any) -> Contract:
    """A contract with one fact and one goal; `parts` replaces fields."""
    given: dict[str, Any] = {
        "persona": "You are Ada Brandt.",
        "reason": "A parcel is late.",
        "facts": (Fact(id="order", text="Your order is W-1001.", value="W-1001"),),
        "goals": (Goal(id="find", text="Find out where the parcel is."),),
        "instructions": "Be brief.",
    }
    return Contract(**{**given, **parts})


def make_tool(name: str = "get_order", *, writes: bool = False) -> ToolSpec:
    """A tool with one argument, `order_id`."""
    return ToolSpec(
        name=name,
        description=f"{name} by id.",
        parameters={
            "type": "object",
            "properties": {"order_id": {"type": "string"}},
            "required": ["order_id"],
        },
        writes=writes,
    )


def make_briefing(**parts: Any) -> Briefing:
    """A contract, a policy and one tool for each seat; `parts` replaces fields."""
    given: dict[str, Any] = {
        "contract": make_contract(),
        "policy": "Confirm before you write.",
        "agent_tools": (make_tool(),),
        "user_tools": (make_tool("restart_phone", writes=True),),
    }
    return Briefing(**{**given, **parts})


class Log:
    """Events in order: each method appends one or two and returns the log itself.

    Event number n is stamped n seconds after `START`.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def stamp(self) -> dict[str, Any]:
        """`seq` and `at` of the next event."""
        return {"seq": len(self.events), "at": at(len(self.events))}

    def user(self, text: str) -> Self:
        """The user says something."""
        return self.say("user", text)

    def agent(self, text: str) -> Self:
        """The agent says something."""
        return self.say("agent", text)

    def say(self, actor: Actor, text: str, to: Iterable[SeatName] = EVERYONE) -> Self:
        """Somebody says something, to both seats unless `to` is given."""
        self.events.append(Message(actor=actor, text=text, visible_to=frozenset(to), **self.stamp))
        return self

    def call(
        self,
        seat: SeatName,
        name: str = "get_order",
        arguments: dict[str, Any] | None = None,
        content: Any = None,
        *,
        error: bool = False,
        state_hash: str | None = None,
    ) -> Self:
        """A seat calls a tool and is answered: two events that it alone sees."""
        call_id = f"c{len(self.events)}"
        seen = frozenset({seat})
        self.events.append(
            ToolCall(
                actor=seat,
                visible_to=seen,
                call_id=call_id,
                name=name,
                arguments=arguments or {},
                **self.stamp,
            )
        )
        self.events.append(
            ToolResult(
                visible_to=seen,
                call_id=call_id,
                name=name,
                content={"success": not error} if content is None else content,
                error=error,
                state_hash=state_hash,
                **self.stamp,
            )
        )
        return self

    def end(
        self,
        reason: EndReason = "satisfied",
        actor: Actor = "user",
        *,
        detail: str = "",
        original: str = "",
    ) -> Self:
        """The dialogue ends."""
        self.events.append(
            Stop(actor=actor, reason=reason, detail=detail, original=original, **self.stamp)
        )
        return self

    def note(self, kind: Literal["outcome", "planted_fault", "cost"], **data: Any) -> Self:
        """Something is noted for the lead alone."""
        self.events.append(Note(kind=kind, data=data, **self.stamp))
        return self

    def dialogue(self, id: str = "d-0001", **parts: Any) -> Dialogue:
        """The dialogue with these events; see `make_dialogue`."""
        return make_dialogue(id, self.events, **parts)


def make_dialogue(
    id: str = "d-0001", events: Iterable[Event] | None = None, **parts: Any
) -> Dialogue:
    """A dialogue between a person and a scripted agent; `parts` replaces header fields.

    Without `events` it is `finished_log()`.
    """
    given: dict[str, Any] = {
        "domain": "retail",
        "task_id": "late-parcel",
        "user": Chair(kind="human", name="ada"),
        "agent": Chair(kind="scripted", name="scripted-agent"),
        "seed": 7,
        "created_at": at(0),
        "briefing": make_briefing(),
        "events": tuple(finished_log().events if events is None else events),
    }
    return Dialogue(id=id, **{**given, **parts})


def open_log() -> Log:
    """Two messages, a call and its answer, one more message; not ended."""
    return (
        Log()
        .agent("Hello, how can I help?")
        .user("Where is my parcel?")
        .call("agent", "get_order", {"order_id": "W-1001"}, {"success": True, "data": "on its way"})
        .agent("It is on its way.")
    )


def finished_log() -> Log:
    """`open_log`, thanks, the end by the user, and an outcome for the lead."""
    return open_log().user("Thank you.").end("satisfied").note("outcome", success=True)
