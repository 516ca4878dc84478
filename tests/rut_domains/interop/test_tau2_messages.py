from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.dialogue import Stop, ToolCall, ToolResult
from rut_domains.faults import InputFault
from tests.support.foreign import kinds, only, outline, read_messages
from tests.support.recorded import PLAIN_TALK, answered, call, said


def test_a_plain_dialogue_keeps_order_seats_and_visibility(tmp_path: Path) -> None:
    dialogue, report = read_messages(tmp_path, *PLAIN_TALK)
    assert outline(dialogue.events) == [
        ("says", "agent", "Hi!", "agent+user"),
        ("says", "user", "Renew my book.", "agent+user"),
        ("calls", "agent", "renew", "agent"),
        ("result", "renew", "ok", "agent"),
        ("says", "agent", "Done.", "agent+user"),
        ("says", "user", "Thanks.", "agent+user"),
        ("stop", "user", "satisfied", "agent+user"),
    ]
    assert kinds(report) == []
    assert [event.seq for event in dialogue.events] == list(range(7))


def test_the_requestor_decides_who_called(tmp_path: Path) -> None:
    dialogue, _ = read_messages(
        tmp_path,
        said("user", None, tool_calls=[call("toggle", requestor="user")]),
        answered("on", requestor="user"),
        said("user", "###STOP###"),
    )
    assert outline(dialogue.events)[:2] == [
        ("calls", "user", "toggle", "user"),
        ("result", "toggle", "on", "user"),
    ]
    assert [tool.name for tool in dialogue.briefing.user_tools] == ["toggle"]
    assert dialogue.briefing.user_tools[0].writes is None


@pytest.mark.parametrize(("role", "seat"), [("user", "user"), ("assistant", "agent")])
def test_text_beside_calls_is_seen_by_its_own_seat_alone(
    role: str, seat: str, tmp_path: Path
) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said(role, "Let me look. ###STOP###", tool_calls=[call("look", requestor=role)]),
        answered("3", requestor=role),
        said("user", "###STOP###"),
    )
    assert outline(dialogue.events)[0] == ("says", seat, "Let me look. ###STOP###", seat)
    finding = only(report, "mixed_text_and_calls")
    assert finding.place == "simulations[0].messages[0]"
    assert finding.dialogue == dialogue.id
    assert finding.source == "s0"


@pytest.mark.parametrize("nothing", [None, "", "  \n"])
def test_no_text_beside_calls_is_no_message(nothing: str | None, tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", nothing, tool_calls=[call("look")]),
        answered("3"),
        said("user", "###STOP###"),
    )
    assert [event.kind for event in dialogue.events] == ["tool_call", "tool_result", "stop"]
    assert kinds(report) == []


def test_an_empty_list_of_calls_is_none(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path, said("assistant", "Hi", tool_calls=[]), said("user", "Bye ###STOP###")
    )
    assert outline(dialogue.events)[0] == ("says", "agent", "Hi", "agent+user")
    assert kinds(report) == []


def test_several_calls_in_one_message_and_their_results(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", None, tool_calls=[call("a", "1"), call("b", "2")]),
        answered("B", "2"),
        answered("A", "1", error=True),
        said("user", "###STOP###"),
    )
    assert outline(dialogue.events)[2:4] == [
        ("result", "b", "B", "agent"),
        ("result", "a", "A", "agent"),
    ]
    results = [event for event in dialogue.events if isinstance(event, ToolResult)]
    assert [result.error for result in results] == [False, True]
    assert kinds(report) == []


def test_a_trimmed_file_is_paired_by_order(tmp_path: Path) -> None:
    """No ids, no requestor, no error: who called before has the result."""
    dialogue, report = read_messages(
        tmp_path,
        said("user", None, tool_calls=[call("u1", "x", "user"), call("u2", "y", "user")]),
        {"role": "tool", "content": "1"},
        {"role": "tool", "content": "2"},
        said("assistant", None, tool_calls=[{"name": "a1", "arguments": {}}]),
        {"role": "tool", "content": "3"},
        said("user", "###STOP###"),
    )
    assert [line for line in outline(dialogue.events) if line[0] == "result"] == [
        ("result", "u1", "1", "user"),
        ("result", "u2", "2", "user"),
        ("result", "a1", "3", "agent"),
    ]
    assert kinds(report) == ["guidelines_mismatch"]


def test_results_without_calls_and_calls_without_results_are_found(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", None, tool_calls=[call("a", "1"), call("b", "2")]),
        answered("A", "1"),
        answered("?", "9"),
        said("assistant", "Well"),
        {"role": "tool", "content": "late"},
        said("user", "###STOP###"),
    )
    assert kinds(report) == ["result_without_call", "result_without_call", "call_without_result"]
    assert [f.place for f in report.findings] == [
        "simulations[0].messages[2]",
        "simulations[0].messages[4]",
        "simulations[0].messages[0]",
    ]
    assert only(report, "call_without_result").text == "b is never answered"
    assert [line[1] for line in outline(dialogue.events) if line[0] == "result"] == ["a", "", ""]


def test_a_call_id_used_twice_is_renamed(tmp_path: Path) -> None:
    turn = (said("assistant", None, tool_calls=[call("a", "1")]), answered("A", "1"))
    dialogue, report = read_messages(tmp_path, *turn, *turn, said("user", "###STOP###"))
    calls = [event.call_id for event in dialogue.events if isinstance(event, ToolCall)]
    answers = [event.call_id for event in dialogue.events if isinstance(event, ToolResult)]
    assert calls == answers
    assert len(set(calls)) == 2
    assert kinds(report) == ["repeated_call_id"]


def test_a_result_that_names_another_caller_goes_to_the_caller(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", None, tool_calls=[call("a")]),
        answered("A", requestor="user"),
        said("user", "###STOP###"),
    )
    assert outline(dialogue.events)[1] == ("result", "a", "A", "agent")
    assert kinds(report) == ["caller_mismatch"]


def test_an_unknown_role_is_kept_for_the_lead(tmp_path: Path) -> None:
    odd = {"role": "critic", "content": "hm", "score": 3}
    dialogue, report = read_messages(tmp_path, odd, *PLAIN_TALK)
    assert kinds(report) == ["unknown_role"]
    assert dialogue.recorded["messages"]["0"] == odd
    assert len(dialogue.events) == 7


def test_unknown_keys_are_kept_and_counted(tmp_path: Path) -> None:
    message = said("assistant", "Hi", cost=0.5, usage=None, mood={"calm": None}, turn_idx=7)
    asked = said("assistant", None, tool_calls=[{**call("a"), "signature": "s"}])
    dialogue, report = read_messages(
        tmp_path, message, asked, answered("A"), said("user", "###STOP###"), provider="p"
    )
    kept = dialogue.recorded["messages"]
    assert kept["0"] == {"cost": 0.5, "mood": {"calm": None}, "turn_idx": 7}
    assert kept["1"] == {"tool_calls": [{"signature": "s"}]}
    assert dialogue.recorded["simulation"]["provider"] == "p"
    assert report.kept == {"message.mood": 1, "simulation.provider": 1}


def test_content_in_parts_becomes_text_and_the_rest_is_kept(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": "x"}]
    dialogue, report = read_messages(tmp_path, said("user", parts), said("user", "###STOP###"))  # type: ignore[arg-type]
    assert outline(dialogue.events)[0] == ("says", "user", "Look:", "agent+user")
    assert dialogue.recorded["messages"]["0"] == {"content": parts}
    assert kinds(report) == ["text_not_kept"]


def test_arguments_as_text_are_read_and_unreadable_ones_kept(tmp_path: Path) -> None:
    good = {**call("a", "1"), "arguments": '{"n": 1}'}
    bad = {**call("b", "2"), "arguments": "n=1"}
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", None, tool_calls=[good, bad]),
        answered("A", "1"),
        answered("B", "2"),
        said("user", "###STOP###"),
    )
    calls = [event for event in dialogue.events if isinstance(event, ToolCall)]
    assert [item.arguments for item in calls] == [{"n": 1}, {}]
    assert dialogue.recorded["messages"]["0"]["tool_calls"][1] == {"arguments": "n=1"}
    assert kinds(report) == ["arguments_unreadable"]


def test_times_are_utc_and_unreadable_ones_are_kept(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path,
        said("assistant", "a", timestamp="2026-01-01T10:00:00.5"),
        said("user", "b", timestamp="2026-01-01T12:00:00+02:00"),
        said("assistant", "c", timestamp="noon"),
        said("user", "###STOP###"),
    )
    assert [event.at for event in dialogue.events] == [
        "2026-01-01T10:00:00.500000+00:00",
        "2026-01-01T10:00:00+00:00",
        None,
        "2026-01-01T10:00:00+00:00",
    ]
    assert kinds(report) == ["time_unreadable"]
    assert dialogue.recorded["messages"]["2"] == {"timestamp": "noon"}
    assert dialogue.recorded["messages"]["1"] == {"timestamp": "2026-01-01T12:00:00+02:00"}


@pytest.mark.parametrize(
    "marker", ["... [truncated]", "…truncated", "[content truncated 900 chars]"]
)
def test_truncated_content_is_found(marker: str, tmp_path: Path) -> None:
    _, report = read_messages(
        tmp_path,
        said("assistant", None, tool_calls=[call("a")]),
        answered("x" * 500 + marker),
        said("user", "It was truncated, I think, in the middle of my long long long story. Bye."),
        said("user", "###STOP###"),
    )
    assert kinds(report) == ["content_truncated"]


def test_hostile_text_stays_as_it_is(tmp_path: Path) -> None:
    texts = ["\x1b[31mred\x1b]0;title\x07", "[bold]x[/bold]", "👩‍👩‍👧 שלום 日本語", "z" * 200_000]
    dialogue, report = read_messages(
        tmp_path, *(said("assistant", text) for text in texts), said("user", "###STOP###")
    )
    assert [line[2] for line in outline(dialogue.events)][:-1] == texts
    assert kinds(report) == []


def test_half_characters_are_replaced_and_reported(tmp_path: Path) -> None:
    dialogue, report = read_messages(tmp_path, said("assistant", "a\ud83d"), *PLAIN_TALK)
    assert outline(dialogue.events)[0][2] == "a\ufffd"
    assert kinds(report) == ["characters_replaced"]


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("text", "simulations[0].messages[1]"),
        ({"content": "no role"}, "simulations[0].messages[1]"),
        (said("assistant", None, tool_calls="x"), "simulations[0].messages[1]"),
        (said("assistant", None, tool_calls=[{"id": "1"}]), "messages[1].tool_calls[0]"),
    ],
)
def test_a_malformed_message_is_refused_with_its_place(
    message: object, place: str, tmp_path: Path
) -> None:
    with pytest.raises(InputFault) as caught:
        read_messages(tmp_path, said("assistant", "Hi"), message)
    assert place in caught.value.place
    assert "file.json:" in caught.value.place


@pytest.mark.parametrize(
    ("text", "kept", "reason"),
    [
        ("###STOP###", [], "satisfied"),
        ("Thanks!\n###TRANSFER###", ["Thanks!"], "transferred"),
        ("###OUT-OF-SCOPE###", [], "out_of_scope"),
        ("Bye ###STOP### now", ["Bye\nnow"], "satisfied"),
    ],
)
def test_the_users_token_becomes_the_end(
    text: str, kept: list[str], reason: str, tmp_path: Path
) -> None:
    dialogue, report = read_messages(tmp_path, said("assistant", "Hi"), said("user", text))
    assert [line[2] for line in outline(dialogue.events)[1:-1]] == kept
    stop = dialogue.stop
    assert isinstance(stop, Stop)
    assert (stop.actor, stop.reason, stop.original) == ("user", reason, "user_stop")
    assert dialogue.recorded["messages"]["1"]["content"] == text
    assert kinds(report) == []


def test_a_token_before_the_end_is_text(tmp_path: Path) -> None:
    dialogue, report = read_messages(
        tmp_path, said("user", "a ###STOP###"), said("assistant", "?"), said("user", "###STOP###")
    )
    assert outline(dialogue.events)[0][2] == "a ###STOP###"
    assert [event.kind for event in dialogue.events] == ["message", "message", "stop"]
    assert kinds(report) == ["token_before_end"]


def test_of_several_tokens_the_first_counts(tmp_path: Path) -> None:
    dialogue, report = read_messages(tmp_path, said("user", "x ###TRANSFER### ###STOP###"))
    assert outline(dialogue.events)[0][2] == "x"
    assert dialogue.stop is not None
    assert dialogue.stop.reason == "transferred"
    assert kinds(report) == ["several_tokens"]


@pytest.mark.parametrize(
    ("word", "actor", "reason", "found"),
    [
        ("user_stop", "user", "other", "end_without_token"),
        ("agent_stop", "agent", "quit", "end_not_by_user"),
        ("max_steps", "engine", "step_limit", "end_not_by_user"),
        ("timeout", "engine", "time_limit", "end_not_by_user"),
        ("too_many_errors", "engine", "too_many_errors", "end_not_by_user"),
        ("user_error", "engine", "counterpart_error", "end_not_by_user"),
        ("infrastructure_error", "engine", "infrastructure_error", "end_not_by_user"),
        ("context_window_exceeded", "engine", "context_overflow", "end_not_by_user"),
        ("solar_flare", "engine", "other", "end_not_by_user"),
        (None, "engine", "other", "end_not_by_user"),
    ],
)
def test_other_ends_are_mapped_and_reported(
    word: str | None, actor: str, reason: str, found: str, tmp_path: Path
) -> None:
    dialogue, report = read_messages(tmp_path, said("user", "Hi"), termination_reason=word)
    stop = dialogue.stop
    assert isinstance(stop, Stop)
    assert (stop.actor, stop.reason, stop.original) == (actor, reason, word or "")
    assert kinds(report) == [found]


def test_an_empty_dialogue_is_found(tmp_path: Path) -> None:
    dialogue, report = read_messages(tmp_path)
    assert [event.kind for event in dialogue.events] == ["stop"]
    assert kinds(report) == ["end_without_token", "empty_dialogue"]


@pytest.mark.parametrize(("word", "found"), [("user_stop", []), ("max_steps", ["end_disagrees"])])
def test_an_end_that_contradicts_the_stop_token_is_reported(
    word: str, found: list[str], tmp_path: Path
) -> None:
    dialogue, report = read_messages(
        tmp_path, said("user", "Hi ###STOP###"), termination_reason=word
    )
    assert outline(dialogue.events)[-1] == ("stop", "user", "satisfied", "agent+user")
    assert kinds(report) == found


def test_a_system_message_in_the_middle_is_kept_and_told(tmp_path: Path) -> None:
    head, late = said("system", "Be kind."), said("system", "Now hurry.")
    talk = [head, *PLAIN_TALK[:2], late, *PLAIN_TALK[2:]]
    dialogue, report = read_messages(tmp_path, *talk)
    assert dialogue.recorded["system"] == ["Be kind.", "Now hurry."]
    assert dialogue.recorded["messages"]["3"] == late
    assert [(f.kind, f.place) for f in report.findings] == [
        ("system_message", "simulations[0].messages[3]")
    ]
