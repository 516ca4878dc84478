from __future__ import annotations

import itertools
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.agreement.result import REASONS, Agreement
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from tests.support.rating_tables import scale_of, table

PLAN = Plan(replicates=40)

SCALE = Scale("nominal", ("a", "b", "c"))
CELL = st.sampled_from(["a", "b", "c", Status.MISSING, Status.CANNOT_TELL])


def measure(ratings: Ratings, minimum_units: int = 1) -> Agreement:
    (found,) = measure_agreement(ratings, PLAN, Settings(minimum_units=minimum_units))
    return found


def plain_alpha(units: list[list[str]]) -> float | None:
    """Alpha by the definition: observed and expected disagreement over pairs of values."""
    paired = [values for values in units if len(values) > 1]
    pool = [value for values in paired for value in values]
    n = len(pool)
    observed = sum(
        sum(a != b for a, b in itertools.permutations(values, 2)) / (len(values) - 1)
        for values in paired
    )
    expected = sum(a != b for a, b in itertools.permutations(pool, 2))
    return None if not expected else 1 - (n - 1) * observed / expected


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=8))
def test_alpha_equals_its_definition_and_undefined_has_a_reason(
    units: list[list[str | Status]],
) -> None:
    rows = [
        Rating(f"u{unit}", f"u{unit}", "c", f"r{rater}", value)
        for unit, values in enumerate(units)
        for rater, value in enumerate(values)
    ]
    found = measure(Ratings.from_rows(rows, SCALE))
    expected = plain_alpha([[v for v in values if isinstance(v, str)] for values in units])
    assert (found.alpha.value is None) == (expected is None)
    if expected is None:
        assert found.alpha.reason in REASONS
        assert found.alpha.interval is None
    else:
        assert found.alpha.value == pytest.approx(expected, abs=1e-12)
    json.loads(found.model_dump_json(), parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("rows", "reason", "percent"),
    [
        (["- - -", "- - -", "- - -"], "no_ratings", None),
        (["? ?", "? ?"], "no_ratings", None),
        (["0 1 1 0"], "one_rater", None),
        (["1 0 1 - - -", "- - - 0 1 1"], "no_pairable_units", None),
        (["1 1 1 1", "1 1 1 1"], "single_category", 1.0),
        (["x x", "x x"], "single_category", 1.0),
        (["1 1 1 0 -", "1 1 1 - 2"], "single_category", 1.0),
        (["y - -", "y - -"], "single_category", 1.0),
    ],
)
def test_the_undefined_is_undefined_with_its_reason(
    rows: list[str], reason: str, percent: float | None
) -> None:
    """The cases of Krippendorff's 0/0: never 0, never 1, never NaN."""
    found = measure(table(*rows))
    assert (found.alpha.value, found.alpha.reason) == (None, reason)
    assert found.alpha.interval is None
    assert found.percent.value == percent


def test_one_pairable_unit_in_disagreement_is_zero_without_an_interval() -> None:
    found = measure(table("1 0 1 - -", "- - 0 0 1"))
    assert found.alpha.value == 0.0
    assert (found.alpha.interval, found.alpha.interval_reason) == (None, "one_cluster")
    assert measure(table("1 0 1 - -", "- - 0 0 1"), minimum_units=2).alpha.reason == (
        "too_few_units"
    )


def test_perfect_agreement_has_no_interval_of_zero_width() -> None:
    found = measure(table("a b a b a b", "a b a b a b"))
    assert found.alpha.value == 1.0
    assert (found.alpha.interval, found.alpha.interval_reason) == (None, "no_variation")


def test_cannot_tell_is_counted_and_left_out_and_not_taken_for_missing() -> None:
    found = measure(table("a b ? -", "a a b b", "a b x b"))
    assert (found.n_cannot_tell, found.n_not_applicable, found.n_missing) == (1, 1, 1)
    assert found.n_ratings == 10
    assert found.prevalence == {"a": 4, "b": 5, "not_applicable": 1}


def test_every_pair_of_raters_counts_by_unit_not_by_position() -> None:
    """Three raters, two on each unit in rotation, all agreed: alpha is 1."""
    found = measure(table("a b a - - - a b b", "a b a b b a - - -", "- - - b b a a b b"))
    assert found.alpha.value == 1.0
    assert (found.n_pairs, found.n_raters) == (9, 3)


def test_criteria_are_measured_apart() -> None:
    """Pooled, two constant criteria at different rates would look like agreement."""
    rows = []
    for unit, rater in itertools.product(range(6), range(2)):
        rows.append(Rating(f"u{unit}", f"u{unit}", "one", f"r{rater}", "met"))
        rows.append(Rating(f"u{unit}", f"u{unit}", "two", f"r{rater}", "not_met"))
    found = measure_agreement(Ratings.from_rows(rows, scale_of(rows)), PLAN)
    assert [item.criterion for item in found] == ["one", "two"]
    assert [item.alpha.reason for item in found] == ["single_category"] * 2


def test_contradicting_rows_are_a_fault_and_repeated_ones_are_one() -> None:
    row = Rating("u", "t", "c", "r", "a")
    assert measure(Ratings.from_rows([row, row], SCALE)).n_ratings == 1
    with pytest.raises(RatingsFault, match="two different values"):
        Ratings.from_rows([row, row._replace(value="b")], SCALE)
    with pytest.raises(RatingsFault, match="two clusters"):
        Ratings.from_rows([row, row._replace(rater="s", cluster="other")], SCALE)


def test_no_rows_at_all_give_no_criteria() -> None:
    assert measure_agreement(Ratings.from_rows([], SCALE), PLAN) == ()


def test_many_raters_with_one_rating_each_is_no_pairable_unit() -> None:
    rows = [Rating(f"u{n}", "t", "c", f"r{n}", "a") for n in range(2000)]
    assert measure(Ratings.from_rows(rows, SCALE)).alpha.reason == "no_pairable_units"


@given(st.permutations(range(24)))
def test_the_order_of_the_rows_changes_nothing(order: list[int]) -> None:
    rows = [
        Rating(f"u{n % 8}", f"t{n % 4}", "c", f"r{n // 8}", "ab"[n * 7 % 5 % 2]) for n in range(24)
    ]
    assert measure(Ratings.from_rows([rows[n] for n in order], SCALE)) == measure(
        Ratings.from_rows(rows, SCALE)
    )


def test_warnings_name_what_makes_an_interval_too_narrow() -> None:
    assert set(measure(table("a b a b", "a b b b")).warnings) >= {
        "few_units",
        "few_minority_units",
        "few_clusters",
    }
    assert measure(table("a b " * 50, "a b " * 49 + "b b")).warnings == ()
    assert not math.isnan(measure(table("a b", "a a")).alpha.value or 0.0)
