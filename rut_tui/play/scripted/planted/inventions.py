"""Values that nobody gave: made up so that they occur nowhere in contract or dialogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import JsonValue

from rut_domains.contract import Unknown
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.scripted.speech import in_first_person

_BY_CONCEPT: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("code", ("{n}9173", "{n}0628")),
    ("mail", ("j.karlow{n}@post.example", "karlow.j{n}@inbox.example")),
    ("phone|telephone", ("0555 {n} 771", "0700 {n} 208")),
    ("postcode", ("ZK{n} 4TT", "YY{n} 9QB")),
    ("date", ("the {d}th of last month", "the {d}th of this month")),
    (r"\bname\b", ("Jonas Karlow", "Petra Winding")),
    ("amount", ("{n}.50", "{n}.90")),
    ("order number|order_number", ("number {n}88", "number {n}31")),
)
_OTHERWISE = ("number {n}", "{n}, I believe")


def known_text(now: Situation) -> str:
    """Return all that the user has been told and has heard, in small letters."""
    heard = (past.exchange.heard for past in now.past)
    return " ".join([now.contract.text(), *heard, now.exchange.heard]).lower()


def make_up(now: Situation, item: Unknown) -> str:
    """Return an answer, found nowhere yet, to what the user does not know."""
    kinds = (*_BY_CONCEPT, *_BY_QUESTION) if item.about else (*_BY_QUESTION, *_BY_CONCEPT)
    topic = f"{item.about} {item.text}".lower()
    forms = next((made for word, made in kinds if re.search(word, topic)), _OTHERWISE)
    known = known_text(now)
    for number in range(4, 96):
        for form in forms:
            value = form.format(n=number, d=number % 19 + 4)
            if value.lower() not in known:
                return value
    return forms[0].format(n=96, d=23)


def recall(item: Unknown, made: str) -> tuple[str, ...]:
    """Return how the user brings up, unasked, what it does not know."""
    found = _NOT_KNOWN.match(item.text)
    if found is None:
        topic = label(item.about or item.id)
        return (f"And the {topic} has come back to me: {made}.",)
    verb = found[1].lower()
    what = in_first_person(f"{found[2] or ''} {found[3]}").rstrip(".")
    what = what[0].lower() + what[1:]
    return (
        f"By the way, I do {verb} {what} after all: {made}.",
        f"Oh, and I do {verb} {what} now: {made}.",
    )


_NOT_KNOWN = re.compile(
    r"you do not (know|remember|have) (?:that, or )?(whether)?,? ?([^;.]+)", re.IGNORECASE
)
_BY_QUESTION: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bwhether\b", ("yes, I am quite sure of that", "yes, certainly")),
    (r"\b(?:day|when)\b", ("the {d}th of last month", "the {d}th of this month")),
    (r"\bhow much data\b", ("{n} GB", "about {n} GB")),
    (r"\b(?:how much|costs?)\b", ("{n}.50", "{n}.90")),
    (r"\bwho(?:m|se)?\b", ("Jonas Karlow", "Petra Winding")),
    (r"\b(?:why|how)\b", ("it was my cousin's doing", "a neighbour of mine did it")),
    (r"\b(?:weighs?|measurements|length|speed)\b", ("about {n}0", "roughly {n}5")),
    (r"\b(?:called|model|an access point is)\b", ("a Karlow {n}", "the Winding {n}")),
    (r"\blink\b", ("karlow-lamps.example/offer-{n}", "winding.example/{n}")),
    (r"\bwhat was changed\b", ("setting number {n}", "the {d}th entry of the menu")),
)


def invent_references(now: Situation) -> tuple[str, ...]:
    """Return references that are found nowhere yet."""
    known = known_text(now)
    return tuple(made for made in _REFERENCES if made.lower() not in known)


_REFERENCES = (
    "ZQ-4821",
    "77-31-905",
    "KX4410",
    "WB/20938",
    "TK-5583-V",
    "LN90417",
)


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


def name_observation(name: str, tool: str) -> str:
    """Return what a tool showed in words: by its field, or by the tool where that says nothing.

    "signal_bars" is "the signal bars"; the field "on" of "check_airplane_mode" is "the airplane
    mode".
    """
    words = label(name).lower()
    if words in _SAYS_NOTHING:
        words = " ".join(label(tool).lower().split()[1:]) or label(tool).lower()
    return f"the {words}"


_SAYS_NOTHING = frozenset(
    ["on", "off", "enabled", "state", "status", "value", "result", "entry", "ok", "active", "data"]
)
