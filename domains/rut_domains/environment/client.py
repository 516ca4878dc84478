"""An environment from the outside: open it, call its tools, read its state, close it."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from rut_domains.dialogue import SeatName, other_seat
from rut_domains.environment.arguments import Checker, make_tool
from rut_domains.environment.channel import Channel
from rut_domains.environment.faults import EnvironmentFault
from rut_domains.environment.model import CallResult, EnvironmentSource, Limits, SandboxChoice
from rut_domains.environment.source import read_sources
from rut_domains.tool import ToolSpec

_WAY_OUT = "'rut domains check' shows it again; the traceback stays in the worker."


class Environment:
    """An opened environment. Blocking; use it from one thread at a time.

    Attributes:
        agent_tools: What the agent's seat may call.
        user_tools: What the user's seat may call.
        sandboxed: Whether bubblewrap keeps the code in.
    """

    def __init__(self, channel: Channel, limits: Limits, described: list[dict[str, Any]]) -> None:
        self._channel = channel
        self._limits = limits
        self._tools: dict[SeatName, dict[str, Checker]] = {"agent": {}, "user": {}}
        offered: dict[SeatName, list[ToolSpec]] = {"agent": [], "user": []}
        for one in described:
            seat: SeatName = "user" if one["seat"] == "user" else "agent"
            tool = make_tool(one)
            offered[seat].append(tool)
            self._tools[seat][tool.name] = Checker(tool)
        self.agent_tools: tuple[ToolSpec, ...] = tuple(offered["agent"])
        self.user_tools: tuple[ToolSpec, ...] = tuple(offered["user"])
        self.sandboxed = channel.sandboxed

    @classmethod
    def open(
        cls,
        source: EnvironmentSource,
        state: Mapping[str, Any],
        *,
        now: str,
        seed: int = 0,
        limits: Limits | None = None,
        sandbox: SandboxChoice = "auto",
    ) -> Self:
        """Start a worker and make the environment in it.

        Args:
            source: Its code.
            state: Set as attributes after construction.
            now: ISO 8601; the frozen present of the environment.
            seed: Of its random numbers.
            limits: What it may use.
            sandbox: `auto` uses bubblewrap where it works.

        Raises:
            EnvironmentFault: The code cannot be read or run, its class is missing, its state is
                not JSON, or bubblewrap is demanded and missing.
        """
        held = limits or Limits()
        request = {
            "op": "open",
            "files": read_sources(source),
            "class_name": source.class_name,
            "state": dict(state),
            "now": now,
            "seed": seed,
            "limits": held.model_dump(exclude={"open_seconds", "call_seconds"}),
        }
        channel = Channel(sandbox)
        try:
            reply = channel.ask(request, held.open_seconds, held.reply_bytes)
            _raise_refusal(reply, source)
            return cls(channel, held, reply["tools"])
        except EnvironmentFault as fault:
            channel.close()
            fault.place = fault.place or str(source.path)
            raise
        except BaseException:
            channel.close()
            raise

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

        Args:
            seat: Who calls; a seat reaches its own tools only.
            tool: Its name.
            arguments: By name.
            tick: Seconds since the environment's `now`.
            hash_state: Whether to take the hash of the state afterwards.

        Raises:
            EnvironmentDied: The tool hung, crashed or flooded, and took the worker with it.
        """
        problem = self._problem(seat, tool, arguments)
        if problem:
            digest = self.state_hash() if hash_state else None
            return CallResult(content=_error(problem), error=True, state_hash=digest)
        request = {
            "op": "call",
            "tool": tool,
            "arguments": dict(arguments),
            "tick": tick,
            "hash": hash_state,
        }
        limits = self._limits
        reply = self._channel.ask(request, limits.call_seconds, limits.reply_bytes)
        if "refused" in reply:
            return CallResult(content=_error(f"after the call {reply['refused']}"), error=True)
        if reply["error"] is not None:
            return CallResult(content=_error(reply["error"]), error=True, state_hash=reply["hash"])
        content = reply["content"]
        failed = isinstance(content, dict) and (
            content.get("success") is False or "error" in content
        )
        return CallResult(content=content, error=failed, state_hash=reply["hash"])

    def state(self) -> dict[str, Any]:
        """Return the present state."""
        state: dict[str, Any] = self._ask_state()["state"]
        return state

    def state_hash(self) -> str:
        """Return the SHA-256 of the state's canonical JSON (`rut_domains.frozen.digest`)."""
        return str(self._ask_state()["hash"])

    def close(self) -> None:
        """End the worker."""
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

    def _problem(self, seat: SeatName, tool: str, arguments: Mapping[str, Any]) -> str:
        checker = self._tools[seat].get(tool)
        if checker is not None:
            return checker.problem(arguments)
        if tool in self._tools[other_seat(seat)]:
            return f"{tool} is a tool of the {other_seat(seat)}"
        return f"there is no tool {tool!r}"

    def _ask_state(self) -> dict[str, Any]:
        reply = self._channel.ask(
            {"op": "state"}, self._limits.open_seconds, self._limits.reply_bytes * 8
        )
        if "refused" in reply:
            raise EnvironmentFault(reply["refused"], hint=_WAY_OUT, place=reply["place"])
        return reply


def _error(text: str) -> dict[str, Any]:
    return {"success": False, "error": text}


def _raise_refusal(reply: Mapping[str, Any], source: EnvironmentSource) -> None:
    if "refused" not in reply:
        return
    # The worker knows the files as "environment/...": the person knows where they lie.
    file, colon, line = reply["place"].partition(":")
    root = source.path if source.path.is_dir() else source.path.parent
    inner = file.removeprefix("environment/") if source.path.is_dir() else source.path.name
    place = f"{root / inner}:{line}" if colon else f"{source.path} {reply['place']}".strip()
    raise EnvironmentFault(reply["refused"], hint=_WAY_OUT, place=place)
