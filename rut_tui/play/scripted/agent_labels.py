"""How the agent calls things: arguments, tools, values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from rut_domains.text import one_line
from rut_tui.play.scripted.agent_shapes import example_of
from rut_tui.play.scripted.plan import Blank, PlanStep

_LABELS = {
    "email": "e-mail address",
    "name": "full name",
    "full_name": "full name",
    "birth_date": "date of birth",
    "product": "item",
    "refund_way": "way of the refund",
    "since_when": "time since when",
    "eid": "EID",
    "pin": "PIN",
}
_YOURS = frozenset(
    [
        "email",
        "name",
        "full_name",
        "first_name",
        "last_name",
        "postcode",
        "phone_number",
        "birth_date",
        "address",
        "age",
        "city",
        "username",
        "password",
        "pin",
        "customer_number",
        "service_code",
    ]
)
_DESCRIBED = re.compile(r"^(?:the|a|an)?\s*([^.,;:(]+)", re.IGNORECASE)
_LONGEST_LABEL = 5
_LONGEST_VALUE = 120


def label(blank: Blank) -> str:
    """Return what a blank is called, without an article: "order number"."""
    if blank.attribute is not None and not _is_varied(blank):
        return _LABELS.get(blank.attribute.name, blank.attribute.name.replace("_", " "))
    described = _described(blank.schema)
    return described or argument_label(blank.name)


def _is_varied(blank: Blank) -> bool:
    """Whether an argument's own name says more than the concept ("new_address", "order_date")."""
    return blank.name.startswith(("new_", "old_"))


def argument_label(name: str) -> str:
    """Return an argument's name as words: "variant_ids" gives "variant"."""
    plain = re.sub(r"_(?:ids?|nos?|nrs?)$", "", name)
    return plain.replace("_", " ").strip() or name


def _described(schema: Mapping[str, Any]) -> str:
    text = schema.get("description", "")
    match = _DESCRIBED.match(text) if isinstance(text, str) else None
    plain = " ".join(match[1].split()) if match else ""
    short = 0 < len(plain.split()) <= _LONGEST_LABEL and len(plain) > 2
    return (
        (plain[0].lower() + plain[1:] if plain[:2] != plain[:2].upper() else plain) if short else ""
    )


def is_personal(blank: Blank) -> bool:
    """Whether a blank is about who is speaking: a name, a number, an address of theirs."""
    return blank.attribute is not None and blank.attribute.name in _YOURS


def definite(blank: Blank) -> str:
    """Return the label with "your" or "the" before it."""
    yours = is_personal(blank)
    new = blank.name.startswith("new_")
    return f"{'your' if yours and not new else 'the'} {label(blank)}"


def needed(blank: Blank) -> str:
    """Return what is needed in full: the label, with the choices or with what it looks like."""
    if blank.choices:
        return f"{definite(blank)} ({options(blank)})"
    example = example_of(str(blank.wanted_each[0])) if blank.kind == "code" else ""
    if example and blank.asked_for and not blank.slot.said:
        return (
            f"{definite(blank)} (it looks like {example})"
            if "#" in example
            else (f"{definite(blank)} ({example})")
        )
    return definite(blank)


def options(blank: Blank) -> str:
    """Return the choices of a blank as words: "original payment or gift card"."""
    named = [plain_value(each) for each in blank.choices]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def action(step: PlanStep) -> str:
    """Return what a step does, from its tool's name: "cancel order"."""
    return step.step.tool.replace("_", " ").strip()


def plain_value(value: JsonValue) -> str:
    """Return a value as it may stand in a sentence, harmless and on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        parts = [plain_value(each) for each in value]
        return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    if isinstance(value, dict):
        return ", ".join(plain_value(each) for each in value.values() if each is not None)
    if isinstance(value, str) and re.fullmatch(r"[a-z]+(?:_[a-z]+)+", value):
        return value.replace("_", " ")
    return one_line(str(value), _LONGEST_VALUE) if value is not None else ""
