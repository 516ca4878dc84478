"""The table of ratings: who counts, which pass counts, and what is no value."""

from __future__ import annotations

import pytest

from rut_annotations.agreement.measures import measure_agreement
from rut_annotations.agreement.ratings import Rating, Ratings, Status
from rut_annotations.agreement.scale import Scale
from rut_annotations.estimation.interval import Plan
from rut_annotations.faults import RatingsFault
from tests.support.rating_tables import table

SCALE = Scale("binary", ("0", "1"))
PLAN = Plan(replicates=10)


def rows(words: dict[str, str], **parts: str) -> list[Rating]:
    return [
        Rating(f"u{n}", f"u{n}", "c", rater, word, **parts)
        for rater, line in words.items()
        for n, word in enumerate(line.split())
    ]


def test_only_people_enter_human_numbers() -> None:
    """With the curator alpha would be .575 instead of .389."""
    people = rows({"a": "1 0 1 0 1 0", "b": "0 0 1 1 1 0"})
    alone = measure_agreement(Ratings.from_rows(people, SCALE), PLAN)[0]
    assert alone.alpha.value == pytest.approx(0.389, abs=0.0005)
    for role in ("adjudicated", "gold", "model"):
        others = rows({"z": "1 0 1 1 1 0"}, role=role)
        mixed = Ratings.from_rows(people + others, SCALE)
        assert measure_agreement(mixed, PLAN)[0] == alone
    pooled = rows({"z": "1 0 1 1 1 0"})
    found = measure_agreement(Ratings.from_rows(people + pooled, SCALE), PLAN)[0]
    assert found.alpha.value == pytest.approx(0.575, abs=0.0005)


@pytest.mark.parametrize("name", ["training", "calibration", "Gold", "pilot"])
def test_practice_passes_enter_no_number(name: str) -> None:
    main = rows({"a": "1 0 1", "b": "1 1 1"})
    practice = rows({"a": "0 0 0 1", "c": "1 1 0 0"}, pass_name=name)
    assert (
        measure_agreement(Ratings.from_rows(main + practice, SCALE), PLAN)[0].coefficients
        == measure_agreement(Ratings.from_rows(main, SCALE), PLAN)[0].coefficients
    )


def test_repeats_of_one_rater_are_no_agreement_between_raters() -> None:
    """Both ratings of one rater and one of another: all pairs would be .33, ours is 0."""
    first = [Rating("u", "u", "c", "r1", "0"), Rating("u", "u", "c", "r2", "1")]
    again = Rating("u", "u", "c", "r1", "0", pass_name="2")
    found = measure_agreement(Ratings.from_rows([*first, again], SCALE), PLAN)[0]
    assert (found.percent.value, found.n_pairs, found.n_ratings) == (0.0, 1, 2)


def test_passes_stand_in_their_order_and_the_first_counts() -> None:
    given = [
        Rating("u", "u", "c", "r1", "1", pass_name=name) for name in ("10", "2", "main", "late")
    ]
    found = Ratings.from_rows([*given, Rating("u", "u", "c", "r2", "0")], SCALE)
    assert found.passes == ("main", "2", "10", "late")
    assert found.first_passes().sum() == 2


def test_missing_not_applicable_cannot_tell_and_skipped_are_four_things() -> None:
    found = measure_agreement(table("0 1 - x ? / 1", "0 1 1 1 1 1 1", scale="0 1"), PLAN)[0]
    counts = (found.n_missing, found.n_not_applicable, found.n_cannot_tell, found.n_skipped)
    assert counts == (1, 1, 1, 1)
    # *Not applicable* is a category here; the other three are left out.
    assert (found.n_ratings, found.n_pairable) == (11, 4)


def test_categories_are_those_of_the_scale_not_those_that_occur() -> None:
    three = measure_agreement(table("a b a", "a b b", scale="a b c"), PLAN)[0]
    two = measure_agreement(table("a b a", "a b b", scale="a b"), PLAN)[0]
    assert three.prevalence == {"a": 3, "b": 3, "c": 0}
    assert three.find("brennan_prediger").value == pytest.approx((2 / 3 - 1 / 3) / (2 / 3))
    assert two.find("brennan_prediger").value == pytest.approx(2 * 2 / 3 - 1)
    assert three.alpha.value == two.alpha.value


def test_each_criterion_has_its_own_scale() -> None:
    given = [
        Rating(f"u{n}", f"u{n}", criterion, f"r{rater}", value)
        for n in range(3)
        for rater in range(2)
        for criterion, value in (("stars", str(1 + (n + rater) % 3)), ("tone", "bg"[n % 2]))
    ]
    scales = {"stars": Scale("ordinal", ("3", "2", "1")), "tone": Scale("nominal", ("b", "g"))}
    stars, tone = measure_agreement(Ratings.from_rows(given, scales), PLAN)
    assert (stars.level, stars.alpha.metric, list(stars.prevalence)) == (
        "ordinal",
        "ordinal",
        ["3", "2", "1"],
    )
    assert (tone.level, tone.alpha.value) == ("nominal", 1.0)


def test_a_value_that_is_not_on_the_scale_is_a_fault() -> None:
    with pytest.raises(RatingsFault, match="not on the scale") as raised:
        Ratings.from_rows([Rating("u", "u", "c", "r", "2")], SCALE)
    assert raised.value.place == "unit 'u', criterion 'c', rater 'r'"
    assert Ratings.from_rows([Rating("u", "u", "c", "r", Status.SKIPPED)], SCALE).code[0] < 0


def test_rows_of_some_ratings_are_a_table_of_their_own() -> None:
    whole = Ratings.from_rows(
        rows({"a": "1 0 1", "b": "1 1 1"}) + rows({"m": "0 0 0"}, role="model"), SCALE
    )
    part = whole.restrict(whole.role == whole.roles.index("model"))
    assert (part.raters, part.roles, len(part)) == (("m",), ("model",), 3)
    assert part.on_scale("c").values == ("0", "1")
    assert part.on_scale("c").code.tolist() == [0, 0, 0]


def test_a_category_without_a_number_keeps_its_name() -> None:
    found = measure_agreement(table("a b a", "a b b", scale="a b c"), PLAN)[0]
    unused = [item for item in found.specific if item.category == "c"]
    assert [item.name for item in unused] == ["specific_agreement", "fleiss_kappa"]
    assert {(item.value, item.reason) for item in unused} == {(None, "category_unused")}
    assert {item.category for item in found.specific} == {"a", "b", "c"}
