"""A dialogue as the user seat remembers it: what was heard, what was done, what was said back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rut_domains.dialogue import EVERYONE, Event, Message, ToolCall, ToolResult


class Operation(NamedTuple):
    """A call of the user's own, and its result once there is one."""

    call: ToolCall
    result: ToolResult | None = None


class Exchange(NamedTuple):
    """What the agent said, and all that the user did before the agent spoke again.

    `heard` is empty in the first exchange if the user spoke first.
    """

    heard: str = ""
    operations: tuple[Operation, ...] = ()
    said: str = ""


def read_exchanges(events: Sequence[Event]) -> tuple[Exchange, ...]:
    """Return the exchanges of a dialogue in order, from the events that the user seat may see.

    Messages that the agent sends in a row count as one. Text beside a call of the user's own
    reached nobody and is left out.
    """
    found = [Exchange()]
    for event in events:
        last = found[-1]
        if isinstance(event, Message) and event.actor == "agent":
            if last.said or last.operations:
                found.append(Exchange(heard=event.text))
            else:
                found[-1] = last._replace(heard=f"{last.heard}\n{event.text}".strip())
        elif isinstance(event, Message) and event.visible_to == EVERYONE:
            found[-1] = last._replace(said=f"{last.said}\n{event.text}".strip())
        elif isinstance(event, ToolCall) and event.actor == "user":
            found[-1] = last._replace(operations=(*last.operations, Operation(event)))
        elif isinstance(event, ToolResult):
            found[-1] = last._replace(operations=_with_result(last.operations, event))
    return tuple(found)


def _with_result(operations: Sequence[Operation], result: ToolResult) -> tuple[Operation, ...]:
    return tuple(
        operation._replace(result=result) if operation.call.call_id == result.call_id else operation
        for operation in operations
    )
