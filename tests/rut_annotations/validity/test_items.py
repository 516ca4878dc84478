from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_annotations.agreement.ratings import Rating, Ratings
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.items import align_items, count_answers, find_majority
from tests.support.judged_tables import VERDICTS, items, judged, rows

WORDS = st.lists(st.text("pfx?s-.", min_size=6, max_size=6), min_size=1, max_size=4)


def test_people_and_judges_stand_apart_and_every_status_is_counted() -> None:
    found = items(["pfx?s-", "ppppp."], ["ffffff"])
    assert (found.humans, found.judges) == (("h0", "h1"), ("j0",))
    assert found.human[0].tolist() == [0, 0]
    first, second, judge = count_answers(found)
    assert first.model_dump() == {
        "rater": "h0",
        "role": "human",
        "valid": 2,
        "not_applicable": 1,
        "cannot_tell": 1,
        "skipped": 1,
        "missing": 1,
    }
    assert (second.valid, second.missing) == (5, 1)
    assert (judge.role, judge.valid) == ("model", 6)


def test_not_applicable_can_be_a_category_or_the_only_question() -> None:
    table = judged(["pfx-"], ["xxpp"])
    whole = align_items(table, "c", "category")
    assert whole.categories == ("met", "not_met", "not_applicable")
    assert whole.human[:, 0].tolist() == [0, 1, 2, -1]
    alone = align_items(table, "c", "alone")
    assert alone.categories == ("applicable", "not_applicable")
    assert alone.human[:, 0].tolist() == [0, 0, 1, -1]
    assert alone.judge[:, 0].tolist() == [1, 1, 0, 0]


def test_repeats_practice_and_gold_stay_out() -> None:
    extra = [
        Rating("u00000", "u00000", "c", "h0", "not_met", pass_name="2"),
        Rating("u00000", "u00000", "c", "h1", "not_met", pass_name="training"),
        Rating("u00000", "u00000", "c", "g", "not_met", role="gold"),
    ]
    found = align_items(Ratings.from_rows(rows(["p"], ["p"]) + extra, VERDICTS), "c")
    assert (found.humans, found.judges) == (("h0",), ("j0",))
    assert found.human.tolist() == [[0]]


def test_one_name_may_be_a_person_and_a_judge() -> None:
    both = [
        Rating("u", "u", "c", "x", "met"),
        Rating("u", "u", "c", "x", "not_met", role="model"),
    ]
    found = align_items(Ratings.from_rows(both, VERDICTS), "c")
    assert (found.human.tolist(), found.judge.tolist()) == ([[0]], [[1]])


def test_strangers_are_named() -> None:
    found = items(["p"], ["p"])
    with pytest.raises(RatingsFault, match="no criterion 'd'"):
        align_items(judged(["p"]), "d")
    with pytest.raises(RatingsFault, match="no judge 'k'"):
        found.judged_by("k")
    with pytest.raises(RatingsFault, match="'bad' is not on the scale"):
        found.place("bad")


def test_clusters_are_those_of_the_whole_table() -> None:
    table = Ratings.from_rows(
        rows(["pp"], clusters=["a", "b"]) + rows(["p"], ["p"], clusters=["a"], criterion="d"),
        VERDICTS,
    )
    assert align_items(table, "d").clusters == ("a", "b")


def test_ties_and_silence_are_undecided() -> None:
    codes = np.array([[0, 0, 1], [0, 1, -1], [-1, -1, -2], [1, -1, -1]], dtype=np.int32)
    found = find_majority(codes, 2)
    assert found.code.tolist() == [0, -1, -1, 1]
    assert found.votes.tolist() == [3, 2, 0, 1]
    assert found.tied.tolist() == [False, True, False, False]


def test_packing_keeps_the_verdicts_of_every_unit() -> None:
    found = items(["p..f", ".f.p", "..pf"], ["pppp"])
    packed = found.packed()
    assert packed.human.shape == (4, 3)
    assert packed.interchangeable
    for before, after in zip(found.human, packed.human, strict=True):
        assert sorted(before[before >= 0]) == sorted(after[after >= 0])


def test_a_million_raters_with_a_rating_each_become_interchangeable() -> None:
    units, per = 20_000, 3
    table = Ratings.from_rows(
        (
            Rating(f"u{at // per:06d}", "k", "c", f"r{at:06d}", "met" if at % 2 else "not_met")
            for at in range(units * per)
        ),
        VERDICTS,
    )
    found = align_items(table, "c")
    assert found.interchangeable
    assert found.human.shape == (units, per)
    assert int((found.human == 0).sum()) == units * per // 2


@given(WORDS, WORDS, st.randoms())
def test_answers_add_up_and_order_changes_nothing(
    people: list[str], judges: list[str], random: object
) -> None:
    some = rows(people, judges)
    if not some:
        return
    table = align_items(Ratings.from_rows(some, VERDICTS), "c")
    for one in count_answers(table):
        total = one.valid + one.not_applicable + one.cannot_tell + one.skipped + one.missing
        assert total == len(table.units)
    random.shuffle(some)  # type: ignore[attr-defined]
    again = align_items(Ratings.from_rows(some, VERDICTS), "c")
    assert again.units == table.units
    assert np.array_equal(again.human, table.human)
    assert np.array_equal(again.judge, table.judge)
