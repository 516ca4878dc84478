"""Tools that misbehave: each ends in a clear error within its limit, and life goes on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from rut_domains.environment import (
    Environment,
    EnvironmentDied,
    EnvironmentSource,
    Limits,
    SandboxChoice,
)
from tests.support.environments import hostile

NOW = "2026-03-01T09:00:00+00:00"
LIMITS = Limits(call_seconds=4.0, memory_mb=256)

# What the tool does, and what is said about it; the environment lives on.
ERRORS = {
    "too much memory at once": ("return 'a' * 10**12", "more than 256 MiB of memory"),
    "memory bit by bit": (
        "parts = []\nwhile True:\n    parts.append(bytearray(8 * 1024 * 1024))",
        "more than 256 MiB of memory",
    ),
    "prints 100 MB": ("for _ in range(100):\n    print('x' * 1_000_000)", "printed more than"),
    "recursion without end": ("return self.act()", "called itself too often"),
    "deep result": (
        "deep = []\nfor _ in range(100_000):\n    deep = [deep]\nreturn deep",
        "is nested too deeply",
    ),
    "system exit": ("raise SystemExit(0)", "raised SystemExit"),
    "keyboard interrupt": ("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
    "generator exit": ("raise GeneratorExit", "raised GeneratorExit"),
    "opens a file": ("return open('/etc/passwd').read()", "may not use open"),
    "writes a file": ("return open('/tmp/x', 'w')", "may not use open"),
    "imports a socket": ("import socket", "may not import 'socket'"),
    "imports a process": ("import subprocess", "may not import 'subprocess'"),
    "imports ctypes": ("import ctypes", "may not import 'ctypes'"),
    "imports signal": ("import signal", "may not import 'signal'"),
    "starts a thread": (
        "import uuid\nuuid.sys.modules['_thread'].start_new_thread(print, ())",
        "may not use threads",
    ),
    "forks": ("import uuid\nuuid.os.fork()", "may not use os.fork"),
    "starts a process": ("import uuid\nuuid.os.system('true')", "may not use os.system"),
    "kills": ("import uuid\nuuid.os.kill(1, 9)", "may not use os.kill"),
    "opens a file by the back door": (
        "import uuid\nuuid.os.open('/etc/passwd', 0)",
        "may not use open",
    ),
    "opens a socket by the back door": (
        "import uuid\nuuid.sys.modules['builtins'].__import__('socket').socket()",
        "may not import 'socket'",
    ),
    "returns NaN": ("return {'success': True, 'data': float('nan')}", "result.data is nan"),
    "returns a set": ("return {1, 2}", "result is of type set"),
    "returns an object": ("return object()", "result is of type object"),
    "returns a generator": ("return (n for n in iter(int, 1))", "result is of type generator"),
    "returns too much": ("return 'x' * (9 * 1024 * 1024)", "bytes long, more than 8,388,608"),
    "an exception that cannot be told": (
        "class Odd(Exception):\n    def __str__(self):\n        raise ValueError\nraise Odd",
        "raised Odd",
    ),
}
# What the tool does, and what is said about it; the worker is gone.
DEATHS = {
    "loops forever": ("while True: pass", "took longer than 4 seconds"),
    "a pattern that never ends": (
        "import re\nreturn re.match('(a+)+$', 'a' * 40 + 'b')",
        "took longer than 4 seconds",
    ),
    "ends its process": (
        "import uuid\nuuid.os._exit(0)",
        "act ended the worker (exit code 0)",
    ),
    "writes to every channel": (
        "import uuid\nos = uuid.os\n"
        "for fd in range(256):\n    try:\n        os.write(fd, b'{\"content\": 1}\\n')\n"
        "    except OSError:\n        pass\nreturn {'success': True}",
        "wrote to the reply channel",
    ),
    "closes every channel": (
        "import uuid\nuuid.os.closerange(0, 256)\nreturn {}",
        "act ended the worker (exit code 1)",
    ),
}


def open_bad(source: EnvironmentSource, sandbox: SandboxChoice) -> Environment:
    return Environment.open(source, {}, now=NOW, sandbox=sandbox, limits=LIMITS)


@pytest.mark.parametrize("name", ERRORS)
def test_a_tool_that_misbehaves_is_an_error_result(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body, says = ERRORS[name]
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        got = environment.call("agent", "act", {})
        assert got.error
        assert isinstance(got.content, dict)
        assert says in str(got.content["error"])
        assert "Traceback" not in str(got.content)
        assert environment.call("agent", "ok", {}).content == {"success": True}


@pytest.mark.parametrize("name", DEATHS)
def test_a_tool_that_takes_the_worker_with_it_is_told(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body, says = DEATHS[name]
    source = hostile(tmp_path, body)
    with open_bad(source, sandbox) as environment:
        with pytest.raises(EnvironmentDied) as caught:
            environment.call("agent", "act", {})
        assert says in caught.value.title
        with pytest.raises(EnvironmentDied, match="closed"):
            environment.call("agent", "ok", {})
    with open_bad(source, sandbox) as again:
        assert again.call("agent", "ok", {}).content == {"success": True}


def test_a_tool_that_replaces_json_changes_its_own_world_only(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    body = "import json\njson.dumps = json.loads = None\nreturn {'success': True, 'data': 1}"
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        environment.call("agent", "act", {})
        assert environment.call("agent", "ok", {}).content == {"success": True}


def test_a_state_that_is_no_json_any_more_is_an_error_of_the_call(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    with open_bad(hostile(tmp_path, "self.thing = object()\nreturn {}"), sandbox) as environment:
        got = environment.call("agent", "act", {})
        assert got.error
        assert "state.thing is of type object" in str(got.content)


def descendants(pid: int) -> list[int]:
    """The processes below one, where /proc tells."""
    found = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in listing.read_text().split():
            found += [int(child), *descendants(int(child))]
    return found


def test_no_process_and_no_folder_is_left(
    tmp_path: Path, sandbox: SandboxChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    environment = open_bad(hostile(tmp_path, "while True: pass"), sandbox)
    assert len(list((tmp_path / "temp").iterdir())) == 1
    outer = environment._channel._process.pid
    pids = [outer, *descendants(outer)]
    assert len(pids) == (3 if sandbox == "bwrap" else 1) or not Path("/proc").exists()
    with pytest.raises(EnvironmentDied):
        environment.call("agent", "act", {})
    assert list((tmp_path / "temp").iterdir()) == []
    for pid in pids:
        assert is_gone(pid)


def is_gone(pid: int, patience: float = 5.0) -> bool:
    """Whether a process ends; the kernel takes a moment over those of a sandbox."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
            return True
    return False
