"""How the worker is started: plain, or with bubblewrap around it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from rut_domains.environment.faults import EnvironmentFault
from rut_domains.environment.model import SandboxChoice
from rut_domains.faults import ExitCode

WORKER = Path(__file__).resolve().parent.parent / "worker.py"
WORKER_FILES = (WORKER, WORKER.with_name("worker_clock.py"), WORKER.with_name("worker_tools.py"))
# The child's whole environment: -I would ignore it, and the order of sets would differ.
CHILD_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
_FLAGS = ("-s", "-P", "-S", "-X", "utf8")
_PROBE_SECONDS = 20


def worker_command(choice: SandboxChoice, status_fd: int) -> tuple[list[str], bool]:
    """Return the command line of the worker, and whether bubblewrap is around it.

    Args:
        choice: `auto` uses bubblewrap where it works, `bwrap` demands it.
        status_fd: Where bubblewrap tells the process id of its child.

    Raises:
        EnvironmentFault: bubblewrap is demanded and does not work here.
    """
    if choice == "none":
        return [_python(), *_FLAGS, str(WORKER)], False
    if bubblewrap_works():
        inner = [_python(), *_FLAGS, str(WORKER)]
        return [*_wrap(), "--json-status-fd", str(status_fd), *inner], True
    if choice == "bwrap":
        raise EnvironmentFault(
            "bubblewrap is demanded, but does not work here",
            hint="Install the package bubblewrap, or set RUT_SANDBOX=auto.",
            exit_code=ExitCode.MISSING,
        )
    return [_python(), *_FLAGS, str(WORKER)], False


@cache
def bubblewrap_works() -> bool:
    """Return whether bubblewrap is installed and allowed to work here; tried once."""
    if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
        return False
    try:
        tried = subprocess.run(
            [*_wrap(), _python(), *_FLAGS, "-c", "pass"],
            env=CHILD_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def _python() -> str:
    # The interpreter behind a virtual environment: the worker needs the standard library alone.
    return os.path.realpath(sys.executable)


def _wrap() -> list[str]:
    """Return bubblewrap's own arguments: nothing shared, and only what Python needs to be seen."""
    binds: list[str] = []
    seen = {"/usr", "/lib", "/lib64", "/bin"}
    for folder in (*sorted(seen), sys.base_prefix, str(Path(_python()).parent.parent)):
        if not any(Path(folder).is_relative_to(other) for other in seen - {folder}):
            binds += ["--ro-bind-try", folder, folder]
            seen.add(folder)
    for file in WORKER_FILES:
        binds += ["--ro-bind", str(file), str(file)]
    return [
        str(shutil.which("bwrap")),
        "--unshare-all",
        "--new-session",
        *binds,
        "--dev",
        "/dev",
        "--tmpfs",
        "/tmp",
        "--chdir",
        "/tmp",
    ]
