"""State: the public attributes, as JSON, with a hash that the parent can check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.environment import Environment, EnvironmentFault, Limits, SandboxChoice
from rut_domains.frozen import digest
from tests.support.environments import open_code

BOX = """
class Box:
    VERSION = 3

    def __init__(self):
        self.thing = None
        self._secret = object()

    def put(self, thing):
        self.thing = thing
        return {"success": True}

    def note(self):
        self._secret = 1
        self.helper = len
        return {"success": True}
"""
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with open_code(tmp_path_factory.mktemp("box"), BOX, class_name="Box") as environment:
        yield environment


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(thing=JSON)
def test_any_json_comes_back_with_the_hash_of_its_canonical_json(
    box: Environment, thing: object
) -> None:
    got = box.call("agent", "put", {"thing": thing})
    assert got.content == {"success": True}
    state = box.state()
    assert state == {"thing": thing}
    assert got.state_hash == box.state_hash() == digest(state)


def test_numbers_keep_their_kind(box: Environment) -> None:
    thing = [1, 1.0, -0.0, 10**30, 1e300, 5e-324, True]
    box.call("agent", "put", {"thing": thing})
    back = box.state()["thing"]
    assert [repr(one) for one in back] == [repr(one) for one in thing]


def test_what_is_private_callable_or_of_the_class_is_no_state(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    with open_code(tmp_path, BOX, class_name="Box", sandbox=sandbox) as environment:
        before = environment.state_hash()
        got = environment.call("agent", "note", {})
        assert environment.state() == {"thing": None}
        assert got.state_hash == before == digest({"thing": None})


def test_keys_that_are_no_text_are_told_apart_as_json_tells_them(tmp_path: Path) -> None:
    code = (
        "class A:\n  def __init__(self):\n"
        "    self.a = {10: 'x', 9: 'y', None: 1, True: (1, 2), 1.5: []}\n"
    )
    with open_code(tmp_path, code) as environment:
        state = environment.state()
        assert state == {"a": {"10": "x", "9": "y", "null": 1, "true": [1, 2], "1.5": []}}
        assert environment.state_hash() == digest(state)


def test_a_set_in_the_state_is_a_sorted_list(tmp_path: Path, sandbox: SandboxChoice) -> None:
    code = (
        "class A:\n  def __init__(self):\n"
        "    self.a = {'b', 'a', 'ä', 3, 20, (1, frozenset({2, 1}))}\n"
        "  def add(self, what: str):\n    self.a.add(what)\n    return {}\n"
    )
    with open_code(tmp_path, code, sandbox=sandbox) as environment:
        assert environment.state() == {"a": ["a", "b", "ä", 20, 3, [1, [1, 2]]]}
        got = environment.call("agent", "add", {"what": "aa"})
        state = environment.state()
        assert state["a"][:2] == ["a", "aa"]
        assert got.state_hash == environment.state_hash() == digest(state)


def test_the_given_state_replaces_what_the_constructor_made(tmp_path: Path) -> None:
    code = "class A:\n  def __init__(self):\n    self.a = 1\n    self.b = {'x': 1}\n"
    with open_code(tmp_path, code, state={"b": {"y": 2}, "c": []}) as environment:
        assert environment.state() == {"a": 1, "b": {"y": 2}, "c": []}


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("self", None),
        ("self, init_config", {}),
        ("self, init_config=None", None),
        ("self, *parts, **named", None),
    ],
)
def test_a_class_that_demands_an_argument_is_given_an_empty_dict(
    tmp_path: Path, signature: str, expected: object
) -> None:
    given = "init_config" if "init_config" in signature else "None"
    code = f"class A:\n  def __init__({signature}):\n    self.got = {given}\n"
    with open_code(tmp_path, code) as environment:
        assert environment.state() == {"got": expected}


@pytest.mark.parametrize(
    ("state", "says", "place"),
    [
        ({"_hidden": 1}, "no attribute of the state may be called so", "state._hidden"),
        ({"put": 1}, "no attribute of the state may be called so", "state.put"),
        ({"thing": {"a": [float("nan")]}}, "is nan", "state.thing.a[0]"),
        ({"thing": object()}, "is of type object", "state.thing"),
        ({"thing": {1, 2}}, "is of type set", "state.thing"),
        ({"thing": "\ud800"}, "half a character", "state.thing"),
    ],
)
def test_a_state_that_cannot_be_taken_is_refused_with_its_place(
    tmp_path: Path, state: dict[str, object], says: str, place: str
) -> None:
    with pytest.raises(EnvironmentFault) as caught:
        open_code(tmp_path, BOX, class_name="Box", state=state)
    assert says in caught.value.title
    assert place in caught.value.place


def test_a_property_that_refuses_its_value_is_told(tmp_path: Path) -> None:
    code = (
        "class A:\n  @property\n  def size(self): return 1\n  @size.setter\n"
        "  def size(self, value): raise ValueError('too big')\n"
    )
    with pytest.raises(EnvironmentFault, match="too big"):
        open_code(tmp_path, code, state={"size": 9})


def test_a_state_above_the_limit_is_refused_and_can_still_be_hashed(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    limits = Limits(state_bytes=1000)
    with open_code(
        tmp_path, BOX, class_name="Box", limits=limits, sandbox=sandbox, state={"thing": "x" * 2000}
    ) as environment:
        with pytest.raises(EnvironmentFault, match="state is 2,012 bytes long, more than 1,000"):
            environment.state()
        assert environment.state_hash() == digest({"thing": "x" * 2000})
        assert environment.call("agent", "put", {"thing": 1}).error is False
        assert environment.state() == {"thing": 1}


def test_a_state_larger_than_a_pipe_goes_both_ways(tmp_path: Path, sandbox: SandboxChoice) -> None:
    state: dict[str, object] = {"thing": {str(n): "é" * 100 for n in range(20_000)}}
    with open_code(tmp_path, BOX, class_name="Box", sandbox=sandbox, state=state) as environment:
        assert environment.state() == state
        assert environment.state_hash() == digest(state)
