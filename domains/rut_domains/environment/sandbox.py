"""How the worker is started: plain, or with bubblewrap around it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from rut_domains.environment.faults import EnvironmentFault
from rut_domains.environment.model import SandboxChoice
from rut_domains.faults import ExitCode

WORKER = Path(__file__).resolve().parent.parent / "worker.py"
# worker.py says why it is more than one file.
WORKER_FILES = (
    WORKER,
    *(WORKER.with_name(f"worker_{part}.py") for part in ("clock", "guard", "json", "tools")),
)
# The child's whole environment: -I would ignore it, and the order of sets would differ.
CHILD_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
_FLAGS = ("-s", "-P", "-S", "-X", "utf8")
# Fixed, so that no variable decides which program is trusted to keep code in.
_PROGRAMS = "/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin"
# Where programs and their libraries lie; bound as far as they exist.
_SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
_LIBRARY_CACHE = "/etc/ld.so.cache"
_PROBE_SECONDS = 20


def worker_command(choice: SandboxChoice) -> tuple[list[str], bool]:
    """Return the command line of the worker, and whether bubblewrap is around it.

    Args:
        choice: `auto` uses bubblewrap where it works, `bwrap` demands it.

    Raises:
        EnvironmentFault: bubblewrap is demanded and does not work here.
    """
    inner = [_python(), *_FLAGS, str(WORKER)]
    if choice == "none":
        return inner, False
    if bubblewrap_works():
        return [*_wrap(), *inner], True
    if choice == "bwrap":
        raise EnvironmentFault(
            "bubblewrap is demanded, but does not work here",
            hint="Install the package bubblewrap, or set RUT_SANDBOX=auto.",
            exit_code=ExitCode.MISSING,
        )
    return inner, False


def start_process(command: list[str], *, lasting: bool, **options: Any) -> subprocess.Popen[bytes]:
    """Start a process, from a thread that lasts as long as the app where that matters.

    bubblewrap asks the kernel to be killed when its parent ends, and to the kernel the parent is
    the *thread* that started it: one opened from a short-lived thread would die with that thread.

    Args:
        command: The command line.
        lasting: Whether to start it from the lasting thread.
        options: As for `subprocess.Popen`.

    Raises:
        OSError: It cannot be started.
    """

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, **options)

    return _lasting_thread(os.getpid()).submit(start).result() if lasting else start()


@cache
def _lasting_thread(process: int) -> ThreadPoolExecutor:
    """Return the one thread of this process that starts sandboxes."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"rut-sandboxes-{process}")


@cache
def bubblewrap_works() -> bool:
    """Return whether bubblewrap is installed and allowed to work here; tried once."""
    if not sys.platform.startswith("linux") or _program() is None:
        return False
    try:
        tried = subprocess.run(
            [*_wrap(), _python(), *_FLAGS, "-c", "import json, hashlib"],
            env=CHILD_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def _program() -> str | None:
    return shutil.which("bwrap", path=_PROGRAMS)


def _python() -> str:
    # The interpreter behind a virtual environment: the worker needs the standard library alone.
    return os.path.realpath(sys.executable)


def _wrap() -> list[str]:
    """Return bubblewrap's own arguments: nothing shared, and only what Python needs to be seen."""
    arguments = [
        str(_program()),
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
    ]
    # After /tmp, below which an interpreter may lie.
    for path in _visible():
        arguments += ["--ro-bind-try", path, path]
    return [*arguments, "--chdir", "/tmp"]


def _visible() -> list[str]:
    """Return the folders and files that can be read inside, none below another one."""
    prefixes = (sys.base_prefix, sys.base_exec_prefix, str(Path(_python()).parent.parent))
    visible: list[str] = []
    for path in (*_SYSTEM, _LIBRARY_CACHE, *prefixes, *map(str, WORKER_FILES)):
        if not any(Path(path).is_relative_to(other) for other in visible):
            visible.append(path)
    return visible
