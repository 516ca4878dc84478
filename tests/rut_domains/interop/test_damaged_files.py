"""Whatever a file holds: it is read, or refused with a place and a way out."""

from __future__ import annotations

import copy
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.dialogue import Dialogue
from rut_domains.faults import InputFault
from rut_domains.interop.reading import LinkChoice, Options
from rut_domains.interop.registry import open_reading
from rut_domains.interop.soundness import find_unsound
from rut_exports.tau2 import Tau2Writer
from tests.support.recorded import (
    answered,
    call,
    dialogues,
    tau2_results,
    tau2_simulation,
    tau2_task,
    write_json,
)

ODD: list[Any] = [
    None,
    True,
    -1,
    3.5,
    10**30,
    "",
    "###STOP###",
    "\ud83d",
    "2026-13-45T99:00:00",
    [],
    {},
    [1],
    {"a": 1},
    {"role": "user"},
    ["x", None],
]
TICK = {
    "timestamp": "2026-01-01T00:00:00",
    "agent_chunk": {"content": "hi", "utterance_ids": ["u"]},
    "user_chunk": {"content": "yo"},
    "user_tool_calls": [call("x", requestor="user")],
    "user_tool_results": [answered("k", requestor="user")],
}
CHAT = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "Hello"},
    {
        "role": "assistant",
        "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "1", "content": "2"},
]
WHOLE: list[Any] = [
    tau2_results(
        [tau2_simulation(), tau2_simulation("v", messages=None, ticks=[TICK])],
        [tau2_task(user_tools=["a"], initial_state={"initialization_actions": [{}]})],
        simulation_index=[{"id": "s0"}],
    ),
    [{"task_id": 0, "trial": 1, "info": {"task": {"instruction": "x"}}, "traj": CHAT}],
    {"messages": CHAT, "tools": [{"function": {"name": "f", "parameters": {}}}]},
    [tau2_task(), tau2_task("1", user_tools=[])],
]


def damage(value: Any, rng: random.Random) -> Any:
    """Return the value with some places changed, removed or added."""
    value = copy.deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        paths = [path for path in walk(value) if path]
        if not paths:
            return value
        *way, last = rng.choice(paths)
        holder = value
        for key in way:
            holder = holder[key]
        what = rng.random()
        if what < 0.6:
            holder[last] = copy.deepcopy(rng.choice(ODD))
        elif what < 0.8 and isinstance(holder, dict):
            del holder[last]
        elif isinstance(holder, list):
            holder.insert(last, copy.deepcopy(rng.choice(ODD)))
        else:
            holder[rng.choice(["rut", "requestor", "ticks", "x"])] = copy.deepcopy(rng.choice(ODD))
    return value


def walk(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all parts of a value."""
    keys: list[Any] = list(value) if isinstance(value, dict) else []
    keys = list(range(len(value))) if isinstance(value, list) else keys
    return [path, *(found for key in keys for found in walk(value[key], (*path, key)))]


def read_or_refuse(path: Path, links: LinkChoice) -> None:
    refused: InputFault | None = None
    read: list[Dialogue] = []
    try:
        reading = open_reading(path, Options(links=links))
        read = list(reading.dialogues())
        tasks = list(reading.tasks())
    except InputFault as fault:
        refused = fault
    if refused is not None:
        assert str(path) in refused.place
        assert refused.hint
        return
    assert reading.integrity().dialogues == len(read)
    assert all(task.hash for task in tasks)
    for dialogue in read:
        assert find_unsound(dialogue) == ""
        assert Dialogue.model_validate_json(dialogue.model_dump_json()) == dialogue


@pytest.mark.parametrize("whole", WHOLE)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(rng=st.randoms(use_true_random=False), links=st.sampled_from(["keep", "relink", "accept"]))
def test_damaged_records(whole: Any, rng: random.Random, links: LinkChoice, tmp_path: Path) -> None:
    read_or_refuse(write_json(tmp_path / "file.json", damage(whole, rng)), links)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(dialogue=dialogues(), rng=st.randoms(use_true_random=False))
def test_damaged_files_of_our_own(dialogue: Dialogue, rng: random.Random, tmp_path: Path) -> None:
    stream = io.StringIO()
    Tau2Writer().write([dialogue], stream)
    damaged = damage(json.loads(stream.getvalue()), rng)
    read_or_refuse(write_json(tmp_path / "file.json", damaged), "keep")


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damaged_bytes(data: st.DataObject, tmp_path: Path) -> None:
    raw = bytearray(json.dumps(data.draw(st.sampled_from(WHOLE)), indent=1).encode())
    at = data.draw(st.integers(0, len(raw) - 1))
    piece = data.draw(
        st.sampled_from([b"", b'"', b"{", b"]", b"NaN", b"\x00", b"\xff", b"1e999", b":", b","])
    )
    raw[at : at + data.draw(st.integers(0, 40))] = piece
    path = tmp_path / "file.json"
    path.write_bytes(bytes(raw))
    read_or_refuse(path, "keep")
