"""What must hold of a dialogue that comes from outside before it may be stored."""

from __future__ import annotations

from rut_domains.dialogue import (
    EVERYONE,
    NOBODY,
    Dialogue,
    Event,
    Note,
    Stop,
    ToolCall,
    ToolResult,
)

_LONGEST_ID = 200
# SQLite holds whole numbers of 64 bits.
LARGEST = 2**63 - 1


def find_unsound(dialogue: Dialogue) -> str:
    """Return what is wrong with a dialogue, or "": order, ends, and who may see what.

    The log decides what a seat and a rater are shown; so an event that shows more than the rules
    allow (a note for the lead, the other seat's call) must not get in.
    """
    if not dialogue.id or len(dialogue.id) > _LONGEST_ID:
        return f"the id must have 1 to {_LONGEST_ID} characters"
    if abs(dialogue.seed) > LARGEST or (dialogue.parent_seq or 0) > LARGEST:
        return "the seed and parent_seq must fit into 64 bits"
    ended = False
    for index, event in enumerate(dialogue.events):
        if event.seq != index:
            return f"events[{index}]: seq is {event.seq}, events count from 0 without gaps"
        if ended and not isinstance(event, Note):
            return f"events[{index}]: nothing can happen after the end"
        wrong = _wrong(event)
        if wrong:
            return f"events[{index}]: {wrong}"
        ended = ended or isinstance(event, Stop)
    return ""


def _wrong(event: Event) -> str:
    seats = event.visible_to
    if isinstance(event, Note):
        return "" if seats == NOBODY else "a note is for the lead alone"
    if isinstance(event, Stop):
        return "" if seats == EVERYONE else "the end is seen by both seats"
    if isinstance(event, ToolResult):
        if event.actor != "environment":
            return "a result comes from the environment"
        return "" if len(seats) == 1 else "a result is seen by its caller alone"
    if event.actor not in ("user", "agent"):
        return f"the {event.actor} cannot speak or call"
    if isinstance(event, ToolCall):
        return "" if seats == {event.actor} else "a call is seen by its caller alone"
    return "" if event.actor in seats else "a message is seen by the seat that says it"
