"""Published and hand-computed values."""

from __future__ import annotations

import pytest

from rut_annotations.agreement.counts import Treatment
from rut_annotations.agreement.criterion import Settings
from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Ratings
from rut_annotations.agreement.result import Agreement
from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.proportion import wilson
from tests.support.rating_tables import cross_table, table

PLAN = Plan(replicates=50)


def measure(ratings: Ratings, treatment: Treatment = "category") -> Agreement:
    (found,) = measure_agreement(ratings, PLAN, Settings(treatment=treatment))
    return found


def test_krippendorff_2011_four_observers_with_missing_data() -> None:
    """Krippendorff (2011), section C: nominal alpha .743; 11 of 12 units can be paired."""
    found = measure(
        table(
            "1 2 3 3 2 1 4 1 2 - - -",
            "1 2 3 3 2 2 4 1 2 5 - 3",
            "- 3 3 3 2 3 4 2 2 5 1 -",
            "1 2 3 3 2 4 4 1 2 5 1 -",
        )
    )
    assert found.alpha.value == pytest.approx(0.743, abs=0.0005)
    assert found.alpha.value == pytest.approx(0.7434210526, abs=1e-9)
    assert (found.n_units, found.n_pairable, found.n_raters) == (12, 11, 4)
    assert (found.n_ratings, found.n_missing) == (41, 7)


def test_krippendorff_2011_two_observers() -> None:
    """Krippendorff (2011), section B: nominal alpha .692."""
    found = measure(table("1 1 2 2 4 3 3 3 5 4 4 1", "2 1 2 2 2 3 3 3 5 4 4 4"))
    assert found.alpha.value == pytest.approx(0.692, abs=0.0005)
    assert found.percent.value == pytest.approx(9 / 12)


def test_krippendorff_2011_binary() -> None:
    """Krippendorff (2011), section A: ten units, two observers, alpha .095."""
    found = measure(table("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"))
    assert found.alpha.value == pytest.approx(0.095, abs=0.0005)


def test_gwet_raw4raters() -> None:
    """Gwet, irrCAC vignette: alpha .74342, percent agreement .8181818."""
    found = measure(
        table(
            "1 2 3 3 2 1 4 1 2 - - -",
            "1 2 3 3 2 2 4 1 2 5 - -",
            "- 3 3 3 2 3 4 2 2 5 1 3",
            "1 2 3 3 2 4 4 1 2 5 1 -",
        )
    )
    assert found.alpha.value == pytest.approx(0.74342, abs=6e-6)
    assert found.percent.value == pytest.approx(0.8181818, abs=1e-6)


@pytest.mark.parametrize(
    ("cells", "share"),
    [((40, 9, 6, 45), 0.85), ((80, 10, 5, 5), 0.85), ((45, 15, 25, 15), 0.60)],
)
def test_feinstein_and_cicchetti_1990(cells: tuple[int, ...], share: float) -> None:
    pairs = [("y", "y"), ("y", "n"), ("n", "y"), ("n", "n")]
    found = measure(cross_table(dict(zip(pairs, cells, strict=True))))
    assert found.percent.value == pytest.approx(share, abs=1e-12)
    assert found.n_pairs == 100


def test_a_skewed_published_two_by_two() -> None:
    """PMC7222679: a=130 b=56 c=9 d=5, Po .675, alpha -.064 (Scott's pi corrected for size)."""
    found = measure(cross_table({("y", "y"): 130, ("y", "n"): 56, ("n", "y"): 9, ("n", "n"): 5}))
    assert found.percent.value == pytest.approx(0.675, abs=0.0005)
    assert found.alpha.value == pytest.approx(-0.064, abs=0.0005)


def test_prevalence_paradox() -> None:
    """98 both yes, one each way: 98% agreement and an alpha just below zero."""
    found = measure(cross_table({("y", "y"): 98, ("y", "n"): 1, ("n", "y"): 1}))
    assert found.percent.value == pytest.approx(0.98)
    assert found.alpha.value == pytest.approx(-0.005, abs=0.0005)
    assert found.minority_units == 2
    assert "few_minority_units" in found.warnings


def test_two_raters_who_are_always_opposed() -> None:
    """By hand: Do = 1, De = 2*10*10/(20*19), alpha = 1 - 1.9."""
    assert measure(table("0 " * 10, "1 " * 10)).alpha.value == pytest.approx(-0.9)


def test_missing_is_not_a_category() -> None:
    """All present ratings agree: alpha is 1, two cells are missing, three units are usable."""
    found = measure(table("1 1 2", "1 1 -", "- 1 2"))
    assert found.alpha.value == 1.0
    assert (found.n_missing, found.n_pairable) == (2, 3)


@pytest.mark.parametrize(
    ("treatment", "alpha", "pairable", "ratings"),
    [("category", 0.596, 10, 30), ("missing", 0.548, 7, 20), ("applicability", 0.693, 10, 30)],
)
def test_not_applicable_three_ways(
    treatment: Treatment, alpha: float, pairable: int, ratings: int
) -> None:
    found = measure(
        table("Y Y N x x Y N Y x Y", "Y Y N x x Y Y Y N Y", "Y N N x x Y N Y x x"), treatment
    )
    assert found.alpha.value == pytest.approx(alpha, abs=0.0005)
    # One unit was applicable to one rater alone: its rating is there but has no partner.
    unpaired = 1 if treatment == "missing" else 0
    assert (found.n_pairable, found.n_ratings - unpaired) == (pairable, ratings)
    assert found.n_not_applicable == 9
    assert found.n_missing == 0


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_newcombe_1998_table_i(successes: int, n: int, low: float, high: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17:857-872, Table I, method 3."""
    found = wilson(successes, n)
    assert found.low == pytest.approx(low, abs=6e-5)
    assert found.high == pytest.approx(high, abs=6e-5)


def test_wilson_at_the_edges() -> None:
    assert wilson(0, 0).value is None
    assert wilson(0, 0).low is None
    assert wilson(20, 20).high == 1.0
    assert wilson(0, 20).low == 0.0
    for successes, n in ((-1, 3), (4, 3)):
        with pytest.raises(ValueError, match="impossible"):
            wilson(successes, n)
