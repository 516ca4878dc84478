"""The worker's doors: what environment code may import, use of the machine, and do at all.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.abc
import importlib.machinery
import resource
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

MIB = 1024 * 1024
ROOT = "environment"
HIGHEST_DESCRIPTOR = 64
# What environment code may import; all of it is loaded before the hook is armed.
_IMPORTABLE = """
    __future__ abc array ast base64 binascii bisect calendar cmath collections collections.abc
    contextlib copy dataclasses datetime decimal difflib enum fractions functools graphlib hashlib
    heapq hmac html ipaddress itertools json keyword logging math numbers operator pprint random re
    secrets statistics string struct textwrap time traceback types typing unicodedata uuid warnings
    zlib
"""
IMPORTABLE = tuple(_IMPORTABLE.split())
# What these load behind the scenes when first used, which is too late, and then in the name of
# whoever uses them: strptime, deepcopy and codecs.
_LAZY = """
    _strptime copyreg encodings.ascii encodings.cp1252 encodings.idna encodings.latin_1
    encodings.punycode encodings.utf_16 encodings.utf_32 encodings.utf_8_sig
"""
LAZY = tuple(_LAZY.split())
# The audit events of plain computing. Every other one is refused: files, sockets, processes,
# ctypes, tracing and what later versions of Python add.
_HARMLESS = """
    array.__new__ builtins.id builtins.input builtins.input/result compile exec function.__new__
    object.__delattr__ object.__getattr__ object.__setattr__ sys._getframe
    sys._getframemodulename sys.excepthook sys.unraisablehook time.sleep
"""
HARMLESS = frozenset(_HARMLESS.split())
# Doors that raise no audit event, or not in every version.
_START = ("start_new_thread", "start_new", "start_joinable_thread")
_SIGNAL = ("signal", "setitimer", "alarm", "raise_signal", "pthread_kill", "set_wakeup_fd")
UNAUDITED = {
    "_thread": _START,
    "threading": tuple(f"_{name}" for name in _START),
    "_signal": _SIGNAL,
    "signal": _SIGNAL,
}


class Refused(Exception):
    """An environment, a state or a result that cannot be used, with the place where it breaks."""

    def __init__(self, title: str, place: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.place = place


class Sources(importlib.abc.Loader):
    """Finds and executes the modules of an environment among the sources that the parent sent."""

    def __init__(self, files: dict[str, str]) -> None:
        self._code: dict[str, types.CodeType] = {}
        self._packages: set[str] = set()
        self._builtins = {**vars(builtins), "__import__": guard_import(builtins.__import__)}
        for file, text in files.items():
            name = file.removesuffix(".py").replace("/", ".")
            if name.endswith(".__init__"):
                name = name.removesuffix(".__init__")
                self._packages.add(name)
            self._code[name] = compile_source(text, file)

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a module of the environment."""
        if name not in self._code:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=name in self._packages)

    def create_module(self, spec: object) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Execute the module with builtins that guard its imports."""
        module.__dict__["__builtins__"] = self._builtins
        exec(self._code[module.__name__], module.__dict__)  # noqa: S102 - what this process is for


def compile_source(text: str, file: str) -> types.CodeType:
    """Compile one source file.

    Raises:
        Refused: It is not Python.
    """
    try:
        return compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        message = getattr(error, "msg", None) or str(error) or "it is nested too deeply"
        line = getattr(error, "lineno", None) or 1
        raise Refused(f"the environment has a syntax error: {message}", f"{file}:{line}") from None


def guard_import(real: Callable[..., types.ModuleType]) -> Callable[..., types.ModuleType]:
    """Return an `__import__` that knows the importable modules alone."""
    roots = {name.partition(".")[0] for name in (*IMPORTABLE, *LAZY, ROOT, "rut_env")}

    def guarded(
        name: str, into: Any = None, local: Any = None, wanted: Any = (), level: int = 0
    ) -> types.ModuleType:
        if level == 0 and name.partition(".")[0] not in roots:
            raise ImportError(f"an environment may not import {name!r}")
        return real(name, into, local, wanted, level)

    return guarded


def limit_resources(limits: Mapping[str, int]) -> None:
    """Set the limits that the operating system holds."""
    memory, processor = limits["memory_mb"] * MIB, limits["cpu_seconds"]
    for name, soft, wanted in (
        # The soft limit of processor time ends the process with a signal of its own.
        ("RLIMIT_CPU", processor, processor + 5),
        ("RLIMIT_AS", memory, memory),
        ("RLIMIT_FSIZE", 0, 0),
        ("RLIMIT_NOFILE", HIGHEST_DESCRIPTOR, HIGHEST_DESCRIPTOR),
        ("RLIMIT_CORE", 0, 0),
    ):
        try:
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(kind, (min(soft, most), most))
        except (AttributeError, ValueError, OSError):
            # macOS lacks some and refuses to lower others: the parent's time-out remains.
            continue


def load_importable() -> None:
    """Load all that environment code may use, json as a second copy; hide this module from it."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "json"]:
        del sys.modules[name]
    for name in (*IMPORTABLE, *LAZY):
        importlib.import_module(name)
    sys.modules["__main__"] = types.ModuleType("__main__")


def arm() -> None:
    """Close the doors of this process, for good."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("an environment may not use threads or signals")

    for module, names in UNAUDITED.items():
        for name in names:
            if module in sys.modules and hasattr(sys.modules[module], name):
                setattr(sys.modules[module], name, refuse)
    harmless, own = HARMLESS, f"{ROOT}."

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in harmless:
            return
        if event != "import":
            raise PermissionError(f"an environment may not use {event}")
        name = str(arguments[0])
        if name != ROOT and not name.startswith(own):
            raise ImportError(f"an environment may not import {name!r}")

    sys.addaudithook(hook)
