"""Environments that others generated run as they are: RUT-Bench's contract is ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rut_domains.environment import Environment, SandboxChoice
from tests.support.environments import open_code

NOW = "2026-01-01T10:00:00+00:00"


def read_records(folder: Path) -> dict[str, dict[str, Any]]:
    """The environments of both files, by id."""
    records: dict[str, dict[str, Any]] = {}
    for name in ("env_metadata_17envs.json", "env_metadata_ehr.json"):
        records |= json.loads((folder / "rutbench" / name).read_text("utf-8"))
    return records


def example(schema: Mapping[str, Any]) -> Any:
    """Some value that fits a schema."""
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example(schema["anyOf"][0])
    kind = schema.get("type", "string")
    values: dict[str, Any] = {"string": "PAT1001", "integer": 1, "number": 1.5, "boolean": True}
    match kind if isinstance(kind, str) else kind[0]:
        case "array":
            return [example(schema.get("items", {}))]
        case "object":
            return {name: example(one) for name, one in schema.get("properties", {}).items()}
        case one:
            return values.get(one)


def play(environment: Environment) -> list[object]:
    """Call every tool twice; return all results and the state."""
    played: list[object] = []
    for tick, tool in enumerate([*environment.agent_tools, *environment.agent_tools]):
        properties = tool.parameters["properties"]
        arguments = {name: example(schema) for name, schema in properties.items()}
        played.append(environment.call("agent", tool.name, arguments, tick=tick))
    return [*played, environment.state()]


def test_generated_environments_offer_their_tools_and_replay_alike(
    real_data: Path, tmp_path: Path, sandbox: SandboxChoice
) -> None:
    records = read_records(real_data)
    scenario = json.loads((real_data / "rutbench" / "scenarios_ehr.json").read_text("utf-8"))[0]
    assert len(records) == 18
    for env_id, record in records.items():
        state = scenario["init_config"] if env_id == scenario["env_id"] else {}
        plays = []
        for _ in range(2):
            with open_code(
                tmp_path,
                record["env_class_code"],
                class_name=record["env_class_name"],
                state=state,
                now=NOW,
                sandbox=sandbox,
            ) as environment:
                offered = {tool.name for tool in environment.agent_tools}
                assert offered == {tool.get("function", tool)["name"] for tool in record["tools"]}
                plays.append(play(environment))
        assert plays[0] == plays[1], env_id
