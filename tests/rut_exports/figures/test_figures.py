from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_exports.figures.axes import Axis, span_of, tick_text
from rut_exports.figures.bars import draw_bars
from rut_exports.figures.curves import Curve, Point, draw_curves
from rut_exports.figures.flow import Step, draw_flow
from rut_exports.figures.forest import Row, draw_forest
from rut_exports.figures.frontier import Choice, draw_frontier
from rut_exports.figures.matrix import draw_matrix
from rut_exports.figures.svg import Figure, element, shorten, text, text_width

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e & \"quoted\" 'x' \ud800"


def draw_all(label: str) -> list[Figure]:
    """One figure of each kind, with a text of others wherever one can stand."""
    points = (Point(x=0, y=0.2), Point(x=1, y=0.8, low=0.5, high=0.9))
    return [
        draw_forest(
            "a",
            label,
            [
                Row(label=label, value=0.5, low=0.25, high=0.75, note=label, group=label),
                Row(label="nothing", value=None),
            ],
            (0, 1),
            axis_label=label,
            marks=(0,),
        ),
        draw_bars(
            "b", label, [(label, {"met": 3, "not met": 1}), ("none", {})], ["met", "not met"]
        ),
        draw_matrix("c", label, [label], [label, "x"], [[0.4, None]], scale=(0, 1), corner=label),
        draw_curves(
            "d",
            label,
            [Curve(name=label, points=points, steps=True), Curve(name="one", points=points[:1])],
            (0, 1),
            (0, 1),
            x_label=label,
            y_label=label,
            diagonal=True,
        ),
        draw_frontier(
            "e",
            label,
            [Choice(name=label, cost=0.1, quality=0.5), Choice(name="b", cost=9, quality=0.7)],
            cost_label=label,
            quality_label=label,
        ),
        draw_flow("f", label, [Step(label=label, count=9, left_out=((label, 2),))]),
    ]


@pytest.mark.parametrize("number", range(6))
def test_foreign_text_stays_text(number: int) -> None:
    drawn = draw_all(HOSTILE)[number]
    root = ET.fromstring(drawn.svg)
    assert root.tag == f"{SVG}svg"
    assert not list(root.iter(f"{SVG}script"))
    assert "\x1b" not in drawn.svg
    assert "<script>" not in drawn.svg
    drawn.svg.encode("utf-8")


@pytest.mark.parametrize("number", range(6))
def test_a_figure_is_told_in_words_and_is_the_same_each_time(number: int) -> None:
    first, second = draw_all("Goal deviation")[number], draw_all("Goal deviation")[number]
    assert first == second
    root = ET.fromstring(first.svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Goal deviation"
    assert root.findtext(f"{SVG}desc") == first.alternative
    assert "Goal deviation" in first.alternative
    # Nothing is fetched and nothing depends on colour alone.
    assert "http" not in first.svg.replace('xmlns="http://www.w3.org/2000/svg"', "")


@pytest.mark.parametrize(
    "draw",
    [
        lambda: draw_forest("a", "t", [], (0, 1), axis_label=""),
        lambda: draw_bars("b", "t", [], []),
        lambda: draw_curves("d", "t", [], (0, 1), (0, 1), x_label="", y_label=""),
        lambda: draw_frontier("e", "t", [], cost_label="", quality_label=""),
        lambda: draw_flow("f", "t", []),
        lambda: draw_matrix("c", "t", [], [], [], scale=(0, 1)),
    ],
)
def test_nothing_to_show_is_a_figure_that_says_so(draw: Callable[[], Figure]) -> None:
    drawn = draw()
    ET.fromstring(drawn.svg)
    assert drawn.alternative == "t. Nothing to show."


def test_a_dot_stands_at_its_value_and_an_interval_spans_its_limits() -> None:
    drawn = draw_forest(
        "a", "t", [Row(label="x", value=0.5, low=0.25, high=1.0)], (0, 1), axis_label="v"
    )
    root = ET.fromstring(drawn.svg)
    (dot,) = root.iter(f"{SVG}circle")
    bars = [node for node in root.iter(f"{SVG}line") if node.get("class") == "line"]
    spread = max(bars, key=lambda node: float(node.get("x2", "")) - float(node.get("x1", "")))
    axis = Axis(0, 1, 100, 420)  # The label is short, so the plot starts at its least margin.
    assert float(dot.get("cx", "")) == pytest.approx(axis.place(0.5))
    assert float(spread.get("x1", "")) == pytest.approx(axis.place(0.25))
    assert float(spread.get("x2", "")) == pytest.approx(axis.place(1.0))


def test_counts_stand_in_their_bars_and_add_up() -> None:
    drawn = draw_bars("b", "t", [("x", {"met": 30, "not met": 10})], ["met", "not met"])
    said = [node.text for node in ET.fromstring(drawn.svg).iter(f"{SVG}text")]
    assert said == ["met", "not met", "x", "30", "10", "n = 40"]
    assert drawn.alternative == "t. x: met 30, not met 10."


def test_the_frontier_passes_over_what_is_dominated() -> None:
    drawn = draw_frontier(
        "e",
        "t",
        [
            Choice(name="a", cost=1, quality=0.5),
            Choice(name="b", cost=2, quality=0.4, dominated=True),
            Choice(name="c", cost=3, quality=0.9),
        ],
        cost_label="cost",
        quality_label="UFS",
    )
    root = ET.fromstring(drawn.svg)
    (frontier,) = [node for node in root.iter(f"{SVG}path") if node.get("stroke-dasharray")]
    assert frontier.get("d", "").count("L") == 1
    assert "b: cost 2, quality 0.400, dominated" in drawn.alternative


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-6, 1e6),
    st.lists(st.floats(-1e7, 1e7), min_size=1, max_size=9),
)
def test_an_axis_keeps_order_and_stays_on_the_paper(
    low: float, span: float, values: list[float]
) -> None:
    axis = Axis(low, low + span, 10, 110)
    places = [axis.place(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(10 <= place <= 110 for place in places)
    assert all(low - span * 1e-6 <= tick <= low + span * (1 + 1e-6) for tick in axis.ticks())


def test_ticks_are_round() -> None:
    assert [tick_text(tick) for tick in Axis(-0.2, 1, 0, 1).ticks()] == [
        "0",
        "0.25",
        "0.5",
        "0.75",
        "1",
    ]
    assert [tick_text(tick) for tick in Axis(0.008, 3, 0, 1, log=True).ticks()] == [
        "0.01",
        "0.02",
        "0.05",
        "0.1",
        "0.2",
        "0.5",
        "1",
        "2",
    ]
    assert tick_text(12000) == "12,000"
    assert span_of([3.0]) == pytest.approx((2.85, 3.15))


@given(st.text(max_size=60), st.floats(0, 300))
def test_a_shortened_text_fits(content: str, width: float) -> None:
    assert text_width(shorten(content, width)) <= max(width, text_width("…"))


def test_numbers_and_attributes_are_written_plainly() -> None:
    assert element("g", x=1.0, y=-0.0, fill_opacity=0.126) == '<g x="1" y="0" fill-opacity="0.13"/>'
    assert text(1, 2, "a<b") == '<text x="1" y="2">a&lt;b</text>'
