"""The values that one turn of the user names for one blank."""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue

from rut_tui.play.scripted.agent_spoken import hear, turn_of
from rut_tui.play.scripted.plan import Blank
from rut_tui.play.scripted.values import find_mentions


def said_values(
    text: str, blank: Blank, *, asked: bool, today: date | None
) -> tuple[JsonValue, ...]:
    """Return the values of a blank's kind in a text, each once, in order.

    After "no, wait" or "I mean" only what follows counts. Expected values are looked for first,
    each in its own spelling; others of the same kind come in the spelling of the first.
    """
    found = [
        mention
        for wanted in blank.wanted_each
        for mention in find_mentions(text, blank.sought(wanted), asked=asked, today=today)
    ]
    if blank.many:
        known = [each for each in found if each.value in blank.wanted_each]
        found = known + [each for each in found if all(each.start != one.start for one in known)]
    turn = turn_of(hear(text))
    later = [each for each in found if each.start >= turn]
    if blank.kind != "number":
        found = later or found
    found.sort(key=lambda each: each.start)
    return tuple(dict.fromkeys(each.value for each in found))
