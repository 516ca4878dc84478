from __future__ import annotations

from typing import Any

import pytest

from rut_domains.interop.tau2.links import Links


def task(*actions: str) -> dict[str, Any]:
    listed = [{"action_id": action, "name": "x"} for action in actions]
    return {"evaluation_criteria": {"actions": listed} if actions else None}


def checked(*actions: str) -> dict[str, Any]:
    return {"action_checks": [{"action": {"action_id": action}} for action in actions]}


NUMBERED = Links({"0": task("0_0", "0_1"), "1": task("1_0"), "89": task("89_0"), "none": task()})
# In telecom the ids are those of tools, so that several tasks share them.
SHARED = Links(
    {
        "roam": task("toggle_roaming_0"),
        "data": task("toggle_data_0"),
        "both": task("toggle_data_0", "toggle_roaming_1"),
        "both[Hard]": task("toggle_data_0", "toggle_roaming_1"),
    }
)


@pytest.mark.parametrize(
    ("links", "named", "actions", "state", "played"),
    [
        (NUMBERED, "0", ("0_0", "0_1"), "right", ""),
        (NUMBERED, "0", ("0_1",), "right", ""),
        (NUMBERED, "0", ("89_0",), "wrong", "89"),
        (NUMBERED, "0", ("1_7",), "wrong", "1"),
        (NUMBERED, "0", ("77_0",), "wrong", ""),
        (NUMBERED, "0", ("0_0", "0_9"), "partial", ""),
        (NUMBERED, "0", (), "unchecked", ""),
        (NUMBERED, "none", ("none_0",), "right", ""),
        (NUMBERED, "none", ("1_0",), "wrong", "1"),
        (NUMBERED, "gone", ("1_0",), "wrong", "1"),
        (NUMBERED, "gone", ("gone_0",), "unchecked", ""),
        (SHARED, "roam", ("toggle_roaming_0",), "right", ""),
        (SHARED, "roam", ("toggle_data_0",), "wrong", "data"),
        (SHARED, "both", ("toggle_data_0",), "wrong", "data"),
        (SHARED, "data", ("toggle_data_0", "toggle_roaming_1"), "wrong", ""),
        (SHARED, "both[Hard]", ("toggle_data_0", "toggle_roaming_1"), "right", ""),
    ],
)
def test_checked_actions_tell_which_task_was_played(
    links: Links, named: str, actions: tuple[str, ...], state: str, played: str
) -> None:
    found = links.check(named, checked(*actions))
    assert (found.state, found.played) == (state, played)


@pytest.mark.parametrize(
    "reward",
    [None, 1.0, {}, {"action_checks": None}, {"action_checks": [None, {"action": 3}]}],
)
def test_without_readable_checks_nothing_is_claimed(reward: Any) -> None:
    assert NUMBERED.check("0", reward).state == "unchecked"
