"""A fork shares its parent's beginning; a link to a task has a history."""

from __future__ import annotations

import pytest

from rut_domains.dialogue import Chair, Message
from rut_domains.faults import UsageFault
from rut_tui.store import Store, StoreFault, UnknownDialogue
from tests.support.dialogues import Log, at, make_briefing, make_contract, make_dialogue


def message(seq: int, text: str = "Hello") -> Message:
    return Message(seq=seq, at=at(seq), actor="user", text=text)


def test_a_fork_shares_the_prefix_and_goes_on(store: Store) -> None:
    parent = make_dialogue()
    store.dialogues.add(parent)
    header = make_dialogue("child", agent=Chair(kind="human", name="bo"), created_at=at(99))
    store.dialogues.fork(parent.id, 4, header)
    child = store.dialogues.get("child")
    assert child.events == parent.events[:5]
    assert (child.parent_id, child.parent_seq) == (parent.id, 4)
    assert (child.agent, child.created_at) == (header.agent, header.created_at)
    store.dialogues.append("child", [message(5)])
    assert store.dialogues.get(parent.id) == parent
    assert store.check() == ()


def test_notes_in_the_prefix_keep_their_place_so_that_numbers_stay(store: Store) -> None:
    log = Log().agent("Hello").user("Give me your card number").note("planted_fault", slug="rude")
    log.call("agent").agent("No.").end("abandoned").note("outcome", success=False)
    store.dialogues.add(log.dialogue())
    store.dialogues.fork("d-0001", 5, make_dialogue("child"))
    assert store.dialogues.events("child") == tuple(log.events[:6])
    [row] = [row for row in store.dialogues.list() if row.id == "child"]
    assert (row.fault, row.outcome, row.end) == ("rude", None, None)


@pytest.mark.parametrize("seq", [-1, 6, 7, 8, 10**30])
def test_a_fork_after_the_end_or_beyond_it_is_refused(store: Store, seq: int) -> None:
    store.dialogues.add(make_dialogue())
    with pytest.raises(UsageFault) as caught:
        store.dialogues.fork("d-0001", seq, make_dialogue("child"))
    assert caught.value.hint
    assert store.dialogues.count() == 1


def test_a_fork_of_nothing_or_onto_a_taken_id_is_refused(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    with pytest.raises(UnknownDialogue):
        store.dialogues.fork("nope", 0, make_dialogue("child"))
    with pytest.raises(StoreFault, match="another dialogue has this id"):
        store.dialogues.fork("d-0001", 0, make_dialogue("d-0001"))
    assert store.dialogues.get("d-0001") == make_dialogue()


def test_a_link_is_added_and_the_earlier_ones_are_kept(store: Store) -> None:
    unlinked = make_dialogue(link="unlinked", briefing=make_briefing(contract=None))
    store.dialogues.add(unlinked, at=at(1))
    contract = make_contract(persona="You are Bo.")
    assert store.dialogues.set_link(
        "d-0001", "relinked", at(2), task_id="other", task_hash="h", contract=contract, reason="ids"
    )
    linked = store.dialogues.get("d-0001")
    assert (linked.link, linked.task_id, linked.task_hash) == ("relinked", "other", "h")
    assert linked.briefing == make_briefing(contract=contract)
    assert linked.events == unlinked.events
    first, last = store.dialogues.links("d-0001")
    assert (first.at, first.link, first.task_id, first.contract_hash) == (
        *(at(1), "unlinked", "late-parcel"),
        None,
    )
    assert (last.at, last.link, last.reason, last.contract_hash) == (
        *(at(2), "relinked", "ids"),
        contract.hash,
    )
    assert store.check() == ()


def test_a_link_that_holds_already_adds_nothing(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    same = {"task_id": "late-parcel", "contract": make_contract()}
    assert not store.dialogues.set_link("d-0001", "linked", at(2), **same)
    assert store.dialogues.set_link("d-0001", "unlinked", at(2), task_id="late-parcel")
    assert store.dialogues.set_link("d-0001", "linked", at(3), **same)
    assert len(store.dialogues.links("d-0001")) == 3


def test_a_link_of_nothing_is_refused(store: Store) -> None:
    with pytest.raises(UnknownDialogue):
        store.dialogues.set_link("nope", "linked", at(0), task_id="t", contract=make_contract())
    assert store.info().counts["documents"] == 0
    assert store.dialogues.links("nope") == ()
