from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rut_annotations.estimation.interval import Plan
from rut_annotations.estimation.proportion import wilson_interval
from rut_annotations.faults import RatingsFault
from rut_annotations.validity.audit import Audit, audit_items
from rut_annotations.validity.corrected import correct_rate
from rut_annotations.validity.ppi import estimate_ppi, ppi_mean
from tests.support.judged_tables import items

PLAN = Plan(replicates=300)


def bits(number: int, size: int) -> np.ndarray:
    return np.array([int(bit) for bit in f"{number:0{size}b}"], dtype=np.float64)


HUMAN, JUDGED = bits(0x1A7F0DE7DD, 40), bits(0x5A3F2DEF51, 40)
OTHERS = bits(0x91EEF34CA697CD62BA0F94A7117EAD1479244234EE7F9BD9A87730147BA646D57D8FF6F672E, 300)
ESTIMATES = ("human_only", "hajek", "stratified", "ppi", "ppi_plus", "rogan_gladen")


def audit(
    judged: np.ndarray,
    human: np.ndarray,
    *,
    clusters: np.ndarray | None = None,
    stratum: np.ndarray | None = None,
    probability: np.ndarray | None = None,
) -> Audit:
    size = len(judged)
    where = np.arange(size) if clusters is None else clusters
    strata = np.zeros(size, dtype=np.int32) if stratum is None else stratum.astype(np.int32)
    return Audit(
        judged=judged.astype(np.float64),
        human=human.astype(np.float64),
        cluster_of=where.astype(np.int32),
        clusters=int(where.max(initial=-1)) + 1,
        stratum=strata,
        strata=tuple(str(number) for number in range(int(strata.max(initial=0)) + 1)),
        probability=probability,
    )


def draw(
    seed: int, units: int, labels: int, rate: float, recall: float, specificity: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth, the judge's verdicts, and people's on a simple random sample."""
    generator = np.random.default_rng(seed)
    truth = (generator.random(units) < rate).astype(np.float64)
    says = np.where(truth == 1, recall, 1 - specificity)
    judged = (generator.random(units) < says).astype(np.float64)
    human = np.full(units, np.nan)
    chosen = generator.choice(units, labels, replace=False)
    human[chosen] = truth[chosen]
    return truth, judged, human


def test_the_published_form_by_hand() -> None:
    """Y 1 1 0 0, f 1 0 0 0, others 1 1 0: lam 1 gives 2/3 + 1/4."""
    found, lam = ppi_mean(
        np.array([1.0, 1, 0, 0]), np.array([1.0, 0, 0, 0]), np.array([1.0, 1, 0]), PLAN, lam=1.0
    )
    assert lam == 1
    assert found.value == pytest.approx(2 / 3 + 1 / 4)
    error = np.sqrt((2 / 9) / 3 + (3 / 16) / 4)
    assert found.interval is not None
    assert found.interval.high == pytest.approx(2 / 3 + 1 / 4 + 1.959963984540054 * error)


@pytest.mark.parametrize(
    ("lam", "value", "low", "high"),
    [
        (0.0, 0.625, 0.4749715101138966, 0.7750284898861034),
        (None, 0.5947860962566844, 0.4739446537250747, 0.7156275387882941),
    ],
)
def test_the_reference_package_is_met(
    lam: float | None, value: float, low: float, high: float
) -> None:
    """As ppi-python 0.2.3 has it on 40 labels and 300 others, with and without power tuning."""
    found, used = ppi_mean(HUMAN, JUDGED, OTHERS, PLAN, lam)
    assert found.interval is not None
    ends = (found.value, found.interval.low, found.interval.high)
    assert ends == pytest.approx((value, low, high), abs=1e-9)
    assert used == pytest.approx(0.0 if lam == 0 else 0.5331865366, abs=1e-9)


def test_without_labels_or_others_the_published_form_has_a_reason() -> None:
    none = np.zeros(0)
    assert ppi_mean(none, none, np.ones(3), PLAN)[0].reason == "no_human_labels"
    assert ppi_mean(np.ones(3), np.ones(3), none, PLAN)[0].reason == "no_judged_units"
    assert ppi_mean(np.ones(3), np.ones(3), np.ones(3), PLAN)[0].interval_reason == "no_variation"
    with pytest.raises(ValueError, match="every unit"):
        ppi_mean(np.ones(3), np.ones(2), none, PLAN)


def test_the_general_form_is_the_published_one_in_a_simple_sample() -> None:
    """lam over all units is lam N / (N + n) over the others."""
    _, judged, human = draw(3, 1500, 150, 0.7, 0.9, 0.8)
    table = audit(judged, human)
    labels = ~np.isnan(human)
    general, lam = estimate_ppi(table, PLAN)
    known, other = ppi_mean(
        human[labels], judged[labels], judged[~labels], PLAN, lam=lam * 1350 / 1500
    )
    assert other == lam * 0.9
    assert general.value == pytest.approx(known.value, abs=1e-12)
    _, best = ppi_mean(human[labels], judged[labels], judged[~labels], PLAN)
    assert best == pytest.approx(other, abs=0.05)
    assert general.interval is not None
    assert known.interval is not None
    width, published = (one.high - one.low for one in (general.interval, known.interval))
    assert width == pytest.approx(published, rel=0.02)


def test_all_estimates_and_the_headline() -> None:
    truth, judged, human = draw(2, 4000, 400, 0.7, 0.92, 0.8)
    found = correct_rate(audit(judged, human), PLAN)
    assert (found.headline, found.rule) == ("ppi_plus", "enough_labels")
    assert found.chosen() == found.ppi_plus
    assert found.judged.interval_reason == "not_an_interval"
    assert found.horvitz_thompson.value == pytest.approx(found.human_only.value)
    for name in ESTIMATES:
        one = getattr(found, name)
        assert one.value == pytest.approx(truth.mean(), abs=0.06)
        assert one.interval is not None
        assert one.interval.low < truth.mean() < one.interval.high
    assert found.ppi_plus.interval is not None
    assert found.human_only.interval is not None
    saved = (found.ppi_plus.interval.high - found.ppi_plus.interval.low) / (
        found.human_only.interval.high - found.human_only.interval.low
    )
    assert 0.6 < saved < 0.85


def test_people_alone_have_wilsons_interval() -> None:
    _, judged, human = draw(2, 500, 60, 0.6, 0.9, 0.9)
    found = correct_rate(audit(judged, human), PLAN).human_only.interval
    known = wilson_interval(int(np.nansum(human)), 60)
    assert found is not None
    assert (found.low, found.high, found.method) == (known.low, known.high, "wilson")


@pytest.mark.parametrize(
    ("rate", "recall", "specificity", "rule"),
    [
        (0.97, 0.9, 0.5, "few_minority_labels"),
        (0.03, 0.5, 0.9, "few_minority_labels"),
        (0.5, 0.99, 0.99, "few_disagreements"),
    ],
)
def test_few_labels_fall_back_to_people(
    rate: float, recall: float, specificity: float, rule: str
) -> None:
    _, judged, human = draw(5, 1000, 100, rate, recall, specificity)
    found = correct_rate(audit(judged, human), PLAN)
    assert (found.headline, found.rule) == ("human_only", rule)
    assert min(found.minority, found.disagreements) < 10
    assert found.ppi_plus.value is not None


def test_an_enriched_sample_is_weighted_back() -> None:
    """All judged fails but one in ten of the passes are labelled: the plain share is far off."""
    generator = np.random.default_rng(80)
    truth, judged, _ = draw(8, 6000, 1, 0.1, 0.8, 0.95)
    likely = np.where(judged == 1, 1.0, 0.1)
    human = np.where(generator.random(6000) < likely, truth, np.nan)
    plain = float(np.nanmean(human))
    weighted = correct_rate(audit(judged, human, probability=likely), PLAN)
    layered = correct_rate(audit(judged, human, stratum=judged), PLAN)
    assert plain > 0.3
    for found in (weighted, layered):
        for name in ("human_only", "hajek", "ppi", "ppi_plus"):
            assert getattr(found, name).value == pytest.approx(truth.mean(), abs=0.02)
        assert found.rogan_gladen.value == pytest.approx(truth.mean(), abs=0.02)
    assert weighted.horvitz_thompson.value == pytest.approx(truth.mean(), abs=0.02)
    assert (layered.headline, layered.rule) == ("stratified", "stratified_sample")
    # By hand: the strata's shares, weighted by their judged units.
    fails, passes = judged == 1, judged == 0
    by_hand = fails.mean() * np.nanmean(human[fails]) + passes.mean() * np.nanmean(human[passes])
    assert layered.stratified.value == pytest.approx(by_hand)


def test_a_stratum_without_labels_has_no_estimate() -> None:
    _, judged, human = draw(4, 400, 150, 0.5, 0.8, 0.8)
    stratum = (np.arange(400) >= 390).astype(np.float64)
    human[390:] = np.nan
    found = correct_rate(audit(judged, human, stratum=stratum), PLAN)
    assert found.stratified.reason == "stratum_without_labels"
    assert (found.headline, found.rule) == ("human_only", "stratum_without_labels")


def test_copies_in_a_cluster_are_worth_one() -> None:
    _, judged, human = draw(6, 600, 120, 0.6, 0.85, 0.8)
    once = correct_rate(audit(judged, human), PLAN)
    clusters = np.repeat(np.arange(600), 4)
    many = correct_rate(audit(judged.repeat(4), human.repeat(4), clusters=clusters), PLAN)
    for name in ESTIMATES:
        one, other = getattr(once, name), getattr(many, name)
        assert other.value == pytest.approx(one.value)
        widths = [found.interval.high - found.interval.low for found in (one, other)]
        assert widths[1] == pytest.approx(widths[0], rel=0.1)


def test_rogan_and_gladen_by_hand() -> None:
    """Judged share 40 of 100; on 20 labels recall 8 of 10, specificity 9 of 10: .3 / .7."""
    judged, human = np.zeros(100), np.full(100, np.nan)
    judged[:40] = 1
    human[:8], human[40:42] = 1, 1
    human[8], human[42:51] = 0, 0
    found = correct_rate(audit(judged, human), PLAN).rogan_gladen
    assert found.value == pytest.approx((0.4 + 0.9 - 1) / (0.8 + 0.9 - 1))


def test_a_judge_that_knows_nothing_corrects_nothing() -> None:
    judged = np.array([1.0, 0, 1, 0] * 10)
    human = np.array([1.0, 1, 0, 0] * 10)
    found = correct_rate(audit(judged, human), PLAN)
    assert found.rogan_gladen.reason == "judge_uninformative"
    assert found.lam == pytest.approx(0, abs=1e-12)


def test_all_of_one_kind() -> None:
    found = correct_rate(audit(np.ones(50), np.where(np.arange(50) < 20, 1.0, np.nan)), PLAN)
    assert found.human_only.interval is not None
    assert found.human_only.interval.high == 1
    assert found.ppi_plus.interval_reason == "no_variation"
    assert found.rogan_gladen.reason == "one_category"
    assert found.headline == "human_only"


def test_nothing_at_all() -> None:
    for size in (0, 5):
        none = np.full(size, np.nan)
        found = correct_rate(audit(none, none), PLAN)
        assert (found.headline, found.rule, found.chosen()) == ("none", "no_human_labels", None)
        assert found.judged.reason == "no_judged_units"
        for name in ESTIMATES:
            assert getattr(found, name).reason == "no_human_labels"


def test_items_become_an_audit() -> None:
    table = items(["pf..p", "pp..p"], ["ppff."])
    found = audit_items(table, "j0", "met", strata={unit: unit[-1] for unit in table.units})
    assert found.judged[:4].tolist() == [1, 1, 0, 0]
    assert np.isnan(found.human[1])
    assert found.sampled.tolist() == [True, False, False, False, False]
    assert correct_rate(found, PLAN).unjudged == 1
    assert len(found.strata) == 5
    with pytest.raises(RatingsFault, match="has no stratum"):
        audit_items(table, "j0", "met", strata={"u00000": "a"})
    with pytest.raises(RatingsFault, match="impossible probability"):
        audit_items(table, "j0", "met", probability={"u00000": 0.0})
    with pytest.raises(RatingsFault, match="impossible probability"):
        audit_items(table, "j0", "met", probability={})


def test_verdicts_are_flags() -> None:
    with pytest.raises(ValueError, match="1, 0 or NaN"):
        audit(np.array([0.5]), np.array([1.0]))


def test_columns_must_be_as_long() -> None:
    with pytest.raises(ValueError, match="one entry a unit"):
        audit(np.ones(3), np.ones(3), clusters=np.arange(2))


@pytest.mark.parametrize("seed", [0, 1])
def test_coverage_in_the_middle_of_the_range(seed: int) -> None:
    """95% intervals of 75 labels on 800 units hold the truth in about 95% of 150 studies."""
    hits = dict.fromkeys(("human_only", "ppi_plus"), 0)
    for study in range(150):
        _, judged, human = draw(1000 * seed + study, 800, 75, 0.8, 0.92, 0.8)
        found = correct_rate(audit(judged, human), Plan(replicates=10))
        for name in hits:
            interval = getattr(found, name).interval
            hits[name] += interval.low <= 0.8 <= interval.high
    assert all(hit / 150 > 0.89 for hit in hits.values())


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([0, 1, np.nan]), st.sampled_from([0, 1, np.nan])), max_size=40
    ),
    st.randoms(use_true_random=False),
)
def test_bounds_and_order(pairs: list[tuple[float, float]], random: object) -> None:
    columns = np.array(pairs, dtype=np.float64).reshape(-1, 2)
    clusters = np.arange(len(columns)) // 2
    found = correct_rate(audit(columns[:, 0], columns[:, 1], clusters=clusters), PLAN)
    for name in ESTIMATES:
        one = getattr(found, name)
        assert (one.value is None) == bool(one.reason)
        assert one.value is None or 0 <= one.value <= 1
        if one.interval is not None:
            assert 0 <= one.interval.low <= one.interval.high <= 1
    order = list(range(len(columns)))
    random.shuffle(order)  # type: ignore[attr-defined]
    again = correct_rate(
        audit(columns[order, 0], columns[order, 1], clusters=clusters[order]), PLAN
    )
    assert again.headline == found.headline
    for name in ESTIMATES:
        one, other = getattr(found, name), getattr(again, name)
        assert other.reason == one.reason
        assert other.value == (one.value if one.value is None else pytest.approx(one.value))


@pytest.mark.parametrize("rate", [0.8, 0.95])
def test_the_headline_of_a_sample_by_verdict_covers(rate: float) -> None:
    """Half of 120 labels among the judge's fails: strata without a miss still have an interval."""
    hits = 0
    for study in range(120):
        truth, judged, _ = draw(study, 1000, 1, rate, 0.95, 0.75)
        generator = np.random.default_rng(10_000 + study)
        human = np.full(1000, np.nan)
        for verdict in (0, 1):
            chosen = generator.permutation(np.flatnonzero(judged == verdict))[:60]
            human[chosen] = truth[chosen]
        found = correct_rate(audit(judged, human, stratum=judged), Plan(replicates=10)).chosen()
        assert found is not None
        assert found.interval is not None
        hits += found.interval.low <= rate <= found.interval.high
    assert hits / 120 > 0.9


def test_weights_that_do_not_add_up_exactly_still_make_all_or_none() -> None:
    likely = np.array([0.1, 0.3, 0.7] * 20)
    for kind in (0.0, 1.0):
        found = correct_rate(audit(np.ones(60), np.full(60, kind), probability=likely), PLAN)
        assert found.hajek.value == kind
        assert found.hajek.interval is not None
        assert found.hajek.interval.method == "clopper_pearson"
