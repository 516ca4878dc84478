"""What we ask of JSON beyond its grammar: finite, not too deep, no key twice, whole characters."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

MAX_DEPTH = 100
# The serialiser of pydantic refuses values nested deeper than this. A value put this many levels
# minus MAX_DEPTH down is therefore tested for its depth at the speed of compiled code.
_SERIALISER_DEPTH = 254
_SURROGATES = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:]|-?Infinity|NaN|-?[0-9][0-9.eE+-]*', re.DOTALL)


class RuleBroken(ValueError):
    """A value that the grammar of JSON (or Python's reading of it) lets pass, and we do not."""


class KeyTwice(RuleBroken):
    """A key that occurs twice in one object."""


class NotFinite(RuleBroken):
    """NaN, an infinity, or a number too large for one."""


class TooDeep(RuleBroken):
    """Lists or objects nested deeper than `MAX_DEPTH`."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its pairs.

    Raises:
        KeyTwice: A key occurs twice; one of the two values would be lost.
    """
    made = dict(pairs)
    if len(made) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise KeyTwice(f"the key {twice!r} occurs twice in one object")
    return made


def finite_float(text: str) -> float:
    """Read a number.

    Raises:
        NotFinite: It is too large.
    """
    value = float(text)
    if math.isinf(value):
        raise NotFinite(f"the number {text[:20]} is too large")
    return value


def no_constant(name: str) -> float:
    """Refuse `NaN` and the infinities, which are not JSON.

    Raises:
        NotFinite: Always.
    """
    raise NotFinite(f"{name} is not a JSON value")


# Checks everything, at the price of a call for each object.
_STRICT = json.JSONDecoder(
    object_pairs_hook=unique_keys, parse_float=finite_float, parse_constant=no_constant
)
# Leaves keys given twice to `decode_at`, which finds out whether there can be any.
_QUICK = json.JSONDecoder(parse_float=finite_float, parse_constant=no_constant)
# The same two for files by programs that write `NaN` and the infinities on purpose.
_STRICT_LAX = json.JSONDecoder(object_pairs_hook=unique_keys, parse_float=finite_float)
_QUICK_LAX = json.JSONDecoder(parse_float=finite_float)
_QUOTE_ESCAPE = "\\u0022"


def decode(text: str) -> Any:
    """Return the value of a whole JSON text; half characters are replaced.

    Raises:
        ValueError: It is not JSON, or breaks one of our rules.
        RecursionError: It is nested far too deep.
    """
    return check_value(_STRICT.decode(text), lambda: None)


def decode_at(
    text: str, at: int, on_replaced: Callable[[], None], *, constants: bool = False
) -> tuple[Any, int]:
    """Return the JSON value that begins at a place in a text, and where it ends.

    A key given twice would be dropped when the value is made, and its quotes with it. So the
    quotes are counted in the text and in the value written again: only where the numbers differ is
    the text read a second time by the slower decoder, which names the key.

    Args:
        text: The text.
        at: Where the value begins.
        on_replaced: Called once if half characters were replaced.
        constants: Whether `NaN` and the infinities may occur, which are not JSON.

    Raises:
        JSONDecodeError: It is not JSON, or ends too early.
        RuleBroken: It breaks one of our rules.
        ValueError: A number is too long.
        RecursionError: It is nested far too deep.
    """
    value, end = (_QUICK_LAX if constants else _QUICK).raw_decode(text, at)
    written = _write_nested(value)
    if (
        written is not None
        and written.count(b'"') == text.count('"', at, end)
        and text.find(_QUOTE_ESCAPE, at, end) < 0
    ):
        return value, end
    value, end = (_STRICT_LAX if constants else _STRICT).raw_decode(text, at)
    return check_value(value, on_replaced), end


def check_value(value: Any, on_replaced: Callable[[], None]) -> Any:
    """Return the value with half characters (lone surrogates) replaced by U+FFFD.

    Args:
        value: Plain JSON data.
        on_replaced: Called once if anything was replaced.

    Raises:
        TooDeep: It is nested deeper than `MAX_DEPTH`.
    """
    if _write_nested(value) is not None:
        return value
    _check_depth(value)
    cleaned = _clean(value)
    if cleaned != value:
        on_replaced()
    return cleaned


def _write_nested(value: Any) -> bytes | None:
    """Return the value as JSON inside lists; None if it is too deep or holds half characters."""
    for _ in range(_SERIALISER_DEPTH - MAX_DEPTH):
        value = [value]
    try:
        return to_json(value)
    except PydanticSerializationError:
        return None


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [
            item
            for part in level
            if isinstance(part, dict | list)
            for item in (part.values() if isinstance(part, dict) else part)
        ]
        if not level:
            return
    raise TooDeep(f"lists or objects are nested more than {MAX_DEPTH} deep")


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value


def find_offence(text: str, start: int) -> int:
    """Return where in a text the first offence against these rules stands, else `start`.

    Slow and only for the message of an error: looks for a key given twice, a constant that is not
    JSON, a number too long to read or too large.
    """
    stack: list[set[str]] = []
    previous = None
    for token in _TOKEN.finditer(text, start):
        found = token.group()
        if found == ":" and previous is not None and stack:
            key = previous.group()
            if key in stack[-1]:
                return previous.start()
            stack[-1].add(key)
        elif found in "[{":
            stack.append(set())
            if len(stack) > MAX_DEPTH:
                return token.start()
        elif found in "]}":
            if stack:
                stack.pop()
        elif found[0] != '"' and _is_offending(found):
            return token.start()
        previous = token if found[0] == '"' else None
    return start


def _is_offending(token: str) -> bool:
    if token[-1] in "yN":
        return True
    digits = token.lstrip("-")
    if digits.isdigit():
        return len(digits) > 4300
    try:
        return math.isinf(float(token))
    except ValueError:
        return False
