"""Compare `rut import` with reading and validating the same bytes, in time and in memory.

Usage: python benchmarks/imports.py [MEGABYTES]

Prints the seconds of `json.loads` + pydantic and of the import (CPU, best of three), their ratio,
and the peak memory of the import as a multiple of the file. Each run is a process of its own.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Literal

ROUNDS = 3


def validate(path: Path) -> None:
    """Read the file as somebody would who writes down tau2's results as pydantic models."""
    from pydantic import BaseModel, TypeAdapter, create_model

    names = ["audio_format", "audio_path", "audio_script_gold", "turn_taking_action", "source"]
    names += ["speech_effects", "source_effects", "channel_effects", "utterance_ids"]
    optional = dict.fromkeys(names, (Any, None))

    class Call(BaseModel):
        id: str = ""
        name: str
        arguments: dict[str, Any]
        requestor: Literal["user", "assistant"] = "assistant"

    class Base(BaseModel):
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
        chunk_id: int | None = None
        is_final_chunk: bool = True
        contains_speech: bool = True

    message: Any = create_model("Message", __base__=Base, **optional)  # type: ignore[call-overload]
    simulation: Any = create_model(
        "Simulation",
        id=(str, ...),
        task_id=(str, ...),
        duration=(float, ...),
        termination_reason=(str, ...),
        reward_info=(dict[str, Any] | None, None),
        messages=(list[message], ...),
        trial=(int | None, None),
        seed=(int | None, None),
    )
    results: Any = create_model(
        "Results",
        timestamp=(str, ...),
        info=(dict[str, Any], ...),
        tasks=(list[dict[str, Any]], ...),
        simulations=(list[simulation], ...),
    )
    adapter = TypeAdapter(results)
    start = time.process_time()
    adapter.validate_python(json.loads(path.read_bytes()))
    report(start)


def import_file(path: Path) -> None:
    """Import the file into a new database."""
    from rut_tui.store import Store
    from rut_tui.work.imports import import_units

    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "db.sqlite") as store:
        start = time.process_time()
        list(import_units(store, [path]))
        report(start)


def report(start: float) -> None:
    """Print seconds of CPU and peak memory in bytes, for the parent process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    bytes_each = 1 if sys.platform == "darwin" else 1024
    print(json.dumps([time.process_time() - start, peak * bytes_each]))


def measure(verb: str, path: Path) -> tuple[float, int]:
    """Run one side several times, each in a process; return the least time and memory."""
    command = [sys.executable, __file__, verb, str(path)]
    runs = [
        json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for _ in range(ROUNDS)
    ]
    return min(run[0] for run in runs), min(run[1] for run in runs)


def compare(megabytes: float) -> None:
    """Make a file, measure both sides and print the ratios."""
    from make_tau2 import write_results

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.json"
        count = write_results(path, int(megabytes * 1_000_000))
        size = path.stat().st_size
        plain, _ = measure("validate", path)
        ours, peak = measure("import", path)
    print(f"{size / 1e6:.0f} MB, {count} simulations")
    print(f"json.loads + pydantic {plain:.2f} s, rut import {ours:.2f} s")
    print(f"speed {plain / ours:.2f} of json.loads + pydantic (to reach: 0.50)")
    print(f"peak memory {peak / size:.2f} times the file (to reach: 6)")


def main() -> None:
    sides = {"validate": validate, "import": import_file}
    if len(sys.argv) == 3 and sys.argv[1] in sides:
        sides[sys.argv[1]](Path(sys.argv[2]))
    else:
        compare(float(sys.argv[1]) if len(sys.argv) > 1 else 100.0)


if __name__ == "__main__":
    main()
