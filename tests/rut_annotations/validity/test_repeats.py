from __future__ import annotations

import pytest

from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.repeats import compare_repeats
from tests.support.judged_tables import VERDICTS, judged

PLAN = Plan(replicates=200)


def passes(*words: tuple[str, str, str], role: str = "human") -> list[Rating]:
    """(rater, pass, letters a unit)."""
    letters = {"p": "met", "f": "not_met", "?": Status.CANNOT_TELL}
    return [
        Rating(f"u{at}", f"u{at}", "c", rater, letters[letter], role, name)
        for rater, name, word in words
        for at, letter in enumerate(word)
        if letter != "."
    ]


def test_repeats_by_hand() -> None:
    """a repeats 3 of 4 (kappa (3/4 - 1/2) / (1/2)); b 2 of 2; b's third unit has no verdict."""
    rows = passes(("a", "main", "ppff"), ("a", "2", "pfff"), ("b", "1", "pf?"), ("b", "2", "pfp"))
    found = compare_repeats(Ratings.from_rows(rows, VERDICTS), "c", PLAN)
    assert [(one.rater, one.units, one.pairs) for one in found.raters] == [("a", 4, 4), ("b", 2, 2)]
    assert [one.agreement.value for one in found.raters] == pytest.approx([0.75, 1.0])
    assert [one.kappa.value for one in found.raters] == pytest.approx([0.5, 1.0])
    assert found.pairs == 6
    assert found.agreement.value == pytest.approx(5 / 6)
    assert found.kappa.value == pytest.approx((4 * 0.5 + 2 * 1.0) / 6)


def test_three_passes_are_two_pairs_and_practice_is_none() -> None:
    rows = passes(("a", "1", "pf"), ("a", "2", "pp"), ("a", "10", "pp"), ("a", "training", "ff"))
    found = compare_repeats(Ratings.from_rows(rows, VERDICTS), "c", PLAN)
    assert (found.pairs, found.raters[0].units) == (4, 2)
    assert found.agreement.value == pytest.approx(3 / 4)


def test_two_raters_are_never_compared_with_each_other() -> None:
    found = compare_repeats(judged(["pf", "fp"], ["pf"]), "c", PLAN)
    assert (found.raters, found.agreement.reason, found.kappa.reason) == (
        (),
        "no_repeats",
        "no_repeats",
    )


def test_judges_repeat_where_asked_for() -> None:
    rows = passes(("j", "1", "ppff"), ("j", "2", "ppff"), role="model")
    table = Ratings.from_rows(rows, VERDICTS)
    assert compare_repeats(table, "c", PLAN).pairs == 0
    found = compare_repeats(table, "c", PLAN, roles=("model",))
    assert (found.raters[0].role, found.agreement.value) == ("model", 1)


def test_one_category_has_no_kappa_and_no_criterion_a_fault() -> None:
    rows = passes(("a", "1", "pp"), ("a", "2", "pp"))
    found = compare_repeats(Ratings.from_rows(rows, VERDICTS), "c", PLAN)
    assert (found.agreement.value, found.kappa.reason) == (1, "one_category")
    with pytest.raises(RatingsFault, match="no criterion"):
        compare_repeats(Ratings.from_rows(rows, VERDICTS), "d", PLAN)
    with pytest.raises(RatingsFault, match="no criterion"):
        compare_repeats(Ratings.from_rows([], VERDICTS), "c", PLAN)
