"""Importing twice adds nothing, and nothing that is new is taken for known."""

from __future__ import annotations

import pytest

from rut_domains.dialogue import Dialogue, Message, Note, Origin
from rut_tui.store import Import, Store, StoreFault
from tests.support.dialogues import Log, at, finished_log, make_dialogue, open_log


def message(seq: int, text: str = "Hello") -> Message:
    return Message(seq=seq, at=at(seq), actor="user", text=text)


def test_the_same_dialogue_twice_adds_nothing(store: Store) -> None:
    assert store.dialogues.add(make_dialogue())
    before = store.info().counts
    assert not store.dialogues.add(make_dialogue())
    assert store.info().counts == before


def test_a_copy_with_other_times_ids_of_calls_and_notes_adds_nothing(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    told = [event for event in finished_log().events if not isinstance(event, Note)]
    changes = {"at": None, "call_id": "other", "state_hash": "other"}
    copies = [
        event.model_copy(update={k: v for k, v in changes.items() if k in type(event).model_fields})
        for event in told
    ]
    assert not store.dialogues.add(make_dialogue(events=copies, recorded={"trimmed": True}))


def test_an_earlier_state_of_a_dialogue_adds_nothing(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    assert not store.dialogues.add(open_log().dialogue())


def test_a_later_state_of_a_dialogue_is_refused_and_not_dropped(store: Store) -> None:
    store.dialogues.add(open_log().dialogue())
    with pytest.raises(StoreFault, match="2 events shorter"):
        store.dialogues.add(make_dialogue())
    assert len(store.dialogues.events("d-0001")) == 5


@pytest.mark.parametrize(
    "other",
    [
        make_dialogue(events=[message(0, "Something else")]),
        make_dialogue(events=[event.model_copy(update={"actor": "agent"}) if not event.seq - 1
                              else event for event in finished_log().events]),
        make_dialogue(domain="telecom"),
    ],
)  # fmt: skip
def test_another_dialogue_of_the_same_id_is_refused(store: Store, other: Dialogue) -> None:
    store.dialogues.add(make_dialogue())
    with pytest.raises(StoreFault, match="another dialogue has this id"):
        store.dialogues.add(other)
    assert store.dialogues.get("d-0001") == make_dialogue()


ORIGIN = Origin(system="tau2", source_id="sim-1", file="run.json", file_hash="ff")


def test_the_same_part_of_a_file_under_another_id_adds_nothing(store: Store) -> None:
    store.dialogues.add(make_dialogue("first", origin=ORIGIN))
    again = make_dialogue("second", origin=ORIGIN)
    assert not store.dialogues.add(again)
    assert store.dialogues.known_as(again) == "first"
    assert store.dialogues.find_source("tau2", "ff", "sim-1") == ("first",)


def test_two_dialogues_of_a_file_that_bear_one_source_id_are_both_kept(store: Store) -> None:
    other = Log().user("Something else").dialogue("second", origin=ORIGIN)
    for _ in range(2):
        with store.bulk():
            added = [
                store.dialogues.add(make_dialogue("first", origin=ORIGIN)),
                store.dialogues.add(other),
            ]
            entry = Import(file_hash="ff", name="run.json", format="tau2", at=at(0))
            store.imports.add(entry)
    assert added == [False, False]
    assert store.dialogues.find_source("tau2", "ff", "sim-1") == ("first", "second")


def test_a_file_imported_as_a_whole_adds_nothing_even_if_it_is_read_differently(
    store: Store,
) -> None:
    store.dialogues.add(make_dialogue("first", origin=ORIGIN))
    store.imports.add(Import(file_hash="ff", name="run.json", format="tau2", at=at(0)))
    better_read = Log().user("Read better").dialogue("second", origin=ORIGIN)
    assert not store.dialogues.add(better_read)


def test_dialogues_played_here_share_no_source(store: Store) -> None:
    assert store.dialogues.add(make_dialogue("first"))
    assert store.dialogues.add(make_dialogue("second"))
    assert store.dialogues.find_source("rut", "", "") == ()
