"""The clock and the dice: read here and passed on, so that everything below is repeatable."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime


def read_clock() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


def read_stopwatch() -> float:
    """Return seconds of a clock that never goes back."""
    return time.monotonic()


def draw_id() -> str:
    """Return a new random id, 16 hex digits."""
    return secrets.token_hex(8)


def draw_seed() -> int:
    """Return a new random seed, small enough to be typed again."""
    return secrets.randbelow(1_000_000)
