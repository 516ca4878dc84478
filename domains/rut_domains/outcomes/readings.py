"""What the user read out from its own tools because the agent asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rut_domains.dialogue import SEATS, Event, Message, ToolCall, ToolResult
from rut_domains.frozen import canonical_json
from rut_domains.language.matching import find_phrase
from rut_domains.lexicon import Lexicon


class Reading(NamedTuple):
    """A result of the user's own tool that the agent's message asked for.

    Attributes:
        asked_seq: The message that asked for it.
        asked_turn: The turn of that message, the greeting left out.
        told_seq: The user's next message to the agent.
        shown: The result as text.
    """

    asked_seq: int
    asked_turn: int
    told_seq: int
    shown: str


def find_readings(events: Sequence[Event], lexicon: Lexicon) -> tuple[Reading, ...]:
    """Return the readings of a dialogue, in order.

    A reading is asked for if the agent's last message, or the one before it ("And now?"), names
    its tool, or uses a phrase by which the lexicon lets the tool be heard.

    Args:
        events: The whole dialogue.
        lexicon: Its directions say how tools are asked for.
    """
    found: list[Reading] = []
    heard: list[Message] = []
    shown: list[ToolResult] = []
    own: set[str] = set()
    for event in events:
        if isinstance(event, ToolCall) and event.actor == "user":
            own.add(event.call_id)
        elif isinstance(event, ToolResult) and event.call_id in own:
            shown.append(event)
        elif isinstance(event, Message) and len(event.visible_to) == len(SEATS):
            if event.actor == "agent":
                heard.append(event)
            elif len(heard) > 1:
                found += [
                    Reading(
                        heard[-1].seq, len(heard) - 1, event.seq, canonical_json(result.content)
                    )
                    for result in shown
                    if _is_asked_for(result, heard[-2:], lexicon)
                ]
            shown = []
    return tuple(found)


def _is_asked_for(result: ToolResult, heard: Sequence[Message], lexicon: Lexicon) -> bool:
    phrases = [
        phrase
        for direction in lexicon.directions
        if direction.tool == result.name
        for phrase in direction.heard_as
    ]
    phrases.append(result.name.replace("_", " "))
    return any(find_phrase(phrase, message.text) for phrase in phrases for message in heard)
