from __future__ import annotations

import random

import pytest
from pydantic import ValidationError

from rut_annotations.judgement import Source
from rut_domains.dialogue import Chair, Dialogue, Origin
from rut_domains.task import Task, TaskCriterion
from rut_exports.bundle import Bundle, Planted, source_label, summarise_dialogue
from tests.support.dialogues import Log, make_contract, make_dialogue
from tests.support.judging import RUBRIC, judge
from tests.support.studies import small_bundle, summary


@pytest.mark.parametrize(
    ("parts", "label"),
    [
        ({}, "played: human"),
        ({"user": Chair(kind="scripted", name="scripted-user")}, "played: scripted"),
        ({"user": Chair(kind="model", name="gpt-x")}, "played: gpt-x"),
        ({"user": Chair(kind="replay", name="d-1")}, "played: replay"),
        (
            {"user": Chair(kind="model", name="gpt-4o"), "origin": Origin(system="tau2")},
            "tau2: gpt-4o",
        ),
        ({"user": Chair(kind="unknown"), "origin": Origin(system="chat")}, "chat: unknown"),
        (
            {"user": Chair(kind="scripted"), "recorded": {"planted_fault": "overrun"}},
            "played: scripted, fault planted",
        ),
    ],
)
def test_the_source_is_who_played_the_judged_seat(parts: dict[str, object], label: str) -> None:
    assert source_label(make_dialogue(**parts)) == label


def test_the_name_of_a_person_is_no_part_of_a_source() -> None:
    assert "ada" not in source_label(make_dialogue())
    assert source_label(make_dialogue(), "agent") == "played: scripted"


def scripted(log: Log, **parts: object) -> Dialogue:
    return log.dialogue(user=Chair(kind="scripted"), **parts)


def test_a_planted_fault_is_located_in_the_turns_that_raters_see() -> None:
    log = Log().agent("Hello").user("Hi").call("agent").agent("Found it.").user("One more thing")
    log.note("planted_fault", slug="overrun", fired=True, at_seq=5)
    found = summarise_dialogue(scripted(log), RUBRIC)
    assert found.planted == Planted(mode="overrun", fired=True, turn=4)
    assert (found.turns, found.scripted) == (4, True)


def test_a_fault_that_never_fired_is_told_from_one_that_did() -> None:
    for dialogue in (
        scripted(Log().user("Hi"), recorded={"planted_fault": "overrun"}),
        scripted(Log().user("Hi").note("planted_fault", slug="overrun", fired=False)),
    ):
        assert summarise_dialogue(dialogue, RUBRIC).planted == Planted(mode="overrun", fired=False)
    assert summarise_dialogue(make_dialogue(), RUBRIC).planted is None


def test_a_summary_takes_the_tasks_own_criteria_practice_and_codes() -> None:
    criterion = TaskCriterion(
        id="c1",
        statement="S.",
        family="goal_deviation",
        mode="overrun",
        polarity="positive",
        span="",
    )
    task = Task(
        id="late-parcel",
        title="T",
        domain="retail",
        contract=make_contract(),
        criteria=(criterion,),
    )
    dialogue = make_dialogue(recorded={"practice": True})
    found = summarise_dialogue(dialogue, RUBRIC, task, {"ann": "K7QM-4TXD"})
    assert [item.id for item in found.criteria] == ["c1"]
    assert (found.practice, found.counted, found.task) == (True, False, "retail/late-parcel")
    assert found.codes == {"ann": "K7QM-4TXD"}


def test_the_hash_is_that_of_the_data_in_any_order() -> None:
    bundle = small_bundle()
    dialogues, judgements = list(bundle.dialogues), list(bundle.judgements)
    random.Random(1).shuffle(dialogues)
    random.Random(2).shuffle(judgements)
    again = small_bundle(dialogues=dialogues, judgements=judgements)
    assert again == bundle
    assert again.hash == bundle.hash
    assert small_bundle(made_at="2026-01-01", version="9").hash == bundle.hash
    assert small_bundle(seed=6).hash != bundle.hash
    assert small_bundle(judgements=judgements[1:]).hash != bundle.hash


def test_a_bundle_with_a_dialogue_or_rubric_twice_is_refused() -> None:
    with pytest.raises(ValidationError, match="dialogue is in the bundle twice"):
        small_bundle(dialogues=(summary("d1"), summary("d1")))
    with pytest.raises(ValidationError, match="rubric is in the bundle twice"):
        small_bundle(rubrics=(RUBRIC, RUBRIC))


def test_a_bundle_reads_back_with_all_that_is_known_of_a_judgement() -> None:
    source = Source(file="verdicts.csv", file_hash="h")
    made = [
        judge("d1", "cy", "groundedness", "met", pass_number=2, source=source),
        judge("d1", "key", "groundedness", "not_met", rater_kind="gold", source=source, mode=None),
    ]
    bundle = small_bundle(judgements=made)
    again = Bundle.model_validate_json(bundle.model_dump_json())
    assert again == bundle
    assert again.hash == bundle.hash


def test_a_bundle_of_an_older_version_reads_as_made_here_in_the_first_pass() -> None:
    plain = small_bundle().model_dump(mode="json")
    for row in plain["judgements"]:
        del row["pass_number"], row["source"]
    assert Bundle.model_validate(plain) == small_bundle()
