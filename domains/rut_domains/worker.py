"""The child process that executes one environment; the standard library only.

Started by file path (see `rut_domains.environment`), it reads JSON lines with requests and writes
one line a reply, on descriptors out of the way of what tools print. Each request carries a random
token, and its reply begins with it. The first request opens the environment: limits, clock,
sources, state. Three files lie beside this one, because all together are longer than a file may be:
`worker_guard` (limits and doors), `worker_clock` (time and chance), `worker_tools` (signatures).

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
import json
import os
import sys
import types
from os import _exit, read, write
from signal import ITIMER_REAL, setitimer
from typing import TYPE_CHECKING, Any

# The functions below, and those of the two files beside, keep builtins of their own, and this
# process a copy of json of its own: environment code that replaces `len` or `json.dumps` for
# everybody changes its own world only.
globals()["__builtins__"] = dict(vars(builtins))

Json = dict[str, Any]

HIGH_DESCRIPTOR = 50
DEEPEST = 64
LONGEST_MESSAGE = 500
dumps = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
# The same text as `rut_domains.frozen.canonical_json`.
canonical = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
).encode
loads = json.JSONDecoder().decode
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
    from rut_domains import worker_tools as tools
else:
    clocks = load_beside("worker_clock")
    guard = load_beside("worker_guard")
    tools = load_beside("worker_tools")

Refused = guard.Refused
ROOT = guard.ROOT


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
        self.instance = make_instance(request["class_name"])
        self.tools = self._describe()
        self._methods = {name: tools.bind(getattr(self.instance, name)) for name in self.tools}
        for name, value in request["state"].items():
            if name.startswith("_") or name in self.tools:
                raise Refused("no attribute of the state may be called so", f"state.{name}")
            setattr(self.instance, name, value)
        self._state()

    def call(self, request: Json) -> str:
        """Run one tool; whatever goes wrong in it is an error result."""
        content, failure = "null", "null"
        self.clock.tick = request["tick"]
        self.chance.turn(request["tick"])
        self.sink.left = self.limits["output_bytes"]
        try:
            result = self._methods[request["tool"]](**request["arguments"])
            # Encoded here, so that a result that JSON cannot hold is the tool's error.
            content = encode(result, "result", self.limits["reply_bytes"])
        except BaseException as error:  # noqa: BLE001 - the boundary: pack code raises anything
            failure = dumps(explain(error, self.limits))
        state_hash = f'"{self._hash()}"' if request["hash"] else "null"
        return f'{{"content":{content},"error":{failure},"hash":{state_hash}}}'

    def state(self) -> str:
        """Return the public attributes."""
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
        return encode(public, "state", most)

    def _hash(self) -> str:
        # Through plain JSON first: integer keys become text before they are sorted.
        text: str = canonical(loads(self._state()))
        return sha256(text.encode()).hexdigest()

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


def make_instance(class_name: str) -> Any:
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
        title = f"the environment cannot be made: {type(error).__name__}: {describe_error(error)}"
        raise Refused(title, find_line(error)) from None


def find_line(error: BaseException) -> str:
    """Return the innermost place in the environment's own files."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(ROOT):
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def encode(value: Any, name: str, most: int = 0) -> str:
    """Return a value of environment code as JSON text.

    Raises:
        Refused: It is not JSON, is nested deeper than DEEPEST, or longer than `most` bytes.
    """
    try:
        text: str = dumps(value)
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        found = find_blemish(value, name) or f"{name}: {str(error)[:LONGEST_MESSAGE]}"
        raise Refused(f"it is not plain JSON: {found}", name) from None
    if text.count("[") + text.count("{") > DEEPEST and is_deep(value):
        raise Refused(f"the {name} is nested deeper than {DEEPEST} levels", name)
    if most and size > most:
        raise Refused(f"the {name} is {size:,} bytes long, more than {most:,}", name)
    return text


def is_deep(value: Any) -> bool:
    """Return whether JSON is nested deeper than DEEPEST levels."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            item
            for whole in level
            for item in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(item, dict | list | tuple)
        ]
        if not level:
            return False
    return True


def find_blemish(value: Any, path: str, depth: int = 0) -> str:
    """Say where a value stops being JSON, or return nothing."""
    if value is None or isinstance(value, int):
        return ""
    if isinstance(value, str):
        broken = any("\ud800" <= sign <= "\udfff" for sign in value)
        return f"{path} holds half a character (a lone surrogate)" if broken else ""
    if isinstance(value, float):
        return "" if value - value == 0 else f"{path} is {value}"
    if not isinstance(value, dict | list | tuple):
        return f"{path} is of type {type(value).__name__}"
    if depth > DEEPEST:
        return f"{path[:100]}... is nested too deeply, or holds itself"
    if not isinstance(value, dict):
        items = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    else:
        for key in value:
            if not (key is None or isinstance(key, str | int | float)):
                return f"{path} has a key of type {type(key).__name__}"
        items = [(f"{path}.{key}", item) for key, item in value.items()]
    found = (find_blemish(item, inner, depth + 1) for inner, item in items)
    return next(filter(None, found), "")


def explain(error: BaseException, limits: Json) -> str:
    """Return in one sentence what went wrong in a tool: no path, no traceback."""
    match error:
        case Refused():
            return f"the tool's answer cannot be used: {error.title}"
        case Flood():
            return f"the tool printed more than {limits['output_bytes']:,} bytes"
        case MemoryError():
            return f"the tool used more than {limits['memory_mb']} MiB of memory"
        case RecursionError():
            return "the tool called itself too often (recursion without end)"
    text = describe_error(error)
    return f"the tool raised {type(error).__name__}" + (f": {text}" if text else "")


def describe_error(error: BaseException) -> str:
    """Return the message of an error, which is code of the environment too."""
    try:
        return str(error)[:LONGEST_MESSAGE].encode(errors="replace").decode()
    except BaseException:  # noqa: BLE001 - the boundary: the pack's own __str__
        return ""


def receive(descriptor: int, rest: bytes) -> tuple[bytes, bytes]:
    """Return the next line and what follows it; the parent's end is the end of this process."""
    parts = [rest]
    while b"\n" not in parts[-1]:
        piece = read(descriptor, 65536)
        if not piece:
            _exit(0)
        parts.append(piece)
    line, _, rest = b"".join(parts).partition(b"\n")
    return line, rest


def open_world(request: Json) -> tuple[World | None, str]:
    """Open the environment; return it, and the body of the reply as JSON text."""
    try:
        world = World(request)
        return world, f'{{"tools":{encode(list(world.tools.values()), "tools")}}}'
    except Refused as refusal:
        return None, refuse(refusal.title, refusal.place)
    except BaseException as error:  # noqa: BLE001 - the boundary: state is set by the pack's code
        return None, refuse(f"the environment cannot be made: {explain(error, request['limits'])}")


def answer(world: World | None, request: Json) -> str:
    """Return the body of the reply to any other request as JSON text."""
    if world is None:
        return refuse("the environment is not open")
    try:
        match request["op"]:
            case "call":
                return world.call(request)
            case "state":
                return world.state()
            case _:
                return world.hash()
    except Refused as refusal:
        return refuse(refusal.title, refusal.place)
    except BaseException as error:  # noqa: BLE001 - the boundary: state too is the pack's code
        return refuse(f"the state cannot be read: {explain(error, world.limits)}", "state")


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
    rest = b""
    while True:
        line, rest = receive(requests, rest)
        request = loads(line.decode())
        token = request.pop("token")
        # Should the parent be gone while a tool hangs, this ends the process all the same.
        setitimer(ITIMER_REAL, request.pop("patience"))
        if request["op"] == "open":
            world, body = open_world(request)
        else:
            body = answer(world, request)
        reply = f"{token} {body}\n".encode()
        setitimer(ITIMER_REAL, 0)
        sent = write(replies, reply)
        while sent < len(reply):
            sent += write(replies, reply[sent:])


if __name__ == "__main__":
    main()
