"""The calls of a dialogue: which went well, which wrote, which were forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from rut_domains.dialogue import Event, SeatName, ToolCall, ToolResult
from rut_domains.outcomes.assertions import covers
from rut_domains.task import Forbidden


def calls_with_results(events: Sequence[Event]) -> Iterator[tuple[ToolCall, ToolResult]]:
    """Pair each call with its result, in order; a call without a result is left out."""
    results = {event.call_id: event for event in events if isinstance(event, ToolResult)}
    for event in events:
        if isinstance(event, ToolCall) and event.call_id in results:
            yield event, results[event.call_id]


def is_forbidden(name: str, arguments: Mapping[str, JsonValue], rule: Forbidden) -> bool:
    """Tell whether a call is the one that a rule forbids: same tool, and all arguments named.

    A list of the rule is matched by every list that has its elements, among others.
    """
    return name == rule.tool and all(
        key in arguments and covers(arguments[key], value) for key, value in rule.arguments.items()
    )


def forbidden_calls(events: Sequence[Event], rules: Sequence[Forbidden]) -> tuple[str, ...]:
    """Return a sentence for each forbidden call that went well; a failed one wrote nothing."""
    return tuple(
        f"event {call.seq}: {call.name} is forbidden" + (f": {rule.message}" * bool(rule.message))
        for call, result in calls_with_results(events)
        if not result.error
        for rule in rules
        if is_forbidden(call.name, call.arguments, rule)
    )


def calls_of(events: Sequence[Event], seat: SeatName) -> list[tuple[ToolCall, ToolResult]]:
    """Return a seat's answered calls."""
    return [pair for pair in calls_with_results(events) if pair[0].actor == seat]
