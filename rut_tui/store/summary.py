"""A dialogue in a list: its header and what can be told without loading its events."""

from __future__ import annotations

from pydantic import Field, JsonValue

from rut_domains.dialogue import Chair, EndReason, Link
from rut_domains.frozen import Frozen


class Summary(Frozen):
    """One row of a list of dialogues.

    `turns` counts the messages that both seats saw, `events` all events. `end` is None while the
    dialogue is open. `outcome` is the latest one noted; `fault` the planted failure mode.
    """

    id: str
    domain: str
    task_id: str
    user: Chair
    agent: Chair
    origin_system: str
    created_at: str
    parent_id: str | None = None
    link: Link = "linked"
    has_contract: bool = False
    turns: int = 0
    events: int = 0
    end: EndReason | None = None
    outcome: dict[str, JsonValue] | None = None
    fault: str | None = None
    recorded: dict[str, JsonValue] = Field(default_factory=dict)
