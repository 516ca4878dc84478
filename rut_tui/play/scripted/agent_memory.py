"""What the agent seat remembers: its view of the log, sorted into turns, calls and own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from pydantic import JsonValue

from rut_domains.dialogue import Event, Message, ToolCall, ToolResult
from rut_tui.play.scripted.agent_spoken import LONGEST_TEXT


@dataclass(frozen=True, slots=True)
class Turn:
    """Something the user said; `prompt` is what the agent had said last before it."""

    seq: int
    text: str
    prompt: str
    prompt_seq: int


@dataclass(frozen=True, slots=True)
class Saying:
    """Something the agent said to the user."""

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A call of the agent and what it brought; `seq` is that of the result."""

    seq: int
    tool: str
    arguments: dict[str, JsonValue] = field(hash=False)
    content: JsonValue = field(hash=False)
    error: bool = False


@dataclass(frozen=True)
class Memory:
    """All of it, in order of the log."""

    turns: tuple[Turn, ...]
    sayings: tuple[Saying, ...]
    outcomes: tuple[Outcome, ...]
    today: date | None = None

    def until(self, seq: int) -> Memory:
        """Return the memory as it was before the event `seq`."""
        return Memory(
            tuple(turn for turn in self.turns if turn.seq < seq),
            tuple(saying for saying in self.sayings if saying.seq < seq),
            tuple(outcome for outcome in self.outcomes if outcome.seq < seq),
            self.today,
        )

    @property
    def last_saying(self) -> Saying:
        """What the agent said last, or nothing said before the log began."""
        return self.sayings[-1] if self.sayings else Saying(-1, "")

    @property
    def fresh(self) -> tuple[Turn, ...]:
        """What the user said since."""
        return tuple(turn for turn in self.turns if turn.seq > self.last_saying.seq)

    @property
    def news(self) -> tuple[Outcome, ...]:
        """What the agent has looked up or done since it spoke last."""
        return tuple(each for each in self.outcomes if each.seq > self.last_saying.seq)

    @property
    def heard(self) -> str:
        """The fresh words of the user as one text."""
        return "\n".join(turn.text for turn in self.fresh)


def remember(events: Sequence[Event], now: str = "") -> Memory:
    """Sort the events that the agent seat sees; of an endless message the beginning is read."""
    turns: list[Turn] = []
    sayings: list[Saying] = []
    outcomes: list[Outcome] = []
    calls: dict[str, ToolCall] = {}
    for event in events:
        if isinstance(event, Message):
            if event.actor == "agent" and "user" in event.visible_to:
                sayings.append(Saying(event.seq, event.text[:LONGEST_TEXT]))
            elif event.actor == "user" and "agent" in event.visible_to:
                last = sayings[-1] if sayings else Saying(-1, "")
                turns.append(Turn(event.seq, event.text[:LONGEST_TEXT], last.text, last.seq))
        elif isinstance(event, ToolCall) and event.actor == "agent":
            calls[event.call_id] = event
        elif isinstance(event, ToolResult) and event.call_id in calls:
            call = calls[event.call_id]
            failed = event.error or _says_failed(event.content)
            outcomes.append(Outcome(event.seq, call.name, call.arguments, event.content, failed))
    return Memory(tuple(turns), tuple(sayings), tuple(outcomes), _day(now))


def _says_failed(content: JsonValue) -> bool:
    return isinstance(content, dict) and content.get("success") is False


def _day(now: str) -> date | None:
    try:
        return datetime.fromisoformat(now).date() if now else None
    except ValueError:
        return None
