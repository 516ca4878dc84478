"""Tools that misbehave: each ends in a clear error within its limit, and life goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from rut_domains.environment import (
    Environment,
    EnvironmentDied,
    EnvironmentFault,
    EnvironmentSource,
    Limits,
    SandboxChoice,
    bubblewrap_works,
)
from tests.support.environments import NOW, hostile, open_code, write_environment
from tests.support.hostile_tools import BAD_STATES, DEATHS, ERRORS, REPLACEMENTS

LIMITS = Limits(call_seconds=20.0, memory_mb=256)
HASTY = Limits(call_seconds=0.5, memory_mb=256)


def open_bad(
    source: EnvironmentSource, sandbox: SandboxChoice, limits: Limits = LIMITS
) -> Environment:
    return Environment.open(source, {}, now=NOW, sandbox=sandbox, limits=limits)


def write_all(bodies: Iterable[str]) -> str:
    """One environment with a tool `act_N` for each body, and a tool `ok` that is fine."""
    tools = ["    def ok(self):\n        return {'success': True}\n"]
    for number, body in enumerate(bodies):
        lines = "\n".join(f"        {line}" for line in body.splitlines())
        tools.append(f"    def act_{number}(self):\n{lines}\n")
    return "class A:\n" + "\n".join(tools)


@pytest.fixture(scope="module")
def survivors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Environment]]:
    """One environment each, plain and sandboxed, that all the tools of ERRORS run in."""
    code = write_all(body for body, _ in ERRORS.values())
    choices: list[SandboxChoice] = ["none", *(["bwrap"] if bubblewrap_works() else [])]  # type: ignore[list-item]
    with ExitStack() as stack:
        yield {
            choice: stack.enter_context(
                open_code(tmp_path_factory.mktemp("bad"), code, limits=LIMITS, sandbox=choice)
            )
            for choice in choices
        }


@pytest.mark.parametrize("name", ERRORS)
def test_a_tool_that_misbehaves_is_an_error_result(
    survivors: dict[str, Environment], sandbox: SandboxChoice, name: str
) -> None:
    environment, says = survivors[sandbox], ERRORS[name][1]
    got = environment.call("agent", f"act_{list(ERRORS).index(name)}", {})
    assert got.error
    assert got.state_hash is not None
    assert isinstance(got.content, dict)
    assert got.content["success"] is False
    assert says in str(got.content["error"])
    assert len(str(got.content["error"])) < 1000
    assert "Traceback" not in str(got.content)
    assert environment.call("agent", "ok", {}).content == {"success": True}


@pytest.mark.parametrize("name", DEATHS)
def test_a_tool_that_takes_the_worker_with_it_is_told(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body, says = DEATHS[name]
    source = hostile(tmp_path, body)
    # What hangs is given half a second; what does not, all the time that a busy machine needs.
    hangs = "took longer" in says or "goes on" in name
    with open_bad(source, sandbox, HASTY if hangs else LIMITS) as environment:
        with pytest.raises(EnvironmentDied) as caught:
            environment.call("agent", "act", {})
        assert says in caught.value.title
        with pytest.raises(EnvironmentDied, match="closed"):
            environment.call("agent", "ok", {})
    with open_bad(source, sandbox) as again:
        assert again.call("agent", "ok", {}).content == {"success": True}


@pytest.mark.parametrize("name", REPLACEMENTS)
def test_a_tool_that_replaces_what_all_use_changes_its_own_world_only(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body = f"{REPLACEMENTS[name]}\nreturn {{'success': True, 'data': [1, 'é']}}"
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        got = environment.call("agent", "act", {}, tick=1)
        assert (got.content, got.error) == ({"success": True, "data": [1, "é"]}, False)
        again = environment.call("agent", "ok", {}, tick=2)
        assert again.content == {"success": True}
        assert again.state_hash == got.state_hash == environment.state_hash()


def test_prints_within_the_limit_are_fine_and_the_limit_begins_anew_with_each_call(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    body = "print('x' * 900_000)\nreturn {'success': True}"
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        for _ in range(3):
            assert not environment.call("agent", "act", {}).error


def test_what_is_printed_below_python_goes_nowhere(tmp_path: Path, sandbox: SandboxChoice) -> None:
    body = "import uuid\nfor fd in (1, 2) * 1000:\n    uuid.os.write(fd, b'x' * 100_000)\nreturn {}"
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        assert environment.call("agent", "act", {}).content == {}


def test_what_a_failing_tool_changed_stays_changed(tmp_path: Path, sandbox: SandboxChoice) -> None:
    with open_bad(hostile(tmp_path, "self.done = 1\nraise ValueError('late')"), sandbox) as bad:
        got = bad.call("agent", "act", {})
        assert got.content == {"success": False, "error": "the tool raised ValueError: late"}
        assert bad.state() == {"done": 1}
        assert got.state_hash == bad.state_hash()


@pytest.mark.parametrize("name", BAD_STATES)
def test_a_call_that_leaves_a_state_that_is_no_json_is_an_error_and_taken_back(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body, says = BAD_STATES[name]
    with open_bad(hostile(tmp_path, f"{body}\nreturn {{}}"), sandbox) as environment:
        before = environment.state()
        for _ in range(2):
            got = environment.call("agent", "act", {})
            assert (got.error, got.undone) == (True, True)
            assert "after the call, the state cannot be kept" in str(got.content)
            assert says in str(got.content)
            assert got.state_hash == environment.state_hash()
            assert environment.state() == before
            good = environment.call("agent", "ok", {})
            assert (good.content, good.error, good.undone) == ({"success": True}, False, False)


@pytest.mark.parametrize("name", BAD_STATES)
def test_without_the_hash_nobody_looks_at_the_state_until_it_is_asked_for(
    tmp_path: Path, sandbox: SandboxChoice, name: str
) -> None:
    body, says = BAD_STATES[name]
    with open_bad(hostile(tmp_path, f"{body}\nreturn {{}}"), sandbox) as environment:
        assert environment.call("agent", "act", {}, hash_state=False).content == {}
        with pytest.raises(EnvironmentFault) as caught:
            environment.state()
        assert says in caught.value.title
        assert "state" in caught.value.place
        assert environment.call("agent", "ok", {}, hash_state=False).content == {"success": True}


HALF_DONE = """
BUSY = []


class A:
    def __init__(self):
        self.orders = {"W-1": {"note": ""}}
        self.open = {"W-1"}
        self._by_id = self.orders

    def note(self, text: str):
        BUSY.append(text)
        self._by_id["W-1"]["note"] = text
        self.open.add(text)
        if text == "spoil":
            self.orders["W-1"]["price"] = float("nan")
        return {"success": True, "data": list(BUSY)}
"""


def test_taking_back_leaves_also_what_the_environment_keeps_to_itself_as_it_was(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    source = write_environment(tmp_path, HALF_DONE, "A")
    with open_bad(source, sandbox) as environment:
        environment.call("agent", "note", {"text": "first"})
        # What is on the disk now is not what was opened.
        source.path.write_text("raise ValueError", "utf-8")
        assert environment.call("agent", "note", {"text": "spoil"}).undone
        got = environment.call("agent", "note", {"text": "last"})
        assert got.content == {"success": True, "data": ["first", "last"]}
        assert environment.state() == {
            "open": ["W-1", "first", "last"],
            "orders": {"W-1": {"note": "last"}},
        }


def test_a_flood_while_the_environment_is_made_is_told_in_words(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    source = hostile(tmp_path, "return {}", top="print('x' * 2_000_000)")
    with pytest.raises(EnvironmentFault, match="its code printed more than 1,048,576 bytes"):
        open_bad(source, sandbox)


def test_a_state_that_hangs_when_it_is_read_is_given_up(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    body = (
        "class Odd(dict):\n    def items(self):\n        while True: pass\n"
        "self.thing = Odd(a=1)\nreturn {}"
    )
    with (
        open_bad(hostile(tmp_path, body), sandbox, HASTY) as environment,
        pytest.raises(EnvironmentDied, match=r"act took longer than 0\.5 seconds"),
    ):
        environment.call("agent", "act", {})


def test_a_tool_that_lifts_the_recursion_limit_ends_all_the_same(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    # Older Pythons run out of stack, newer ones count their own calls.
    body = (
        "import uuid\nuuid.sys.setrecursionlimit(10**9)\n"
        "class Odd:\n    def __repr__(self):\n        return repr([self])\nreturn repr(Odd())"
    )
    with open_bad(hostile(tmp_path, body), sandbox) as environment:
        try:
            said = str(environment.call("agent", "act", {}).content)
        except EnvironmentDied as death:
            said = death.title
    assert "act crashed the worker (SIGSEGV)" in said or "called itself too often" in said


def test_processor_time_is_limited_over_all_calls(tmp_path: Path, sandbox: SandboxChoice) -> None:
    limits = Limits(cpu_seconds=1, call_seconds=60)
    code = "class A:\n  def burn(self):\n    while True: pass\n"
    with (
        open_code(tmp_path, code, limits=limits, sandbox=sandbox) as environment,
        pytest.raises(EnvironmentDied, match="burn used up the processor time"),
    ):
        environment.call("agent", "burn", {})
