"""A long walk through all tools of both seats, drawn by chance: nothing breaks, all repeats."""

from __future__ import annotations

import random
from typing import Any

from rut_domains.dialogue import SeatName
from rut_domains.environment import Environment
from rut_domains.tool import ToolSpec
from tests.support.telecom import load_telecom

TELECOM = load_telecom()
STEPS = 150


def open_world() -> Environment:
    state = {**TELECOM.state, "surroundings": {**TELECOM.state["surroundings"], "wifi_mbps": 40.0}}
    return Environment.open(TELECOM.environment, state, now=TELECOM.now)


def draw_value(name: str, schema: dict[str, Any], chance: random.Random) -> Any:
    known: dict[str, list[Any]] = {
        "line_id": ["L-2041", "L-2041", "L-2052", "L-0"],
        "customer_id": ["C-1041", "C-0"],
        "bill_id": ["B-7102", "B-7123", "B-7124", "B-0"],
        "top_up_id": ["data_2", "world_1", "none"],
        "plan_id": ["puffin", "albatross", "tern", "none"],
        "eid": ["3104470012", "1", ""],
        "amount": [-1.0, 0.5, 1e9],
    }
    if name in known:
        return chance.choice(known[name])
    if schema.get("type") == "boolean":
        return chance.random() < 0.5
    return (
        chance.choice(schema["enum"]) if "enum" in schema else chance.choice(["", "Tarnford", "é"])
    )


def draw_call(tools: tuple[ToolSpec, ...], chance: random.Random) -> tuple[str, dict[str, Any]]:
    tool = chance.choice(tools)
    properties = tool.parameters["properties"]
    return tool.name, {name: draw_value(name, each, chance) for name, each in properties.items()}


def walk(environment: Environment, chance: random.Random) -> list[str | None]:
    seats: list[tuple[SeatName, tuple[ToolSpec, ...]]] = [
        ("agent", environment.agent_tools),
        ("user", environment.user_tools),
    ]
    hashes = []
    for tick in range(STEPS):
        seat, tools = chance.choice(seats)
        name, arguments = draw_call(tools, chance)
        result = environment.call(seat, name, arguments, tick=tick)
        assert "raised" not in str(result.content), (name, arguments)
        hashes.append(result.state_hash)
        check_phone(environment)
    return hashes


def check_phone(environment: Environment) -> None:
    """The phone has taken note of all that has changed: a switch left as it is changes nothing."""
    state = environment.state()
    environment.call("user", "set_data_saver", {"on": state["phone"]["data_saver"]})
    after = environment.state()
    assert after == state
    now = state["phone"]["connection"]
    assert (now["network"] == "none") <= (not now["mobile_data"])
    assert now["mobile_data"] >= now["picture_messages"]
    assert (now["internet"] == "none") == (now["mbps"] == 0)


def test_a_walk_breaks_nothing_and_repeats() -> None:
    with open_world() as one, open_world() as other:
        first = walk(one, random.Random(7))
        second = walk(other, random.Random(7))
    assert first == second
    assert len(set(first)) > STEPS // 10
