"""What rut-tui adds to the tau2 files that it writes, so that it reads back what it wrote.

tau2 ignores keys that it does not know. Under `rut`, a simulation holds what tau2's format has no
words for; a reader that trusts nothing checks it like everything else.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError

from rut_domains.contract import Contract
from rut_domains.dialogue import Chair, Link, Note, Origin, Stop
from rut_domains.frozen import Frozen
from rut_domains.tool import ToolSpec

KEY = "rut"


class Extension(Frozen):
    """The part of a dialogue that a tau2 simulation cannot hold.

    `private` are the messages (by index) that their own seat alone saw though they hold no call.
    `encoded` are the tool messages whose content is JSON text of a value that is not a text.
    `merged` says that the last user message holds a text and the token of the end. `timeless` says
    that the times of the messages are made up. `hashes` and `crashed` belong to the tool results,
    in their order.
    """

    version: Literal[1] = 1
    id: str = Field(min_length=1, max_length=200)
    domain: str
    task_id: str
    task_hash: str = ""
    user: Chair
    agent: Chair
    created_at: str = ""
    origin: Origin = Origin()
    parent_id: str | None = None
    parent_seq: int | None = None
    link: Link = "linked"
    contract: Contract | None = None
    agent_tools: tuple[ToolSpec, ...] = ()
    user_tools: tuple[ToolSpec, ...] = ()
    stop: Stop | None = None
    merged: bool = False
    private: tuple[int, ...] = ()
    encoded: tuple[int, ...] = ()
    timeless: bool = False
    hashes: tuple[str | None, ...] = ()
    crashed: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    recorded: dict[str, JsonValue] = Field(default_factory=dict)


def read_extension(data: Any) -> Extension | None:
    """Return the extension of a simulation; None if it is none that we can read."""
    try:
        return Extension.model_validate(data)
    except ValidationError:
        return None
