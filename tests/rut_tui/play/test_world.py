"""The world between the seats: what a call spoils or kills is taken back, and the rest goes on."""

from __future__ import annotations

from pathlib import Path

from rut_domains.dialogue import Event, ToolCall, ToolResult
from rut_tui.play.world import Answer, EnvironmentWorld
from tests.support.environments import open_code

CODE = """
class A:
    def __init__(self):
        self.notes = []

    def note(self, text: str):
        self.notes.append(text)
        return {"success": True}

    def spoil(self):
        self.notes.append(float("nan"))
        return {"success": True}

    def crash(self):
        self.notes.append("lost")
        import uuid
        uuid.os._exit(3)
"""


def events_of(calls: list[tuple[str, dict[str, object], Answer]]) -> list[Event]:
    """Return the log that the engine would have written of these calls."""
    events: list[Event] = []
    for name, arguments, got in calls:
        call = ToolCall.model_validate(
            {
                "seq": len(events),
                "at": None,
                "actor": "agent",
                "visible_to": ["agent"],
                "call_id": f"c{len(events)}",
                "name": name,
                "arguments": arguments,
            }
        )
        result = {
            **call.model_dump(include={"at", "visible_to", "call_id", "name"}),
            **got.model_dump(),
            "seq": call.seq + 1,
        }
        events += [call, ToolResult.model_validate(result)]
    return events


async def test_a_spoilt_state_and_a_crash_leave_what_went_well(tmp_path: Path) -> None:
    world = EnvironmentWorld(lambda: open_code(tmp_path, CODE))
    made: list[tuple[str, dict[str, object], Answer]] = []
    steps: list[tuple[str, dict[str, object]]] = [
        ("note", {"text": "one"}),
        ("spoil", {}),
        ("note", {"text": "two"}),
        ("crash", {}),
        ("note", {"text": "three"}),
    ]
    for number, (name, arguments) in enumerate(steps):
        made.append((name, arguments, await world.call("agent", name, arguments, 2 * number)))
    assert [got.error for *_, got in made] == [False, True, False, True, False]
    assert [got.crashed for *_, got in made] == [False, False, False, True, False]
    assert made[1][2].state_hash == made[0][2].state_hash
    assert world.state() == {"notes": ["one", "two", "three"]}
    await world.close()
    again = EnvironmentWorld(lambda: open_code(tmp_path, CODE))
    await again.restore(events_of(made))
    assert again.state() == {"notes": ["one", "two", "three"]}
    await again.close()
