"""What is said to one point, before it has its number and title."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rut_exports.report.checklist.model import State
from rut_exports.report.model import Report, Section

NOBODY = "Nobody has judged anything yet."


@dataclass(frozen=True)
class Said:
    """State, words, place and blank of an answer."""

    state: State
    answer: str
    where: str = ""
    blank: str = ""


Say = Callable[[Section, Report], Said]


def filled(answer: str, where: str) -> Said:
    """Return an answer with all that is asked."""
    return Said("filled", answer, where)


def nothing(why: str) -> Said:
    """Return that there is nothing of the kind, and why."""
    return Said("nothing_to_report", why)


def missing(answer: str, wanted: str, where: str = "") -> Said:
    """Return what is known, and what this report cannot know."""
    return Said("missing", answer, where, wanted)


def for_lead(answer: str, wanted: str, where: str = "") -> Said:
    """Return what is known, and what the lead of the study has to fill in."""
    return Said("lead", answer, where, wanted)


def listed(items: Iterable[str]) -> str:
    """Write a list in one line, `none` for an empty one."""
    return ", ".join(items) or "none"
