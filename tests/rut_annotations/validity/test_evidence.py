from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from rut_annotations.judgement import Span
from rut_annotations.validity.evidence import Cited, jaccard, match_spans, measure_evidence

PLAN = Plan(replicates=200)
TURNS = st.frozensets(st.integers(1, 5), max_size=4)
SPANS = st.lists(
    st.builds(
        lambda turn, start, size: Span(turn=turn, start=start, end=start + size),
        st.integers(1, 2),
        st.integers(0, 8),
        st.integers(1, 6),
    ),
    max_size=4,
).map(tuple)


def span(turn: int, start: int, end: int) -> Span:
    return Span(turn=turn, start=start, end=end)


def cite(unit: int, rater: str, *turns: int, role: str = "human", spans: object = ()) -> Cited:
    return Cited(f"u{unit}", f"u{unit}", rater, frozenset(turns), spans, role)  # type: ignore[arg-type]


def test_turns_by_hand() -> None:
    """Unit 1: {1,2} {2,3} {}: 1/3, 0, 0; unit 2: {} {}: they agree."""
    rows = [cite(1, "a", 1, 2), cite(1, "b", 2, 3), cite(1, "c"), cite(2, "a"), cite(2, "b")]
    found = measure_evidence(rows, PLAN).human_human
    assert (found.units, found.pairs, found.both_empty) == (2, 4, 1)
    assert found.turns.value == pytest.approx((1 / 9 + 1) / 2)
    assert found.spans.reason == "no_evidence"


def test_people_stand_beside_the_judge_on_the_same_units() -> None:
    rows = [
        cite(1, "a", 1),
        cite(1, "b", 1),
        cite(1, "j", 2, role="model"),
        cite(2, "a", 1),
        cite(2, "b", 2),
        cite(3, "a", 1),
        cite(3, "j", 1, role="model"),
    ]
    found = measure_evidence(rows, PLAN)
    assert found.human_human.turns.value == pytest.approx(0.5)
    (judge,) = found.judges
    assert (judge.judge, judge.human_human.units, judge.judge_human.units) == ("j", 1, 1)
    assert (judge.human_human.turns.value, judge.judge_human.turns.value) == (1, 0)


def test_spans_are_matched_one_to_one_and_listed() -> None:
    first = (span(1, 0, 10), span(1, 20, 30), span(2, 0, 5))
    second = (span(1, 1, 10), span(2, 0, 5), span(2, 10, 12))
    rows = [cite(1, "a", 1, 2, spans=first), cite(1, "b", 1, 2, spans=second)]
    found = measure_evidence(rows, PLAN).human_human
    assert found.spans.value == pytest.approx(2 * 2 / 6)
    assert found.spans.n == 6
    listed = [(one.first.start, one.second.start, one.overlap) for one in found.matches]
    assert listed == [(0, 1, 0.9), (0, 0, 1.0)]
    assert (found.matches[0].first_rater, found.matches[0].unit) == ("a", "u1")


def test_as_many_as_can_be_are_matched() -> None:
    """The best pair alone would leave the other two without a partner."""
    first, second = (span(1, 0, 10), span(1, 0, 6)), (span(1, 0, 10), span(1, 5, 10))
    pairs = match_spans(first, second, 0.5)
    assert [(a, b) for a, b, _ in pairs] == [(0, 1), (1, 0)]
    assert match_spans(first, second, 0.7) == [(0, 0, 1.0)]
    assert match_spans((), second) == []


def test_jaccard_of_empty_sets() -> None:
    assert jaccard(frozenset(), frozenset()) == 1
    assert jaccard(frozenset({1}), frozenset()) == 0


def test_nothing_and_strays() -> None:
    none = measure_evidence([], PLAN)
    assert (none.human_human.turns.reason, none.judges) == ("no_evidence", ())
    alone = measure_evidence([cite(1, "a", 1), cite(1, "j", 1, role="model")], PLAN)
    assert alone.judges[0].judge_human.turns.reason == "no_evidence"
    with pytest.raises(RatingsFault, match="twice"):
        measure_evidence([cite(1, "a", 1), cite(1, "a", 2)], PLAN)
    with pytest.raises(RatingsFault, match="two clusters"):
        measure_evidence([cite(1, "a"), Cited("u1", "other", "b")], PLAN)
    for overlap in (0.0, 1.5):
        with pytest.raises(ValueError, match="least overlap"):
            measure_evidence([], PLAN, overlap)


@settings(max_examples=60, deadline=None)
@given(SPANS, SPANS)
def test_matches_are_pairs_above_the_limit_and_the_same_both_ways(
    first: tuple[Span, ...], second: tuple[Span, ...]
) -> None:
    pairs = match_spans(first, second)
    assert len({a for a, _, _ in pairs}) == len({b for _, b, _ in pairs}) == len(pairs)
    assert all(0.5 <= shared <= 1 for _, _, shared in pairs)
    back = match_spans(second, first)
    assert len(back) == len(pairs)
    assert sum(one[2] for one in back) == pytest.approx(sum(one[2] for one in pairs))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(TURNS, min_size=2, max_size=3), max_size=6), st.randoms())
def test_order_changes_nothing(units: list[list[frozenset[int]]], random: object) -> None:
    rows = [
        cite(unit, f"r{rater}", *turns)
        for unit, some in enumerate(units)
        for rater, turns in enumerate(some)
    ]
    found = measure_evidence(rows, PLAN)
    assert found.human_human.turns.value is None or 0 <= found.human_human.turns.value <= 1
    random.shuffle(rows)  # type: ignore[attr-defined]
    assert measure_evidence(rows, PLAN) == found
