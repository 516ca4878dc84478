"""Where an environment's code is, what it may use, and what a call brings."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen

MIB = 1024 * 1024
SandboxChoice = Literal["auto", "bwrap", "none"]


class EnvironmentSource(Frozen):
    """A `.py` file, or a folder of modules whose `__init__.py` holds the class."""

    path: Path
    class_name: str


class Limits(Frozen):
    """What environment code may use.

    Seconds of wall time for opening and for each call, of processor time for the whole life of
    the worker; memory in MiB; bytes of one reply and of what is printed during one call.
    """

    open_seconds: float = Field(default=20.0, gt=0)
    call_seconds: float = Field(default=5.0, gt=0)
    cpu_seconds: int = Field(default=600, gt=0)
    memory_mb: int = Field(default=512, ge=64)
    reply_bytes: int = Field(default=8 * MIB, gt=0)
    output_bytes: int = Field(default=MIB, gt=0)


class CallResult(Frozen):
    """What a call brought: the tool's own answer, whether it is an error, the state after it."""

    content: JsonValue = None
    error: bool = False
    state_hash: str | None = None
