from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.validity.speed import find_speeders

NAN = float("nan")


def test_the_rule_of_a_third_by_hand() -> None:
    """30, 33, 36, 9: the median of the others of 9 is 33, a third of it 11."""
    found = find_speeders(["a"] * 4, "wxyz", [30, 33, 36, 9])
    assert found.flagged == (3,)
    assert found.rule == "below 0.333 of the rater's median"
    (one,) = found.raters
    assert (one.timed, one.fast, one.fast_share, one.median_seconds) == (4, 1, 0.25, 31.5)
    assert one.pace is None


def test_against_the_item_a_fast_rater_is_seen() -> None:
    """b takes a tenth everywhere: by its own median it is not fast, by the items' it is."""
    raters = ["a", "b", "c", "d"] * 3
    items = [item for item in "xyz" for _ in range(4)]
    seconds = [30, 3, 32, 34] * 3
    assert find_speeders(raters, items, seconds).flagged == ()
    found = find_speeders(raters, items, seconds, against="item")
    assert found.flagged == (1, 5, 9)
    assert [one.fast for one in found.raters] == [0, 3, 0, 0]
    assert found.raters[1].pace == pytest.approx(3 / 32)


def test_times_that_are_none_are_counted() -> None:
    seconds = [30, NAN, -1, float("inf"), 31, 32, 1]
    found = find_speeders(["a"] * 6 + ["b"], "tuvwxyz", seconds)
    first, second = found.raters
    assert (first.timed, first.untimed, first.unjudged) == (3, 3, 3)
    assert (second.timed, second.unjudged, second.fast_share) == (1, 1, None)
    assert found.flagged == ()
    assert find_speeders([], [], []).raters == ()


def test_bad_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        find_speeders(["a"], ["x"], [1], share=0)
    with pytest.raises(ValueError, match="equally many"):
        find_speeders(["a"], ["x"], [])


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 30)), max_size=14),
    st.sampled_from([0.2, 1 / 3, 0.9]),
)
def test_flags_are_those_of_a_loop(rows: list[tuple[str, int]], share: float) -> None:
    raters = [rater for rater, _ in rows]
    seconds = np.array([second for _, second in rows], dtype=np.float64)
    expected = []
    for at, rater in enumerate(raters):
        others = [seconds[k] for k in range(len(rows)) if k != at and raters[k] == rater]
        if len(others) >= 3 and seconds[at] < share * np.median(others):
            expected.append(at)
    found = find_speeders(raters, [str(at) for at in range(len(rows))], seconds, share=share)
    assert list(found.flagged) == expected
