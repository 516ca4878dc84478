"""The rater's desk: what is offered in which order, what is kept of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_annotations.judgement import Judgement
from rut_annotations.rubric import load_rubric
from rut_domains.dialogue import Chair, Dialogue, Origin
from rut_domains.faults import UsageFault
from rut_tui.store import Store
from rut_tui.work.rate import Answer, Desk, Draft
from tests.support.dialogues import Log
from tests.support.screens import make_settings

RUBRIC = load_rubric("user_contract")
FAILED = Answer(verdict="not_met", mode="fabricated_fact", evidence=(2,), effect="helped")


def ended(name: str, **parts: object) -> Dialogue:
    log = Log().agent("Hello?").user("Where is W-1001?").agent("On its way.").end("satisfied")
    return log.dialogue(name, **parts)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "rut.sqlite") as opened:
        for number in range(6):
            opened.dialogues.add(ended(f"dialogue-{number}"))
        yield opened


def desk_of(store: Store, rater: str = "ada", seed: int = 0) -> Desk:
    return Desk(store, make_settings(store.path.parent), rater, RUBRIC, seed=seed)


def order_of(desk: Desk) -> list[str]:
    return [place.dialogue_id for place in desk._order]


def test_only_what_can_be_judged_is_offered(store: Store) -> None:
    store.dialogues.add(Log().agent("Hello?").user("Hi").dialogue("still-open"))
    store.dialogues.add(
        ended("mislinked", link="unlinked", origin=Origin(system="tau2", source_id="1"))
    )
    store.dialogues.add(ended("practice", recorded={"practice": True}))
    assert sorted(order_of(desk_of(store))) == [f"dialogue-{number}" for number in range(6)]


def test_each_rater_has_an_order_that_stays_and_is_extended_at_its_end(store: Store) -> None:
    ada, ben = order_of(desk_of(store, "ada")), order_of(desk_of(store, "ben"))
    assert ada != ben
    assert sorted(ada) == sorted(ben)
    store.dialogues.add(ended("late-comer"))
    assert order_of(desk_of(store, "ada", seed=99)) == [*ada, "late-comer"]


def test_a_rater_knows_a_dialogue_by_a_random_code_alone(store: Store) -> None:
    ada, ben = desk_of(store, "ada"), desk_of(store, "ben")
    codes = {ada.item(at).blind.code for at in range(6)} | {
        ben.item(at).blind.code for at in range(6)
    }
    assert len(codes) == 12
    assert "dialogue-" not in str([ada.item(at).blind for at in range(6)])
    assert {desk_of(store).item(at).blind.code for at in range(6)} <= codes


def test_an_answer_is_kept_with_all_that_makes_it_countable(store: Store) -> None:
    desk = desk_of(store)
    item = desk.item(0)
    desk.show()
    item = desk.answer(item, item.criteria[0], FAILED)
    kept = store.judgements.current(rater="ada")
    assert len(kept) == 1
    made = kept[0]
    assert (made.verdict, made.mode, made.evidence, made.effect) == (
        "not_met",
        "fabricated_fact",
        (2,),
        "helped",
    )
    assert (made.rubric_hash, made.criterion_hash) == (RUBRIC.hash, item.criteria[0].hash)
    assert made.shown_at
    assert made.submitted_at >= made.first_key_at >= made.shown_at
    assert item.answers[item.criteria[0].id] == made


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (Answer(verdict="not_met"), "names one primary mode"),
        (FAILED.model_copy(update={"evidence": ()}), "cites at least one turn"),
        (FAILED.model_copy(update={"evidence": (99,)}), "there is no turn 99"),
        (FAILED.model_copy(update={"effect": None}), "whether it helped the agent"),
        (FAILED.model_copy(update={"mode": "overrun"}), "is no mode of"),
        (Answer(verdict="met", mode="overrun"), "only 'not met' names a mode"),
    ],
)
def test_an_answer_that_lacks_something_is_refused_and_not_kept(
    store: Store, answer: Answer, says: str
) -> None:
    desk = desk_of(store)
    item = desk.item(0)
    with pytest.raises(Exception, match=says):
        desk.answer(item, item.criteria[0], answer)
    assert store.judgements.history() == ()


def test_undo_goes_back_over_dialogues_and_keeps_every_revision(store: Store) -> None:
    desk = desk_of(store)
    first, second = desk.item(0), desk.item(1)
    criterion = first.criteria[0]
    desk.answer(first, criterion, Answer(verdict="met"))
    desk.answer(first, criterion, FAILED)
    desk.answer(second, criterion, Answer(verdict="met"))

    def holds() -> dict[str, str | None]:
        return {made.dialogue_id: made.verdict for made in store.judgements.current()}

    ids = order_of(desk)
    assert desk.undo() == (1, criterion.id)
    assert holds() == {ids[0]: "not_met"}
    assert desk.undo() == (0, criterion.id)
    assert holds() == {ids[0]: "met"}
    assert desk.item(0).answers[criterion.id].verdict == "met"
    assert desk.undo() == (0, criterion.id)
    assert holds() == {}
    assert desk.undo() is None
    assert [made.verdict for made in store.judgements.history()] == [
        "met",
        "not_met",
        "met",
        None,
        "met",
        None,
    ]


def test_a_new_sitting_goes_on_where_the_last_one_stopped(store: Store) -> None:
    desk = desk_of(store)
    item = desk.item(0)
    for criterion in item.criteria:
        item = desk.answer(item, criterion, Answer(verdict="met"))
    item = desk.item(1)
    desk.answer(item, item.criteria[0], Answer(verdict="met"))
    again = desk_of(store)
    assert again.next_open() == 1
    assert again.item(1).next_open() == 1
    assert again.progress().model_dump() == {"total": 6, "done": 1, "skipped": 0}


def test_a_skip_needs_a_reason_and_can_be_taken_back(store: Store) -> None:
    desk = desk_of(store)
    with pytest.raises(UsageFault, match="needs a reason"):
        desk.skip(0, "  ")
    desk.skip(0, "in a language I cannot read")
    assert desk.next_open() == 1
    assert desk.progress().skipped == 1
    assert desk_of(store, "ben").progress().skipped == 0
    desk.take_back_skip(0)
    assert desk.next_open() == 0


def test_a_draft_is_kept_until_it_is_answered(store: Store) -> None:
    desk = desk_of(store)
    item = desk.item(0)
    draft = Draft(evidence=(2,), comment="[half] a thought")
    desk.save_draft(item, item.criteria[0], draft)
    again = desk_of(store)
    assert again.draft(again.item(0), item.criteria[0]) == draft
    assert again.draft(again.item(0), item.criteria[1]) == Draft()
    again.answer(again.item(0), item.criteria[0], Answer(verdict="met"))
    assert again.draft(again.item(0), item.criteria[0]) == Draft()


def test_a_rater_who_played_is_marked(store: Store) -> None:
    store.dialogues.add(ended("mine", user=Chair(kind="human", name="ada")))
    desk = desk_of(store)
    at = order_of(desk).index("mine")
    item = desk.item(at)
    desk.answer(item, item.criteria[0], Answer(verdict="met"))
    made: Judgement = store.judgements.current()[0]
    assert made.blind.own_dialogue
    assert made.blind.identity_hidden


def test_a_dialogue_that_was_unlinked_meanwhile_leaves_the_desk(store: Store) -> None:
    before = order_of(desk_of(store))
    store.dialogues.set_link(before[0], "unlinked", "2026-01-01", task_id="t1", reason="wrong")
    assert order_of(desk_of(store)) == before[1:]


def test_a_rater_needs_a_name(store: Store) -> None:
    with pytest.raises(UsageFault, match="needs a name"):
        desk_of(store, "  ")
