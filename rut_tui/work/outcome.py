"""An outcome in words, for the lead and for the player once the dialogue has ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rut_domains.outcomes import Outcome


def describe_outcome(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield short lines: success and its parts with reasons, effort, what was disclosed when."""
    outcome = Outcome.model_validate(data)
    yield f"Goal reached: {_word(outcome.success)}"
    yield from (f"  {reason}" for reason in outcome.reasons)
    yield f"Nothing else changed: {_word(outcome.collateral_free)}"
    if outcome.ended_as_expected is not None:
        yield f"Ended as the task expects: {_word(outcome.ended_as_expected)}"
    for name, effort in (("User", outcome.user), ("Agent", outcome.agent)):
        yield (
            f"{name}: {_count(effort.turns, 'message')}, {_count(effort.words, 'word')}, "
            f"{_count(effort.calls, 'call')} ({effort.reads} read, {effort.writes} write, "
            f"{effort.errors} failed)"
        )
    told = [item for item in outcome.disclosure if item.told_seq is not None]
    if outcome.disclosure:
        unasked = sum(1 for item in told if item.unasked)
        yield (
            f"Facts told: {len(told)} of {len(outcome.disclosure)}, "
            f"{unasked} of them before they were asked for"
        )


def summarise_outcome(data: Mapping[str, Any] | None) -> str:
    """Return one word for a list: reached, missed, undefined, or nothing where none is known."""
    if data is None:
        return ""
    return {True: "reached", False: "missed"}.get(data.get("success"), "undefined")  # type: ignore[arg-type]


def _word(value: bool | None) -> str:
    return {True: "yes", False: "no", None: "undefined"}[value]


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
