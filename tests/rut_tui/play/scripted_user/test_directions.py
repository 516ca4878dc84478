"""What the scripted user does and reports when directed, with a switch of our own."""

from __future__ import annotations

import pytest

from rut_domains.contract import Contract, Goal
from rut_domains.lexicon import Direction, Lexicon
from rut_domains.tool import ToolSpec
from tests.support.scripted_user import Talk
from tests.support.shop import task_of

SWITCHES = ("fan", "heater")
TOOLS = (
    *(ToolSpec(name=f"set_{name}", writes=True) for name in SWITCHES),
    ToolSpec(name="restart_box", writes=True),
    ToolSpec(name="read_gauge", writes=False),
)
LEXICON = Lexicon(
    directions=(
        *(
            Direction(
                tool=f"set_{name}",
                arguments={"on": on},
                heard_as=(f"turn {way} {name}",),
                says=(f"The {name} is {way}.",),
            )
            for name in SWITCHES
            for on, way in ((True, "on"), (False, "off"))
        ),
        Direction(
            tool="restart_box",
            heard_as=("restart the box", "turn off and on again"),
            says=("It is up again.",),
        ),
        Direction(tool="read_gauge", heard_as=("read the gauge",), says=("It is at 7.",)),
    )
)
CONTRACT = Contract(
    opening=("The box is cold.",),
    goals=(Goal(id="warm", text="Get the box warm.", done_as=("box is warm",)),),
)


def box() -> Talk:
    talk = Talk(task_of(CONTRACT), LEXICON, tools=TOOLS)
    talk.hear("Hello!")
    return talk


def test_of_a_switch_that_went_on_and_off_the_last_state_is_reported() -> None:
    talk = box()
    said = talk.hear("Please turn the fan on, then turn the fan off.")
    assert [arguments["on"] for _, arguments in talk.calls] == [True, False]
    assert "is off" in said
    assert "is on" not in said


def test_what_was_changed_after_it_makes_a_try_no_longer_count() -> None:
    talk = box()
    talk.hear("Please restart the box.")
    talk.hear("Read the gauge, please.")
    assert "?" not in talk.hear("Have you restarted the box?")
    talk.hear("Now turn the heater on.")
    assert "?" in talk.hear("Have you restarted the box?")
    talk.hear("Yes, please do.")
    assert [name for name, _ in talk.calls].count("restart_box") == 2


@pytest.mark.parametrize(
    "condition", ["If that does not help", "if it fails", "If this is no use", "If not"]
)
def test_what_is_only_for_the_case_of_failure_is_not_done_yet(condition: str) -> None:
    talk = box()
    talk.hear(f"Please restart the box. {condition}, turn on the heater.")
    assert [name for name, _ in talk.calls] == ["restart_box"]


@pytest.mark.parametrize(
    ("line", "calls"),
    [
        (
            "Turn off the fan, the heater and read the gauge.",
            ["set_fan", "set_heater", "read_gauge"],
        ),
        ("Turn on the fan and the heater.", ["set_fan", "set_heater"]),
        ("Turn the heater off and on.", ["set_heater", "set_heater"]),
        ("Turn the fan off and then back on.", ["set_fan", "set_fan"]),
        ("Turn the box off and on.", ["restart_box"]),
        ("Restart the box and then read the gauge.", ["restart_box", "read_gauge"]),
    ],
)
def test_several_directions_are_all_carried_out(line: str, calls: list[str]) -> None:
    talk = box()
    talk.hear(line)
    assert [name for name, _ in talk.calls] == calls
