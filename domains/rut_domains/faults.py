"""The root of every error that the project raises on purpose."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process answers with; findings and undefined statistics are `DONE`."""

    DONE = 0
    DOES_NOT_HOLD = 1
    USAGE = 2
    BAD_INPUT = 3
    MISSING = 4
    INTERNAL = 5
    INTERRUPTED = 130


class Fault(Exception):
    """An error with a place and a way out, made to be shown to a person.

    Args:
        title: What is wrong, one sentence.
        hint: What to do about it, one sentence; may be empty.
        place: Where it is: a file, `file:line`, a field path, a dialogue id; may be empty.
        exit_code: Overrides the class's exit code.
    """

    exit_code: ExitCode = ExitCode.BAD_INPUT

    def __init__(
        self, title: str, *, hint: str = "", place: str = "", exit_code: ExitCode | None = None
    ) -> None:
        super().__init__(title)
        self.title = title
        self.hint = hint
        self.place = place
        if exit_code is not None:
            self.exit_code = exit_code

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        way_out = f"\n{self.hint}" if self.hint else ""
        return f"{where}{self.title}{way_out}"


class InputFault(Fault):
    """A file by others that cannot be read as what it claims to be."""


class PackFault(Fault):
    """A domain pack that breaks its format."""


class UsageFault(Fault):
    """A request that makes no sense: an unknown name, a choice that excludes another."""

    exit_code = ExitCode.USAGE


class MissingFault(Fault):
    """A dependency, service, permission or space that is not there."""

    exit_code = ExitCode.MISSING
