"""The real wheel, built and installed once, run from another folder: by pipes and in a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from filelock import FileLock

from tests.support.glass import Screen

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[..., "subprocess.Popen[str]"]
Terminal = Callable[..., Screen]


def build_and_install(folder: Path) -> Path:
    """Build the wheel and install it into a venv that sees our dependencies but not our sources."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    wheel = next((folder / "dist").glob("*.whl"))
    home = folder / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    site = next((home / "lib").glob("python*")) / "site-packages"
    # A path line brings in the installed dependencies; the editable install's own .pth is not read.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
            *("--no-deps", "--no-index", "--force-reinstall", str(wheel)),
        ],
        check=True,
        capture_output=True,
    )
    return home


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The venv that holds the installed wheel; built by whichever worker comes first."""
    if worker_id == "master":
        return build_and_install(tmp_path_factory.mktemp("wheel"))
    shared = tmp_path_factory.getbasetemp().parent / "wheel"
    with FileLock(f"{shared}.lock"):
        if not shared.exists():
            shared.mkdir()
            build_and_install(shared)
    return shared / "venv"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What the command is given: an empty home, a file of its own, nothing else of this machine."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "RUT_DB": str(tmp_path / "rut.sqlite"),
        "PYTHONUTF8": "1",
    }


@pytest.fixture
def command(installed: Path) -> str:
    """The path of the installed command."""
    return str(installed / "bin" / "rut")


@pytest.fixture
def rut(command: str, environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the installed command to its end, by pipes, in an empty folder."""

    def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        env = {**environment, "COLUMNS": "100", **options.pop("env", {})}
        given = {"input": "", "timeout": 120, "cwd": tmp_path, **options}
        return subprocess.run(  # type: ignore[call-overload, no-any-return]
            [command, *arguments], env=env, capture_output=True, text=True, check=False, **given
        )

    return run


@pytest.fixture
def facts(rut: Run) -> Callable[..., Any]:
    """Run a command with `--json` and return what it prints."""

    def ask(*arguments: str) -> Any:
        done = rut(*arguments, "--json")
        assert done.stderr == ""
        return json.loads(done.stdout)

    return ask


@pytest.fixture
def start(command: str, environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start the command and talk to it line by line; whatever still runs is ended."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str, **options: Any) -> subprocess.Popen[str]:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        made: subprocess.Popen[str] = subprocess.Popen(
            [command, *arguments], cwd=tmp_path, env=environment, text=True, **{**pipes, **options}
        )
        started.append(made)
        return made

    yield begin
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def terminal(command: str, environment: dict[str, str], tmp_path: Path) -> Iterator[Terminal]:
    """Run the command in a terminal, 80x24 unless another size is given."""
    opened: list[pexpect.spawn[str]] = []

    def spawn(*arguments: str, size: tuple[int, int] = (80, 24)) -> Screen:
        columns, rows = size
        made = pexpect.spawn(
            command,
            list(arguments),
            cwd=str(tmp_path),
            env={**environment, "TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none"},  # type: ignore[arg-type]
            dimensions=(rows, columns),
            encoding="utf-8",
        )
        made.delaybeforesend = None
        opened.append(made)
        return Screen(made, size)

    yield spawn
    for process in opened:
        process.close(force=True)


def read_until(process: subprocess.Popen[str], beginning: str) -> str:
    """Read lines of a process until one begins so, and return that line."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(beginning):
            return line.rstrip("\n")
    raise AssertionError(f"the output ended before a line that begins with {beginning!r}")


def refused(done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
    """Check that a command ended with a clear message: its exit code, words, no traceback."""
    told = done.stderr
    assert done.returncode == code, f"{done.returncode}: {done.stdout[-300:]}{told}"
    assert told.startswith("rut: "), told
    assert "Traceback" not in told
    assert "internal fault" not in told
    assert len(told.strip().splitlines()) <= 3, told
    for word in words:
        assert word in told, f"{word!r} is not in {told!r}"
