"""The world between the seats: an environment that can be rebuilt from the event log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pydantic import JsonValue

from rut_domains.dialogue import Event, SeatName, ToolCall, ToolResult
from rut_domains.environment import CallResult, Environment, EnvironmentDied
from rut_domains.faults import Fault
from rut_domains.frozen import Frozen
from rut_tui.play.moves import SECONDS_PER_EVENT


class ReplayFault(Fault):
    """A recorded dialogue whose calls no longer lead to the recorded state."""


class Answer(Frozen):
    """What a call brought; `crashed` when it killed the environment, which was then rebuilt."""

    content: JsonValue = None
    error: bool = False
    crashed: bool = False
    state_hash: str | None = None


class World(Protocol):
    """What the engine asks of an environment."""

    async def restore(self, events: Sequence[Event]) -> None:
        """Bring the world to where the log left it."""

    async def call(self, seat: SeatName, name: str, arguments: dict[str, Any], seq: int) -> Answer:
        """Execute one call of a seat at the log position `seq`."""

    async def close(self) -> None:
        """Let go of the environment."""


class EnvironmentWorld:
    """A world served by the environment worker; blocking calls run in a thread.

    Args:
        open_environment: Opens a fresh environment in the task's start state.
    """

    def __init__(self, open_environment: Callable[[], Environment]) -> None:
        self._open = open_environment
        self._environment: Environment | None = None
        self._done: list[tuple[SeatName, str, dict[str, Any], int]] = []

    async def restore(self, events: Sequence[Event]) -> None:
        """Replay the recorded calls in a fresh environment.

        Raises:
            ReplayFault: The state after a call differs from the recorded one.
            EnvironmentFault: The environment cannot be opened.
        """
        await asyncio.to_thread(self._restore, tuple(events))

    async def call(self, seat: SeatName, name: str, arguments: dict[str, Any], seq: int) -> Answer:
        """Execute a call; one that kills the environment is an error, and the rest is rebuilt.

        Raises:
            EnvironmentFault: The environment cannot be opened again.
        """
        return await asyncio.to_thread(self._call, seat, name, arguments, seq)

    async def close(self) -> None:
        """End the worker."""
        await asyncio.to_thread(self._close)

    def state(self) -> dict[str, Any]:
        """Return the present state; the world must have been restored before."""
        return self._living().state()

    def _restore(self, events: tuple[Event, ...]) -> None:
        self._close()
        self._done = []
        environment = self._living()
        calls = {event.call_id: event for event in events if isinstance(event, ToolCall)}
        for event in events:
            if not isinstance(event, ToolResult) or event.crashed or event.call_id not in calls:
                continue
            call = calls[event.call_id]
            seat: SeatName = "agent" if call.actor == "agent" else "user"
            got = environment.call(seat, call.name, call.arguments, tick=_tick(call.seq))
            self._remember(got, seat, call.name, call.arguments, call.seq)
            if event.state_hash is not None and got.state_hash != event.state_hash:
                raise ReplayFault(
                    f"replaying {call.name} leads to another state than was recorded",
                    hint="The domain pack has changed since; the dialogue can be read and rated, "
                    "but not played on.",
                    place=f"event {event.seq}",
                )

    def _call(self, seat: SeatName, name: str, arguments: dict[str, Any], seq: int) -> Answer:
        try:
            got = self._living().call(seat, name, arguments, tick=_tick(seq))
        except EnvironmentDied as death:
            self._rebuild()
            return Answer(
                content={"success": False, "error": death.title}, error=True, crashed=True
            )
        self._remember(got, seat, name, arguments, seq)
        return _answer(got)

    def _remember(
        self, got: CallResult, seat: SeatName, name: str, arguments: dict[str, Any], seq: int
    ) -> None:
        # What the environment has taken back itself is no part of the way to its state.
        if not got.undone:
            self._done.append((seat, name, arguments, seq))

    def _rebuild(self) -> None:
        self._close()
        environment = self._living()
        for seat, name, arguments, seq in self._done:
            environment.call(seat, name, arguments, tick=_tick(seq), hash_state=False)

    def _living(self) -> Environment:
        if self._environment is None:
            self._environment = self._open()
        return self._environment

    def _close(self) -> None:
        if self._environment is not None:
            self._environment.close()
            self._environment = None


def _tick(seq: int) -> int:
    return seq * SECONDS_PER_EVENT


def _answer(got: CallResult) -> Answer:
    return Answer(content=got.content, error=got.error, state_hash=got.state_hash)
