"""The line to the worker: one JSON line a request, one a reply, within a time and a size."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import weakref

from rut_domains.environment.faults import EnvironmentDied, EnvironmentFault
from rut_domains.environment.model import SandboxChoice
from rut_domains.environment.sandbox import CHILD_ENVIRONMENT, start_process, worker_command

# What a pipe holds; a larger buffer would be mapped and unmapped anew with each read.
_CHUNK = 1 << 16
# The token and the names of the reply's fields, beside what they hold.
_ENVELOPE = 4096
# Within this time a worker that has closed its end is expected to be gone.
_LAST_BREATH = 1.0


class Channel:
    """A running worker. Killed, with all that it started, when closed or collected."""

    def __init__(self, choice: SandboxChoice) -> None:
        command, self.sandboxed = worker_command(choice)
        folder = tempfile.mkdtemp(prefix="rut-environment-")
        try:
            self._process = start_process(
                command,
                lasting=self.sandboxed,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                cwd=folder,
                env=CHILD_ENVIRONMENT,
                start_new_session=True,
            )
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise EnvironmentFault(
                f"the worker cannot be started: {error.strerror or error}"
            ) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._send_fd = self._process.stdin.fileno()
        self._reply_fd = self._process.stdout.fileno()
        os.set_blocking(self._send_fd, False)
        self._lock = threading.RLock()
        self._replies = select.poll()
        self._replies.register(self._reply_fd, select.POLLIN)
        self._end = weakref.finalize(self, _end, self._process, self._lock, folder)

    @property
    def alive(self) -> bool:
        """Whether the worker can still be asked."""
        return self._end.alive

    def close(self) -> None:
        """Kill the worker and remove its folder; a call that waits in another thread dies."""
        self._end()

    def ask(self, request: str, seconds: float, most: int, what: str) -> bytes:
        """Send a request and return the reply, a JSON object.

        Args:
            request: What to do and what it takes, a JSON list of Unicode text.
            seconds: How long it may take.
            most: The largest reply in bytes.
            what: Who is at work, for the error.

        Raises:
            EnvironmentDied: No reply in time, the worker ended, or what came is no reply.
        """
        token = os.urandom(8).hex().encode()
        line = b"%b %b\n" % (token, request.encode())
        with self._lock:
            if not self._end.alive:
                raise EnvironmentDied("the environment has been closed")
            try:
                reply = self._exchange(line, time.monotonic() + seconds, most + _ENVELOPE)
            except TimeoutError:
                self.close()
                raise EnvironmentDied(f"{what} took longer than {seconds:g} seconds") from None
            except EOFError:
                raise self._report_end(what) from None
            except BaseException:
                # An interrupted exchange leaves a reply on its way that would answer the next.
                self.close()
                raise
            # One line, and with the token: anything more was written by somebody else.
            if not reply.startswith(token) or reply.find(b"\n") != len(reply) - 1:
                raise self.break_off("environment code wrote to the reply channel")
            return reply[len(token) + 1 :]

    def break_off(self, title: str) -> EnvironmentDied:
        """Kill a worker that cannot be believed any more, and return the fault that says so."""
        self.close()
        return EnvironmentDied(title)

    def _exchange(self, line: bytes, deadline: float, most: int) -> bytes:
        """Send a line and return what comes back, up to the piece with the first line's end.

        Raises:
            TimeoutError: The deadline has passed.
            EOFError: The worker has closed its end.
        """
        sent = self._write(line)
        if sent < len(line):
            self._write_rest(memoryview(line)[sent:], deadline)
        parts: list[bytes] = []
        size, piece = 0, b""
        while b"\n" not in piece:
            left = deadline - time.monotonic()
            if left <= 0 or not self._replies.poll(left * 1000):
                raise TimeoutError
            piece = os.read(self._reply_fd, _CHUNK)
            if not piece:
                raise EOFError
            parts.append(piece)
            size += len(piece)
            if size > most:
                raise EnvironmentDied("environment code flooded the reply channel")
        return b"".join(parts)

    def _write_rest(self, unsent: memoryview, deadline: float) -> None:
        """Send the rest of a long line as the worker takes it; what it says meanwhile can wait."""
        sending = select.poll()
        sending.register(self._send_fd, select.POLLOUT)
        while unsent:
            left = deadline - time.monotonic()
            if left <= 0 or not sending.poll(left * 1000):
                raise TimeoutError
            unsent = unsent[self._write(unsent) :]

    def _write(self, data: bytes | memoryview) -> int:
        """Send as much as fits now; return how much that was."""
        try:
            return os.write(self._send_fd, data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise EOFError from None

    def _report_end(self, what: str) -> EnvironmentDied:
        """Return the fault for a worker that has gone, after its exit code."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_BREATH)
        code = self._process.returncode
        closed = not self._end.alive
        self.close()
        if closed:
            return EnvironmentDied("the environment has been closed")
        if code is None:
            return EnvironmentDied(f"{what} closed the line to the app")
        # bubblewrap passes a signal on as 128 and its number, as a shell does.
        number = -code if code < 0 else code - 128 if self.sandboxed and code > 128 else 0
        if number == signal.SIGXCPU:
            return EnvironmentDied(f"{what} used up the processor time of the environment")
        if number in list(signal.Signals):
            return EnvironmentDied(f"{what} crashed the worker ({signal.Signals(number).name})")
        return EnvironmentDied(f"{what} ended the worker (exit code {code})")


def _end(process: subprocess.Popen[bytes], lock: threading.RLock, folder: str) -> None:
    """Kill the worker with all that it started, and remove its folder."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    # A call that still waits in another thread has been woken by the end of the worker.
    with lock:
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
    shutil.rmtree(folder, ignore_errors=True)
