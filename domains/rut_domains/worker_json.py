"""The worker's JSON: what environment code brings, as text, or what is wrong with it.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only. The
parent uses the same encoder.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable
from typing import Any

DEEPEST = 64
LONGEST_MESSAGE = 500
LONGEST_PATH = 100
TEXT_ALONE = frozenset({str})
SCALARS = frozenset({str, int, float, bool, type(None)})
Json = dict[str, Any]


class NotJson(Exception):
    """A result or state that JSON cannot hold, or that is too deep or too long."""

    def __init__(self, title: str, place: str) -> None:
        super().__init__(title)
        self.title = title
        self.place = place


def make_encoder(
    *, sort_keys: bool = False, default: Callable[[Any], Any] | None = None
) -> Callable[[Any], str]:
    """Return what turns values into compact JSON: `json.dumps` makes such an encoder each time."""
    encoder = json.JSONEncoder(
        ensure_ascii=False,
        allow_nan=False,
        separators=(",", ":"),
        sort_keys=sort_keys,
        default=default,
    )
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return encoder.encode
    text = json.encoder.encode_basestring
    pieces = make(None, encoder.default, text, None, ":", ",", sort_keys, False, False)
    return lambda value: "".join(pieces(value, 0))


def list_set(value: Any) -> list[Any]:
    """Return a set as a sorted list.

    Raises:
        TypeError: It is no set.
    """
    if isinstance(value, set | frozenset):
        return sorted(value, key=dumps_sets)
    raise TypeError(f"it is of type {type(value).__name__}")


dumps = make_encoder()
dumps_sets = make_encoder(default=list_set)
# The same text as `rut_domains.frozen.canonical_json`.
canonical = make_encoder(sort_keys=True)
canonical_sets = make_encoder(sort_keys=True, default=list_set)
scan = json.JSONDecoder().raw_decode


def encode(value: Any, name: str, most: int = 0, *, sets: bool = False) -> str:
    """Return a value as JSON text of whole characters.

    Args:
        value: What is claimed to be JSON.
        name: What it is called, for the error.
        most: The most bytes it may have; 0 for any number.
        sets: Whether a set is taken, as a sorted list.

    Raises:
        NotJson: It is not JSON, is nested deeper than DEEPEST, or longer than `most` bytes;
            the error names the path where it breaks.
    """
    try:
        text = dumps_sets(value) if sets else dumps(value)
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError) as error:
        path, found = find_blemish(value, name, sets=sets) or (name, str(error)[:LONGEST_MESSAGE])
        raise NotJson(f"{path} {found}", path) from None
    if text.count("[") + text.count("{") > DEEPEST and not is_simple(value, any_key=True):
        raise NotJson(f"{name} is nested deeper than {DEEPEST} levels", name)
    if most and size > most:
        raise NotJson(f"{name} is {size:,} bytes long, more than {most:,}", name)
    return text


def encode_state(value: Json, most: int = 0) -> str:
    """Return the canonical JSON of a state; a set is taken as a sorted list.

    Raises:
        NotJson: As for `encode`.
    """
    with contextlib.suppress(TypeError, ValueError, RecursionError):
        if is_simple(value):
            text = canonical_sets(value)
            if len(text.encode()) <= (most or math.inf):
                return text
    # It is too long, or no JSON, or has keys that become text first and are sorted then.
    return canonical(scan(encode(value, "state", most, sets=True))[0])


def is_simple(value: Any, *, any_key: bool = False) -> bool:
    """Return whether JSON is at most DEEPEST levels deep, with keys that are text.

    Args:
        value: What can be written as JSON.
        any_key: Whether other keys are simple too.
    """
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for whole in level:
            if isinstance(whole, dict):
                if not (any_key or TEXT_ALONE.issuperset(map(type, whole))):
                    return False
                below += [item for item in whole.values() if type(item) not in SCALARS]
            elif isinstance(whole, list | tuple | set | frozenset):
                below += [item for item in whole if type(item) not in SCALARS]
        if not below:
            return True
        level = below
    return False


def find_blemish(
    value: Any, path: str, depth: int = 0, *, sets: bool = False
) -> tuple[str, str] | None:
    """Return where a value stops being JSON, and what is wrong there."""
    if value is None or isinstance(value, int):
        return None
    if isinstance(value, str):
        broken = any("\ud800" <= sign <= "\udfff" for sign in value)
        return (path, "holds half a character (a lone surrogate)") if broken else None
    if isinstance(value, float):
        return None if value - value == 0 else (path, f"is {value}, which is no JSON")
    if not isinstance(value, dict | list | tuple) and not (
        sets and isinstance(value, set | frozenset)
    ):
        return path, f"is of type {type(value).__name__}, which is no JSON"
    if depth > DEEPEST:
        return path[:LONGEST_PATH], "... is nested too deeply, or holds itself"
    if not isinstance(value, dict):
        items = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    else:
        for key in value:
            if not (key is None or isinstance(key, str | int | float)):
                return path, f"has a key of type {type(key).__name__}"
            if isinstance(key, str) and (bad := find_blemish(key, f"a key of {path}")):
                return bad
        items = [(f"{path}.{key}"[:LONGEST_MESSAGE], item) for key, item in value.items()]
    found = (find_blemish(item, inner, depth + 1, sets=sets) for inner, item in items)
    return next(filter(None, found), None)
