"""Which values the agent may use although nobody has said them.

A slot marked `default: true` is filled with the oracle's value only if that value comes from the
tool or the policy, not from the customer: it is a choice, a constant, a default or a truth value of
the argument's schema, or an amount or a text that the policy names, or a remark in plain words that
holds neither number nor address. Whatever else is marked so is asked for like any other value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from rut_domains.language.values import holds_value
from rut_tui.play.scripted.agent_free_text import is_name
from rut_tui.play.scripted.plan import Blank


def may_assume(blank: Blank, policy: str) -> bool:
    """Whether a blank may be filled without having been said."""
    return blank.slot.default and all(_is_given(each, blank, policy) for each in blank.wanted_each)


def _is_given(value: JsonValue, blank: Blank, policy: str) -> bool:
    if isinstance(value, bool) or value in blank.choices or _is_default(value, blank.schema):
        return True
    if holds_value(policy, value):
        return True
    plain = isinstance(value, str) and not any(map(str.isdigit, value)) and "@" not in value
    return plain and not is_name(blank.name)


def _is_default(value: JsonValue, schema: Mapping[str, Any]) -> bool:
    return "default" in schema and schema["default"] == value
