"""States as trees of JSON values: reading a path, comparing values, listing what differs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final


class Missing:
    """The type of `MISSING`: what stands at a path that leads nowhere."""

    def __repr__(self) -> str:
        return "nothing"


MISSING: Final = Missing()


def value_at(state: Any, path: str) -> Any:
    """Return the value at a path of keys and list positions joined by dots, or `MISSING`.

    A key may itself hold dots: at each level the shortest run of parts that is a key wins.
    """
    return _descend(state, path.split(".")) if path else state


def _descend(value: Any, parts: list[str]) -> Any:
    if not parts:
        return value
    if isinstance(value, dict):
        for length in range(1, len(parts) + 1):
            key = ".".join(parts[:length])
            if key in value:
                found = _descend(value[key], parts[length:])
                if found is not MISSING:
                    return found
    elif isinstance(value, list) and parts[0].isdecimal() and int(parts[0]) < len(value):
        return _descend(value[int(parts[0])], parts[1:])
    return MISSING


def same_value(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal: 1 equals 1.0, but true does not equal 1."""
    return next(_differences(one, other, ""), None) is None


def diff_states(before: Any, after: Any) -> tuple[str, ...]:
    """Return the paths at which two states differ, in order, each as short as can be.

    A value that is only on one side is named by its own path and not taken apart. Equal states
    give an empty tuple; states that differ as a whole give one empty path.
    """
    return tuple(_differences(before, after, ""))


def _differences(one: Any, other: Any, path: str) -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            below = f"{path}.{key}" if path else key
            if key in one and key in other:
                yield from _differences(one[key], other[key], below)
            else:
                yield below
    elif isinstance(one, list) and isinstance(other, list):
        for index in range(max(len(one), len(other))):
            below = f"{path}.{index}" if path else str(index)
            if index < min(len(one), len(other)):
                yield from _differences(one[index], other[index], below)
            else:
                yield below
    elif isinstance(one, bool) != isinstance(other, bool) or one != other:
        yield path


def paths_outside(changed: tuple[str, ...], expected: tuple[str, ...]) -> tuple[str, ...]:
    """Return the changed paths that neither are an expected path nor lie below one."""
    return tuple(
        path
        for path in changed
        if not any(path == each or path.startswith(f"{each}.") for each in expected)
    )
