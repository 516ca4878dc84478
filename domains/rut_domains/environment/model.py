"""Where an environment's code is, what it may use, and what a call brings."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen

MIB = 1024 * 1024
SandboxChoice = Literal["auto", "bwrap", "none"]


class EnvironmentSource(Frozen):
    """A `.py` file, or a folder of modules whose `__init__.py` holds the class.

    The modules of a folder import each other as `environment.NAME`, whatever the folder is called.
    """

    path: Path
    class_name: str


class Limits(Frozen):
    """What environment code may use.

    Seconds of wall time for opening and for each call, of processor time for the whole life of
    the worker; MiB of memory; bytes of one reply, of the whole state, and of what is printed
    during one call. Processor time also ends a worker that hangs when the app is gone.
    """

    open_seconds: float = Field(default=20.0, gt=0)
    call_seconds: float = Field(default=5.0, gt=0)
    cpu_seconds: int = Field(default=120, gt=0)
    memory_mb: int = Field(default=1024, ge=64)
    reply_bytes: int = Field(default=8 * MIB, gt=0)
    state_bytes: int = Field(default=64 * MIB, gt=0)
    output_bytes: int = Field(default=MIB, gt=0)


class CallResult(Frozen):
    """What a call brought: the tool's own answer, whether it is an error, the state after it.

    A tool fails by answering `{"success": false, "error": ...}`; what is wrong with the call itself
    is put in the same form. `state_hash` is None where it was not asked for. `undone`: the call
    left a state that is no JSON, and was taken back.
    """

    content: JsonValue = None
    error: bool = False
    state_hash: str | None = None
    undone: bool = False
