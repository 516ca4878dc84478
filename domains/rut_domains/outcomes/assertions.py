"""Final-state assertions: whether each holds, and in words why not."""

from __future__ import annotations

from typing import Any

from rut_domains.frozen import canonical_json
from rut_domains.outcomes.states import MISSING, same_value, value_at
from rut_domains.task import Assertion

_SHOWN = 120


def holds(assertion: Assertion, initial: Any, final: Any) -> bool:
    """Tell whether an assertion holds.

    `equals` and `contains` compare text without regard to case and spacing, since people type
    values by hand; `unchanged` compares exactly. `contains` means: a part of a text, an element
    of a list, a key of a mapping; a mapping is found in a list by the fields that it names.
    Nothing is contained in a path that leads nowhere, so there `lacks` holds.
    """
    value = value_at(final, assertion.path)
    match assertion.test:
        case "present":
            return value is not MISSING
        case "absent":
            return value is MISSING
        case "unchanged":
            before = value_at(initial, assertion.path)
            if value is MISSING or before is MISSING:
                return value is before
            return same_value(before, value)
        case "equals":
            return value is not MISSING and alike(value, assertion.value)
        case "contains":
            return _contains(value, assertion.value)
        case "lacks":
            return not _contains(value, assertion.value)


def explain(assertion: Assertion, initial: Any, final: Any) -> str:
    """Return a sentence on an assertion that does not hold."""
    value = value_at(final, assertion.path)
    told = f"does not hold: {assertion.message}; " if assertion.message else ""
    wanted = {
        "equals": f"should be {_show(assertion.value)}",
        "contains": f"should contain {_show(assertion.value)}",
        "lacks": f"should not contain {_show(assertion.value)}",
        "present": "should be there",
        "absent": "should not be there",
        "unchanged": f"should still be {_show(value_at(initial, assertion.path))}",
    }[assertion.test]
    return f"{told}{assertion.path} is {_show(value)}, {wanted}"


def alike(one: Any, other: Any) -> bool:
    """Tell whether two values are equal, text compared without regard to case and spacing."""
    return same_value(_loose(one), _loose(other))


def covers(value: Any, part: Any) -> bool:
    """Tell whether a value has all that a part names: fields of a mapping, elements of a list."""
    if isinstance(value, dict) and isinstance(part, dict):
        return all(key in value and covers(value[key], below) for key, below in part.items())
    if isinstance(value, list) and isinstance(part, list):
        return all(any(covers(each, below) for each in value) for below in part)
    return alike(value, part)


def _contains(value: Any, part: Any) -> bool:
    if isinstance(value, str):
        return isinstance(part, str) and _loose(part) in _loose(value)
    if isinstance(value, dict):
        return isinstance(part, str) and part in value
    if isinstance(value, list):
        return any(covers(each, part) for each in value)
    return False


def _loose(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split()).casefold()
    if isinstance(value, dict):
        return {key: _loose(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_loose(each) for each in value]
    return value


def _show(value: Any) -> str:
    text = repr(value) if value is MISSING else canonical_json(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
