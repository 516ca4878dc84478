"""The child process that executes one environment; the standard library only.

Started by file path (see `rut_domains.environment`), it reads JSON lines with requests and writes
one line a reply, on descriptors out of the way of what tools print. Each request carries a random
token, and its reply begins with it. The first request opens the environment: limits, clock,
sources, state. Four files lie beside this one, because all together are longer than a file may be:
`worker_guard` (limits and doors), `worker_clock` (time and chance), `worker_tools` (signatures) and
`worker_json` (what JSON can hold).

Environment code shares this process. The audit hook is a tripwire that turns mistakes into clear
errors; the boundary, where there is one, is bubblewrap around the process.
"""

from __future__ import annotations

import builtins
import fcntl
import hashlib
import importlib
import importlib.util
import inspect
import io
import os
import sys
import types
from os import _exit, read, write
from typing import TYPE_CHECKING, Any

# The functions below, and those of the files beside, keep builtins of their own, and this
# process a copy of json of its own: environment code that replaces `len` or `json.dumps` for
# everybody changes its own world only.
globals()["__builtins__"] = dict(vars(builtins))

Json = dict[str, Any]

HIGH_DESCRIPTOR = 50
LONGEST_MESSAGE = 500
LEFT_OVER = "after the call, the state cannot be kept, so what it changed was taken back: {}"
LITERAL = {True: "true", False: "false"}
sha256 = hashlib.sha256


def load_beside(name: str) -> types.ModuleType:
    """Load one of our own files beside this one, where no import statement finds it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["__builtins__"] = globals()["__builtins__"]
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from rut_domains import worker_clock as clocks
    from rut_domains import worker_guard as guard
    from rut_domains import worker_json as plain
    from rut_domains import worker_tools as tools
else:
    clocks = load_beside("worker_clock")
    guard = load_beside("worker_guard")
    plain = load_beside("worker_json")
    tools = load_beside("worker_tools")

Refused = guard.Refused
NotJson = plain.NotJson
ROOT = guard.ROOT
dumps, scan, encode = plain.dumps, plain.scan, plain.encode


class Flood(BaseException):
    """More was printed than may be; no Exception, so that a tool does not catch it by habit."""


class Sink(io.TextIOBase):
    """Takes what environment code prints, keeps nothing, and refuses a flood."""

    def __init__(self) -> None:
        self.left = 0

    def write(self, text: str) -> int:
        """Count the characters."""
        self.left -= len(text)
        if self.left < 0:
            raise Flood
        return len(text)


class World:
    """An opened environment: the instance, its tools, its clock and its chance.

    Raises:
        Refused: It cannot be opened.
    """

    def __init__(self, request: Json) -> None:
        self.limits: Json = request["limits"]
        guard.limit_resources(self.limits)
        self.clock = clocks.Clock(request["now"])
        guard.load_importable()
        clocks.freeze_time(self.clock)
        self.chance = clocks.Chance(request["seed"])
        sys.modules["rut_env"] = clocks.make_rut_env(self.clock)
        sys.meta_path[:] = [guard.Sources(request["files"])]
        self.sink = Sink()
        self.sink.left = self.limits["output_bytes"]
        sys.stdout = sys.stderr = self.sink
        guard.arm()
        self.instance = make_instance(request["class_name"], request["files"], self.limits)
        self.tools = self._describe()
        self._methods = {name: tools.bind(getattr(self.instance, name)) for name in self.tools}
        for name, value in request["state"].items():
            if name.startswith("_") or name in self.tools:
                raise Refused("no attribute of the state may be called so", f"state.{name}")
            setattr(self.instance, name, value)
        self._state()

    def call(self, tool: str, arguments: Json, tick: float, hash_state: bool) -> str:
        """Run one tool; whatever goes wrong in it is an error result."""
        self.clock.tick = tick
        self.chance.turn(tick)
        self.sink.left = self.limits["output_bytes"]
        error = True
        try:
            result = self._methods[tool](**arguments)
            # Encoded here, so that a result that JSON cannot hold is the tool's error.
            content = encode(result, "result", self.limits["reply_bytes"])
            error = says_no(result)
        except BaseException as failure:  # noqa: BLE001 - the boundary: pack code raises anything
            content = fail(explain(failure, self.limits))
        if not hash_state:
            return f'{{"content":{content},"error":{LITERAL[error]}}}'
        try:
            state_hash = f'"{self._hash()}"'
        except BaseException as failure:  # noqa: BLE001 - the boundary: state is the pack's code
            content, error, state_hash = (
                fail(LEFT_OVER.format(explain(failure, self.limits, "reading the state"))),
                True,
                "null",
            )
        return f'{{"content":{content},"error":{LITERAL[error]},"state_hash":{state_hash}}}'

    def state(self) -> str:
        """Return the public attributes, a set as a sorted list."""
        return f'{{"state":{self._state(most=self.limits["state_bytes"])}}}'

    def hash(self) -> str:
        """Return the SHA-256 of the state's canonical JSON."""
        return f'{{"hash":"{self._hash()}"}}'

    def _state(self, most: int = 0) -> str:
        public = {
            name: value
            for name, value in object.__getattribute__(self.instance, "__dict__").items()
            if not name.startswith("_") and not callable(value)
        }
        return plain.encode_state(public, most)

    def _hash(self) -> str:
        return sha256(self._state().encode()).hexdigest()

    def _describe(self) -> Json:
        described = {}
        for owner in reversed(type(self.instance).__mro__[:-1]):
            for name, value in vars(owner).items():
                if not name.startswith("_") and isinstance(value, types.FunctionType):
                    try:
                        described[name] = tools.describe(name, value)
                    except (TypeError, ValueError, NameError, AttributeError) as error:
                        file, line = value.__code__.co_filename, value.__code__.co_firstlineno
                        title = f"the tool {name} cannot be offered: {error}"
                        raise Refused(title, f"{file}:{line}") from None
        return described


def make_instance(class_name: str, files: Json, limits: Json) -> Any:
    """Import the environment and make its one instance.

    Raises:
        Refused: There is no such class, or its code fails.
    """
    try:
        made = getattr(importlib.import_module(ROOT), class_name, None)
        if not isinstance(made, type):
            raise Refused(f"the environment has no class {class_name!r}")
        try:
            inspect.signature(made).bind()
        except (TypeError, ValueError):
            return made({})
        return made()
    except Refused:
        raise
    except BaseException as error:  # noqa: BLE001 - the boundary: pack code runs when imported
        title = f"the environment cannot be made: {explain(error, limits, 'its code')}"
        raise Refused(title, find_line(error, files)) from None


def find_line(error: BaseException, files: Json) -> str:
    """Return the innermost place in the environment's own files."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name in files:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def says_no(result: Any) -> bool:
    """Whether a tool's answer says that it failed; without `success`, `error` says so."""
    if not isinstance(result, dict):
        return False
    return result["success"] is False if "success" in result else "error" in result


def fail(text: str) -> str:
    """Return the answer of a tool that failed, as JSON text."""
    return f'{{"success":false,"error":{dumps(text)}}}'


def explain(error: BaseException, limits: Json, who: str = "the tool") -> str:
    """Return in one sentence what went wrong in a tool: no path, no traceback."""
    kind = type(error)
    if kind in (Refused, NotJson):
        return str(error)
    if kind is Flood:
        return f"{who} printed more than {limits['output_bytes']:,} bytes"
    if issubclass(kind, MemoryError):
        return f"{who} used more than {limits['memory_mb']} MiB of memory"
    if issubclass(kind, RecursionError):
        return f"{who} called itself too often (recursion without end)"
    return f"{who} raised {describe_error(error)}"


def describe_error(error: BaseException) -> str:
    """Return the type and message of an error; both are code of the environment too."""
    try:
        message = str(error)
    except BaseException:  # noqa: BLE001 - the boundary: the pack's own __str__
        message = ""
    # Past what a metaclass of the pack may say the name is.
    name = type.__dict__["__name__"].__get__(type(error))
    return f"{name}: {message}"[:LONGEST_MESSAGE].removesuffix(": ")


def receive(descriptor: int) -> bytes:
    """Return the next line, of which there is one at a time; without a parent, end."""
    parts: list[bytes] = []
    while not parts or not parts[-1].endswith(b"\n"):
        piece = read(descriptor, 65536)
        if not piece:
            _exit(0)
        parts.append(piece)
    return b"".join(parts)


def open_world(request: Json) -> tuple[World | None, str]:
    """Open the environment; return it, and the body of the reply as JSON text."""
    try:
        world, most = World(request), request["limits"]["reply_bytes"]
        return world, f'{{"tools":{encode(list(world.tools.values()), "tools", most)}}}'
    except (Refused, NotJson) as refusal:
        return None, refuse(refusal.title, refusal.place)
    except BaseException as error:  # noqa: BLE001 - the boundary: state is set by the pack's code
        return None, refuse(
            f"the environment cannot be made: {explain(error, request['limits'], 'its code')}"
        )


def answer(world: World | None, op: str, details: list[Any]) -> str:
    """Return the body of the reply to any other request as JSON text."""
    if world is None:
        return refuse("the environment is not open")
    try:
        if op == "call":
            return world.call(*details)
        return world.state() if op == "state" else world.hash()
    except (Refused, NotJson) as refusal:
        return refuse(refusal.title, refusal.place)
    except BaseException as error:  # noqa: BLE001 - the boundary: state too is the pack's code
        return refuse(
            f"the state cannot be read: {explain(error, world.limits, 'its code')}", "state"
        )


def refuse(title: str, place: str = "") -> str:
    """Return the body of a reply that says no."""
    return f'{{"refused":{dumps(title)},"place":{dumps(place)}}}'


def main() -> None:
    """Answer requests until the parent closes the line."""
    requests = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR)
    replies = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for low in (0, 1, 2):
        os.dup2(nowhere, low)
    os.close(nowhere)
    world: World | None = None
    while True:
        token, _, text = receive(requests).partition(b" ")
        op, *details = scan(text.decode())[0]
        if op == "open":
            world, body = open_world(details[0])
        else:
            body = answer(world, op, details)
        # What may hold half a character is an error's text; results and states have been looked at.
        reply = b"%b %b\n" % (token, body.encode(errors="replace"))
        sent = write(replies, reply)
        while sent < len(reply):
            sent += write(replies, reply[sent:])


if __name__ == "__main__":
    main()
