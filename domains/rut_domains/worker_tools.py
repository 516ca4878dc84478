"""The worker's look at signatures: type hints as JSON Schema, and JSON as what the hints ask for.

Loaded by file path beside `worker.py`, before any code of a pack; the standard library only.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Json = dict[str, Any]
Build = Callable[[Any], Any]

_PLAIN = {
    None: "null",
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_QUALIFIERS = ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar")


class Form(typing.NamedTuple):
    """The JSON Schema of a type hint, and how to make its value of JSON where JSON is not it."""

    schema: Json
    build: Build | None = None


ANYTHING = Form({})


def read_hint(hint: Any, outer: tuple[Any, ...] = ()) -> Form:
    """Return the form of a type hint.

    Known are the plain types, None, Literal, Optional and other unions, Annotated with a text,
    enums, TypedDicts, dataclasses, NewTypes, and lists, tuples, sets and dicts of these. Anything
    else, and a type inside itself, stands for any JSON.

    Args:
        hint: A type hint.
        outer: The types around it.
    """
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, typing.Hashable) and hint in _PLAIN:
        return Form({"type": _PLAIN[hint]})
    if hint in outer:
        return ANYTHING
    if origin is typing.Literal:
        return Form({"enum": list(parts)})
    if origin is typing.Annotated:
        return _annotate(read_hint(parts[0], outer), parts[1:])
    if origin in (typing.Union, types.UnionType):
        return _unite([read_hint(part, outer) for part in parts])
    if getattr(origin, "_name", None) in _QUALIFIERS:
        return read_hint(parts[0], outer)
    for inner in ("__supertype__", "__value__"):
        if hasattr(hint, inner) and not isinstance(hint, type):
            return read_hint(getattr(hint, inner), outer)
    kind = origin or hint
    return _read_class(kind, parts, (*outer, hint)) if isinstance(kind, type) else ANYTHING


def _read_class(kind: type, parts: tuple[Any, ...], outer: tuple[Any, ...]) -> Form:
    if typing.is_typeddict(kind):
        return _read_fields(kind, _required_keys(kind), None, outer)
    if dataclasses.is_dataclass(kind):
        fields = [field for field in dataclasses.fields(kind) if field.init]
        missing = dataclasses.MISSING
        required = {f.name for f in fields if f.default is f.default_factory is missing}
        return _read_fields(kind, required, lambda values: kind(**values), outer)
    if issubclass(kind, enum.Enum):
        return Form({"enum": [member.value for member in kind]}, kind)
    if issubclass(kind, Mapping):
        return _read_mapping(parts, outer)
    if issubclass(kind, tuple) and parts and parts[-1] is not Ellipsis:
        return _read_tuple(parts, outer)
    if issubclass(kind, Iterable) and not issubclass(kind, str | bytes):
        return _read_list(kind, parts, outer)
    return ANYTHING


def _read_fields(
    kind: type, required: set[str], make: Build | None, outer: tuple[Any, ...]
) -> Form:
    hints = typing.get_type_hints(kind, include_extras=True)
    if dataclasses.is_dataclass(kind):
        hints = {field.name: hints[field.name] for field in dataclasses.fields(kind) if field.init}
    forms = {name: read_hint(hint, outer) for name, hint in hints.items()}
    schema = {
        "type": "object",
        "properties": {name: form.schema for name, form in forms.items()},
        "required": [name for name in forms if name in required],
        "additionalProperties": False,
    }
    builds = {name: form.build for name, form in forms.items() if form.build}
    if make is None and not builds:
        return Form(schema)
    finish = make or dict
    return Form(schema, lambda values: finish(apply(builds, values)))


def _required_keys(kind: Any) -> set[str]:
    """Return the required keys of a TypedDict, also where its hints were written as text."""
    required = set(kind.__required_keys__)
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        while typing.get_origin(hint) is typing.Annotated:
            hint = typing.get_args(hint)[0]
        if typing.get_origin(hint) is typing.NotRequired:
            required.discard(name)
        elif typing.get_origin(hint) is typing.Required:
            required.add(name)
    return required


def _read_mapping(parts: tuple[Any, ...], outer: tuple[Any, ...]) -> Form:
    item = read_hint(parts[1], outer) if len(parts) == 2 else ANYTHING
    schema: Json = {"type": "object"}
    if item.schema:
        schema["additionalProperties"] = item.schema
    build = item.build
    if build is None:
        return Form(schema)
    return Form(schema, lambda values: {name: build(value) for name, value in values.items()})


def _read_list(kind: type, parts: tuple[Any, ...], outer: tuple[Any, ...]) -> Form:
    item = read_hint(parts[0], outer) if parts else ANYTHING
    schema: Json = {"type": "array"}
    if item.schema:
        schema["items"] = item.schema
    # What JSON has is a list, and so are Sequence and Iterable.
    whole = next((one for one in (tuple, set, frozenset) if issubclass(kind, one)), None)
    build = item.build
    if build is None:
        return Form(schema, whole)
    return Form(schema, lambda values: (whole or list)(build(value) for value in values))


def _read_tuple(parts: tuple[Any, ...], outer: tuple[Any, ...]) -> Form:
    forms = [read_hint(part, outer) for part in parts]
    schema = {
        "type": "array",
        "prefixItems": [form.schema for form in forms],
        "minItems": len(forms),
        "maxItems": len(forms),
    }

    def build(values: list[Any]) -> tuple[Any, ...]:
        pairs = zip(forms, values, strict=True)
        return tuple(form.build(value) if form.build else value for form, value in pairs)

    return Form(schema, build)


def _unite(forms: list[Form]) -> Form:
    schemas = [form.schema for form in forms]
    builds = [form.build for form in forms if form.build]
    # Which part of a union a value is meant for can be told where one part alone is built.
    single = builds[0] if len(builds) == 1 and _is_optional(schemas) else None
    build = None if single is None else lambda value: None if value is None else single(value)
    if all(set(schema) == {"type"} for schema in schemas):
        kinds = list(dict.fromkeys(schema["type"] for schema in schemas))
        return Form({"type": kinds if len(kinds) > 1 else kinds[0]}, build)
    if {} in schemas:
        return Form({}, build)
    return Form({"anyOf": schemas}, build)


def _is_optional(schemas: list[Json]) -> bool:
    return len(schemas) == 2 and {"type": "null"} in schemas


def _annotate(form: Form, notes: tuple[Any, ...]) -> Form:
    text = next((note for note in notes if isinstance(note, str)), "")
    return Form({**form.schema, "description": text}, form.build) if text else form


def apply(builds: Mapping[str, Build], values: Mapping[str, Any]) -> Json:
    """Return the values, those with a build built."""
    return {
        name: builds[name](value) if name in builds else value for name, value in values.items()
    }


def describe(name: str, method: Callable[..., Any]) -> Json:
    """Return what the parent needs to offer a method of a class as a tool.

    Raises:
        TypeError: It cannot be called with named arguments, or its hints cannot be read.
    """
    if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
        raise TypeError("it is async, and nothing would wait for it")
    hints = typing.get_type_hints(method, include_extras=True)
    parameters: Json = {}
    is_open = False
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise TypeError(f"its parameter {parameter.name} cannot be given by name")
        if parameter.kind is parameter.VAR_KEYWORD:
            is_open = True
        elif parameter.kind is not parameter.VAR_POSITIONAL:
            form = read_hint(hints.get(parameter.name, Any))
            parameters[parameter.name] = {
                "schema": _with_default(form.schema, parameter.default),
                "required": parameter.default is parameter.empty,
            }
    return {
        "name": name,
        "seat": getattr(method, "__rut_seat__", "agent"),
        "writes": getattr(method, "__rut_writes__", None),
        "doc": inspect.getdoc(method) or "",
        "parameters": parameters,
        "open": is_open,
    }


def _with_default(schema: Json, default: Any) -> Json:
    if default is inspect.Parameter.empty:
        return schema
    plain = default.value if isinstance(default, enum.Enum) else default
    if not _is_json(plain):
        return schema
    if plain is None and isinstance(schema.get("type"), str):
        # `code: str = None` means that None may be given.
        schema = {**schema, "type": [schema["type"], "null"]}
    return {**schema, "default": plain}


def bind(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method taking plain JSON: what its hints ask for is built of it first."""
    hints = typing.get_type_hints(method, include_extras=True)
    forms = {name: read_hint(hint) for name, hint in hints.items() if name != "return"}
    builds = {name: form.build for name, form in forms.items() if form.build}
    if not builds:
        return method

    def built(**arguments: Any) -> Any:
        return method(**apply(builds, arguments))

    return built


def _is_json(value: object) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
