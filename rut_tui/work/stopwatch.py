"""How long a person really worked on something: active time, idle time, first key."""

from __future__ import annotations

from collections.abc import Callable

# A longer pause between two keys is not work.
IDLE_AFTER = 60.0


class Stopwatch:
    """Counts from `show` on; `touch` at each key.

    Args:
        read: Returns seconds of a clock that never goes back.
    """

    def __init__(self, read: Callable[[], float]) -> None:
        self._read = read
        self._last = read()
        self.active = 0.0
        self.idle = 0.0
        self.touched = False

    def show(self) -> None:
        """Start anew: something else is on screen now."""
        self._last = self._read()
        self.active = self.idle = 0.0
        self.touched = False

    def touch(self) -> bool:
        """Note a key; return whether it is the first since `show`.

        A pause longer than `IDLE_AFTER` counts as idle beyond that length.
        """
        now = self._read()
        gap = max(now - self._last, 0.0)
        self.active += min(gap, IDLE_AFTER)
        self.idle += max(gap - IDLE_AFTER, 0.0)
        self._last = now
        first, self.touched = not self.touched, True
        return first
