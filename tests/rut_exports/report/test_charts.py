"""Intervals drawn in characters."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rut_exports.report.charts import Mark, draw_marks


def test_a_value_stands_in_its_interval_on_the_scale() -> None:
    drawn, scale = draw_marks([Mark("ann", 0.5, 0.25, 0.75)], 3 + 2 + 21)
    assert drawn == "ann  " + " " * 5 + "├────●────┤"
    assert scale == "     0                   1"


def test_what_has_no_value_is_a_question_mark_and_what_lies_outside_an_arrow() -> None:
    marks = [Mark("a", None), Mark("b", -0.5, -0.7, 0.5), Mark("c", 0.5, 0.0, 1.4)]
    lines = draw_marks(marks, 24)
    assert lines[0] == "a  ?"
    assert lines[1][3] == "<"
    assert lines[2].rstrip()[-1] == ">"


def test_the_scale_may_begin_below_zero() -> None:
    lines = draw_marks([Mark("a", 0.0)], 24, (-1.0, 1.0))
    assert lines[0].index("●") in (12, 13)
    assert lines[1].split() == ["-1", "1"]


@given(
    st.lists(st.tuples(st.text(max_size=60), st.none() | st.floats(-2, 2)), max_size=6),
    st.integers(60, 200),
)
def test_no_line_is_wider_than_the_terminal(
    rows: list[tuple[str, float | None]], width: int
) -> None:
    for line in draw_marks([Mark(name, value) for name, value in rows], width):
        assert cell_len(line) <= width
        assert not any(unicodedata.category(letter) == "Cc" for letter in line)
