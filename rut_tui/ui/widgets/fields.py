"""Form fields made from JSON Schema, and the values read back from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Checkbox, Input, Label, Select, Static, TextArea

from rut_domains.faults import UsageFault
from rut_domains.frozen import parse_json
from rut_tui.ui.text import plain

Schema = Mapping[str, Any]

_YES_NO = {True: "yes", False: "no"}


def resolve(schema: Schema, root: Schema) -> Schema:
    """Follow a local `$ref` and take the part of an `anyOf` that is not null."""
    reference = schema.get("$ref", "")
    if reference.startswith("#/"):
        target: Any = root
        for part in reference[2:].split("/"):
            target = target.get(part, {}) if isinstance(target, Mapping) else {}
        return resolve({**target, **{k: v for k, v in schema.items() if k != "$ref"}}, root)
    for key in ("anyOf", "oneOf"):
        choices = [part for part in schema.get(key, ()) if part.get("type") != "null"]
        if len(choices) == 1:
            rest = {k: v for k, v in schema.items() if k != key}
            return resolve({**choices[0], **rest}, root)
    return schema


def kind_of(schema: Schema) -> str:
    """Return the JSON type that a field is for; `json` where anything goes."""
    kind = schema.get("type", "json")
    if isinstance(kind, list):
        named = [one for one in kind if one != "null"]
        return str(named[0]) if len(named) == 1 else "json"
    return str(kind)


class Field(Vertical):
    """A labelled field for one value."""

    def __init__(self, name: str, schema: Schema, root: Schema, *, required: bool) -> None:
        super().__init__(classes="field")
        self.key = name
        self.schema = resolve(schema, root)
        self.root = root
        self.required = required

    def compose(self) -> ComposeResult:
        """Show the label, the editor and the description."""
        mark = "" if self.required else " (optional)"
        yield Label(plain(f"{self.key}{mark}"), classes="field-name")
        yield from self.editor()
        about = str(self.schema.get("description", "")).strip()
        if about:
            yield Static(plain(about, "$text-muted"), classes="field-about")

    def editor(self) -> Iterator[Widget]:
        """Yield the widget in which the value is edited."""
        default = self.schema.get("default")
        shown = "" if default is None else str(default)
        hints = {"integer": "a whole number", "number": "a number"}
        yield Input(value=shown, placeholder=hints.get(kind_of(self.schema), ""))

    def value(self) -> JsonValue:
        """Return the value; None when the field is empty.

        Raises:
            UsageFault: What is typed is not of the field's type.
        """
        text = self.query_one(Input).value
        return _typed(text, kind_of(self.schema), self.key) if text != "" else None


class EnumField(Field):
    """One of a list of values."""

    def editor(self) -> Iterator[Widget]:
        """Yield a drop-down; an optional one can stay empty."""
        values = [(str(value), index) for index, value in enumerate(self.schema["enum"])]
        yield Select(values, allow_blank=True, prompt="choose")

    def value(self) -> JsonValue:
        """Return the chosen value, or None."""
        chosen = self.query_one(Select).value
        return self.schema["enum"][chosen] if isinstance(chosen, int) else None


class BooleanField(Field):
    """Yes or no; an optional one without a default can also stay open."""

    def editor(self) -> Iterator[Widget]:
        """Yield a check box, or a drop-down where leaving it open means something."""
        if self.required or isinstance(self.schema.get("default"), bool):
            ticked = bool(self.schema.get("default", False))
            yield Checkbox(_YES_NO[ticked], value=ticked)
        else:
            yield Select([("yes", True), ("no", False)], allow_blank=True, prompt="leave open")

    @on(Checkbox.Changed)
    def _ticked(self, event: Checkbox.Changed) -> None:
        """Say the value in words: the mark alone differs in colour only."""
        event.checkbox.label = _YES_NO[event.value]

    def value(self) -> JsonValue:
        """Return True, False or None."""
        if self.query(Checkbox):
            return self.query_one(Checkbox).value
        chosen = self.query_one(Select).value
        return chosen if isinstance(chosen, bool) else None


class ListField(Field):
    """Several plain values, one a line."""

    def editor(self) -> Iterator[Widget]:
        """Yield a small text area."""
        yield TextArea(compact=True, tab_behavior="focus", placeholder="one value a line")

    def value(self) -> JsonValue:
        """Return the list; None when nothing is typed and the field is optional."""
        items = resolve(self.schema.get("items", {}), self.root)
        lines = [line.strip() for line in self.query_one(TextArea).text.splitlines()]
        values = [_typed(line, kind_of(items), self.key) for line in lines if line]
        return values if values or self.required else None


class JsonField(Field):
    """Any JSON, for shapes that a form cannot draw."""

    def editor(self) -> Iterator[Widget]:
        """Yield a text area for JSON."""
        yield TextArea(compact=True, tab_behavior="focus", placeholder="JSON")

    def value(self) -> JsonValue:
        """Return the parsed JSON, or None."""
        text = self.query_one(TextArea).text.strip()
        return _typed(text, "json", self.key) if text else None


class ObjectField(Field):
    """A nested object: its fields, indented."""

    def editor(self) -> Iterator[Widget]:
        """Yield the fields of the object."""
        yield Vertical(*fields_of(self.schema, self.root), classes="nested")

    def value(self) -> JsonValue:
        """Return the object; None when it is optional and all its fields are empty."""
        inner = self.query_one(".nested", Vertical)
        values = read_fields(field for field in inner.children if isinstance(field, Field))
        return values if values or self.required else None


class ObjectListField(Field):
    """Several objects: one JSON object a line, or a JSON list."""

    def editor(self) -> Iterator[Widget]:
        """Yield a text area with the shape as its hint."""
        items = resolve(self.schema.get("items", {}), self.root)
        shape = ", ".join(f'"{name}": …' for name in items.get("properties", {}))
        yield TextArea(
            compact=True, tab_behavior="focus", placeholder=f"one object a line: {{{shape}}}"
        )

    def value(self) -> JsonValue:
        """Return the list of objects."""
        text = self.query_one(TextArea).text.strip()
        if text.startswith("["):
            return _typed(text, "json", self.key)
        values = [_typed(line, "json", self.key) for line in text.splitlines() if line.strip()]
        return values if values or self.required else None


def fields_of(schema: Schema, root: Schema) -> list[Field]:
    """Return a field for each property of an object schema, required ones first."""
    required = set(schema.get("required", ()))
    properties = schema.get("properties", {})
    ordered = sorted(properties, key=lambda name: name not in required)
    return [make_field(name, properties[name], root, name in required) for name in ordered]


def make_field(name: str, schema: Schema, root: Schema, required: bool) -> Field:
    """Return the kind of field that fits a schema."""
    plain_schema = resolve(schema, root)
    kinds: dict[str, type[Field]] = {
        "boolean": BooleanField,
        "string": Field,
        "integer": Field,
        "number": Field,
    }
    kind = kind_of(plain_schema)
    if plain_schema.get("enum"):
        chosen: type[Field] = EnumField
    elif kind == "array":
        items = resolve(plain_schema.get("items", {}), root)
        chosen = ListField if kind_of(items) in kinds else ObjectListField
    elif kind == "object" and plain_schema.get("properties"):
        chosen = ObjectField
    else:
        chosen = kinds.get(kind, JsonField)
    return chosen(name, schema, root, required=required)


def read_fields(fields: Iterator[Field]) -> dict[str, JsonValue]:
    """Return the values of all fields that are not empty.

    Raises:
        UsageFault: A required field is empty, or a value is not of its type.
    """
    values: dict[str, JsonValue] = {}
    for field in fields:
        value = field.value()
        if value is not None:
            values[field.key] = value
        elif field.required:
            raise UsageFault(f"{field.key} is needed", hint="Fill it in.", place=field.key)
    return values


def _typed(text: str, kind: str, name: str) -> JsonValue:
    if kind == "string":
        return text
    try:
        value: JsonValue = parse_json(text)
    except ValueError:
        value = None if kind in ("integer", "number", "json") else text
        if value is None:
            raise UsageFault(
                f"{name}: {text!r} is not {_ARTICLE.get(kind, 'JSON')}", hint="", place=name
            ) from None
    wanted = _PYTHON.get(kind)
    if wanted is not None and (isinstance(value, bool) or not isinstance(value, wanted)):
        raise UsageFault(f"{name}: {text!r} is not {_ARTICLE[kind]}", hint="", place=name)
    return value


_PYTHON: dict[str, tuple[type, ...]] = {"integer": (int,), "number": (int, float)}
_ARTICLE = {"integer": "a whole number", "number": "a number"}
