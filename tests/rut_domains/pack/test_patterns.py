"""Regular expressions of packs: those that can take forever are refused."""

from __future__ import annotations

import pytest

from rut_domains.pack.patterns import object_to


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|a)*b", "(?:a?){30}a{30}", "((a+){2}x){5}", "(?=(a*)*)b"]
)
def test_a_repetition_of_repetitions_is_refused(pattern: str) -> None:
    assert "forever" in object_to(pattern)


def test_many_open_repetitions_are_refused() -> None:
    assert "more than 6" in object_to("a*" * 7)
    assert "more than 6" in object_to("(?:a*b*){4}")


@pytest.mark.parametrize("pattern", ["MK-[0-9]{4}", "(?:ab)+", r"(?:\w+ ){1,3}x", "a|b"])
def test_ordinary_patterns_pass(pattern: str) -> None:
    assert object_to(pattern) == ""
