"""Values that nobody gave: made up so that they occur nowhere in contract or dialogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import JsonValue

from rut_tui.play.scripted.situation import Situation

_BY_CONCEPT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("mail", ("j.karlow{n}@post.example", "karlow.j{n}@inbox.example")),
    ("phone", ("0555 {n} 771", "0700 {n} 208")),
    ("post", ("ZK{n} 4TT", "YY{n} 9QB")),
    ("date", ("the {d}th of last month", "the {d}th of this month")),
    ("name", ("Jonas Karlow", "Petra Winding")),
    ("amount", ("{n}.50", "{n}.90")),
    ("order", ("number {n}88", "number {n}31")),
)
_OTHERWISE = ("number {n}", "{n}, I believe")


def known_text(now: Situation) -> str:
    """Return all that the user has been told and has heard, in small letters."""
    heard = (past.exchange.heard for past in now.past)
    return " ".join([now.contract.text(), *heard, now.exchange.heard]).lower()


def invent(now: Situation, topic: str) -> str:
    """Return a value of a kind ("email", "order_number") that is found nowhere yet."""
    known = known_text(now)
    forms = next((made for word, made in _BY_CONCEPT if word in topic.lower()), _OTHERWISE)
    for number in range(4, 96):
        for form in forms:
            value = form.format(n=number, d=number % 19 + 4)
            if value.lower() not in known:
                return value
    return "something I have in my notes"


def invent_reference(now: Situation) -> str:
    """Return a reference that is found nowhere yet."""
    known = known_text(now)
    return next(made for n in range(4821, 9999) if (made := f"ZQ-{n}").lower() not in known)


def first_scalar(value: JsonValue, path: tuple[str, ...] = ()) -> tuple[str, JsonValue] | None:
    """Return the name and value of the first plain value in a result, `success` left out."""
    if isinstance(value, dict):
        items: Iterable[tuple[str, JsonValue]] = value.items()
    elif isinstance(value, list):
        items = ((path[-1] if path else "entry", item) for item in value)
    else:
        return (path[-1] if path else "result", value)
    for name, inner in items:
        if name in ("success", "message"):
            continue
        found = first_scalar(inner, (*path, name))
        if found is not None and found[1] is not None:
            return found
    return None


def other_value(value: JsonValue) -> str:
    """Return what a value is not, in words."""
    if isinstance(value, bool):
        return "off" if value else "on"
    if isinstance(value, int | float):
        return str(value + 7)
    text = str(value).strip()
    opposite = {"off": "on", "on": "off", "none": "excellent", "no": "yes", "yes": "no"}
    return opposite.get(text.lower(), f"not {text}")


def label(name: str) -> str:
    """Return a field's name as words."""
    return re.sub(r"[_\W]+", " ", name).strip()
