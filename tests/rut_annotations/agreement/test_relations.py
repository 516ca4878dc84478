"""What coefficients are to each other, whatever the data."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.agreement import metric as metric_module
from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Rating, Ratings
from rut_annotations.agreement.result import Agreement
from rut_annotations.agreement.scale import Level, Scale, set_label
from rut_annotations.estimation.interval import Plan

PLAN = Plan(replicates=20)
UNTIMED = settings(deadline=None)
STEPS = ("1", "2", "4", "7")
COMPLETE = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.sampled_from(STEPS), min_size=raters, max_size=raters), min_size=2, max_size=8
    )
)
GAPPED = st.lists(
    st.lists(st.sampled_from((*STEPS, "")), min_size=3, max_size=3), min_size=1, max_size=8
)
Units = list[list[str]]


def measure(units: Units, level: Level = "nominal", settings: Settings | None = None) -> Agreement:
    rows = [
        Rating(f"u{unit:02d}", f"u{unit:02d}", "c", f"r{rater}", value)
        for unit, values in enumerate(units)
        for rater, value in enumerate(values)
        if value
    ]
    table = Ratings.from_rows(rows or [Rating("u", "u", "c", "r", "1")], Scale(level, STEPS))
    return measure_agreement(table, PLAN, settings)[0]


def values(found: Agreement) -> dict[str, float]:
    return {
        item.name: item.value
        for item in found.coefficients
        if item.value is not None and item.metric != "ICC"
    }


@UNTIMED
@given(COMPLETE)
def test_two_raters(units: Units) -> None:
    two = [row[:2] for row in units]
    found = values(measure(two))
    if "krippendorff_alpha" not in found:
        return
    pi, n = found["scott_pi"], len(two)
    assert found["fleiss_kappa"] == pytest.approx(pi, abs=1e-9)
    assert found["krippendorff_alpha"] == pytest.approx(pi + (1 - pi) / (2 * n), abs=1e-9)
    assert found["conger_kappa"] == pytest.approx(found["cohen_kappa"], abs=1e-9)
    q = len(STEPS)
    assert found["brennan_prediger"] == pytest.approx(
        (found["percent_agreement"] - 1 / q) / (1 - 1 / q), abs=1e-9
    )


@UNTIMED
@given(GAPPED, st.permutations(range(3)))
def test_who_the_raters_are_and_how_units_are_called_changes_nothing(
    units: Units, order: list[int]
) -> None:
    changed = [[row[place] for place in order] for row in reversed(units)]
    first, second = values(measure(units)), values(measure(changed))
    assert first.keys() == second.keys()
    for name, value in first.items():
        assert value == pytest.approx(second[name], abs=1e-9), name


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
@UNTIMED
@given(units=GAPPED)
def test_alpha_is_its_definition(level: Level, units: Units) -> None:
    paired = [[v for v in row if v] for row in units]
    paired = [row for row in paired if len(row) > 1]
    pool = [v for row in paired for v in row]
    counts = {step: pool.count(step) for step in STEPS}

    def distance(a: str, b: str) -> float:
        x, y = float(a), float(b)
        if level == "interval":
            return (x - y) ** 2
        if level == "ratio":
            return ((x - y) / (x + y)) ** 2
        low, high = sorted((STEPS.index(a), STEPS.index(b)))
        between = sum(counts[step] for step in STEPS[low : high + 1])
        return (between - (counts[a] + counts[b]) / 2) ** 2 if a != b else 0.0

    observed = sum(
        sum(distance(a, b) for a, b in itertools.permutations(row, 2)) / (len(row) - 1)
        for row in paired
    )
    expected = sum(distance(a, b) for a, b in itertools.permutations(pool, 2))
    found = measure(units, level).alpha
    assert found.metric == level
    if not expected:
        assert found.value is None
        assert found.reason
    else:
        assert found.value == pytest.approx(1 - (len(pool) - 1) * observed / expected, abs=1e-9)


@UNTIMED
@given(GAPPED)
def test_quadratic_weights_on_numbers_are_the_interval_distance(units: Units) -> None:
    """Weighted alpha as Gwet writes it is interval alpha, so its Fleiss form differs by 1 / N."""
    found = measure(units, "interval", Settings(weights="quadratic"))
    known = values(found)
    if not all(len([v for v in row if v]) == 3 for row in units) or len(known) < 6:
        return
    n = 3 * len(units)
    fleiss = known["fleiss_kappa"]
    assert known["krippendorff_alpha"] == pytest.approx(fleiss + (1 - fleiss) / n, abs=1e-9)


@UNTIMED
@given(units=GAPPED)
def test_an_ordinal_scale_of_many_steps_has_the_same_alpha(units: Units) -> None:
    usual = measure(units, "ordinal").alpha.value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metric_module, "_MOST_PRODUCTS", -1)
        many = measure(units, "ordinal").alpha.value
    assert (usual is None) == (many is None)
    if usual is not None:
        assert many == pytest.approx(usual, abs=1e-9)


@UNTIMED
@given(COMPLETE)
def test_nothing_lies_outside_its_range_and_no_interval_misses_its_value(units: Units) -> None:
    found = measure(units)
    for item in (*found.coefficients, *found.specific):
        if item.value is None:
            assert item.reason
            assert item.interval is None
            continue
        assert item.value <= 1 + 1e-9
        assert item.standard_error is None or item.standard_error > 0
        if item.interval is None:
            assert item.interval_reason
        else:
            assert -1 <= item.interval.low <= item.interval.high <= 1
            assert math.isfinite(item.interval.low)


SETS = st.lists(
    st.lists(st.frozensets(st.sampled_from("xyz")), min_size=2, max_size=2), min_size=2, max_size=6
)


@UNTIMED
@given(SETS)
def test_alpha_on_sets_is_its_definition_for_both_distances(
    units: list[list[frozenset[str]]],
) -> None:
    def masi(a: frozenset[str], b: frozenset[str]) -> float:
        if a == b:
            return 0.0
        share = len(a & b) / len(a | b)
        return 1 - share * (2 / 3 if a <= b or b <= a else 1 / 3 if a & b else 0)

    def jaccard(a: frozenset[str], b: frozenset[str]) -> float:
        return 0.0 if a == b else 1 - len(a & b) / len(a | b)

    labels = sorted({set_label(chosen) for row in units for chosen in row})
    rows = [
        Rating(f"u{unit}", f"u{unit}", "c", f"r{rater}", set_label(chosen))
        for unit, row in enumerate(units)
        for rater, chosen in enumerate(row)
    ]
    table = Ratings.from_rows(rows, Scale("set", tuple(labels)))
    pool = [chosen for row in units for chosen in row]
    for name, distance in (("masi", masi), ("jaccard", jaccard)):
        found = measure_agreement(table, PLAN, Settings(sets=name))[0].alpha  # type: ignore[arg-type]
        observed = sum(2 * distance(*row) for row in units)
        expected = sum(distance(a, b) for a, b in itertools.permutations(pool, 2))
        if not expected:
            assert found.value is None
        else:
            assert found.metric == name
            assert found.value == pytest.approx(1 - (len(pool) - 1) * observed / expected)


def test_icc_is_blind_or_not_to_what_a_rater_always_adds() -> None:
    """(3, 1) is 1 for raters who differ by a constant; (2, 1) is below it (Shrout and Fleiss)."""
    rows = [
        Rating(f"u{unit}", f"u{unit}", "c", f"r{rater}", str(unit + rater))
        for unit in range(6)
        for rater in range(2)
    ]
    table = Ratings.from_rows(rows, Scale("interval", tuple(str(n) for n in range(7))))
    found = {item.metric: item for item in measure_agreement(table, PLAN)[0].coefficients}
    assert found["ICC(3,1)"].value == pytest.approx(1.0)
    # By hand: MSB = 7, MSJ = 3, MSE = 0: 7 / (7 + 2 * 3 / 6).
    assert found["ICC(2,1)"].value == pytest.approx(7 / 8)
    assert found["ranks"].value == pytest.approx(1.0)
    assert np.isfinite(found["ICC(1,1)"].value or 0.0)
