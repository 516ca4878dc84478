"""What each field of a dialogue is to a rater: identity, outcome, timing, content or script.

Only content reaches a rater. A field that is not listed counts as identity.
"""

from __future__ import annotations

from typing import Literal

FieldClass = Literal["identity", "outcome", "timing", "content", "script"]

# `script` is what only a scripted seat reads: phrases it listens for, wordings it draws from.
FIELDS: dict[str, dict[str, FieldClass]] = {
    "Dialogue": {
        "id": "identity",
        "domain": "identity",
        "task_id": "identity",
        "task_hash": "identity",
        "user": "identity",
        "agent": "identity",
        "seed": "identity",
        "created_at": "timing",
        "origin": "identity",
        "parent_id": "identity",
        "parent_seq": "identity",
        "link": "identity",
        "briefing": "content",
        "recorded": "outcome",
        "events": "content",
    },
    "Chair": {"kind": "identity", "name": "identity"},
    "Origin": {
        "system": "identity",
        "source_id": "identity",
        "file": "identity",
        "file_hash": "identity",
    },
    "Briefing": {
        "contract": "content",
        "policy": "content",
        "agent_tools": "content",
        "user_tools": "content",
    },
    "ToolSpec": {
        "name": "content",
        "description": "content",
        "parameters": "content",
        "writes": "identity",
    },
    "Contract": {
        "persona": "content",
        "reason": "content",
        "known": "content",
        "unknown": "content",
        "instructions": "content",
        "guidelines": "content",
        "opening": "script",
        "facts": "content",
        "unknowns": "content",
        "goals": "content",
        "rules": "content",
        "expects": "outcome",
        "extra": "identity",
    },
    "Fact": {
        "id": "script",
        "text": "content",
        "value": "script",
        "about": "script",
        "reveal": "script",
        "asked_as": "script",
        "says": "script",
    },
    "Unknown": {
        "id": "script",
        "text": "content",
        "about": "script",
        "asked_as": "script",
        "says": "script",
    },
    "Goal": {
        "id": "script",
        "text": "content",
        "says": "script",
        "done_as": "script",
        "refused_as": "script",
        "after": "script",
        "unless": "script",
        "user_check": "script",
    },
    "Rule": {
        "id": "script",
        "when": "content",
        "then": "content",
        "heard_as": "script",
        "over": "script",
        "says": "script",
        "answer": "script",
    },
    "Message": {
        "seq": "identity",
        "at": "timing",
        "actor": "content",
        "visible_to": "content",
        "kind": "content",
        "text": "content",
    },
    "ToolCall": {
        "seq": "identity",
        "at": "timing",
        "actor": "content",
        "visible_to": "content",
        "kind": "content",
        "call_id": "identity",
        "name": "content",
        "arguments": "content",
    },
    "ToolResult": {
        "seq": "identity",
        "at": "timing",
        "actor": "content",
        "visible_to": "content",
        "kind": "content",
        "call_id": "identity",
        "name": "content",
        "content": "content",
        "error": "content",
        "crashed": "outcome",
        "state_hash": "outcome",
    },
    # The reason of an end is content where the end is a seat's own act.
    "Stop": {
        "seq": "identity",
        "at": "timing",
        "actor": "content",
        "visible_to": "content",
        "kind": "content",
        "reason": "content",
        "detail": "identity",
        "original": "identity",
    },
    "Note": {
        "seq": "identity",
        "at": "timing",
        "actor": "identity",
        "visible_to": "identity",
        "kind": "outcome",
        "data": "outcome",
    },
}


def class_of(model: str, field: str) -> FieldClass:
    """Return the class of a field of a model, by their names."""
    return FIELDS.get(model, {}).get(field, "identity")
