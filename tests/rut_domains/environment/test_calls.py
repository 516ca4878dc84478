"""What an environment offers, takes and answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.environment import (
    Environment,
    EnvironmentDied,
    EnvironmentFault,
    EnvironmentSource,
    Limits,
    SandboxChoice,
    source_hash,
)
from rut_domains.frozen import digest
from tests.support.environments import COUNTER, write_environment

NOW = "2026-03-01T09:00:00+01:00"


@pytest.fixture
def counter(tmp_path: Path) -> EnvironmentSource:
    return write_environment(tmp_path, COUNTER, "Counter")


def open_counter(
    source: EnvironmentSource, sandbox: SandboxChoice = "none", **kw: int
) -> Environment:
    return Environment.open(source, {"count": 5}, now=NOW, sandbox=sandbox, **kw)


def test_tools_are_public_methods_with_their_schemas(
    counter: EnvironmentSource, sandbox: SandboxChoice
) -> None:
    with open_counter(counter, sandbox) as environment:
        assert environment.sandboxed == (sandbox == "bwrap")
        tools = {tool.name: tool for tool in environment.agent_tools}
        assert list(tools) == ["add", "look", "move", "refuse", "chance", "clock"]
        assert [tool.name for tool in environment.user_tools] == ["peek"]
        add = tools["add"]
        assert (add.description, add.writes) == ("Add to the counter.\n\nMore words.", True)
        assert add.parameters == {
            "type": "object",
            "properties": {
                "by": {"type": "integer", "default": 1, "description": "How much."},
                "unit": {
                    "enum": ["one", "ten"],
                    "default": "one",
                    "description": "In ones or in tens.",
                },
            },
            "required": [],
            "additionalProperties": False,
        }
        move = tools["move"].parameters
        assert move["required"] == ["to"]
        assert move["properties"]["to"]["properties"]["floor"] == {"type": "integer"}
        assert move["properties"]["tags"]["anyOf"][0] == {
            "type": "array",
            "items": {"type": "string"},
        }
        assert (tools["look"].writes, tools["move"].writes) == (False, None)


def test_a_call_changes_the_state_and_its_hash(
    counter: EnvironmentSource, sandbox: SandboxChoice
) -> None:
    with open_counter(counter, sandbox) as environment:
        before = environment.state_hash()
        got = environment.call("agent", "add", {"by": 2, "unit": "ten"})
        assert (got.content, got.error) == ({"success": True, "data": 25}, False)
        assert environment.state() == {"count": 25, "names": {}}
        assert got.state_hash == environment.state_hash() == digest(environment.state()) != before
        assert environment.call("user", "peek", {}).content == {"success": True, "data": 25}
        assert environment.call("agent", "look", {}, hash_state=False).state_hash is None


@pytest.mark.parametrize(
    ("seat", "tool", "arguments", "says"),
    [
        ("agent", "fly", {}, "there is no tool 'fly'"),
        ("agent", "__init__", {}, "there is no tool '__init__'"),
        ("agent", "_private", {}, "there is no tool '_private'"),
        ("user", "add", {}, "add is a tool of the agent"),
        ("agent", "peek", {}, "peek is a tool of the user"),
        ("agent", "add", {"by": "two"}, "by: 'two' is not of type 'integer'"),
        ("agent", "add", {"by": True}, "by: True is not of type 'integer'"),
        ("agent", "add", {"unit": "dozen"}, "unit: 'dozen' is not one of ['one', 'ten']"),
        ("agent", "add", {"much": 1}, "much: there is no such argument; there is by, unit"),
        ("agent", "move", {}, "to: this is missing"),
        ("agent", "move", {"to": {"city": "Ulm", "floor": "3"}}, "to.floor: '3' is not"),
        ("agent", "refuse", {}, "not today"),
    ],
)
def test_a_wrong_call_is_an_error_result_and_changes_nothing(
    counter: EnvironmentSource, seat: str, tool: str, arguments: dict[str, object], says: str
) -> None:
    with open_counter(counter) as environment:
        before = environment.state_hash()
        got = environment.call(seat, tool, arguments)  # type: ignore[arg-type]
        assert got.error
        assert isinstance(got.content, dict)
        assert says in str(got.content["error"])
        assert got.state_hash == before


def test_time_and_chance_follow_from_seed_and_tick(
    counter: EnvironmentSource, sandbox: SandboxChoice
) -> None:
    def play(seed: int) -> list[object]:
        with open_counter(counter, sandbox, seed=seed) as environment:
            return [
                environment.call("agent", tool, {}, tick=tick).content
                for tool, tick in (("chance", 1), ("clock", 30), ("chance", 60))
            ]

    first, again, other = play(1), play(1), play(2)
    assert first == again
    assert first[0] != other[0]
    assert first[0] != first[2]
    assert first[1] == {
        "success": True,
        "data": ["2026-03-01T09:00:30+01:00", "2026-03-01T09:00:30", 1772352030.0],
    }


@pytest.mark.parametrize(
    ("code", "says", "line"),
    [
        ("class A:\n  def f(self:\n    pass", "syntax error", ":2"),
        ("x = 1\nclass A:\n  y = 1 / 0", "ZeroDivisionError", ":3"),
        ("class B: pass", "no class 'A'", ""),
        ("import socket\nclass A: pass", "may not import 'socket'", ":1"),
        ("import os\nclass A: pass", "may not import 'os'", ":1"),
        ("class A:\n  def __init__(self):\n    raise SystemExit(0)", "SystemExit", ":3"),
        (
            "class A:\n  def __init__(self):\n    self.s = [object()]",
            "state.s[0] is of type object",
            "",
        ),
        (
            "class A:\n  def f(self, x: 'Nope'): pass",
            "tool f cannot be offered: name 'Nope' is not defined",
            ":2",
        ),
        ("open('/etc/passwd')\nclass A: pass", "may not use open", ":1"),
    ],
)
def test_code_that_cannot_be_opened_is_told_with_its_place(
    tmp_path: Path, sandbox: SandboxChoice, code: str, says: str, line: str
) -> None:
    source = write_environment(tmp_path, code, "A")
    with pytest.raises(EnvironmentFault) as caught:
        Environment.open(source, {}, now=NOW, sandbox=sandbox)
    assert says in caught.value.title
    assert caught.value.place.startswith(str(source.path))
    assert caught.value.place.endswith(line)


def test_code_that_never_finishes_opening_is_given_up(
    tmp_path: Path, sandbox: SandboxChoice
) -> None:
    source = write_environment(tmp_path, "while True: pass", "A")
    with pytest.raises(EnvironmentDied, match=r"longer than 0\.5 seconds"):
        Environment.open(source, {}, now=NOW, sandbox=sandbox, limits=Limits(open_seconds=0.5))


def test_a_missing_file_and_a_link_that_leads_out_are_refused(tmp_path: Path) -> None:
    gone = EnvironmentSource(path=tmp_path / "gone.py", class_name="A")
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        Environment.open(gone, {}, now=NOW)
    folder = tmp_path / "environment"
    folder.mkdir()
    (folder / "__init__.py").write_text("class A: pass")
    (folder / "out.py").symlink_to("/etc/hostname")
    with pytest.raises(EnvironmentFault, match="leads out"):
        Environment.open(EnvironmentSource(path=folder, class_name="A"), {}, now=NOW)


def test_the_hash_of_the_source_follows_names_and_texts(tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    folder.mkdir()
    source = EnvironmentSource(path=folder, class_name="A")
    (folder / "__init__.py").write_text("class A: pass")
    first = source_hash(source)
    (folder / "more.py").write_text("")
    second = source_hash(source)
    (folder / "more.py").rename(folder / "less.py")
    assert len({first, second, source_hash(source)}) == 3


def test_a_closed_environment_says_so(counter: EnvironmentSource) -> None:
    environment = open_counter(counter)
    environment.close()
    environment.close()
    with pytest.raises(EnvironmentDied, match="closed"):
        environment.call("agent", "look", {})
