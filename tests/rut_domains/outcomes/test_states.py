from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_domains.outcomes import MISSING, diff_states, same_value, value_at
from rut_domains.outcomes.states import paths_outside

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text("ab.", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)
STATE: dict[str, Any] = {
    "orders": {"W-1": {"status": "open", "items": [{"id": "a"}, {"id": "b"}]}},
    "mail": {"a.b@c.d": 1},
    "none": None,
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("orders.W-1.status", "open"),
        ("orders.W-1.items.1.id", "b"),
        ("mail.a.b@c.d", 1),
        ("none", None),
        ("", STATE),
    ],
)
def test_a_path_leads_to_its_value(path: str, value: object) -> None:
    assert value_at(STATE, path) == value


@pytest.mark.parametrize(
    "path", ["orders.W-2", "orders.W-1.items.2", "orders.W-1.items.-1", "none.x", "orders..W-1"]
)
def test_a_path_may_lead_nowhere(path: str) -> None:
    assert value_at(STATE, path) is MISSING


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (0, False, False),
        (None, False, False),
        ([1, True], [1, True], True),
        ({"a": 1}, {"a": True}, False),
        ("1", 1, False),
    ],
)
def test_values_compare_as_json(one: object, other: object, same: bool) -> None:
    assert same_value(one, other) is same


def test_a_difference_is_named_by_its_shortest_path() -> None:
    after = copy.deepcopy(STATE)
    after["orders"]["W-1"]["items"].append({"id": "c"})
    after["orders"]["W-1"]["status"] = "closed"
    after["orders"]["W-2"] = {"status": "open"}
    del after["none"]
    assert diff_states(STATE, after) == (
        "none",
        "orders.W-1.items.2",
        "orders.W-1.status",
        "orders.W-2",
    )


def test_a_change_of_kind_is_one_difference() -> None:
    assert diff_states({"a": [1]}, {"a": {"0": 1}}) == ("a",)
    assert diff_states([], {}) == ("",)


@given(JSON)
def test_a_state_does_not_differ_from_its_copy(state: Any) -> None:
    assert diff_states(state, copy.deepcopy(state)) == ()


@given(JSON, JSON)
def test_differences_are_the_same_both_ways(one: Any, other: Any) -> None:
    assert diff_states(one, other) == diff_states(other, one)


def test_a_path_below_an_expected_one_is_not_outside() -> None:
    changed = ("orders.W-1", "orders.W-1.refunds.0", "orders.W-10", "stock")
    expected = ("orders.W-1.refunds", "stock")
    assert paths_outside(changed, expected) == ("orders.W-1", "orders.W-10")
