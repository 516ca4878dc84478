"""Active and idle time, by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rut_tui.work.stopwatch import IDLE_AFTER, Stopwatch


class Hand:
    """A clock whose hand is moved by the test."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def test_a_long_pause_is_idle_beyond_a_minute() -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    hand.at += 10
    assert watch.touch()
    hand.at += 100
    assert not watch.touch()
    assert (watch.active, watch.idle) == (70.0, 40.0)


def test_showing_something_else_starts_anew() -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    hand.at += 10
    watch.touch()
    watch.show()
    hand.at += 3
    assert watch.touch()
    assert (watch.active, watch.idle) == (3.0, 0.0)


@given(st.lists(st.floats(0, 10_000), max_size=30))
def test_active_and_idle_add_up_to_the_time_that_passed(gaps: list[float]) -> None:
    hand = Hand()
    watch = Stopwatch(hand)
    start = hand.at
    for gap in gaps:
        hand.at += gap
        watch.touch()
    assert abs(watch.active + watch.idle - (hand.at - start)) < 1e-6
    assert watch.active <= IDLE_AFTER * len(gaps) + 1e-6
