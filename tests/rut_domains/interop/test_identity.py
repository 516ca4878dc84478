from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from rut_domains.dialogue import Dialogue, Message, Note, ToolCall, ToolResult
from rut_domains.interop.identity import derive_id, fingerprint, longer_id
from tests.support.recorded import dialogues

EVENTS = (
    Message(seq=0, at="2026-01-01T00:00:00+00:00", actor="agent", text="Hi"),
    ToolCall(
        seq=1,
        actor="agent",
        visible_to=frozenset({"agent"}),
        call_id="c",
        name="f",
        arguments={"a": 1, "b": {"c": 2, "d": 3}},
    ),
    ToolResult(seq=2, visible_to=frozenset({"agent"}), call_id="c", name="f", content="x"),
)


@settings(max_examples=50, deadline=None)
@given(dialogue=dialogues())
def test_times_call_ids_hashes_and_notes_do_not_count(dialogue: Dialogue) -> None:
    changed = [
        event.model_copy(
            update={"seq": event.seq + 5, "at": None}
            | ({"call_id": f"x{event.call_id}"} if hasattr(event, "call_id") else {})
            | ({"state_hash": None} if isinstance(event, ToolResult) else {})
        )
        for event in dialogue.events
        if not isinstance(event, Note)
    ]
    assert fingerprint(changed) == fingerprint(dialogue.events)


@pytest.mark.parametrize(
    ("index", "change"),
    [
        (0, {"text": "Ho"}),
        (0, {"actor": "user"}),
        (0, {"visible_to": frozenset({"agent"})}),
        (1, {"name": "g"}),
        (1, {"arguments": {"a": 2}}),
        (2, {"content": "y"}),
        (2, {"error": True}),
    ],
)
def test_what_was_said_done_and_seen_counts(index: int, change: dict[str, Any]) -> None:
    changed = list(EVENTS)
    changed[index] = changed[index].model_copy(update=change)
    assert fingerprint(changed) != fingerprint(EVENTS)


def test_the_order_of_keys_does_not_count() -> None:
    call = EVENTS[1].model_copy(update={"arguments": {"b": {"d": 3, "c": 2}, "a": 1}})
    assert fingerprint((EVENTS[0], call, EVENTS[2])) == fingerprint(EVENTS)


def test_ids_follow_from_their_parts_alone() -> None:
    assert derive_id("tau2", "a", 0) == derive_id("tau2", "a", 0)
    assert len({derive_id("tau2", *parts) for parts in (("a", 0), ("a", 1), ("a0",), ())}) == 4
    assert derive_id("tau2", "a").startswith("tau2-")


def test_a_longer_id_is_still_an_id() -> None:
    assert longer_id("d-1", "0123456789") == "d-1~01234567"
    assert len(longer_id("x" * 200, "0123456789")) <= 200
