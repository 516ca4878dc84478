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
VALIDATE = """
import json, sys
from pydantic import BaseModel, TypeAdapter
class Call(BaseModel):
    id: str; name: str; arguments: dict; requestor: str = "assistant"
class Message(BaseModel):
    model_config = {"extra": "allow"}
    role: str; content: str | None = None; tool_calls: list[Call] | None = None
class Simulation(BaseModel):
    model_config = {"extra": "allow"}
    id: str; task_id: str; messages: list[Message]
class Results(BaseModel):
    model_config = {"extra": "allow"}
    info: dict; tasks: list[dict]; simulations: list[Simulation]
with open(sys.argv[1], "rb") as stream:
    TypeAdapter(Results).validate_python(json.loads(stream.read()))
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
