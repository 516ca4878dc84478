"""Write a tau2 1.0 results file of a given size, to measure imports with.

Usage: python benchmarks/make_tau2.py OUT.json [MEGABYTES] [SEED]

The dialogues are made up. Their proportions (messages, calls and provider data in a simulation,
nulls in a message) are those of recorded telecom and retail runs.
"""

from __future__ import annotations

import json
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

WORDS = [
    "line",
    "plan",
    "data",
    "roaming",
    "invoice",
    "order",
    "return",
    "address",
    "card",
    "refund",
    "phone",
    "signal",
    "reset",
    "please",
    "could",
    "you",
    "check",
    "the",
    "my",
    "a",
    "for",
    "on",
    "with",
    "it",
    "is",
    "not",
    "working",
    "since",
    "yesterday",
    "thanks",
]
NULLS = [
    "usage",
    "raw_data",
    "generation_time_seconds",
    "audio_format",
    "audio_path",
    "audio_script_gold",
    "speech_effects",
    "source_effects",
    "channel_effects",
    "turn_taking_action",
    "utterance_ids",
    "chunk_id",
    "source",
]
START = datetime(2026, 1, 1, tzinfo=UTC)


def make_text(rng: random.Random, low: int, high: int) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(low, high))).capitalize() + "."


def make_message(rng: random.Random, role: str, index: int, **fields: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": role, "content": None, "tool_calls": None}
    message |= {"is_audio": False, "turn_idx": index}
    message["timestamp"] = (START + timedelta(seconds=index)).replace(tzinfo=None).isoformat()
    message["cost"] = rng.random() / 100
    message |= dict.fromkeys(NULLS)
    message |= {"is_final_chunk": True, "contains_speech": True, **fields}
    message["usage"] = {"completion_tokens": 40, "prompt_tokens": rng.randint(400, 9000)}
    message["raw_data"] = {
        "id": f"chatcmpl-{rng.getrandbits(96):024x}",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": message["content"]}}],
        "usage": {"total_tokens": 900, "details": {"cached_tokens": 0, "audio_tokens": 0}},
    }
    return message


def make_messages(rng: random.Random) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for turn in range(rng.randint(8, 20)):
        role = "assistant" if turn % 2 == 0 else "user"
        messages.append(make_message(rng, role, len(messages), content=make_text(rng, 10, 80)))
        if role == "user" and turn > 1 and rng.random() < 0.7:
            call_id = f"call_{rng.getrandbits(64):016x}"
            call = {"id": call_id, "name": "get_details", "requestor": "assistant"}
            call["arguments"] = {"item_id": str(rng.getrandbits(30)), "full": True}
            messages.append(make_message(rng, "assistant", len(messages), tool_calls=[call]))
            items = [make_text(rng, 3, 9) for _ in range(rng.randint(1, 12))]
            content = json.dumps({"items": items})
            result = {"id": call_id, "role": "tool", "content": content, "requestor": "assistant"}
            result |= {"error": False, "turn_idx": len(messages)}
            result["timestamp"] = messages[-1]["timestamp"]
            messages.append(result)
    end = f"{make_text(rng, 2, 9)} ###STOP###"
    messages.append(make_message(rng, "user", len(messages), content=end))
    return messages


def make_task(rng: random.Random, number: int) -> dict[str, Any]:
    actions = [
        {"action_id": f"{number}_{step}", "name": "get_details", "arguments": {"item_id": "1"}}
        for step in range(3)
    ]
    return {
        "id": str(number),
        "user_scenario": {
            "persona": None,
            "instructions": {
                "domain": "made_up",
                "reason_for_call": make_text(rng, 30, 60),
                "known_info": make_text(rng, 10, 20),
                "unknown_info": None,
                "task_instructions": make_text(rng, 30, 90),
            },
        },
        "evaluation_criteria": {"actions": actions, "reward_basis": ["DB"]},
    }


def make_simulation(rng: random.Random, number: int, task: dict[str, Any]) -> dict[str, Any]:
    checks = [
        {"action": action, "action_match": True, "action_reward": 1.0}
        for action in task["evaluation_criteria"]["actions"]
    ]
    return {
        "id": f"{rng.getrandbits(128):032x}",
        "task_id": task["id"],
        "timestamp": "2026-01-01T01:00:00",
        "start_time": "2026-01-01T00:00:00",
        "end_time": "2026-01-01T01:00:00",
        "duration": 3600.0,
        "termination_reason": "user_stop",
        "agent_cost": 0.1,
        "user_cost": 0.1,
        "reward_info": {"reward": 1.0, "action_checks": checks, "reward_basis": ["DB"]},
        "messages": make_messages(rng),
        "trial": number,
        "seed": 1,
        "mode": "half_duplex",
        "policy": None,
    }


def write_results(path: Path, size: int, seed: int = 0) -> int:
    """Write about `size` bytes of results and return how many simulations they hold."""
    rng = random.Random(seed)
    tasks = [make_task(rng, number) for number in range(100)]
    info = {
        "git_commit": "0",
        "num_trials": 1,
        "user_info": {"implementation": "user_simulator", "llm": "model-u"},
        "agent_info": {"implementation": "llm_agent", "llm": "model-a"},
        "environment_info": {"domain_name": "made_up", "policy": make_text(rng, 800, 900)},
    }
    count = 0
    with path.open("w", encoding="utf-8") as stream:
        head = json.dumps({"timestamp": "2026-01-01T01:00:00", "info": info, "tasks": tasks})
        stream.write(f'{head[:-1]}, "simulations": [')
        while stream.tell() < size:
            simulation = make_simulation(rng, count // len(tasks), tasks[count % len(tasks)])
            stream.write((",\n" if count else "\n") + json.dumps(simulation, indent=1))
            count += 1
        stream.write("\n]}\n")
    return count


def main() -> None:
    path = Path(sys.argv[1])
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 100.0
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    count = write_results(path, int(megabytes * 1_000_000), seed)
    print(f"{path}: {count} simulations, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
