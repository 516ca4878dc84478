"""Importing a file of 100 MB, against parsing and validating the same bytes; and its memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.make_tau2 import write_results
from benchmarks.measure import Ratio

MEGABYTES = 100
# Reading the file as somebody would who writes down tau2's results as pydantic models.
VALIDATE = """
import json, sys
from typing import Any, Literal
from pydantic import BaseModel
class Call(BaseModel):
    id: str = ""
    name: str
    arguments: dict[str, Any]
    requestor: Literal["user", "assistant"] = "assistant"
class Message(BaseModel):
    role: Literal["user", "assistant", "tool", "system"]
    content: str | None = None
    tool_calls: list[Call] | None = None
    id: str | None = None
    requestor: str | None = None
    error: bool = False
    turn_idx: int | None = None
    timestamp: str | None = None
    cost: float | None = None
    usage: dict[str, Any] | None = None
    raw_data: dict[str, Any] | None = None
    generation_time_seconds: float | None = None
    is_audio: bool = False
    audio_format: Any = None
    audio_path: Any = None
    audio_script_gold: Any = None
    speech_effects: Any = None
    source_effects: Any = None
    channel_effects: Any = None
    turn_taking_action: Any = None
    utterance_ids: Any = None
    chunk_id: int | None = None
    is_final_chunk: bool = True
    source: Any = None
    contains_speech: bool = True
class Simulation(BaseModel):
    id: str
    task_id: str
    duration: float
    termination_reason: str
    reward_info: dict[str, Any] | None = None
    messages: list[Message]
    trial: int | None = None
    seed: int | None = None
class Results(BaseModel):
    timestamp: str
    info: dict[str, Any]
    tasks: list[dict[str, Any]]
    simulations: list[Simulation]
with open(sys.argv[1], "rb") as stream:
    Results.model_validate(json.loads(stream.read()))
"""


def measure() -> Iterator[Ratio]:
    """Import once in a process of its own; the file is generated."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.json"
        write_results(file, MEGABYTES * 1_000_000)
        size = file.stat().st_size
        theirs, _ = _run("-c", VALIDATE, str(file))
        ours, peak = _run(
            "-m", "rut_tui", "--db", str(Path(folder) / "rut.sqlite"), "import", str(file)
        )
        yield Ratio(
            "import speed against json.loads and pydantic",
            theirs / ours,
            0.5,
            f"{ours:.1f} s",
            f"{theirs:.1f} s",
            at_least=True,
        )
        yield Ratio(
            "peak memory against the file's size",
            peak / size,
            6.0,
            f"{peak / 1e6:.0f} MB",
            f"{size / 1e6:.0f} MB",
        )


def _run(*arguments: str) -> tuple[float, int]:
    """Return the processor seconds and the peak memory in bytes of a Python process."""
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{arguments} ended with {child.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit
