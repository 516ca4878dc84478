"""The line to the worker: one JSON line a request, one a reply, within a time and a size."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import tempfile
import time
import weakref
from pathlib import Path
from typing import Any

from rut_domains.environment.faults import EnvironmentDied, EnvironmentFault
from rut_domains.environment.model import SandboxChoice
from rut_domains.environment.sandbox import CHILD_ENVIRONMENT, worker_command

_CHUNK = 1 << 16
_REAP_SECONDS = 2
_dumps = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Channel:
    """A running worker. Killed, with all that it started, when closed or collected."""

    def __init__(self, choice: SandboxChoice) -> None:
        folder = tempfile.mkdtemp(prefix="rut-environment-")
        status_in, status_out = os.pipe()
        try:
            command, self.sandboxed = worker_command(choice, status_out)
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=CHILD_ENVIRONMENT,
                start_new_session=True,
                pass_fds=(status_out,) if self.sandboxed else (),
            )
        except OSError as error:
            os.close(status_in)
            shutil.rmtree(folder, ignore_errors=True)
            raise EnvironmentFault(f"the worker cannot be started: {error.strerror}") from None
        except EnvironmentFault:
            os.close(status_in)
            shutil.rmtree(folder, ignore_errors=True)
            raise
        finally:
            os.close(status_out)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._send_fd = self._process.stdin.fileno()
        self._reply_fd = self._process.stdout.fileno()
        os.set_blocking(self._send_fd, False)
        self._inside = _read_child_pid(status_in) if self.sandboxed else 0
        os.close(status_in)
        self._rest = b""
        self._end = weakref.finalize(self, _end, self._process, self._inside, folder)

    @property
    def alive(self) -> bool:
        """Whether the worker can still be asked."""
        return self._end.alive

    def close(self) -> None:
        """Kill the worker and remove its folder."""
        self._end()

    def ask(self, request: dict[str, Any], seconds: float, most: int) -> dict[str, Any]:
        """Send a request and return the reply.

        Args:
            request: Plain JSON.
            seconds: How long it may take.
            most: The largest reply in bytes.

        Raises:
            EnvironmentDied: No reply in time, the worker ended, or what came is no reply.
        """
        if not self.alive:
            raise EnvironmentDied("the environment has been closed")
        token = secrets.token_hex(8)
        line = _dumps({**request, "token": token}).encode() + b"\n"
        # The reply travels as JSON in ASCII, so a text of `most` characters may take more bytes.
        try:
            reply = self._exchange(line, time.monotonic() + seconds, seconds, most * 6 + 4096)
            if not reply.startswith(token.encode() + b" "):
                raise EnvironmentDied("environment code wrote to the reply channel")
            body: dict[str, Any] = json.loads(reply[len(token) + 1 :])
        except EnvironmentDied:
            self.close()
            raise
        except (ValueError, RecursionError):
            self.close()
            raise EnvironmentDied("environment code broke the reply channel") from None
        return body

    def _exchange(self, line: bytes, deadline: float, seconds: float, most: int) -> bytes:
        waiting = select.poll()
        waiting.register(self._reply_fd, select.POLLIN)
        unsent = self._push(memoryview(line))
        if unsent:
            waiting.register(self._send_fd, select.POLLOUT)
        parts = [self._rest]
        size = 0
        while True:
            left = deadline - time.monotonic()
            if left <= 0 or not (ready := waiting.poll(left * 1000)):
                raise EnvironmentDied(f"the tool took longer than {seconds:g} seconds")
            for fd, _ in ready:
                if fd == self._send_fd:
                    unsent = self._push(unsent)
                    if not unsent:
                        waiting.unregister(self._send_fd)
                    continue
                chunk = os.read(self._reply_fd, _CHUNK)
                if not chunk:
                    raise EnvironmentDied("environment code ended its own process")
                end = chunk.find(b"\n")
                if end >= 0:
                    self._rest = chunk[end + 1 :]
                    return b"".join([*parts, chunk[:end]])
                parts.append(chunk)
                size += len(chunk)
                if size > most:
                    raise EnvironmentDied("environment code flooded the reply channel")

    def _push(self, data: memoryview) -> memoryview:
        """Send as much as fits now; return the rest."""
        try:
            return data[os.write(self._send_fd, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            raise EnvironmentDied("environment code ended its own process") from None


def _read_child_pid(fd: int) -> int:
    """Return the process inside bubblewrap: killing the outer one would leave it running."""
    got = b""
    while b"\n" not in got:
        chunk = os.read(fd, 4096)
        if not chunk:
            return 0
        got += chunk
    try:
        return int(json.loads(got.split(b"\n")[0])["child-pid"])
    except (ValueError, KeyError):
        return 0


def _end(process: subprocess.Popen[bytes], inside: int, folder: str) -> None:
    """Kill the worker with all that it started, and remove its folder."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    if process.poll() is None:
        if inside:
            # bubblewrap ends when its child does, and takes its remains away.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(inside, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_REAP_SECONDS)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    shutil.rmtree(Path(folder), ignore_errors=True)
