"""Adding, appending, reading back, forking and linking dialogues."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.dialogue import (
    EVERYONE,
    Briefing,
    Chair,
    Dialogue,
    Message,
    Note,
    Origin,
    Stop,
    ToolCall,
)
from rut_domains.faults import ExitCode
from rut_domains.tool import ToolSpec
from rut_tui.store import Store, StoreFault, UnknownDialogue
from tests.support.dialogues import (
    Log,
    at,
    finished_log,
    make_briefing,
    make_contract,
    make_dialogue,
    open_log,
)

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
NASTY: list[Any] = [
    "",
    "a\0b",
    "half an emoji \ud83d",
    "\udce9 from a byte that is no UTF-8",
    "👩‍👩‍👧‍👦 🏳️‍🌈",
    "مرحبا שלום 你好",
    "\x1b[31mred\x1b]8;;http://x\x07",
    "[b]bold[/b] [/] [0]",
    "'; DROP TABLE events; --",
    '{"text": "nested"}\\',
    "\u2028\u2029\ufeff\uffff\U0010ffff",
    pytest.param("x" * 200_000, id="200 kB"),
]
NASTY_IDS = ["a[b]c", "a|b|c|d", "../../etc/passwd", "a\nb\r\nc", "a\0bcd", "50%_off", "ab\udcffcd"]


def message(seq: int, text: str = "Hello") -> Message:
    return Message(seq=seq, at=at(seq), actor="user", text=text)


# --- adding and reading back ---------------------------------------------------------------------


def test_a_dialogue_reads_back_as_it_was(store: Store) -> None:
    dialogue = make_dialogue(
        task_hash="abc",
        origin=Origin(system="tau2", source_id="sim-1", file="run.json", file_hash="ff"),
        parent_id="older",
        parent_seq=3,
        link="accepted",
        recorded={"reward": 0.5, "models": {"user": "m"}, "unknown": [1, None, True]},
    )
    assert store.dialogues.add(dialogue, at=at(5))
    assert store.dialogues.get(dialogue.id) == dialogue
    assert store.dialogues.header(dialogue.id) == dialogue.model_copy(update={"events": ()})
    assert store.dialogues.events(dialogue.id) == dialogue.events


def test_a_dialogue_without_a_briefing_reads_back(store: Store) -> None:
    bare = Dialogue(
        id="bare", domain="d", task_id="t", user=Chair(kind="unknown"), agent=Chair(kind="unknown")
    )
    store.dialogues.add(bare)
    assert store.dialogues.get("bare") == bare


@pytest.mark.parametrize("text", NASTY)
def test_any_text_survives_everywhere(store: Store, text: str) -> None:
    log = Log().user(text).call("agent", text, {text: text}, {"data": [text]}).end(detail=text)
    dialogue = log.note("outcome", why=text).dialogue(
        f"id {text}",
        domain=text,
        task_id=text,
        user=Chair(kind="human", name=text),
        created_at=text,
        origin=Origin(system=text, source_id=text, file=text, file_hash=text),
        parent_id=text,
        recorded={text: text},
        briefing=make_briefing(contract=make_contract(persona=text), policy=text),
    )
    assert store.dialogues.add(dialogue)
    assert store.dialogues.get(dialogue.id) == dialogue
    assert store.check() == ()
    [row] = store.dialogues.list(domain=text, task=text)
    assert (row.id, row.user.name) == (dialogue.id, text)
    assert not store.dialogues.add(dialogue)


@pytest.mark.parametrize("name", NASTY_IDS)
def test_any_id_is_found_again_and_played_on(store: Store, name: str) -> None:
    store.dialogues.add(open_log().dialogue(name))
    store.dialogues.append(name, [message(5)])
    assert store.dialogues.get(name).id == name
    assert len(store.dialogues.events(name)) == 6
    assert store.dialogues.resolve(name[:4]) == name
    assert [row.id for row in store.dialogues.list()] == [name]


def test_integers_beyond_64_bits_survive(store: Store) -> None:
    dialogue = make_dialogue(seed=10**30, parent_seq=-(2**70), recorded={"big": 10**40})
    store.dialogues.add(dialogue)
    assert store.dialogues.get(dialogue.id) == dialogue


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(ANY_TEXT, max_size=4), value=JSON, key=ANY_TEXT)
def test_whatever_json_holds_survives(store: Store, texts: list[str], value: Any, key: str) -> None:
    log = Log()
    for text in texts:
        log.agent(text)
    log.call("user", "tool", {key: value}, {key: value}).note("cost", value=value)
    dialogue = log.dialogue(f"p{store.dialogues.count()}-" + "x" * 4, recorded={key: value})
    assert store.dialogues.add(dialogue)
    assert store.dialogues.get(dialogue.id) == dialogue


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [{"deep": math.nan}]])
def test_a_number_that_json_does_not_have_is_refused_and_nothing_kept(
    store: Store, value: Any
) -> None:
    with pytest.raises(StoreFault, match="cannot be kept"):
        store.dialogues.add(Log().user("Hi").call("agent", content=value).dialogue())
    with pytest.raises(StoreFault, match="cannot be kept"):
        store.dialogues.add(make_dialogue(recorded={"reward": value}))
    briefing = make_briefing(contract=make_contract(extra={"x": value}))
    with pytest.raises(StoreFault, match="cannot be kept"):
        store.dialogues.add(make_dialogue(briefing=briefing))
    assert store.info().counts["dialogues"] == store.info().counts["documents"] == 0


def test_words_that_only_look_like_such_numbers_are_kept(store: Store) -> None:
    dialogue = Log().user("NaN or Infinity?").dialogue(recorded={"NaN": "-Infinity"})
    store.dialogues.add(dialogue)
    assert store.dialogues.get(dialogue.id) == dialogue


def test_nesting_without_end_is_a_fault_and_no_crash(store: Store) -> None:
    deep: Any = "bottom"
    for _ in range(5000):
        deep = [deep]
    event = ToolCall.model_construct(
        seq=0, at=None, actor="agent", visible_to=frozenset({"agent"}), kind="tool_call",
        call_id="c", name="t", arguments={"deep": deep},
    )  # fmt: skip
    with pytest.raises(StoreFault, match="cannot be kept"):
        store.dialogues.add(make_dialogue(events=[event]))
    assert store.dialogues.count() == 0


def test_documents_are_stored_once(store: Store) -> None:
    for number in range(5):
        store.dialogues.add(make_dialogue(f"d-{number:04}"))
    # A contract, a policy, two tool lists.
    assert store.info().counts["documents"] == 4


@pytest.mark.parametrize("seqs", [(1,), (0, 2), (0, 0), (1, 0)])
def test_events_that_do_not_count_from_zero_are_refused(
    store: Store, seqs: tuple[int, ...]
) -> None:
    with pytest.raises(StoreFault):
        store.dialogues.add(make_dialogue(events=[message(seq) for seq in seqs]))
    assert store.dialogues.count() == 0


# --- appending -----------------------------------------------------------------------------------


def test_moves_are_appended_in_order(store: Store) -> None:
    store.dialogues.add(make_dialogue(events=[]))
    log = finished_log().events
    store.dialogues.append("d-0001", log[:1])
    store.dialogues.append("d-0001", log[1:4])
    store.dialogues.append("d-0001", [])
    store.dialogues.append("d-0001", log[4:])
    assert store.dialogues.get("d-0001") == make_dialogue()


@pytest.mark.parametrize("seq", [0, 4, 6, 99])
def test_a_taken_place_or_a_gap_means_that_another_process_plays(store: Store, seq: int) -> None:
    store.dialogues.add(open_log().dialogue())
    with pytest.raises(StoreFault, match="another process is playing") as caught:
        store.dialogues.append("d-0001", [message(seq)])
    assert caught.value.hint
    assert "d-0001" in caught.value.place
    assert caught.value.exit_code == ExitCode.MISSING
    assert len(store.dialogues.events("d-0001")) == 5


def test_two_processes_cannot_play_one_dialogue(store: Store, path: Path) -> None:
    store.dialogues.add(open_log().dialogue())
    with Store.open(path) as other:
        other.dialogues.append("d-0001", [message(5, "I was first")])
        with pytest.raises(StoreFault, match="another process"):
            store.dialogues.append("d-0001", [message(5, "I am late")])
    assert store.dialogues.events("d-0001")[-1] == message(5, "I was first")


def test_a_move_is_kept_whole_or_not_at_all(store: Store) -> None:
    store.dialogues.add(open_log().dialogue())
    with pytest.raises(StoreFault):
        store.dialogues.append("d-0001", [message(5), message(7)])
    bad = ToolCall(seq=6, actor="user", call_id="c", name="t", arguments={"x": math.nan})
    with pytest.raises(StoreFault):
        store.dialogues.append("d-0001", [message(5), bad])
    assert len(store.dialogues.events("d-0001")) == 5


def test_after_the_end_only_notes_are_appended(store: Store) -> None:
    store.dialogues.add(make_dialogue())
    note = Note(seq=8, kind="outcome", data={"success": False})
    store.dialogues.append("d-0001", [note])
    with pytest.raises(StoreFault, match="after the end"):
        store.dialogues.append("d-0001", [message(9)])
    stop = Stop(seq=9, actor="engine", reason="step_limit")
    with pytest.raises(StoreFault, match="after the end"):
        store.dialogues.append("d-0001", [stop])
    assert store.dialogues.events("d-0001")[-1] == note


def test_a_stop_and_then_a_message_in_one_move_are_refused(store: Store) -> None:
    store.dialogues.add(make_dialogue(events=[]))
    stop = Stop(seq=0, actor="user", reason="satisfied")
    with pytest.raises(StoreFault, match="after the end"):
        store.dialogues.append("d-0001", [stop, message(1)])
    assert store.dialogues.events("d-0001") == ()


def test_nothing_is_appended_to_a_dialogue_that_is_not_there(store: Store) -> None:
    with pytest.raises(UnknownDialogue):
        store.dialogues.append("d-0001", [message(0)])


# --- names ---------------------------------------------------------------------------------------


def test_a_dialogue_goes_by_the_only_start_of_its_id(store: Store) -> None:
    for name in ("abcd1111", "abcd2222", "abcd"):
        store.dialogues.add(make_dialogue(name))
    assert store.dialogues.resolve("abcd1") == "abcd1111"
    assert store.dialogues.get("abcd2").id == "abcd2222"
    # A whole id wins over the ids that it starts.
    assert store.dialogues.resolve("abcd") == "abcd"


def test_an_unclear_start_lists_what_it_could_be(store: Store) -> None:
    for number in range(4):
        store.dialogues.add(make_dialogue(f"abcd{number}"))
    with pytest.raises(UnknownDialogue) as caught:
        store.dialogues.get("abcd")
    assert caught.value.exit_code == ExitCode.USAGE
    assert "abcd0, abcd1, abcd2, abcd3." in caught.value.hint
    for number in range(4, 9):
        store.dialogues.add(make_dialogue(f"abcd{number}"))
    with pytest.raises(UnknownDialogue) as caught:
        store.dialogues.get("abcd")
    assert caught.value.hint.endswith("abcd4, ....")


def test_all_ids_are_told_in_order(store: Store) -> None:
    assert store.dialogues.ids() == ()
    for name in ("b", "a\0", "ü", "\udce9", "B"):
        store.dialogues.add(make_dialogue(name))
    assert store.dialogues.ids() == ("B", "a\0", "b", "ü", "\udce9")


@pytest.mark.parametrize("name", ["", "d", "d-0", "nope-nope", "D-0001", "d_0001", "d%", "d-0001 "])
def test_a_name_that_is_none_is_a_usage_fault(store: Store, name: str) -> None:
    store.dialogues.add(make_dialogue())
    for ask in (store.dialogues.get, store.dialogues.header, store.dialogues.events):
        with pytest.raises(UnknownDialogue, match="no dialogue"):
            ask(name)


# --- who sees what -------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [EVERYONE, {"user"}, {"agent"}, set()])
def test_visibility_survives(store: Store, seen: set[Any]) -> None:
    store.dialogues.add(Log().say("agent", "psst", to=seen).dialogue())
    assert store.dialogues.events("d-0001")[0].visible_to == seen


def test_the_keys_of_a_tool_keep_their_order(store: Store) -> None:
    schema = {"type": "object", "properties": {"zip": {}, "city": {}, "area": {}}}
    tool = ToolSpec(name="move", parameters=schema)
    with store.transaction():
        hashes = store.documents.put_briefing(Briefing(agent_tools=(tool,)))
    [kept] = store.documents.get_briefing(hashes).agent_tools
    assert list(kept.parameters["properties"]) == ["zip", "city", "area"]
