from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.estimation.interval import Plan
from rut_annotations.validity.sides import Choice, measure_sides

PLAN = Plan(replicates=200)
CHOICES = st.lists(
    st.builds(
        Choice,
        st.sampled_from("ab"),
        st.sampled_from("xyz"),
        st.sampled_from("xyz"),
        st.sampled_from(["left", "right", "neither"]),
        st.sampled_from(["k1", "k2", "k3"]),
    ),
    max_size=20,
)


def test_the_left_and_the_swaps_by_hand() -> None:
    rows = [
        Choice("a", "x", "y", "left", "k1"),
        Choice("a", "y", "x", "left", "k1"),  # the side, not the thing
        Choice("a", "x", "y", "left", "k2"),
        Choice("a", "y", "x", "right", "k2"),  # x both times
        Choice("a", "x", "y", "neither", "k3"),
        Choice("a", "y", "x", "neither", "k3"),  # neither both times
        Choice("b", "x", "y", "right", "k1"),
    ]
    whole, first, second = measure_sides(rows, PLAN)
    assert (whole.choices, whole.neither, whole.swapped) == (7, 2, 3)
    assert whole.left.value == pytest.approx(3 / 5)
    assert first.left.value == pytest.approx(3 / 4)
    assert first.consistent.value == pytest.approx(2 / 3)
    assert first.same_side.value == pytest.approx(1 / 3)
    assert (second.swapped, second.consistent.reason) == (0, "no_swaps")


def test_a_side_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'top' is no side"):
        measure_sides([Choice("a", "x", "y", "top", "k")], PLAN)  # type: ignore[arg-type]


def test_always_left_is_seen() -> None:
    rows = [Choice("a", "x", "y", "left", f"k{at}") for at in range(40)]
    found = measure_sides(rows, PLAN)[0].left
    assert found.interval is not None
    assert found.interval.low > 0.9


def test_no_choices_have_a_reason() -> None:
    (found,) = measure_sides([], PLAN)
    assert (found.left.reason, found.same_side.reason) == ("no_choices", "no_swaps")


@settings(max_examples=50, deadline=None)
@given(CHOICES)
def test_mirrored_sides_mirror_the_share(rows: list[Choice]) -> None:
    other = {"left": "right", "right": "left", "neither": "neither"}
    mirrored = [
        row._replace(left=row.right, right=row.left, chosen=other[row.chosen]) for row in rows
    ]
    for one, turned in zip(measure_sides(rows, PLAN), measure_sides(mirrored, PLAN), strict=True):
        if one.left.value is not None:
            assert turned.left.value == pytest.approx(1 - one.left.value)
        assert turned.consistent.value == one.consistent.value
        assert turned.same_side.value == one.same_side.value
