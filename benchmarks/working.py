"""A tool call through the worker, against a bare child that echoes the same lines."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from benchmarks.measure import Ratio, compare, pair
from rut_domains.environment import Environment, EnvironmentSource
from rut_domains.frozen import digest

CALLS = 300
NOW = "2026-01-01T00:00:00+00:00"
ECHO = """
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""
CODE = """
class Desk:
    def __init__(self):
        self.rows = {}

    def find(self, name: str, count: int) -> dict:
        return {"success": True, "data": {"name": name, "count": count, "rows": [1, 2, 3]}}
"""
SIZES = (1_000, 10_000)


def measure() -> Iterator[Ratio]:
    """Call a tool many times; then hash states of two sizes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "environment.py"
        path.write_text(CODE, "utf-8")
        source = EnvironmentSource(path=path, class_name="Desk")
        yield _calls(source)
        yield _hashes(source)


def _calls(source: EnvironmentSource) -> Ratio:
    arguments = {"name": "Nora Quinlan", "count": 3}
    reply = {"success": True, "data": {**arguments, "rows": [1, 2, 3]}}
    child = subprocess.Popen(
        [sys.executable, "-S", "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    sent, got = cast("IO[bytes]", child.stdin), cast("IO[bytes]", child.stdout)
    with Environment.open(source, {}, now=NOW, sandbox="none") as environment:

        def ours() -> None:
            for tick in range(CALLS):
                environment.call("agent", "find", arguments, tick=tick, hash_state=False)

        def theirs() -> None:
            for _ in range(CALLS):
                sent.write(json.dumps({"arguments": arguments, "reply": reply}).encode() + b"\n")
                sent.flush()
                json.loads(got.readline())

        found = compare(f"{CALLS} tool calls against an echoing child", 2.0, ours, theirs)
    sent.close()
    child.wait()
    got.close()
    return found


def _hashes(source: EnvironmentSource) -> Ratio:
    """Compare how hashing grows from one state to one ten times as large with plain JSON's growth.

    Linear work grows more than tenfold by the clock once a state leaves the processor's caches, so
    the same JSON with SHA-256, in this process, is the measure.
    """
    rows = {f"row-{number}": {"name": "x" * 20, "n": number} for number in range(max(SIZES))}
    small = dict(list(rows.items())[: min(SIZES)])
    with (
        Environment.open(source, {"rows": small}, now=NOW, sandbox="none") as little,
        Environment.open(source, {"rows": rows}, now=NOW, sandbox="none") as large,
    ):
        arguments = {"name": "n", "count": 1}
        more, less = pair(
            lambda: large.call("agent", "find", arguments),
            lambda: little.call("agent", "find", arguments),
        )
    plain_more, plain_less = pair(lambda: digest(rows), lambda: digest(small))
    growth, plain_growth = more / less, plain_more / plain_less
    return Ratio(
        "growth of the hash against plain JSON's, tenfold",
        growth / plain_growth,
        1.5,
        f"x {growth:.1f}",
        f"x {plain_growth:.1f}",
    )
