"""Outcomes: what became of a dialogue, from its events and the states before and after."""

from __future__ import annotations

from rut_domains.outcomes.model import Disclosure, Outcome, SeatEffort, UserWrite
from rut_domains.outcomes.score import score
from rut_domains.outcomes.states import MISSING, diff_states, same_value, value_at

__all__ = [
    "MISSING",
    "Disclosure",
    "Outcome",
    "SeatEffort",
    "UserWrite",
    "diff_states",
    "same_value",
    "score",
    "value_at",
]
