"""What is said about arguments that do not fit, and what docstrings say about those that do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rut_domains.environment.arguments import Checker, split_docstring, suggest
from rut_domains.tool import ToolSpec

ADDRESS = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "floor": {"type": "integer"}},
    "required": ["city"],
    "additionalProperties": False,
}
PARAMETERS = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string"},
        "count": {"type": "integer", "default": 1, "description": "How many."},
        "price": {"type": "number"},
        "gift": {"type": "boolean"},
        "note": {"type": ["string", "null"]},
        "how": {"enum": ["post", "van"]},
        "to": ADDRESS,
        "via": {"anyOf": [ADDRESS, {"type": "null"}]},
        "lines": {"type": "array", "items": {"type": "string"}},
        "any": {},
    },
    "required": ["order_id"],
    "additionalProperties": False,
}
CHECKER = Checker(ToolSpec(name="send", parameters=PARAMETERS))


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"order_id": "W1"}, ""),
        ({"order_id": "W1", "count": 2, "price": 1, "gift": False, "note": None}, ""),
        ({"order_id": "W1", "price": 1.5, "how": "van", "to": {"city": "Ulm"}, "via": None}, ""),
        ({"order_id": "W1", "lines": [], "any": {"a": [1]}}, ""),
        ({}, "order_id: this is missing"),
        ({"order_id": 3}, "order_id: 3 is not of type 'string'"),
        ({"order_id": None}, "order_id: None is not of type 'string'"),
        ({"order_id": "W1", "count": True}, "count: True is not of type 'integer'"),
        ({"order_id": "W1", "count": 1.5}, "count: 1.5 is not of type 'integer'"),
        ({"order_id": "W1", "gift": 0}, "gift: 0 is not of type 'boolean'"),
        ({"order_id": "W1", "how": "bike"}, "how: 'bike' is not one of ['post', 'van']"),
        ({"order_id": "W1", "lines": ["a", 2]}, "lines.1: 2 is not of type 'string'"),
        ({"order_id": "W1", "to": {}}, "to.city: this is missing"),
        (
            {"order_id": "W1", "to": {"city": "Ulm", "flor": 2}},
            "to.flor: there is no such argument; did you mean floor?",
        ),
        (
            {"order_id": "W1", "via": {"city": 3}},
            "via.city: 3 is not of type 'string'",
        ),
        (
            {"oder_id": "W1"},
            "order_id: this is missing; oder_id: there is no such argument; did you mean order_id?",
        ),
        (
            {"order_id": 1, "count": "x", "price": "y", "gift": "z"},
            "count: 'x' is not of type 'integer'; gift: 'z' is not of type 'boolean'; "
            "order_id: 1 is not of type 'string'",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_field(arguments: dict[str, Any], problem: str) -> None:
    assert CHECKER.problem(arguments) == problem


def test_a_long_value_is_cut_in_what_is_said_about_it() -> None:
    problem = CHECKER.problem({"order_id": ["x" * 100_000]})
    assert len(problem) < 400


def test_a_tool_without_arguments_says_so() -> None:
    assert Checker(ToolSpec(name="look")).problem({}) == ""
    closed = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    checker = Checker(ToolSpec(name="look", parameters=closed))
    assert checker.problem({"x": 1}) == "x: there is no such argument; there is none"


@given(
    st.dictionaries(
        st.sampled_from([*PARAMETERS["properties"], "odd"]),  # type: ignore[misc]
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(["post", "x", ""])
        | st.lists(st.text(max_size=2) | st.integers(), max_size=2)
        | st.fixed_dictionaries({"city": st.text(max_size=2) | st.none()}),
    )
)
def test_there_is_a_problem_exactly_where_json_schema_sees_one(arguments: dict[str, Any]) -> None:
    fits = Draft202012Validator(PARAMETERS).is_valid(arguments)
    assert (CHECKER.problem(arguments) == "") == fits


def test_a_name_far_from_all_is_answered_with_all() -> None:
    assert suggest("zzz", ["get_order", "list_orders"]) == "; there is get_order, list_orders"
    assert suggest("get_ordr", ["get_order", "list_orders"]) == "; did you mean get_order?"


@pytest.mark.parametrize(
    ("doc", "about", "arguments"),
    [
        ("", "", {}),
        ("Only this.", "Only this.", {}),
        (
            "Send it.\n\nMore.\n\nArgs:\n    a: First,\n        second line.\n    b (str): Bee.\n",
            "Send it.\n\nMore.",
            {"a": "First, second line.", "b": "Bee."},
        ),
        (
            "Send it.\n\nArgs:\n    a: Like this:\n        note: not an argument.\n"
            "    **more: Rest.",
            "Send it.",
            {"a": "Like this: note: not an argument.", "more": "Rest."},
        ),
        (
            "Send.\n\nReturns:\n    dict: Something.\n\nRaises:\n    ValueError: Never.\n",
            "Send.",
            {},
        ),
        (
            "Send.\n\nArgs:\n  a (Dict[str, int], optional): Ay.\n\n  b:\n    Bee.\n\n"
            "Note:\n  Twice.",
            "Send.\n\nNote:\n  Twice.",
            {"a": "Ay.", "b": "Bee."},
        ),
        ("Arguments:\n\ta: Tab.", "", {"a": "Tab."}),
        ("Words with a colon:\n  - a: b", "Words with a colon:\n  - a: b", {}),
    ],
)
def test_a_docstring_is_split_into_description_and_arguments(
    doc: str, about: str, arguments: dict[str, str]
) -> None:
    assert split_docstring(doc) == (about, arguments)


@given(st.text())
def test_any_docstring_can_be_split(doc: str) -> None:
    about, arguments = split_docstring(doc)
    assert len(about) <= len(doc)
    assert all(name in doc for name in arguments)
