"""What a tau2 simulation says beside its dialogue: reward, costs, models, settings, other keys.

All of it is for the lead alone. `record` sets the shape that the rest of the program and the
writer of tau2 files rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from rut_domains.faults import InputFault
from rut_domains.interop.tau2.extension import KEY
from rut_domains.interop.tau2.header import Header
from rut_domains.interop.tau2.messages import MessageReader

# Kept elsewhere: in the events, in the extension, in the briefing.
_ELSEWHERE = frozenset({"messages", "policy", KEY})


def record(
    raw: Mapping[str, Any], reader: MessageReader, header: Header, *, played: str, policy: str
) -> dict[str, JsonValue]:
    """Return the `recorded` of a dialogue.

    `reward`, `costs`, `models`, `termination` and `trial` are picked out for lists and reports.
    `simulation`, `info` and `file` are the records as they stand, without what the dialogue holds
    anyway; `messages` holds by index what each message says beyond its event; `task` is the task
    that the file names, `played_task` the one that was played, if it is another.
    """
    reward = raw.get("reward_info")
    simulation = {k: v for k, v in raw.items() if v is not None and k not in _ELSEWHERE}
    if raw.get("policy") not in (None, policy):
        simulation["policy"] = raw["policy"]
    recorded: dict[str, JsonValue] = {
        "reward": reward.get("reward") if isinstance(reward, Mapping) else None,
        "costs": {"user": raw.get("user_cost"), "agent": raw.get("agent_cost")},
        "models": {"user": header.model("user"), "agent": header.model("agent")},
        "termination": raw.get("termination_reason"),
        "trial": raw.get("trial"),
        "simulation": simulation,
        "info": header.recorded_info,
        "file": dict(header.extras),
    }
    named = read_name(raw, "task_id", "")
    if named in header.tasks:
        recorded["task"] = dict(header.tasks[named])
    if played != named and played in header.tasks:
        recorded["played_task"] = dict(header.tasks[played])
    if reader.recorded:
        recorded["messages"] = reader.recorded
    if reader.system:
        recorded["system"] = list(reader.system)
    return recorded


def read_name(raw: Mapping[str, Any], key: str, place: str) -> str:
    """Return an id as text.

    Raises:
        InputFault: It is missing, or neither a text nor a whole number.
    """
    value = raw.get(key)
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise InputFault(f"a simulation needs {key}: a text or a whole number", place=place)
    return str(value)
