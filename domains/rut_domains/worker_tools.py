"""The worker's view of tools: a method's signature as JSON Schema.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only.
"""

from __future__ import annotations

import inspect
import json
import types
import typing

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_LISTS = (set, frozenset)


def _schema(hint: typing.Any, depth: int = 0) -> dict[str, typing.Any]:
    """Return the JSON Schema of a type hint; `{}` where anything may stand."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if depth > 8 or hint in (typing.Any, inspect.Parameter.empty, object):
        return {}
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin is typing.Annotated:
        return _schema(arguments[0], depth)
    if origin in (typing.Union, types.UnionType):
        return _union([_schema(part, depth + 1) for part in arguments])
    if typing.is_typeddict(hint):
        required = sorted(hint.__required_keys__)
        return _object(typing.get_type_hints(hint), required, depth)
    return _container(origin or hint, arguments, depth)


def _container(
    bare: typing.Any, arguments: tuple[typing.Any, ...], depth: int
) -> dict[str, typing.Any]:
    """Return the schema of a list or a mapping; `{}` for any other class."""
    if not isinstance(bare, type) or issubclass(bare, (str, bytes)):
        return {}
    if issubclass(bare, typing.Mapping):
        return {"type": "object"}
    if issubclass(bare, (typing.Sequence, *_LISTS)):
        items = [part for part in arguments if part is not Ellipsis]
        return {"type": "array", **({"items": _schema(items[0], depth + 1)} if items else {})}
    return {}


def _object(hints: dict[str, typing.Any], required: list[str], depth: int) -> dict[str, typing.Any]:
    properties = {name: _schema(hint, depth + 1) for name, hint in hints.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _union(parts: list[dict[str, typing.Any]]) -> dict[str, typing.Any]:
    if all(set(part) == {"type"} for part in parts):
        kinds = [part["type"] for part in parts]
        return {"type": kinds if len(kinds) > 1 else kinds[0]}
    return {"anyOf": parts}


def describe(name: str, method: typing.Any) -> dict[str, typing.Any]:
    """Return what the parent needs to offer a method as a tool."""
    try:
        hints = typing.get_type_hints(method)
    except (NameError, TypeError, AttributeError, SyntaxError) as error:
        raise TypeError(f"the type hints of {name} cannot be read: {error}") from None
    parameters: dict[str, typing.Any] = {}
    for parameter in list(inspect.signature(method).parameters.values()):
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        made = _schema(hints.get(parameter.name, typing.Any))
        if parameter.default is not parameter.empty and _is_json(parameter.default):
            made = {**made, "default": parameter.default}
        parameters[parameter.name] = {
            "schema": made,
            "required": parameter.default is parameter.empty,
        }
    return {
        "name": name,
        "seat": getattr(method, "__rut_seat__", "agent"),
        "writes": getattr(method, "__rut_writes__", None),
        "doc": inspect.getdoc(method) or "",
        "parameters": parameters,
    }


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
