from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from rut_annotations.faults import JudgementFault
from rut_annotations.judgement import Judgement, Source, Span, check_judgement, current_judgements
from rut_annotations.rubric import ModeDefinition
from tests.support.judging import RUBRIC, judge

GROUNDED = RUBRIC.criteria[0]


@pytest.mark.parametrize("missing", ["mode", "evidence", "effect"])
def test_not_met_demands_mode_evidence_and_effect(missing: str) -> None:
    empty: dict[str, Any] = {"mode": None, "evidence": (), "effect": None}
    with pytest.raises(ValidationError, match="not met"):
        judge("d", "ann", GROUNDED, "not_met", **{missing: empty[missing]})


@pytest.mark.parametrize("verdict", ["met", "not_applicable", "cannot_tell"])
def test_other_verdicts_demand_nothing_and_name_no_mode(verdict: str) -> None:
    assert judge("d", "ann", GROUNDED, verdict).evidence == ()
    assert judge("d", "ann", GROUNDED, verdict, evidence=(3,)).evidence == (3,)
    for parts in ({"mode": "overrun"}, {"effect": "helped"}, {"secondary_modes": ("overrun",)}):
        with pytest.raises(ValidationError, match="only 'not met'"):
            judge("d", "ann", GROUNDED, verdict, **parts)


@pytest.mark.parametrize(
    "parts",
    [
        {"evidence": (0,)},
        {"confidence": 0},
        {"confidence": 4},
        {"active_s": -1},
        {"active_s": float("nan")},
        {"idle_s": float("inf")},
        {"secondary_modes": ("overrun", "overrun")},
        {"secondary_modes": ("fabricated_fact",)},
        {"spans": (Span(turn=9, start=0, end=4),)},
        {"rater": ""},
        {"revision": 0},
        {"verdict": "maybe"},
    ],
)
def test_values_that_mean_nothing_are_refused(parts: dict[str, Any]) -> None:
    good = judge("d", "ann", GROUNDED, "not_met").model_dump()
    with pytest.raises(ValidationError):
        Judgement.model_validate({**good, **parts})


def test_an_empty_span_is_refused() -> None:
    with pytest.raises(ValidationError, match="ends after"):
        Span(turn=1, start=3, end=3)


def test_evidence_is_kept_in_order_and_once() -> None:
    assert judge("d", "ann", GROUNDED, "not_met", evidence=(5, 2, 5)).evidence == (2, 5)
    assert judge("d", "ann", GROUNDED, "not_met", evidence=[4, 4]).evidence == (4,)


def test_a_judgement_is_held_against_its_criterion_and_dialogue() -> None:
    good = judge("d", "ann", GROUNDED, "not_met", secondary_modes=("overrun",), evidence=(2, 7))
    check_judgement(good, GROUNDED, RUBRIC, turns=7)
    other = RUBRIC.criteria[1]
    changed = RUBRIC.model_copy(update={"instructions": "other"})
    for bad, criterion, rubric, turns, place in (
        (good, other, RUBRIC, 7, "criterion_hash"),
        (good, GROUNDED, changed, 7, "rubric_hash"),
        (good, GROUNDED, RUBRIC, 6, "evidence"),
        (good.model_copy(update={"mode": "overrun"}), GROUNDED, RUBRIC, 7, "mode"),
        (
            good.model_copy(update={"secondary_modes": ("x",)}),
            GROUNDED,
            RUBRIC,
            7,
            "secondary_modes",
        ),
        (good.model_copy(update={"scope": "task"}), GROUNDED, RUBRIC, 7, "scope"),
    ):
        with pytest.raises(JudgementFault) as caught:
            check_judgement(bad, criterion, rubric, turns)
        assert caught.value.place == place


def test_a_task_criterion_is_failed_in_its_own_mode_alone() -> None:
    mode = ModeDefinition.model_validate({"slug": "overrun"})
    own = GROUNDED.model_copy(
        update={"id": "c1", "family": "goal_deviation", "modes": (mode,), "scope": "task"}
    )
    check_judgement(judge("d", "ann", own, "not_met"), own, RUBRIC, turns=2)
    with pytest.raises(JudgementFault, match="no mode"):
        check_judgement(judge("d", "ann", own, "not_met", mode="capitulation"), own, RUBRIC, 2)


def test_the_last_revision_counts_whatever_the_order_and_a_withdrawal_withdraws() -> None:
    revisions = [
        judge("d", "ann", GROUNDED, verdict, revision=number)
        for number, verdict in enumerate(("met", "not_met", "met", "cannot_tell"), start=1)
    ]
    other = judge("d", "bob", GROUNDED, "met")
    gone = [judge("e", "ann", GROUNDED, "met"), judge("e", "ann", GROUNDED, None, revision=2)]
    for order in (revisions, revisions[::-1]):
        assert current_judgements([*order, other, *gone]) == (revisions[-1], other)


def test_two_different_judgements_as_one_revision_are_a_fault_and_equal_ones_are_one() -> None:
    one = judge("d", "ann", GROUNDED, "met")
    assert current_judgements([one, one]) == (one,)
    with pytest.raises(JudgementFault, match="revision 1"):
        current_judgements([one, judge("d", "ann", GROUNDED, "cannot_tell")])


def test_judgements_under_another_rubric_or_by_a_model_are_other_judgements() -> None:
    one = judge("d", "ann", GROUNDED, "met")
    edited = judge("d", "ann", GROUNDED, "cannot_tell", rubric_hash="other")
    model = judge("d", "ann", GROUNDED, "cannot_tell", rater_kind="model")
    assert set(current_judgements([one, edited, model])) == {one, edited, model}


def test_an_imported_not_met_may_say_no_more() -> None:
    source = Source(file="verdicts.csv", file_hash="h")
    bare: dict[str, Any] = {"mode": None, "evidence": (), "effect": None}
    made = judge("d", "cy", GROUNDED, "not_met", source=source, **bare)
    check_judgement(made, GROUNDED, RUBRIC, 1)
    with pytest.raises(ValidationError, match="only 'not met'"):
        judge("d", "cy", GROUNDED, "met", source=source, mode="overrun")


def test_a_second_look_is_another_judgement_than_the_first() -> None:
    looks = [judge("d", "ann", GROUNDED, "met", pass_number=number) for number in (1, 2)]
    assert len(current_judgements(looks)) == 2
    with pytest.raises(ValidationError):
        judge("d", "ann", GROUNDED, "met", pass_number=0)
