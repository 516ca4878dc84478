from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from rut_domains.pack import load_pack, merge_patch, start_state
from tests.support.packs import make_pack

# The examples of RFC 7386, appendix A.
CASES: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "merged"), CASES)
def test_the_examples_of_the_standard(target: Any, patch: Any, merged: Any) -> None:
    before = copy.deepcopy((target, patch))
    assert merge_patch(target, patch) == merged
    assert (target, patch) == before


def test_a_task_changes_its_own_start_alone(tmp_path: Path) -> None:
    pack = load_pack(make_pack(tmp_path))
    task = pack.tasks["renew-sander"]
    changed = task.model_copy(update={"state": {"loans": {"L-104": {"reserved": True}}}})
    assert start_state(pack, changed)["loans"]["L-104"]["reserved"] is True
    assert start_state(pack, task)["loans"]["L-104"]["reserved"] is False
    assert start_state(pack, task) == pack.state
