"""A dialogue in a list: what can be told of it without loading its events."""

from __future__ import annotations

from typing import Literal, TypedDict

from pydantic import JsonValue

from rut_domains.dialogue import Chair, EndReason, Link, SeatKind
from rut_domains.frozen import Frozen


class Summary(Frozen):
    """One row of a list of dialogues.

    `turns` counts the messages that both seats saw, `events` all events. `end` is None while the
    dialogue is open. `task_id` and `link` are what holds now. `outcome` is the latest one noted.
    `fault` is the failure mode planted in the user, `practice` whether it was played for practice.
    """

    id: str
    domain: str
    task_id: str
    user: Chair
    agent: Chair
    origin_system: str
    origin_file: str = ""
    created_at: str
    parent_id: str | None = None
    link: Link = "linked"
    has_contract: bool = False
    turns: int = 0
    events: int = 0
    end: EndReason | None = None
    outcome: dict[str, JsonValue] | None = None
    fault: str | None = None
    practice: bool = False


class Names(Frozen):
    """By what others know a dialogue: its id in their file, and the task with the trial.

    `task_id` is the one that the file named, of an imported dialogue of tau2 that was played on
    another; else the one that holds now. `trial` is empty where none is recorded.
    """

    id: str
    source_id: str
    domain: str
    task_id: str
    trial: str


class Wanted(TypedDict, total=False):
    """What a list is narrowed to; a key that is missing or None lets everything through.

    `text` is a search: each of its words must occur in some message of the dialogue that both
    seats saw, whatever its case, or be the start of the dialogue's id. `system` may be the start
    of a name ("tau2"). `user` and `agent` are kinds of seat.
    """

    text: str
    domain: str | None
    task: str | None
    system: str | None
    user: SeatKind | None
    agent: SeatKind | None
    link: Link | None
    ended: bool | None
    end: EndReason | None
    has_contract: bool | None
    order: Literal["newest", "arrival"]
    limit: int | None
    offset: int
