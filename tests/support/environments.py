"""Small environments written to a folder, and the hostile things a tool may try."""

from __future__ import annotations

from pathlib import Path

from rut_domains.environment import Environment, EnvironmentSource, Limits, SandboxChoice

NOW = "2026-03-01T09:00:00+01:00"

COUNTER = '''
from rut_env import now, read, user_tool, write
from typing import Literal, TypedDict
import random, secrets, uuid, datetime, time


class Address(TypedDict):
    city: str
    floor: int


class Counter:
    """Counts."""

    def __init__(self):
        self.count = 0
        self.names = {}
        self._hidden = object()

    @write
    def add(self, by: int = 1, unit: Literal["one", "ten"] = "one") -> dict:
        """Add to the counter.

        More words.

        Args:
            by: How much.
            unit: In ones or
                in tens.
        """
        self.count += by * (10 if unit == "ten" else 1)
        return {"success": True, "data": self.count}

    @read
    def look(self) -> dict:
        """Return the count."""
        return {"success": True, "data": self.count}

    def move(self, to: Address, tags: list[str] | None = None) -> dict:
        self.names["to"] = to
        return {"success": True, "message": to["city"]}

    def refuse(self) -> dict:
        return {"success": False, "error": "not today"}

    def chance(self) -> dict:
        values = [random.random(), secrets.token_hex(4), str(uuid.uuid4()), str(uuid.uuid1())]
        return {"success": True, "data": values}

    def clock(self) -> dict:
        times = [now().isoformat(), datetime.datetime.now().isoformat(), time.time()]
        return {"success": True, "data": times}

    @user_tool
    @read
    def peek(self) -> dict:
        return {"success": True, "data": self.count}

    def _private(self):
        return {"success": True}
'''


def write_environment(folder: Path, code: str, class_name: str) -> EnvironmentSource:
    """Write an environment of one file."""
    path = folder / "environment.py"
    path.write_text(code, "utf-8")
    return EnvironmentSource(path=path, class_name=class_name)


def open_code(
    folder: Path,
    code: str,
    *,
    class_name: str = "A",
    state: dict[str, object] | None = None,
    now: str = NOW,
    seed: int = 0,
    limits: Limits | None = None,
    sandbox: SandboxChoice = "none",
) -> Environment:
    """Write an environment of one file and open it."""
    source = write_environment(folder, code, class_name)
    return Environment.open(
        source, state or {}, now=now, seed=seed, limits=limits or Limits(), sandbox=sandbox
    )


def answer_to(environment: Environment, tool: str, **arguments: object) -> object:
    """Call a tool of the agent that answers `{"success": True, "data": ...}`; return the data."""
    got = environment.call("agent", tool, arguments)
    assert isinstance(got.content, dict)
    assert got.content.get("success") is True, got.content
    return got.content["data"]


def hostile(folder: Path, body: str, top: str = "") -> EnvironmentSource:
    """Write an environment whose tool `act` does something bad, and whose tool `ok` is fine."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    ok = "    def ok(self):\n        return {'success': True}\n"
    code = f"{top}\n\nclass Bad:\n    def act(self):\n{lines}\n\n{ok}"
    return write_environment(folder, code, "Bad")
