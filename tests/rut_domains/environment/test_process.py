"""The worker as a process: how it is started, what it can see, and that nothing of it is left."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_domains.environment import Environment, EnvironmentDied, Limits, SandboxChoice
from rut_domains.environment import sandbox as sandbox_module
from rut_domains.environment.sandbox import bubblewrap_works
from rut_domains.faults import ExitCode, Fault
from tests.support.environments import answer_to, open_code

# `uuid` brings `os` along: a door that bubblewrap, and nothing else, closes.
EYES = """
import uuid
os = uuid.os

class A:
    def about(self) -> dict:
        flags = uuid.sys.flags
        data = {
            "environ": dict(os.environ), "cwd": os.getcwd(),
            "flags": [flags.no_user_site, flags.no_site, flags.safe_path, flags.utf8_mode],
            "hashes": flags.hash_randomization, "path": uuid.sys.path, "argv": uuid.sys.argv,
        }
        return {"success": True, "data": data}

    def sees(self, path: str) -> dict:
        try:
            os.stat(path)
        except OSError as error:
            return {"success": True, "data": error.strerror}
        return {"success": True, "data": "there"}

    def descriptors(self) -> dict:
        open_ones = []
        for fd in range(256):
            try:
                os.fstat(fd)
            except OSError:
                continue
            open_ones.append(fd)
        return {"success": True, "data": open_ones}

    def limits(self) -> dict:
        resource = uuid.sys.modules["resource"]
        names = ("RLIMIT_AS", "RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CPU")
        data = {name: resource.getrlimit(getattr(resource, name)) for name in names}
        return {"success": True, "data": data}

    def set_order(self) -> dict:
        return {"success": True, "data": list({"alpha", "beta", "gamma", "delta", "epsilon"})}

    def loop(self) -> dict:
        while True: pass

    def echo(self, text: str) -> dict:
        return {"success": True, "data": text}
"""


@pytest.fixture
def temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of temporary files of its own."""
    folder = tmp_path / "temp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def eyes(tmp_path: Path, temp: Path, sandbox: SandboxChoice) -> Iterator[Environment]:
    with open_code(tmp_path, EYES, sandbox=sandbox) as environment:
        yield environment


def descendants(pid: int) -> list[int]:
    """The processes below one, where /proc tells."""
    found = []
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in listing.read_text().split():
            found += [int(child), *descendants(int(child))]
    return found


def is_gone(pid: int, patience: float = 10.0) -> bool:
    """Whether a process ends; the kernel takes a moment over those of a sandbox."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
            if "State:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
    return False


def test_the_worker_starts_with_nothing_of_ours(
    eyes: Environment, sandbox: SandboxChoice, temp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = answer_to(eyes, "about")
    assert isinstance(about, dict)
    environ = about["environ"]
    # The interpreter sets the first, the frozen clock the second, bubblewrap the third.
    for own in ("LC_CTYPE", "TZ", "PWD"):
        environ.pop(own, None)
    assert environ == {"PYTHONHASHSEED": "0"}
    assert about["flags"] == [1, 1, True, 1]
    assert about["hashes"] == 0
    assert not any("site-packages" in one for one in about["path"])
    where = Path(about["cwd"])
    assert where == Path("/tmp") if sandbox == "bwrap" else where.parent == temp


def test_sets_have_one_order_in_every_worker(tmp_path: Path, sandbox: SandboxChoice) -> None:
    orders = []
    for _ in range(2):
        with open_code(tmp_path, EYES, sandbox=sandbox) as environment:
            orders.append(answer_to(environment, "set_order"))
    assert orders[0] == orders[1]


def test_the_channel_lies_out_of_the_way(eyes: Environment) -> None:
    assert answer_to(eyes, "descriptors") == [0, 1, 2, 50, 51]


def test_the_operating_system_holds_the_limits(eyes: Environment) -> None:
    memory, seconds = 1024 * 1024 * 1024, 120
    assert answer_to(eyes, "limits") == {
        "RLIMIT_AS": [memory, memory],
        "RLIMIT_CORE": [0, 0],
        "RLIMIT_FSIZE": [0, 0],
        "RLIMIT_NOFILE": [64, 64],
        "RLIMIT_CPU": [seconds, seconds + 5],
    }


def test_bubblewrap_shows_python_and_nothing_of_the_person(
    eyes: Environment, sandbox: SandboxChoice, tmp_path: Path
) -> None:
    hidden = ["/etc/passwd", "/etc/hostname", "/proc/self", str(tmp_path), str(Path(__file__))]
    if sandbox == "bwrap":
        assert {answer_to(eyes, "sees", path=path) for path in hidden} == {
            "No such file or directory"
        }
    assert answer_to(eyes, "sees", path=str(Path(os.__file__))) == "there"


def test_no_process_and_no_folder_is_left(
    tmp_path: Path, temp: Path, sandbox: SandboxChoice
) -> None:
    limits = Limits(call_seconds=0.5)
    environment = open_code(tmp_path, EYES, sandbox=sandbox, limits=limits)
    assert len(list(temp.iterdir())) == 1
    outer = environment._channel._process.pid
    pids = [outer, *descendants(outer)]
    if Path("/proc").exists():
        assert len(pids) == (3 if sandbox == "bwrap" else 1)
    with pytest.raises(EnvironmentDied, match=r"loop took longer than 0\.5 seconds"):
        environment.call("agent", "loop", {})
    assert list(temp.iterdir()) == []
    assert all(is_gone(pid) for pid in pids)


def test_what_was_opened_and_forgotten_leaves_nothing_either(
    tmp_path: Path, temp: Path, sandbox: SandboxChoice
) -> None:
    environment = open_code(tmp_path, EYES, sandbox=sandbox)
    pid = environment._channel._process.pid
    del environment
    gc.collect()
    assert is_gone(pid)
    assert list(temp.iterdir()) == []


def test_what_could_not_be_opened_leaves_nothing_either(
    tmp_path: Path, temp: Path, sandbox: SandboxChoice
) -> None:
    with pytest.raises(Fault):
        open_code(tmp_path, "class A\n", sandbox=sandbox)
    assert list(temp.iterdir()) == []


def test_an_environment_outlives_the_thread_that_opened_it(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    opened: list[Environment] = []
    thread = threading.Thread(
        target=lambda: opened.append(open_code(tmp_path, EYES, sandbox=sandbox))
    )
    thread.start()
    thread.join()
    with opened[0] as environment:
        for _ in range(50):
            assert answer_to(environment, "echo", text="still here") == "still here"


def test_closing_from_another_thread_ends_a_call_that_hangs(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    environment = open_code(tmp_path, EYES, sandbox=sandbox, limits=Limits(call_seconds=60))
    closer = threading.Timer(0.2, environment.close)
    closer.start()
    with pytest.raises(EnvironmentDied, match="the environment has been closed"):
        environment.call("agent", "loop", {})
    closer.join()


def test_calls_from_many_threads_get_their_own_answers(eyes: Environment) -> None:
    wrong: list[str] = []

    def ask(name: str) -> None:
        for number in range(50):
            text = f"{name} {number}"
            if answer_to(eyes, "echo", text=text) != text:
                wrong.append(text)

    threads = [threading.Thread(target=ask, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "line\nbreak\r\n\x00\x1b[31m",
        "\u2028 \u200d 👩‍👩‍👧 العربية 漢字",
        "[bold]x[/bold] {0} %s",
        "x" * 3_000_000,
        "é" * 1_000_000,
    ],
)
def test_any_text_goes_through_and_comes_back(eyes: Environment, text: str) -> None:
    assert answer_to(eyes, "echo", text=text) == text


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("\ud800", "arguments.text holds half a character"),
        (float("nan"), "arguments.text is nan"),
        (object(), "arguments.text is of type object"),
        ("x" * 9_000_000, "bytes long, more than 8,388,608"),
        ([[[[[[[]]]]]]], "text: [[[[[[[]]]]]]] is not of type 'string'"),
    ],
)
def test_arguments_that_cannot_be_sent_are_an_error_result(
    eyes: Environment, value: object, says: str
) -> None:
    got = eyes.call("agent", "echo", {"text": value})
    assert (got.error, says in str(got.content)) == (True, True), got.content
    assert answer_to(eyes, "echo", text="fine") == "fine"


def test_arguments_nested_without_end_are_an_error_result(eyes: Environment) -> None:
    ring: dict[str, object] = {}
    ring["text"] = ring
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for arguments in (ring, {"text": deep}):
        assert "nested" in str(eyes.call("agent", "echo", arguments).content)


def test_bubblewrap_demanded_but_missing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_module, "bubblewrap_works", lambda: False)
    with pytest.raises(Fault, match="bubblewrap is demanded") as caught:
        open_code(tmp_path, EYES, sandbox="bwrap")
    assert caught.value.exit_code == ExitCode.MISSING
    with open_code(tmp_path, EYES, sandbox="auto") as environment:
        assert environment.sandboxed is False


def test_a_bubblewrap_that_cannot_work_here_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho no permission >&2\nexit 1\n")
    broken.chmod(0o755)
    bubblewrap_works.cache_clear()
    try:
        monkeypatch.setattr(sandbox_module, "_PROGRAMS", str(tmp_path))
        assert bubblewrap_works() is False
        monkeypatch.setattr(sandbox_module, "_PROGRAMS", str(tmp_path / "nowhere"))
        bubblewrap_works.cache_clear()
        assert bubblewrap_works() is False
    finally:
        bubblewrap_works.cache_clear()


def test_an_interpreter_that_cannot_be_started_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, temp: Path
) -> None:
    monkeypatch.setattr(sandbox_module, "_python", lambda: str(tmp_path / "no-python"))
    with pytest.raises(Fault, match="the worker cannot be started: No such file"):
        open_code(tmp_path, EYES, sandbox="none")
    assert list(temp.iterdir()) == []


def test_an_app_that_ends_takes_its_workers_along(tmp_path: Path, sandbox: SandboxChoice) -> None:
    """Ends without closing, by itself and by a signal that it cannot catch."""
    (tmp_path / "environment.py").write_text(EYES)
    code = (
        "import os, sys, time\nfrom pathlib import Path\n"
        "from rut_domains.environment import Environment, EnvironmentSource\n"
        "source = EnvironmentSource(path=Path(sys.argv[1]), class_name='A')\n"
        "kept = Environment.open(source, {}, now='2026-01-01', sandbox=sys.argv[2])\n"
        "print(kept._channel._process.pid, flush=True)\n"
        "sys.stdin.read()\n"
        "os.kill(os.getpid(), 9) if sys.argv[3] == 'killed' else None\n"
    )
    for end in ("killed", "left"):
        command = [sys.executable, "-c", code, str(tmp_path / "environment.py"), sandbox, end]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as app:
            assert app.stdout is not None
            pid = int(app.stdout.readline())
            pids = [pid, *descendants(pid)]
            app.communicate(b"")
        assert all(is_gone(pid) for pid in pids)


def test_the_parent_imports_none_of_the_worker(tmp_path: Path) -> None:
    code = (
        "import sys, rut_domains.environment\n"
        "print([name for name in sys.modules if name == 'rut_domains.worker'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
