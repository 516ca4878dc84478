"""The child process that runs environments: one file, the standard library only.

Started by `rut_domains.environment`, which sends one JSON line a request and reads one JSON line a
reply. The first request opens an environment: limits, clock, sources, state. Code of the pack runs
here and nowhere else, under resource limits and an audit hook. The hook is a tripwire that turns
mistakes into clear errors; the boundary, where there is one, is bubblewrap around this process.
"""

# The pack's code shares the interpreter: what the main loop needs is bound here, before any of it
# runs, so that a tool which replaces json.dumps changes its own world only.

from __future__ import annotations

import fcntl
import hashlib
import importlib
import importlib.abc
import importlib.util
import inspect
import json
import os
import resource
import sys
import types
import typing

MIB = 1024 * 1024
# What environment code may import; all of it is loaded before the hook is armed.
_ALLOWED_NAMES = """
    __future__ abc array base64 bisect calendar collections collections.abc contextlib copy
    dataclasses datetime decimal difflib enum fractions functools hashlib heapq html itertools json
    keyword math numbers operator pprint random re secrets statistics string textwrap time types
    typing unicodedata uuid
"""
ALLOWED = tuple(_ALLOWED_NAMES.split())
# Audit events that environment code has no business to cause: these and what starts like them.
_FORBIDDEN_EVENTS = """
    open os. socket. subprocess. ctypes. shutil. tempfile. mmap. fcntl. pty. resource. signal.
    syslog. urllib. ftplib. http. smtplib. sqlite3. webbrowser. glob. pathlib. _thread. gc.
    sys.settrace sys.setprofile sys.addaudithook sys.set_asyncgen sys.unraisablehook
    cpython._PySys_ClearAuditHooks cpython.run_ cpython.remote
"""
FORBIDDEN = tuple(_FORBIDDEN_EVENTS.split())


def _load_sibling(name: str) -> types.ModuleType:
    """Load one of our own files beside this one; the module search path has no folder of ours."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


clocks = _load_sibling("worker_clock")
tools = _load_sibling("worker_tools")


class Refused(Exception):
    """An environment that cannot be used, with the place where it breaks."""

    def __init__(self, title: str, place: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.place = place


class _Flood(Exception):
    """The tool printed more than it may."""


class _Sink:
    """Takes what a tool prints, and refuses a flood."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def write(self, text: str) -> int:
        self._left -= len(text)
        if self._left < 0:
            raise _Flood
        return len(text)

    def flush(self) -> None:
        """Nothing is kept."""

    def isatty(self) -> bool:
        return False


def _arm(limits: dict[str, int]) -> None:
    """Set the resource limits, then the hook."""
    memory = limits["memory_mb"] * MIB
    for name, value in (
        ("RLIMIT_CPU", limits["cpu_seconds"]),
        ("RLIMIT_AS", memory),
        ("RLIMIT_DATA", memory),
        ("RLIMIT_FSIZE", limits["output_bytes"]),
        ("RLIMIT_NOFILE", 64),
        ("RLIMIT_CORE", 0),
    ):
        try:
            resource.setrlimit(getattr(resource, name), (value, value))
        except (AttributeError, ValueError, OSError):
            # macOS knows some of these and refuses to lower others: the parent's clock remains.
            continue
    allowed = frozenset(ALLOWED)
    _forbid_threads()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "import":
            name = str(arguments[0])
            if name not in sys.modules and name not in allowed and not name.startswith(_OWN):
                raise ImportError(f"environment code may not import {name!r}")
        elif event.startswith(FORBIDDEN):
            raise PermissionError(f"environment code may not use {event!r}")

    sys.addaudithook(hook)


_OWN = ("environment", "rut_env")


def _forbid_threads() -> None:
    """Older Pythons raise no audit event for a new thread."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("environment code may not use '_thread.start_new_thread'")

    for module, name in (
        ("_thread", "start_new_thread"),
        ("_thread", "start_new"),
        ("threading", "_start_new_thread"),
    ):
        if module in sys.modules:
            setattr(sys.modules[module], name, refuse)


class _Sources(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of an environment among the sources that the parent sent."""

    def __init__(self, files: dict[str, str]) -> None:
        self._code: dict[str, types.CodeType] = {}
        self._packages: set[str] = set()
        for name, text in files.items():
            parts = name.removesuffix(".py").split("/")
            if parts[-1] == "__init__":
                parts.pop()
                self._packages.add(".".join(parts))
            try:
                self._code[".".join(parts)] = compile(text, name, "exec", dont_inherit=True)
            except (SyntaxError, ValueError) as error:
                line = getattr(error, "lineno", None) or 1
                message = getattr(error, "msg", None) or str(error)
                title = f"the environment has a syntax error: {message}"
                raise Refused(title, f"{name}:{line}") from None

    def find_spec(self, name: str, path: object = None, target: object = None) -> typing.Any:
        if name not in self._code:
            return None
        is_package = name in self._packages
        return importlib.util.spec_from_loader(name, self, is_package=is_package)

    def create_module(self, spec: object) -> None:
        """Leave it to the default."""

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__["__builtins__"] = _guarded_builtins()
        exec(self._code[module.__name__], module.__dict__)  # noqa: S102 - what this process is for


def _guarded_builtins() -> dict[str, object]:
    import builtins

    real_import = builtins.__import__
    allowed = frozenset(ALLOWED)

    def guarded(name: str, *rest: typing.Any, **named: typing.Any) -> types.ModuleType:
        level = named.get("level", rest[3] if len(rest) > 3 else 0)
        if not level and name not in allowed and name.partition(".")[0] not in _OWN:
            raise ImportError(f"environment code may not import {name!r}")
        return real_import(name, *rest, **named)

    return {**vars(builtins), "__import__": guarded}


_encoder = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_canonical = json.JSONEncoder(
    allow_nan=False, separators=(",", ":"), sort_keys=True, ensure_ascii=False
)
_dumps = _encoder.encode
_dumps_canonical = _canonical.encode
_loads = json.loads
_sha256 = hashlib.sha256


class World:
    """An opened environment: the instance, its tools, its clock."""

    def __init__(self, request: dict[str, typing.Any]) -> None:
        self.clock = clocks.Clock(request["now"])
        self.seed = request["seed"]
        self.limits = request["limits"]
        finder = _Sources(request["files"])
        sys.modules["rut_env"] = clocks.make_rut_env(self.clock)
        # _strptime is what datetime and time import behind the scenes, when first needed.
        for name in (*ALLOWED, "_strptime"):
            importlib.import_module(name)
        clocks.freeze_time(self.clock)
        clocks.seed_chance(f"{self.seed}")
        sys.meta_path.insert(0, finder)
        sys.stdout = sys.stderr = _Sink(self.limits["output_bytes"])
        _arm(self.limits)
        self.instance = _make(request["class_name"])
        for name, value in request["state"].items():
            setattr(self.instance, name, value)
        try:
            self.tools = {
                name: tools.describe(name, method) for name, method in _methods(self.instance)
            }
        except TypeError as error:
            raise Refused(str(error)) from None
        self.methods = {name: getattr(self.instance, name) for name in self.tools}
        self.state()

    def call(self, request: dict[str, typing.Any]) -> dict[str, typing.Any]:
        """Run one tool; whatever goes wrong in it is an error result."""
        self.clock.set(request["tick"])
        clocks.seed_chance(f"{self.seed} {request['tick']}")
        sys.stdout = sys.stderr = _Sink(self.limits["output_bytes"])
        try:
            content = self.methods[request["tool"]](**request["arguments"])
            # Encoded here, so that a result that JSON cannot hold is the tool's error.
            answer = _dumps(content)
        except BaseException as error:  # noqa: BLE001 - the boundary: pack code raises anything
            return {"error": _explain(error, self.limits)}
        if len(answer) > self.limits["reply_bytes"]:
            return {"error": f"the tool returned more than {self.limits['reply_bytes']} bytes"}
        return {"encoded": answer}

    def state(self) -> dict[str, typing.Any]:
        """Return the public attributes, as JSON has them."""
        found = {
            name: value
            for name, value in vars(self.instance).items()
            if not name.startswith("_") and not callable(value)
        }
        for name, value in found.items():
            try:
                _dumps(value)
            except (TypeError, ValueError, RecursionError) as error:
                raise Refused(f"the state is not JSON: {error}", f"attribute {name}") from None
        return found

    def state_hash(self) -> str:
        """Return the SHA-256 of the state's canonical JSON."""
        # Through plain JSON first: integer keys become text before they are sorted.
        plain = _loads(_dumps(self.state()))
        return _sha256(_dumps_canonical(plain).encode("utf-8", "surrogatepass")).hexdigest()


def _make(class_name: str) -> typing.Any:
    try:
        module = importlib.import_module("environment")
        made = getattr(module, class_name, None)
        if not isinstance(made, type):
            raise Refused(f"the environment has no class {class_name!r}")
        try:
            return made()
        except TypeError:
            return made({})
    except Refused:
        raise
    except BaseException as error:  # noqa: BLE001 - the boundary: pack code runs when imported
        title = f"the environment cannot be made: {_explain(error, {})}"
        raise Refused(title, _line_of(error)) from None


def _line_of(error: BaseException) -> str:
    """Return the innermost place in the environment's own files."""
    place, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith("environment"):
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _methods(instance: object) -> list[tuple[str, typing.Any]]:
    """Return the public methods in the order of their definition, inherited ones first."""
    names: dict[str, None] = {}
    for owner in reversed(type(instance).__mro__[:-1]):
        for name, value in vars(owner).items():
            if not name.startswith("_") and inspect.isfunction(value):
                names[name] = None
    return [(name, getattr(instance, name)) for name in names]


def _explain(error: BaseException, limits: dict[str, int]) -> str:
    match error:
        case _Flood():
            return f"the tool printed more than {limits.get('output_bytes', MIB)} bytes"
        case MemoryError():
            return f"the tool used more than {limits.get('memory_mb', 0)} MiB of memory"
        case RecursionError():
            return "the tool called itself too often (recursion without end)"
        case OSError() if error.errno == 27:
            return "the tool wrote more than it may"
    try:
        text = str(error)[:500]
    except BaseException:  # noqa: BLE001 - the boundary: the pack's own __str__
        text = ""
    return f"the tool raised {type(error).__name__}" + (f": {text}" if text else "")


def _answer(world: World | None, request: dict[str, typing.Any]) -> tuple[World | None, str]:
    """Return the world and the reply's body as JSON text."""
    match request["op"]:
        case "open":
            world = World(request)
            return world, _dumps({"tools": list(world.tools.values())})
        case "call" if world is not None:
            got = world.call(request)
            digest = _dumps(world.state_hash() if request["hash"] else None)
            content = got.get("encoded", "null")
            return (
                world,
                f'{{"content":{content},"error":{_dumps(got.get("error"))},"hash":{digest}}}',
            )
        case "state" if world is not None:
            return world, _dumps({"state": world.state(), "hash": world.state_hash()})
    raise Refused("the request makes no sense")


def main() -> None:
    """Answer requests until the parent closes the line."""
    # Moved out of the way of tools that write to low descriptors, and closed on exec.
    requests = os.fdopen(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 50), "rb", closefd=False)
    replies = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 55)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for low in (0, 1, 2):
        os.dup2(nowhere, low)
    send, world = os.write, None
    for line in requests:
        request = _loads(line)
        token = request.pop("token")
        try:
            world, body = _answer(world, request)
        except Refused as refusal:
            body = _dumps({"refused": refusal.title, "place": refusal.place})
        except RecursionError:
            body = _dumps({"refused": "the state is nested too deeply", "place": "state"})
        reply = f"{token} {body}\n".encode("ascii", "backslashreplace")
        while reply:
            reply = reply[send(replies, reply) :]


if __name__ == "__main__":
    main()
