"""Forms made from JSON Schema: what is typed is what the call gets."""

from __future__ import annotations

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Checkbox, Input, Select, TextArea

from rut_domains.faults import UsageFault
from rut_tui.ui.widgets.fields import Field, fields_of, read_fields
from tests.support.screens import wait_until

SCHEMA: dict[str, Any] = {
    "type": "object",
    "$defs": {
        "Address": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "floor": {"type": "integer"}},
            "required": ["city"],
        }
    },
    "properties": {
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "order_id": {"type": "string", "description": "Such as [W-1]."},
        "count": {"type": "integer"},
        "price": {"type": ["number", "null"]},
        "express": {"type": "boolean"},
        "kind": {"enum": ["small", "large", 3]},
        "items": {"type": "array", "items": {"type": "string"}},
        "sizes": {"type": "array", "items": {"type": "integer"}},
        "address": {"$ref": "#/$defs/Address"},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}}},
        },
        "anything": {},
    },
    "required": ["order_id", "address"],
}


class Form(App[None]):
    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield from fields_of(SCHEMA, SCHEMA)

    def field(self, name: str) -> Field:
        return next(field for field in self.query(Field) if field.key == name)

    def type_in(self, name: str, text: str) -> None:
        field = self.field(name)
        if field.query(TextArea):
            field.query_one(TextArea).text = text
        else:
            field.query_one(Input).value = text

    def read(self) -> dict[str, Any]:
        children = self.query_one(VerticalScroll).children
        return dict(read_fields(child for child in children if isinstance(child, Field)))


async def test_required_fields_come_first_and_each_type_reads_back() -> None:
    app = Form()
    async with app.run_test(size=(80, 24)) as pilot:
        names = [field.key for field in app.query_one(VerticalScroll).children]
        assert names[:2] == ["order_id", "address"]
        app.type_in("order_id", "W-1")
        app.type_in("city", "Ulm")
        app.type_in("floor", "3")
        app.type_in("count", "7")
        app.type_in("price", "2.5")
        app.type_in("items", "a\n\n b ")
        app.type_in("sizes", "1\n2")
        app.type_in("lines", '{"sku": "x"}\n{"sku": "y"}')
        app.type_in("anything", '{"deep": [1]}')
        app.field("kind").query_one(Select).value = 2
        app.field("express").query_one(Select).value = False
        await pilot.pause()
        assert app.read() == {
            "order_id": "W-1",
            "address": {"city": "Ulm", "floor": 3},
            "count": 7,
            "price": 2.5,
            "items": ["a", "b"],
            "sizes": [1, 2],
            "lines": [{"sku": "x"}, {"sku": "y"}],
            "anything": {"deep": [1]},
            "kind": 3,
            "express": False,
        }


async def test_what_is_left_empty_is_left_out() -> None:
    app = Form()
    async with app.run_test(size=(80, 24)):
        app.type_in("order_id", "W-1")
        app.type_in("city", "Ulm")
        assert app.read() == {"order_id": "W-1", "address": {"city": "Ulm"}}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("count", "many", "count: 'many' is not a whole number"),
        ("count", "2.5", "count: '2.5' is not a whole number"),
        ("count", "true", "count: 'true' is not a whole number"),
        ("price", "NaN", "price: 'NaN' is not a number"),
        ("sizes", "1\nx", "sizes: 'x' is not a whole number"),
        ("anything", "{", "anything: '{' is not JSON"),
        ("order_id", "", "order_id is needed"),
    ],
)
async def test_what_does_not_fit_is_said(name: str, text: str, says: str) -> None:
    app = Form()
    async with app.run_test(size=(80, 24)):
        app.type_in("order_id", "W-1")
        app.type_in("city", "Ulm")
        app.type_in(name, text)
        with pytest.raises(UsageFault) as caught:
            app.read()
        assert caught.value.title == says


async def test_a_required_boolean_is_a_check_box() -> None:
    schema = {"properties": {"on": {"type": "boolean"}}, "required": ["on"]}

    class One(Form):
        def compose(self) -> ComposeResult:
            with VerticalScroll():
                yield from fields_of(schema, schema)

    app = One()
    async with app.run_test(size=(80, 24)) as pilot:
        tick = app.query_one(Checkbox)
        assert app.read() == {"on": False}
        assert str(tick.label) == "no"
        tick.toggle()
        await wait_until(pilot, lambda: str(tick.label) == "yes", "the word beside the mark")
        assert app.read() == {"on": True}
