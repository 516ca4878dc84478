"""How much each seat did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rut_domains.dialogue import SEATS, Event, Message, SeatName
from rut_domains.outcomes.calls import calls_of
from rut_domains.outcomes.model import SeatEffort


def spoken(events: Sequence[Event], seat: SeatName) -> list[Message]:
    """Return a seat's messages to the other seat, the agent's greeting left out."""
    said = [
        event
        for event in events
        if isinstance(event, Message) and len(event.visible_to) == len(SEATS)
    ]
    if said and said[0].actor == "agent":
        said = said[1:]
    return [event for event in said if event.actor == seat]


def measure_effort(
    events: Sequence[Event], seat: SeatName, writing: Mapping[str, bool | None]
) -> SeatEffort:
    """Count what a seat did.

    Args:
        events: The whole dialogue.
        seat: Whose effort.
        writing: By tool, whether it writes; a tool that is not known counts as reading.
    """
    said = spoken(events, seat)
    calls = calls_of(events, seat)
    good = [call for call, result in calls if not result.error]
    writes = sum(1 for call in good if writing.get(call.name))
    return SeatEffort(
        turns=len(said),
        words=sum(count_words(event.text) for event in said),
        calls=len(calls),
        reads=len(good) - writes,
        writes=writes,
        errors=len(calls) - len(good),
    )


def count_words(text: str) -> int:
    """Count the pieces between spaces that hold a letter or a digit."""
    return sum(1 for piece in text.split() if any(map(str.isalnum, piece)))
