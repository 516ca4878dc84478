from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.estimation.interval import Estimate, Plan
from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.confusion import Confusion, confuse, confuse_flags
from tests.support.judged_tables import confusion_words, items

PLAN = Plan(replicates=300)
RATES = (
    "precision",
    "recall",
    "specificity",
    "negative_predictive_value",
    "balanced_accuracy",
    "agreement",
    "f1",
    "mcc",
    "kappa",
    "ac1",
    "prevalence",
    "judged_fails",
)
FLAGS = st.lists(
    st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None])),
    max_size=30,
)


def by_hand(tp: int, fp: int, fn: int, tn: int) -> Confusion:
    """Letters are (people, judge)."""
    people, judge = confusion_words({"ff": tp, "pf": fp, "fp": fn, "pp": tn})
    return confuse(items([people], [judge]), "j0", PLAN)


def test_the_rates_of_a_table_by_hand() -> None:
    found = by_hand(tp=12, fp=3, fn=4, tn=81)
    counts = (
        found.true_positive,
        found.false_positive,
        found.false_negative,
        found.true_negative,
    )
    assert counts == (12, 3, 4, 81)
    assert found.precision.value == pytest.approx(12 / 15)
    assert found.recall.value == pytest.approx(12 / 16)
    assert found.specificity.value == pytest.approx(81 / 84)
    assert found.negative_predictive_value.value == pytest.approx(81 / 85)
    assert found.balanced_accuracy.value == pytest.approx((12 / 16 + 81 / 84) / 2)
    assert found.f1.value == pytest.approx(24 / 31)
    assert found.mcc.value == pytest.approx(
        (12 * 81 - 3 * 4) / math.sqrt(15 * 16 * 84 * 85), abs=1e-12
    )
    assert found.prevalence.value == pytest.approx(0.16)
    chance = 0.15 * 0.16 + 0.85 * 0.84
    assert found.kappa.value == pytest.approx((0.93 - chance) / (1 - chance))
    chance = 2 * 0.155 * 0.845
    assert found.ac1.value == pytest.approx((0.93 - chance) / (1 - chance))
    known = wilson_interval(12, 16)
    assert found.recall.interval is not None
    assert (found.recall.interval.low, found.recall.interval.high) == (known.low, known.high)
    assert found.recall.interval.rule == "one_unit_a_cluster"
    assert found.mcc.interval is not None
    assert found.mcc.interval.method == "bca_cluster_bootstrap"


def test_clustered_shares_are_worth_fewer_units() -> None:
    """Each verdict four times in its cluster is worth a quarter of the units, or little more."""
    people, judge = confusion_words({"ff": 48, "pf": 12, "fp": 16, "pp": 324})
    clusters = [f"k{place // 4:03d}" for place in range(400)]
    found = confuse(items([people], [judge], clusters=clusters), "j0", PLAN)
    alone = by_hand(tp=12, fp=3, fn=4, tn=81)
    assert found.recall.value == alone.recall.value
    for rate in ("recall", "specificity"):
        wide, single = getattr(found, rate).interval, getattr(alone, rate).interval
        assert wide.rule == "clustered_share"
        assert wide.high - wide.low == pytest.approx(single.high - single.low, rel=0.2)


@pytest.mark.parametrize(
    ("counts", "rate", "reason"),
    [
        ((0, 0, 4, 6), "precision", "nothing_judged_fail"),
        ((0, 3, 0, 6), "recall", "no_fails"),
        ((2, 0, 1, 0), "specificity", "no_passes"),
        ((2, 1, 0, 0), "negative_predictive_value", "nothing_judged_pass"),
        ((0, 3, 0, 6), "balanced_accuracy", "no_fails"),
        ((2, 0, 1, 0), "balanced_accuracy", "no_passes"),
        ((0, 0, 4, 6), "mcc", "one_category"),
        ((0, 0, 0, 9), "f1", "no_fails"),
        ((0, 0, 0, 0), "mcc", "no_shared_units"),
        ((0, 0, 0, 9), "kappa", "one_category"),
        ((0, 0, 0, 0), "ac1", "no_shared_units"),
    ],
)
def test_nothing_over_nothing_has_a_reason(
    counts: tuple[int, int, int, int], rate: str, reason: str
) -> None:
    truth = [True] * counts[0] + [False] * counts[1] + [True] * counts[2] + [False] * counts[3]
    judged = [True] * (counts[0] + counts[1]) + [False] * (counts[2] + counts[3])
    found: Estimate = getattr(confuse_flags(truth, judged, range(len(truth)), PLAN), rate)
    assert (found.value, found.reason) == (None, reason)


def test_all_right_has_an_exact_interval_over_clusters() -> None:
    found = confuse_flags([True] * 20, [True] * 20, [at // 2 for at in range(20)], PLAN)
    interval = found.recall.interval
    assert found.recall.value == 1
    assert interval is not None
    assert (interval.method, interval.high, interval.clusters) == ("clopper_pearson", 1, 10)
    assert interval.low == pytest.approx(0.025 ** (1 / 10))


def test_ties_and_silences_are_counted() -> None:
    found = confuse(items(["ppf?", "pfff"], ["pfx."]), "j0", PLAN)
    assert (found.undecided, found.unjudged, found.true_negative) == (1, 2, 1)


def test_another_reference_and_category() -> None:
    table = items(["pf"], ["pp"])
    found = confuse(table, "j0", PLAN, fail="met", reference=table.judged_by("j0"))
    assert (found.true_positive, found.recall.value) == (2, 1)
    with pytest.raises(ValueError, match="one entry a unit"):
        confuse(table, "j0", PLAN, reference=table.judged_by("j0")[:1])
    with pytest.raises(RatingsFault, match="not on the scale"):
        confuse(table, "j0", PLAN, fail="bad")


def test_without_people_or_units_nothing_is_known() -> None:
    for found in (confuse(items([], ["pf"]), "j0", PLAN), confuse_flags([], [], [], PLAN)):
        for rate in RATES:
            assert getattr(found, rate).value is None
            assert getattr(found, rate).reason


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="equally many"):
        confuse_flags([True], [], [], PLAN)


@settings(max_examples=60, deadline=None)
@given(FLAGS, st.randoms(use_true_random=False))
def test_bounds_and_order(pairs: list[tuple[bool | None, bool | None]], random: object) -> None:
    clusters = [at // 3 for at in range(len(pairs))]
    found = confuse_flags([a for a, _ in pairs], [b for _, b in pairs], clusters, PLAN)
    for rate in RATES:
        each = getattr(found, rate)
        low = -1 if rate in ("mcc", "kappa", "ac1") else 0
        assert (each.value is None) == bool(each.reason)
        if each.interval is not None:
            assert low <= each.interval.low <= each.interval.high <= 1
    order = list(range(len(pairs)))
    random.shuffle(order)  # type: ignore[attr-defined]
    again = confuse_flags(
        [pairs[at][0] for at in order],
        [pairs[at][1] for at in order],
        [clusters[at] for at in order],
        PLAN,
    )
    assert again == found
