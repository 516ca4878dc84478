"""Reference actions of the user: done, and asked for."""

from __future__ import annotations

from rut_domains.contract import Contract
from rut_domains.lexicon import Direction, Lexicon
from rut_domains.outcomes.model import UserWrite
from rut_domains.outcomes.probe import find_user_writes
from rut_domains.task import Step, Task
from tests.support.dialogues import Log

LEXICON = Lexicon(
    directions=(
        Direction(tool="set_lamp", arguments={"on": True}, heard_as=("turn on lamp",)),
        Direction(tool="set_lamp", arguments={"on": False}, heard_as=("turn off lamp",)),
    )
)
WRITING = {"set_lamp": True, "read_lamp": False, "set_fan": True}


def task(*steps: Step) -> Task:
    return Task(id="t", title="Lamp", domain="lamps", contract=Contract(), oracle=steps)


ON = Step(by="user", tool="set_lamp", arguments={"on": True})
OFF = Step(by="user", tool="set_lamp", arguments={"on": False})


def asked(text: str) -> Log:
    return Log().agent("Hello!").user("It is dark.").agent(text)


def test_what_was_asked_and_not_done_is_told_from_what_was_never_asked() -> None:
    log = asked("Please turn on the lamp.").user("No.").end("satisfied")
    assert find_user_writes(task(ON, OFF), log.events, WRITING, LEXICON) == (
        UserWrite(tool="set_lamp", done=False, asked=True),
        UserWrite(tool="set_lamp", done=False, asked=False),
    )


def test_a_call_counts_once_and_only_with_its_arguments_and_success() -> None:
    log = asked("Please turn on the lamp.").call("user", "set_lamp", {"on": True})
    (one, two) = find_user_writes(task(ON, ON), log.events, WRITING, LEXICON)
    assert (one.done, two.done) == (True, False)
    other = asked("Turn off the lamp.").call("user", "set_lamp", {"on": False})
    assert not find_user_writes(task(ON), other.events, WRITING, LEXICON)[0].done
    failed = asked("Turn on the lamp.").call("user", "set_lamp", {"on": True}, error=True)
    assert not find_user_writes(task(ON), failed.events, WRITING, LEXICON)[0].done


def test_readings_and_the_agents_own_steps_are_no_writes_of_the_user() -> None:
    steps = (Step(by="user", tool="read_lamp"), Step(by="agent", tool="set_lamp"))
    assert find_user_writes(task(*steps), asked("Hm.").events, WRITING, LEXICON) == ()


def test_a_tool_without_directions_is_asked_for_by_its_name() -> None:
    step = Step(by="user", tool="set_fan")
    log = asked("Would you set the fan, please?")
    assert find_user_writes(task(step), log.events, WRITING, LEXICON)[0].asked
    assert not find_user_writes(task(step), asked("Hm.").events, WRITING, LEXICON)[0].asked
