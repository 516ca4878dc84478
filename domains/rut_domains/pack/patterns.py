"""Which regular expressions a pack may use: none that can take forever on an ordinary text."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import Any

_MAX_LENGTH = 300
# A repetition of at most so many turns is counted as if it were written out.
_FEW = 4
_MAX_REPEATS = 6
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


class _Endless(ValueError):
    """A repetition inside a repetition."""


def object_to(pattern: str) -> str:
    """Return what is wrong with a pattern; "" if nothing is.

    Refused are a choice or a repetition inside a repetition, whose tries grow exponentially with
    the text, and more than `_MAX_REPEATS` open repetitions.
    """
    if len(pattern) > _MAX_LENGTH:
        return f"is longer than {_MAX_LENGTH} characters"
    try:
        re.compile(pattern)
        parsed = importlib.import_module("re._parser").parse(pattern)
        count = _count(parsed)
    except re.error as error:
        return f"is no regular expression: {error}"
    except (RecursionError, OverflowError):
        return "is nested too deep or repeats too often"
    except _Endless:
        return "repeats what is itself a repetition or a choice, which can take forever"
    return f"has more than {_MAX_REPEATS} open repetitions" if count > _MAX_REPEATS else ""


def _count(parsed: Iterable[Any]) -> int:
    """Return how many open repetitions there are.

    Raises:
        _Endless: One of them holds another, or a choice.
    """
    total = 0
    for op, argument in parsed:
        if str(op) in _REPEATS:
            low, high, body = argument
            inner = _count(body)
            if int(high) > _FEW:
                if inner or _chooses(body):
                    raise _Endless
                total += low != high
            else:
                total += inner * int(high)
        else:
            total += sum(_count(part) for part in _parts(argument))
    return total


def _chooses(parsed: Iterable[Any]) -> bool:
    """Return whether there is a choice, or a part that may be left out, anywhere inside."""
    for op, argument in parsed:
        if str(op) in {"BRANCH", "GROUPREF_EXISTS"}:
            return True
        if str(op) in _REPEATS and argument[0] != argument[1]:
            return True
        parts = [argument[2]] if str(op) in _REPEATS else _parts(argument)
        if any(_chooses(part) for part in parts):
            return True
    return False


def _parts(argument: Any) -> list[Any]:
    """Return the patterns inside of the argument of an operation."""
    if hasattr(argument, "data"):
        return [argument]
    if isinstance(argument, list | tuple):
        return [part for each in argument for part in _parts(each)]
    return []
