"""Listing, filtering and searching without loading events."""

from __future__ import annotations

from typing import Any

import pytest

from rut_domains.dialogue import Chair, Origin
from rut_tui.store import Store, StoreFault
from tests.rut_tui.store.conftest import tamper
from tests.support.dialogues import (
    Log,
    at,
    make_briefing,
    make_dialogue,
    open_log,
)


def ids(store: Store, **wanted: Any) -> list[str]:
    rows = store.dialogues.list(**wanted)
    if not {"limit", "offset"} & wanted.keys():
        assert store.dialogues.count(**wanted) == len(rows)
    return [row.id for row in rows]


@pytest.fixture
def filled(store: Store) -> Store:
    """A played and ended one, an open one, an imported one, one between scripts."""
    store.dialogues.add(make_dialogue("played", created_at=at(1)))
    store.dialogues.add(open_log().dialogue("open", created_at=at(4), domain="telecom"))
    store.dialogues.add(
        Log()
        .user("Ich möchte STORNIEREN")
        .end("transferred")
        .dialogue(
            "imported",
            created_at=at(3),
            task_id="12",
            user=Chair(kind="model", name="gpt"),
            agent=Chair(kind="model", name="gpt"),
            origin=Origin(system="tau2", file="run.json", file_hash="ff", source_id="1"),
            link="unlinked",
            briefing=make_briefing(contract=None),
            recorded={"reward": 1.0},
        )
    )
    scripts = {"user": Chair(kind="scripted"), "agent": Chair(kind="scripted")}
    store.dialogues.add(open_log().dialogue("scripts", created_at=at(2), **scripts))
    return store


def test_the_newest_comes_first(filled: Store) -> None:
    assert ids(filled) == ["open", "imported", "scripts", "played"]
    assert ids(filled, order="arrival") == ["played", "open", "imported", "scripts"]
    assert ids(filled, limit=2) == ["open", "imported"]
    assert ids(filled, limit=2, offset=3) == ["played"]
    assert filled.dialogues.count(limit=1) == 4


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"domain": "telecom"}, ["open"]),
        ({"task": "12"}, ["imported"]),
        ({"system": "rut"}, ["open", "scripts", "played"]),
        ({"system": "tau"}, ["imported"]),
        ({"system": "TAU"}, []),
        ({"user": "human"}, ["open", "played"]),
        ({"agent": "model"}, ["imported"]),
        ({"ended": True}, ["imported", "played"]),
        ({"ended": False}, ["open", "scripts"]),
        ({"end": "satisfied"}, ["played"]),
        ({"end": "step_limit"}, []),
        ({"link": "unlinked"}, ["imported"]),
        ({"has_contract": False}, ["imported"]),
        ({"has_contract": True, "ended": True}, ["played"]),
        ({"domain": None, "task": None, "ended": None, "text": ""}, None),
    ],
)
def test_conditions_narrow_the_list(
    filled: Store, wanted: dict[str, Any], expected: list[str] | None
) -> None:
    assert ids(filled, **wanted) == (ids(filled) if expected is None else expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parcel", ["open", "scripts", "played"]),
        ("PARCEL  thank", ["played"]),
        ("storn", ["imported"]),
        ("MÖCHTE", ["imported"]),
        ("möchte parcel", []),
        ("impo", ["imported"]),
        ("ported", []),
        # A tool's answer, an end and the JSON around a text are not said.
        ("W-1001", []),
        ("satisfied", []),
        ("text", []),
        ('"', []),
        ("%", []),
        ("_", []),
    ],
)
def test_all_words_must_be_said_whatever_their_case(
    filled: Store, text: str, expected: list[str]
) -> None:
    assert ids(filled, text=text) == expected


@pytest.mark.parametrize(
    "text", ["100%", "a_b", "back\\slash", 'say"so', "tab\tbed", "Straße", "🎉", "x\0y", "\ud83d"]
)
def test_marks_of_the_pattern_language_are_taken_as_they_stand(store: Store, text: str) -> None:
    store.dialogues.add(Log().user(f"so {text} it is").dialogue("with"))
    store.dialogues.add(Log().user("so 100 a-b back slash say so it is").dialogue("without"))
    for word in text.split():
        assert ids(store, text=word) in (["with"], ["without", "with"])
    assert ids(store, text=text)[-1] == "with"


def test_what_only_one_seat_saw_is_not_searched(store: Store) -> None:
    log = Log().say("agent", "let me think: secret", to={"agent"}).agent("Done.")
    store.dialogues.add(log.dialogue())
    assert ids(store, text="secret") == []
    assert ids(store, text="done") == ["d-0001"]


def test_a_row_tells_what_can_be_told(store: Store) -> None:
    log = Log().agent("Hello").say("agent", "aside", to={"agent"}).call("agent").user("Bye")
    log.end("abandoned", detail="stuck").note("outcome", success=False)
    log.note("planted_fault", slug="rude", fired=True).note("outcome", success=True)
    store.dialogues.add(
        log.dialogue("d", parent_id="p", recorded={"practice": True, "planted_fault": "tired"})
    )
    [row] = store.dialogues.list()
    assert (row.domain, row.task_id, row.parent_id) == ("retail", "late-parcel", "p")
    assert row.user == Chair(kind="human", name="ada")
    assert row.agent == Chair(kind="scripted", name="scripted-agent")
    assert (row.origin_system, row.created_at) == ("rut", at(0))
    assert (row.turns, row.events) == (2, 9)
    assert (row.end, row.outcome) == ("abandoned", {"success": True})
    assert (row.fault, row.practice) == ("tired", True)
    assert (row.link, row.has_contract) == ("linked", True)


def test_an_empty_dialogue_has_a_row(store: Store) -> None:
    store.dialogues.add(make_dialogue(events=[]))
    [row] = store.dialogues.list()
    assert (row.turns, row.events, row.end, row.outcome, row.fault) == (0, 0, None, None, None)


def test_a_new_link_shows_in_the_list(filled: Store) -> None:
    filled.dialogues.set_link("imported", "relinked", at(9), task_id="13")
    assert ids(filled, link="unlinked") == []
    assert ids(filled, link="relinked", task="13") == ["imported"]


def test_what_a_person_left_open_here_is_offered(filled: Store) -> None:
    foreign = Origin(system="rut-copy", file_hash="f", source_id="1")
    filled.dialogues.add(open_log().dialogue("foreign", origin=foreign, created_at=at(9)))
    filled.dialogues.add(open_log().dialogue("later", created_at=at(8)))
    assert [row.id for row in filled.dialogues.open_here()] == ["later", "open"]


def test_a_damaged_header_is_listed_but_a_fault_when_opened(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    tamper(store.path, "UPDATE dialogues SET recorded = '{' WHERE id = 'd-0001'")
    assert ids(store) == ["d-0001"]
    with pytest.raises(StoreFault, match="cannot be read") as caught:
        store.dialogues.get("d-0001")
    assert "d-0001" in caught.value.place


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE dialogues SET user_kind = 'ghost'",
        "UPDATE events SET payload = '{}' WHERE kind = 'stop'",
        "UPDATE events SET payload = '{' WHERE kind = 'outcome'",
        "UPDATE events SET payload = '[]' WHERE kind = 'stop'",
    ],
)
def test_a_row_that_cannot_be_told_is_a_fault_that_names_it(store: Store, change: str) -> None:
    store.dialogues.add(make_dialogue())
    tamper(store.path, change)
    with pytest.raises(StoreFault, match="cannot be read") as caught:
        store.dialogues.list()
    assert "d-0001" in caught.value.place
    assert store.dialogues.list(end="satisfied", domain="none") == ()


def test_a_damaged_message_says_nothing_but_does_not_stop_a_search(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    tamper(store.path, "UPDATE events SET payload = '{parcel' WHERE seq = 1")
    assert ids(store, text="parcel") == []
    with pytest.raises(StoreFault, match="cannot be read") as caught:
        store.dialogues.events("d-0001")
    assert "event 1" in caught.value.place
