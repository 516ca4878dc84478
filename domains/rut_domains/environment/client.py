"""An environment from the outside: open it, call its tools, read its state, close it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import JsonValue

from rut_domains.dialogue import SeatName, other_seat
from rut_domains.environment.arguments import Checker, make_tool, suggest
from rut_domains.environment.channel import Channel
from rut_domains.environment.faults import EnvironmentFault
from rut_domains.environment.model import CallResult, EnvironmentSource, Limits, SandboxChoice
from rut_domains.environment.source import locate, read_sources
from rut_domains.tool import ToolSpec
from rut_domains.worker_json import NotJson, dumps, encode

_WAY_OUT = "Mend the environment's code; 'rut domains check' tries it again."
_NO_REPLY = "environment code broke the reply channel"
_DEFAULT = Limits()
Launch = Callable[[], tuple[Channel, list[dict[str, Any]]]]
_parse_result = CallResult.__pydantic_validator__.validate_json


class Environment:
    """An opened environment. Its methods block; they may be called from any thread, one at a time.

    Make one with `open`, and close it: it is a context manager.

    Attributes:
        agent_tools: What the agent's seat may call.
        user_tools: What the user's seat may call.
        sandboxed: Whether bubblewrap keeps the code in.
    """

    def __init__(self, launch: Launch, source: Path, limits: Limits) -> None:
        self._launch = launch
        self._source = source
        self._limits = limits
        # What was asked since it was opened: what leads back to the last good state.
        self._done: list[tuple[str, str]] = []
        self._closed = False
        self._channel, described = launch()
        self._tools: dict[SeatName, dict[str, Checker]] = {"agent": {}, "user": {}}
        offered: dict[SeatName, list[ToolSpec]] = {"agent": [], "user": []}
        for one in described:
            seat: SeatName = "user" if one["seat"] == "user" else "agent"
            tool = make_tool(one)
            offered[seat].append(tool)
            self._tools[seat][tool.name] = Checker(tool)
        self.agent_tools: tuple[ToolSpec, ...] = tuple(offered["agent"])
        self.user_tools: tuple[ToolSpec, ...] = tuple(offered["user"])
        self.sandboxed = self._channel.sandboxed

    @classmethod
    def open(
        cls,
        source: EnvironmentSource,
        state: Mapping[str, Any],
        *,
        now: str,
        seed: int = 0,
        limits: Limits = _DEFAULT,
        sandbox: SandboxChoice = "auto",
    ) -> Self:
        """Start a worker and make the environment in it.

        The class is made without arguments, or with one empty dict where it demands an argument;
        then each key of the state becomes an attribute, as RUT-Bench does it.

        Args:
            source: Its code.
            state: Set as attributes after construction; plain JSON.
            now: The frozen present, ISO 8601; UTC where it names no offset.
            seed: Of its random numbers.
            limits: What it may use.
            sandbox: `auto` uses bubblewrap where it works.

        Raises:
            EnvironmentFault: The code cannot be read or run, its class is missing, its state is
                not JSON, or bubblewrap is demanded and missing.
            EnvironmentDied: The code hung or crashed while the environment was made.
        """
        files = read_sources(source)
        setting = {
            "files": files,
            "class_name": source.class_name,
            "now": _read_time(now).isoformat(),
            "seed": seed,
            "limits": limits.model_dump(),
            "state": dict(state),
        }
        try:
            request = f'["open",{encode(setting, "setting")}]'
        except NotJson as error:
            place = error.place.removeprefix("setting.")
            raise EnvironmentFault(error.title, place=place) from None
        return cls(partial(_launch, request, source, files, limits, sandbox), source.path, limits)

    def call(
        self,
        seat: SeatName,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        tick: int = 0,
        hash_state: bool = True,
    ) -> CallResult:
        """Call a tool as a seat; whatever is wrong with the call is an error result.

        What a tool changed before it failed stays changed, as in RUT-Bench. A call after which the
        state is no JSON any more is an error result too, and taken back with all that it changed
        (where the hash is asked for: it is what looks at the state).

        Args:
            seat: Who calls; a seat reaches its own tools only.
            tool: Its name.
            arguments: By name.
            tick: Seconds since the environment's `now`; calls at one tick see one time.
            hash_state: Whether to take the hash of the state afterwards.

        Raises:
            EnvironmentDied: The tool hung, crashed or flooded, and took the worker with it.
            EnvironmentFault: The way back to the last good state is closed.
        """
        limits, given = self._limits, dict(arguments)
        try:
            text = encode(given, "arguments", limits.reply_bytes)
            problem = self._problem(seat, tool, given)
        except NotJson as error:
            problem = error.title
        if problem:
            content: dict[str, JsonValue] = {"success": False, "error": problem}
            state_hash = self.state_hash() if hash_state else None
            return CallResult(content=content, error=True, state_hash=state_hash)
        request = f'["call",{dumps(tool)},{text},{tick},{"true" if hash_state else "false"}]'
        reply = self._channel.ask(request, limits.call_seconds, limits.reply_bytes, tool)
        try:
            result: CallResult = _parse_result(reply)
        except ValueError:
            raise self._channel.break_off(_NO_REPLY) from None
        if hash_state and result.state_hash is None:
            self._go_back()
            return result.model_copy(update={"undone": True, "state_hash": self.state_hash()})
        self._done.append((tool, request))
        return result

    def state(self) -> dict[str, Any]:
        """Return the present state.

        Raises:
            EnvironmentFault: It is not plain JSON, or larger than the limit.
            EnvironmentDied: Reading it hung or crashed.
        """
        state: dict[str, Any] = self._ask_state("state", self._limits.state_bytes)
        return state

    def state_hash(self) -> str:
        """Return the SHA-256 of the state's canonical JSON (`rut_domains.frozen.digest`).

        Raises:
            EnvironmentFault: The state is not plain JSON.
            EnvironmentDied: Reading it hung or crashed.
        """
        return str(self._ask_state("hash", 0))

    def close(self) -> None:
        """End the worker; closing twice does no harm."""
        self._closed = True
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _problem(self, seat: SeatName, tool: str, arguments: dict[str, Any]) -> str:
        checker = self._tools[seat].get(tool)
        if checker is not None:
            return checker.problem(arguments)
        other = other_seat(seat)
        if tool in self._tools[other]:
            return f"{tool} is a tool of the {other}"
        return f"there is no tool {tool[:100]!r}{suggest(tool, self._tools[seat])}"

    def _go_back(self) -> None:
        """Bring a fresh worker to where the last good call left the state.

        Setting the attributes back would miss what the environment keeps to itself.
        """
        self._channel.close()
        self._channel, _ = self._launch()
        if self._closed:
            self._channel.close()
        limits = self._limits
        for tool, request in self._done:
            self._channel.ask(request, limits.call_seconds, limits.reply_bytes, tool)

    def _ask_state(self, what: str, most: int) -> Any:
        seconds = max(self._limits.call_seconds, self._limits.open_seconds)
        reply = _ask(self._channel, f'["{what}"]', seconds, most, "reading the state")
        if "refused" in reply:
            place = f"{self._source} {reply['place']}"
            raise EnvironmentFault(reply["refused"], hint=_WAY_OUT, place=place)
        return reply[what]


def _launch(
    request: str,
    source: EnvironmentSource,
    files: dict[str, str],
    limits: Limits,
    sandbox: SandboxChoice,
) -> tuple[Channel, list[dict[str, Any]]]:
    """Start a worker and open the environment in it; return the line to it and its tools."""
    channel = Channel(sandbox)
    try:
        reply = _ask(channel, request, limits.open_seconds, limits.reply_bytes, "opening it")
        if "refused" in reply:
            place = locate(reply["place"], source, files)
            raise EnvironmentFault(reply["refused"], hint=_WAY_OUT, place=place)
    except EnvironmentFault as fault:
        channel.close()
        fault.place = fault.place or str(source.path)
        raise
    except BaseException:
        channel.close()
        raise
    return channel, reply["tools"]


def _ask(channel: Channel, request: str, seconds: float, most: int, what: str) -> dict[str, Any]:
    reply = channel.ask(request, seconds, most, what)
    try:
        body: dict[str, Any] = json.loads(reply)
    except (ValueError, RecursionError):
        raise channel.break_off(_NO_REPLY) from None
    return body


def _read_time(now: str) -> datetime:
    try:
        moment = datetime.fromisoformat(now)
    except ValueError:
        raise EnvironmentFault(
            f"{now[:60]!r} is no time",
            hint="Write it as in 2026-03-01T09:30:00+01:00.",
            place="now",
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
