"""Judgements: revisions are added, the last one holds, nothing is lost on the way."""

from __future__ import annotations

from typing import Any

import pytest

from rut_annotations.judgement import BlindFlags, Judgement, Span, current_judgements
from rut_domains.faults import ExitCode
from rut_tui.store import Store, StoreFault, UnknownDialogue
from rut_tui.store.judgements import CODED, PLAIN
from tests.rut_tui.store.conftest import tamper
from tests.support.dialogues import at, make_dialogue


def judge(verdict: str | None = "met", revision: int = 1, **parts: Any) -> Judgement:
    given: dict[str, Any] = {
        "id": f"j{revision}-{parts.get('rater', 'r1')}-{parts.get('criterion_id', 'grounded')}",
        "dialogue_id": "d-0001",
        "rater": "r1",
        "rubric_id": "user_contract",
        "rubric_version": "1",
        "rubric_hash": "rh",
        "guideline_version": "1",
        "criterion_id": "grounded",
        "criterion_hash": "ch",
        "submitted_at": at(revision),
    }
    return Judgement(verdict=verdict, revision=revision, **{**given, **parts})


FAILED: dict[str, Any] = {"mode": "invented", "evidence": (2, 5), "effect": "helped"}


@pytest.fixture(autouse=True)
def dialogues(store: Store) -> None:
    store.dialogues.add(make_dialogue("d-0001"))
    store.dialogues.add(make_dialogue("d-0002"))


def test_the_table_has_a_column_for_every_field() -> None:
    assert sorted((*PLAIN, *CODED)) == sorted(Judgement.model_fields)


def test_a_judgement_reads_back_as_it_was(store: Store) -> None:
    full = judge(
        "not_met",
        rater="rater [b]7[/b]",
        rater_kind="model",
        scope="task",
        mode="invented",
        secondary_modes=("leaked", "rude"),
        evidence=(5, 2),
        spans=(Span(turn=2, start=0, end=4, quote="Hi\0\ud83d"),),
        effect="hindered",
        confidence=3,
        comment="line\n\x1b[31m \udce9 👩‍👩‍👧",
        blind=BlindFlags(own_dialogue=True, after_reveal=True),
        shown_at=at(1),
        first_key_at=at(2),
        active_s=0.1 + 0.2,
        idle_s=1e-9,
    )
    store.judgements.append([full])
    assert store.judgements.current() == (full,)
    assert store.judgements.history() == (full,)


def test_a_revision_takes_the_place_of_the_one_before(store: Store) -> None:
    first, second = judge("not_met", **FAILED), judge("met", 2)
    store.judgements.append([first])
    assert store.judgements.next_revision(first) == 2
    store.judgements.append([second])
    assert store.judgements.current() == (second,)
    assert store.judgements.history() == (first, second)


def test_a_withdrawn_judgement_holds_no_more_but_is_kept(store: Store) -> None:
    rows = [judge("met"), judge(None, 2)]
    store.judgements.append(rows)
    assert store.judgements.current() == ()
    assert store.judgements.history() == tuple(rows)
    assert store.judgements.next_revision(rows[0]) == 3


def test_each_key_has_revisions_of_its_own(store: Store) -> None:
    rows = [
        judge(),
        judge(rater="r2"),
        judge(rater_kind="model", id="x1"),
        judge(criterion_id="c2"),
        judge(criterion_hash="other", id="x2"),
        judge(rubric_hash="other", id="x3"),
        judge(rubric_id="other", id="x4"),
        judge(scope="task", id="x5"),
        judge(dialogue_id="d-0002", id="x6"),
    ]
    store.judgements.append(rows)
    assert all(store.judgements.next_revision(row) == 2 for row in rows)
    store.judgements.append([judge("cannot_tell", 2)])
    current = store.judgements.current()
    assert len(current) == len(rows)
    assert set(current) == set(current_judgements(store.judgements.history()))


def test_judgements_are_picked_by_rubric_rater_and_dialogue(store: Store) -> None:
    store.judgements.append(
        [
            judge(),
            judge(rater="r2"),
            judge(rubric_hash="other", id="x1"),
            judge(dialogue_id="d-0002", id="x2"),
        ]
    )
    pick = store.judgements.current
    assert len(pick()) == 4
    assert [item.rubric_hash for item in pick(rubric_hash="other")] == ["other"]
    assert [item.rater for item in pick(rater="r2")] == ["r2"]
    assert [item.dialogue_id for item in pick(dialogue_ids=["d-0002"])] == ["d-0002"]
    assert pick(dialogue_ids=[]) == ()
    assert pick(rater="' OR 1 --") == ()
    assert len(store.judgements.history("rh", "r1", ("d-0001",))) == 1


@pytest.mark.parametrize("revision", [1, 3])
def test_a_revision_that_is_not_the_next_is_refused(store: Store, revision: int) -> None:
    store.judgements.append([judge()])
    with pytest.raises(StoreFault, match=f"revision {revision}, but 2 comes next") as caught:
        store.judgements.append([judge("cannot_tell", revision, id="new")])
    assert caught.value.hint
    assert caught.value.exit_code == ExitCode.MISSING
    assert store.judgements.current() == (judge(),)


def test_judgements_handed_in_together_are_kept_together(store: Store) -> None:
    with pytest.raises(StoreFault):
        store.judgements.append([judge(), judge(criterion_id="c2", revision=2)])
    assert store.judgements.history() == ()


def test_a_judgement_about_a_dialogue_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(UnknownDialogue, match="nope"):
        store.judgements.append([judge(dialogue_id="nope")])


def test_one_id_cannot_be_used_twice_for_a_criterion(store: Store) -> None:
    store.judgements.append([judge(id="same")])
    with pytest.raises(StoreFault, match="refuses the change"):
        store.judgements.append([judge(id="same", rater="r2")])


def test_a_damaged_judgement_is_a_fault_that_names_it(store: Store) -> None:
    store.judgements.append([judge("not_met", **FAILED)])
    tamper(store.path, "UPDATE judgements SET evidence = '[]'")
    with pytest.raises(StoreFault, match="cannot be read") as caught:
        store.judgements.current()
    assert "j1-r1-grounded" in caught.value.place
