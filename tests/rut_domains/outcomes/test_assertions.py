from __future__ import annotations

from typing import Any

import pytest

from rut_domains.outcomes.assertions import explain, holds
from rut_domains.task import Assertion

BEFORE: dict[str, Any] = {"status": "open", "tags": ["new"], "log": []}
AFTER: dict[str, Any] = {
    "status": "Closed ",
    "tags": ["new", "paid"],
    "log": [{"id": "W-1", "note": "x"}],
    "total": 12,
}


def check(test: Any, path: str, value: Any = None) -> bool:
    return holds(Assertion(path=path, test=test, value=value), BEFORE, AFTER)


@pytest.mark.parametrize(
    ("test", "path", "value", "expected"),
    [
        ("equals", "status", "closed", True),
        ("equals", "status", "open", False),
        ("equals", "total", 12.0, True),
        ("equals", "missing", None, False),
        ("contains", "tags", "PAID", True),
        ("contains", "tags", "old", False),
        ("contains", "status", "close", True),
        ("contains", "log", {"id": "w-1"}, True),
        ("contains", "log", {"id": "W-1", "note": "y"}, False),
        ("contains", "log.0", "note", True),
        ("contains", "missing", "x", False),
        ("lacks", "tags", "old", True),
        ("lacks", "tags", "new", False),
        ("lacks", "missing", "x", True),
        ("present", "total", None, True),
        ("present", "missing", None, False),
        ("absent", "missing", None, True),
        ("absent", "total", None, False),
        ("unchanged", "tags.0", None, True),
        ("unchanged", "tags", None, False),
        ("unchanged", "status", None, False),
        ("unchanged", "missing", None, True),
        ("unchanged", "total", None, False),
    ],
)
def test_an_assertion_holds_or_not(test: str, path: str, value: Any, expected: bool) -> None:
    assert check(test, path, value) is expected


def test_a_failed_assertion_says_what_is_there_and_what_should_be() -> None:
    assertion = Assertion(path="status", value="sent", message="the order is sent")
    assert explain(assertion, BEFORE, AFTER) == (
        'does not hold: the order is sent; status is "Closed ", should be "sent"'
    )
    assert explain(Assertion(path="gone", test="present"), BEFORE, AFTER) == (
        "gone is nothing, should be there"
    )
