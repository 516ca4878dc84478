"""The telecom pack in tests: a phone and a desk at hand, in any start state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rut_domains.dialogue import SeatName
from rut_domains.environment import Environment
from rut_domains.pack import BUILTIN, Pack, load_pack, merge_patch

HOME_CENTRE = "http://mms.petrel.example"
# The line whose SIM is in the phone where a test says nothing else.
OWN = "L-2041"


def load_telecom() -> Pack:
    return load_pack(BUILTIN / "telecom")


class Desk:
    """An open environment: `desk.agent(...)` and `desk.phone(...)` call tools that must work."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._tick = 0

    def agent(self, tool: str, **arguments: Any) -> Any:
        return self._data("agent", tool, arguments)

    def phone(self, tool: str, **arguments: Any) -> Any:
        return self._data("user", tool, arguments)

    def refusal(self, seat: SeatName, tool: str, **arguments: Any) -> str:
        """Call a tool that must not work, and return its reason."""
        before = self.environment.state()
        result = self.environment.call(seat, tool, arguments)
        assert result.error
        assert isinstance(result.content, dict)
        assert self.environment.state() == before
        return str(result.content["error"])

    @property
    def state(self) -> dict[str, Any]:
        return self.environment.state()

    @property
    def line(self) -> dict[str, Any]:
        """The line in the phone."""
        found: dict[str, Any] = self.state["lines"][OWN]
        return found

    @property
    def bar(self) -> tuple[str, str]:
        """The operator's name and the data symbol in the status bar."""
        shown = self.phone("read_status_bar")
        return shown["banner"], shown["data"]

    @property
    def mbps(self) -> float:
        return float(self.phone("run_speed_test")["mbps"])

    def _data(self, seat: SeatName, tool: str, arguments: dict[str, Any]) -> Any:
        self._tick += 30
        result = self.environment.call(seat, tool, arguments, tick=self._tick)
        assert not result.error, result.content
        assert isinstance(result.content, dict)
        return result.content["data"]


@contextmanager
def open_desk(pack: Pack, **changes: Any) -> Iterator[Desk]:
    """Open the pack with changes merged over its state."""
    state = merge_patch(pack.state, changes)
    with Environment.open(pack.environment, state, now=pack.now) as environment:
        yield Desk(environment)
