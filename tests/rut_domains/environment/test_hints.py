"""Type hints as JSON Schema, and JSON as the values that the hints ask for."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    Optional,
    Required,
    TypedDict,
    Union,
)

import pytest
from jsonschema import Draft202012Validator

from rut_domains.environment import EnvironmentFault
from rut_domains.worker_tools import describe, read_hint
from tests.support.environments import open_code

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
OrderId = NewType("OrderId", str)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Line(TypedDict):
    sku: str
    count: NotRequired[int]


class Loose(TypedDict, total=False):
    note: str
    line: Required[Line]


class Tree(TypedDict):
    name: str
    parts: list[Tree]


@dataclass
class Point:
    x: int
    y: float = 0.5
    tags: list[str] = field(default_factory=list)
    colour: Colour = Colour.RED
    made: int = field(init=False, default=3)


LINE = {
    "type": "object",
    "properties": {"sku": STRING, "count": INTEGER},
    "required": ["sku"],
    "additionalProperties": False,
}
COLOUR = {"enum": ["red", "blue"]}


@pytest.mark.parametrize(
    ("hint", "schema"),
    [
        (str, STRING),
        (int, INTEGER),
        (float, NUMBER),
        (bool, {"type": "boolean"}),
        (None, {"type": "null"}),
        (type(None), {"type": "null"}),
        (Any, {}),
        (object, {}),
        (bytes, {}),
        (Literal["a", "b", 3], {"enum": ["a", "b", 3]}),
        (Colour, COLOUR),
        (Optional[str], {"type": ["string", "null"]}),  # noqa: UP045 - as older packs write it
        (str | None, {"type": ["string", "null"]}),
        (Union[int, str], {"type": ["integer", "string"]}),  # noqa: UP007 - as older packs write it
        (Literal["a"] | None, {"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
        (int | Any, {}),
        (list, {"type": "array"}),
        (list[str], {"type": "array", "items": STRING}),
        (list[list[int]], {"type": "array", "items": {"type": "array", "items": INTEGER}}),
        (Sequence[float], {"type": "array", "items": NUMBER}),
        (Iterable[str], {"type": "array", "items": STRING}),
        (set[str], {"type": "array", "items": STRING}),
        (frozenset[str], {"type": "array", "items": STRING}),
        (tuple[int, ...], {"type": "array", "items": INTEGER}),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [INTEGER, STRING], "minItems": 2, "maxItems": 2},
        ),
        (dict, {"type": "object"}),
        (dict[str, int], {"type": "object", "additionalProperties": INTEGER}),
        (dict[str, Any], {"type": "object"}),
        (Mapping[str, str], {"type": "object", "additionalProperties": STRING}),
        (OrderId, STRING),
        (Annotated[str, "What it is."], {"type": "string", "description": "What it is."}),
        (Annotated[int, 3], INTEGER),
        (Line, LINE),
        (list[Line], {"type": "array", "items": LINE}),
        (
            Loose,
            {
                "type": "object",
                "properties": {"note": STRING, "line": LINE},
                "required": ["line"],
                "additionalProperties": False,
            },
        ),
        (
            Tree,
            {
                "type": "object",
                "properties": {"name": STRING, "parts": {"type": "array"}},
                "required": ["name", "parts"],
                "additionalProperties": False,
            },
        ),
        (
            Point,
            {
                "type": "object",
                "properties": {
                    "x": INTEGER,
                    "y": NUMBER,
                    "tags": {"type": "array", "items": STRING},
                    "colour": COLOUR,
                },
                "required": ["x"],
                "additionalProperties": False,
            },
        ),
    ],
)
def test_a_hint_has_its_schema(hint: object, schema: dict[str, Any]) -> None:
    found = read_hint(hint).schema
    assert found == schema
    Draft202012Validator.check_schema(found)


@pytest.mark.parametrize(
    ("hint", "given", "built"),
    [
        (Colour, "blue", Colour.BLUE),
        (Colour | None, None, None),
        (Colour | None, "red", Colour.RED),
        (list[Colour], ["red"], [Colour.RED]),
        (set[str], ["a", "a"], {"a"}),
        (frozenset[Colour], ["red"], frozenset({Colour.RED})),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple[Colour, int], ["red", 1], (Colour.RED, 1)),
        (dict[str, Colour], {"a": "red"}, {"a": Colour.RED}),
        (Point, {"x": 1}, Point(1)),
        (Point, {"x": 1, "colour": "blue"}, Point(1, colour=Colour.BLUE)),
        (list[Point], [{"x": 1, "y": 2}], [Point(1, 2)]),
    ],
)
def test_json_becomes_what_the_hint_asks_for(hint: object, given: object, built: object) -> None:
    build = read_hint(hint).build
    assert build is not None
    assert build(given) == built


@pytest.mark.parametrize("hint", [str, int | None, list[str], dict[str, int], Line, Any])
def test_plain_json_is_passed_on_as_it_is(hint: object) -> None:
    assert read_hint(hint).build is None


def test_defaults_are_kept_and_make_an_argument_optional() -> None:
    class Shop:
        def find(
            self,
            name: str,
            limit: int = 10,
            colour: Colour = Colour.RED,
            code: str = None,  # type: ignore[assignment]  # noqa: RUF013 - as generated code has it
            other: object = object(),
            *rest: str,
            strict: bool = False,
        ) -> dict[str, Any]:
            return {}

    described = describe("find", Shop.find)["parameters"]
    assert list(described) == ["name", "limit", "colour", "code", "other", "strict"]
    assert [name for name, one in described.items() if one["required"]] == ["name"]
    assert described["limit"]["schema"] == {"type": "integer", "default": 10}
    assert described["colour"]["schema"] == {**COLOUR, "default": "red"}
    assert described["code"]["schema"] == {"type": ["string", "null"], "default": None}
    assert described["other"]["schema"] == {}
    assert described["strict"]["schema"] == {"type": "boolean", "default": False}


TOOLS = """
import functools
from rut_env import read, user_tool, write

def twice(method):
    @functools.wraps(method)
    def both(self, *args, **named):
        method(self, *args, **named)
        return method(self, *args, **named)
    return both

class Base:
    def inherited(self): return {}
    def changed(self): return {}

class A(Base, dict):
    kind = "x"
    helper = len
    made = lambda self: {}
    def __init__(self): self.size = 1; self.called = print; self.log = []
    def __call__(self): return {}
    def _hidden(self): return {}
    @property
    def area(self): return 1
    @staticmethod
    def static(): return {}
    @classmethod
    def of(cls): return {}
    class Inner:
        def tool(self): return {}
    @write
    @twice
    def both(self, by: int): self.log.append(by); return {"success": True}
    @read
    @user_tool
    def mine(self): return {}
    def changed(self, more: str): return {}
    def any(self, **named: int): return {"success": True, "data": named}
"""


def test_the_tools_are_the_public_methods_and_nothing_else(tmp_path: Path) -> None:
    with open_code(tmp_path, TOOLS) as environment:
        tools = {tool.name: tool for tool in environment.agent_tools}
        assert list(tools) == ["inherited", "changed", "made", "both", "any"]
        assert [tool.name for tool in environment.user_tools] == ["mine"]
        assert tools["changed"].parameters["required"] == ["more"]
        assert tools["both"].writes is True
        assert tools["any"].parameters["additionalProperties"] is True
        for name in ("static", "of", "area", "called", "items", "pop", "helper", "__call__"):
            assert "there is no tool" in str(environment.call("agent", name, {}).content)
        environment.call("agent", "both", {"by": 2})
        assert environment.state()["log"] == [2, 2]
        assert environment.call("agent", "any", {"x": 1}).content == {
            "success": True,
            "data": {"x": 1},
        }


@pytest.mark.parametrize(
    ("method", "says"),
    [
        ("async def f(self): pass", "it is async"),
        ("async def f(self):\n    yield 1", "it is async"),
        ("def f(self, x, /): pass", "x cannot be given by name"),
        ("def f(self, x: 'Nope'): pass", "name 'Nope' is not defined"),
        ("def f(self, x: 'what is this'): pass", "tool f cannot be offered"),
    ],
)
def test_a_method_that_cannot_be_a_tool_is_refused_with_its_line(
    tmp_path: Path, method: str, says: str
) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        open_code(tmp_path, f"class A:\n  {method}\n")
    assert says in caught.value.title
    assert caught.value.place == f"{tmp_path / 'environment.py'}:2"


BUILT = """
import dataclasses, enum
from typing import TypedDict

class Size(enum.Enum):
    SMALL = "s"
    LARGE = "l"

@dataclasses.dataclass
class Box:
    size: Size
    count: int = 1

class A:
    def pack(self, boxes: list[Box], to: set[str]) -> dict:
        data = [[box.size.name, box.count] for box in boxes]
        return {"success": True, "data": data, "to": sorted(to)}
"""


def test_a_tool_is_given_what_its_hints_ask_for(tmp_path: Path) -> None:
    with open_code(tmp_path, BUILT) as environment:
        got = environment.call("agent", "pack", {"boxes": [{"size": "l"}], "to": ["b", "a", "b"]})
        assert got.content == {"success": True, "data": [["LARGE", 1]], "to": ["a", "b"]}
        bad = environment.call("agent", "pack", {"boxes": [{"size": "m"}], "to": []})
        assert "boxes.0.size: 'm' is not one of ['s', 'l']" in str(bad.content)
