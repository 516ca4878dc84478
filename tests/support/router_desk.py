"""A small desk with a router at home: both sides act, for tests of the scripted agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rut_domains.contract import Contract
from rut_domains.lexicon import Lexicon
from rut_domains.task import Slot, Step, Task
from rut_domains.tool import ToolSpec
from tests.support.agent_table import Table


class Desk:
    """The world of the agent: an account; what the user does at home is invisible to it."""

    def __init__(self) -> None:
        self.reset = 0
        self.handed_over: list[str] = []

    def __call__(self, seat: str, tool: str, arguments: Mapping[str, Any], seq: int) -> Any:
        if tool == "find_account":
            if arguments["customer_number"] != "48213":
                return {"success": False, "error": "there is no such customer"}
            return {"success": True, "data": {"line_id": "LN-9", "plan": "Fibre 100"}}
        if tool == "check_line":
            return {"success": True, "data": {"line_id": "LN-9", "signal": "weak"}}
        if tool == "reset_line":
            self.reset += 1
            return {"success": True, "data": {"minutes": 2}}
        if tool == "transfer_to_human":
            self.handed_over.append(str(arguments["line_id"]))
            return {"success": True, "data": {}}
        return {"success": False, "error": "unknown"}


_TEXT = {"type": "string"}


def _tool(name: str, writes: bool, *parameters: str) -> ToolSpec:
    return ToolSpec(
        name=name,
        writes=writes,
        parameters={
            "type": "object",
            "properties": dict.fromkeys(parameters, _TEXT),
            "required": list(parameters),
        },
    )


TOOLS = (
    _tool("find_account", False, "customer_number"),
    _tool("check_line", False, "line_id"),
    _tool("reset_line", True, "line_id"),
    _tool("transfer_to_human", True, "line_id"),
)
STEPS = (
    Step(
        tool="find_account",
        arguments={"customer_number": "48213"},
        slots={"customer_number": Slot(ask=("What is your customer number?",))},
    ),
    Step(by="user", tool="read_lights", tell=("Please look at the lights of the router.",)),
    Step(by="user", tool="restart_router", tell=("Please restart the router now.",)),
    Step(tool="check_line", arguments={"line_id": "LN-9"}),
    Step(
        tool="reset_line",
        arguments={"line_id": "LN-9"},
        confirm=("I would reset your line now. Shall I?",),
        done=("The line is reset.",),
    ),
    Step(by="user", tool="test_speed", tell=("Please run a speed test.", "Run a test of speed.")),
)
HAND_OVER = Step(
    tool="transfer_to_human",
    arguments={"line_id": "LN-9"},
    done=("I have handed you over to a colleague.",),
)


def open_desk(*, seed: int = 0, extra: tuple[Step, ...] = ()) -> tuple[Table, Desk]:
    """Return a table at the desk, and the desk."""
    desk = Desk()
    task = Task(
        id="slow",
        title="A slow line",
        domain="desk",
        contract=Contract(),
        oracle=(*STEPS, *extra),
    )
    table = Table(task=task, lexicon=Lexicon(), world=desk, tools=TOOLS, seed=seed)
    return table, desk
