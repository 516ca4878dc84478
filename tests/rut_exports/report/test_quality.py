from __future__ import annotations

import pytest

from rut_exports.report.judging.model import CriterionQuality, Quality
from tests.support.judged_studies import judged_bundle, letters, section_of
from tests.support.judging import judge
from tests.support.studies import small_bundle


def quality(*args: object, **parts: object) -> Quality:
    found = section_of(judged_bundle(*args, **parts)).quality  # type: ignore[arg-type]
    assert found is not None
    return found


def one(found: Quality) -> CriterionQuality:
    (criterion,) = found.criteria
    return criterion


def test_two_raters_by_hand() -> None:
    found = one(quality({"ann": "ffpp", "bob": "fppp"}))
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.n, pair.percent.value) == ("ann", "bob", 4, 0.75)
    # Chance: .5 x .25 + .5 x .75.
    assert pair.kappa.value == pytest.approx((0.75 - 0.5) / 0.5)
    assert {row.rater: row.bias.value for row in found.raters} == {"ann": 0.25, "bob": -0.25}
    assert found.left_out == ()


def test_bias_is_over_what_others_judged_and_counts_are_over_all() -> None:
    found = one(quality({"ann": "ffp?x", "bob": ".pppx", "cyd": ".f..."}))
    ann = found.raters[0]
    assert (ann.met, ann.not_met, ann.not_applicable, ann.cannot_tell, ann.given) == (1, 2, 1, 1, 5)
    # d001: 1 less the half of bob and cyd; d002: 0 less 0; d004: not applicable is no fail.
    assert ann.bias.value == pytest.approx(0.5 / 3)
    assert ann.bias.n == 3


def test_leaving_a_rater_out_leaves_the_agreement_of_the_others() -> None:
    people = {"ann": "ffpp", "bob": "ffpp", "cyd": "pfpf"}
    rows = {row.rater: row for row in one(quality(people)).left_out}
    assert rows["cyd"].percent.value == rows["cyd"].alpha.value == 1.0
    assert rows["ann"].percent.value == 0.5


def test_evidence_is_that_of_raters_who_agree_on_a_failure() -> None:
    rows = [
        judge("d000", "ann", "groundedness", "not_met", evidence=(2, 3)),
        judge("d000", "bob", "groundedness", "not_met", evidence=(3, 4)),
        judge("d001", "ann", "groundedness", "not_met", evidence=(1,)),
        judge("d001", "bob", "groundedness", "met"),
    ]
    overlap = one(quality({"cyd": ".pp"}, rows=rows)).evidence
    assert overlap is not None
    assert (overlap.units, overlap.pairs) == (1, 1)
    assert overlap.turns.value == pytest.approx(1 / 3)
    assert overlap.spans.value is None


def test_a_second_look_is_compared_with_the_first_and_enters_nothing_else() -> None:
    people = {"ann": "ffpppf", "bob": "ffpppp"}
    again = letters("ann", "fpppp.", look=2)
    with_looks, without = judged_bundle(people, rows=again), judged_bundle(people)
    left, right = section_of(with_looks), section_of(without)
    assert (left.flow.repeats, right.flow.repeats) == (5, 0)
    assert left.agreement == right.agreement
    assert left.ufs == right.ufs
    assert left.quality is not None
    repeats = one(left.quality).repeats
    assert repeats is not None
    assert (repeats.pairs, repeats.agreement.value) == (5, 0.8)


def test_drift_follows_the_raters_own_order() -> None:
    word = "pppfff"
    rows = [
        row.model_copy(update={"shown_at": f"2026-01-0{day}T08:00:00Z"})
        for day, row in zip((4, 5, 6, 1, 2, 3), letters("ann", word), strict=True)
    ]
    drift = one(quality({}, rows=rows, dialogues=judged_bundle({"a": word}).dialogues)).drift
    assert [item.rater for item in drift] == ["", "ann"]
    # Failures came first.
    assert drift[1].halves.value == -1.0
    assert drift[1].spearman.value == pytest.approx(-0.878, abs=1e-3)


def test_speeders_by_a_declared_rule() -> None:
    rows = [
        row.model_copy(update={"active_s": seconds})
        for seconds, row in zip((9.0, 9.0, 8.0, 1.0, 0.0), letters("ann", "ppppp"), strict=True)
    ]
    tempo = quality({"bob": "ppppp"}, rows=rows).tempo
    assert tempo is not None
    ann, bob = tempo.raters
    assert (ann.timed, ann.untimed, ann.fast) == (4, 1, 1)
    assert "0.333 of the rater's median" in tempo.rule
    assert (bob.timed, bob.untimed) == (0, 5)


def test_what_there_are_no_data_for_is_said_in_one_list() -> None:
    alone = quality({"ann": "fpp"})
    assert one(alone).pairs == ()
    assert one(alone).evidence is None
    said = " ".join(alone.absent)
    for words in (
        "one rater alone judged",
        "takes three raters",
        "Overlap of evidence",
        "nobody judged a dialogue twice",
        "it is not known when",
        "no times were kept",
        "not asked to guess",
    ):
        assert words in said
    apart = quality({"ann": "fp..", "bob": "..fp"})
    assert any("no two judged the same dialogue" in line for line in apart.absent)


def test_a_strict_rater_is_named_with_the_number_of_comparisons() -> None:
    found = quality({"ann": "f" * 20 + "p" * 40, "bob": "p" * 60, "cyd": "p" * 60})
    assert any("ann is stricter than the others" in line for line in found.advice)
    assert any("1 in 20 stands out by chance" in line for line in found.advice)
    assert quality({"ann": "fp" * 30, "bob": "fp" * 30}).advice == ()


def test_nobody_has_judged() -> None:
    assert section_of(small_bundle(judgements=())).quality is None
