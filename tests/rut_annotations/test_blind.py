from __future__ import annotations

import pytest

from rut_annotations.blind import NEUTRAL_END, blind_dialogue, make_code, turn_seqs
from rut_annotations.faults import BlindFault
from rut_annotations.rubric import Rubric
from rut_domains.dialogue import EndReason, Message, ToolCall, ToolResult
from tests.support.dialogues import Log, finished_log, make_contract, make_dialogue
from tests.support.judging import RUBRIC

CODE = "K7QM-4TXD"
AGENT_RUBRIC = RUBRIC.model_copy(update={"subject": "agent", "view": "agent"})


def texts(log: Log, rubric: Rubric = RUBRIC) -> list[str]:
    return [turn.plain() for turn in blind_dialogue(log.dialogue(), rubric, CODE).turns]


def test_the_users_view_has_contract_and_user_tools_and_no_agent_calls() -> None:
    blind = blind_dialogue(finished_log().dialogue(), RUBRIC, CODE)
    assert [section.title for section in blind.sections] == [
        "Who you are",
        "Why you are here",
        "What you know",
        "What you want",
        "How to go about it",
    ]
    assert [tool.name for tool in blind.tools] == ["restart_phone"]
    assert [(turn.number, turn.actor, turn.kind) for turn in blind.turns] == [
        (1, "agent", "message"),
        (2, "user", "message"),
        (3, "agent", "message"),
        (4, "user", "message"),
        (5, "user", "end"),
    ]
    assert blind.turns[4].text == "The user ended the dialogue: satisfied."


def test_the_agents_view_has_policy_and_calls_and_never_the_contract() -> None:
    blind = blind_dialogue(finished_log().dialogue(), AGENT_RUBRIC, CODE)
    assert [section.title for section in blind.sections] == ["Policy"]
    assert [tool.name for tool in blind.tools] == ["get_order"]
    call = blind.turns[2].call
    assert call is not None
    assert (call.ordinal, call.name, call.arguments) == (1, "get_order", 'order_id="W-1001"')
    assert call.result == "on its way"
    assert "Ada Brandt" not in blind.model_dump_json()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("“Hi”—it’s me…", '"Hi" - it\'s me...'),
        ("a\u00a0b  \r\n\r\n\r\n\r\nc\u200b", "a b\n\nc"),
        ("Thanks.  Bye", "Thanks. Bye"),
        ("teh adress is wrnog", "teh adress is wrnog"),
        ("👩‍👩‍👧 ok", "👩‍👩‍👧 ok"),
        ("  - a\n    - b", "- a\n    - b"),
    ],
)
def test_typography_is_made_alike_and_typing_errors_stay(written: str, read: str) -> None:
    assert texts(Log().user(written)) == [read]


@pytest.mark.parametrize(
    "token", ["###STOP###", "###TRANSFER###", "###OUT-OF-SCOPE###", "<|im_end|>"]
)
def test_stop_tokens_of_other_systems_are_masked(token: str) -> None:
    assert texts(Log().user(f"Thank you! {token}").end()) == [
        "Thank you!",
        "The user ended the dialogue: satisfied.",
    ]
    assert texts(Log().user(token).end()) == ["The user ended the dialogue: satisfied."]
    assert texts(Log().user(token).agent("Still there?")) == ["(no words)", "Still there?"]


def test_stop_tokens_in_a_contract_are_masked_and_its_spans_are_still_found() -> None:
    contract = make_contract(guidelines="When you are done, say ###STOP### at once. <|im_end|>")
    briefing = make_dialogue().briefing.model_copy(update={"contract": contract})
    blind = blind_dialogue(make_dialogue(briefing=briefing), RUBRIC, CODE)
    assert "###" not in blind.model_dump_json()
    assert blind.sections[-1].text.endswith("[end]")
    found = blind.find_span("say ###STOP### at once")
    assert found is not None
    index, start, end = found
    assert blind.sections[index].text[start:end] == "say [stop] at once"
    assert blind.find_span("not in there") is None
    assert blind.find_span("") is None


@pytest.mark.parametrize(
    ("reason", "actor", "text"),
    [
        ("satisfied", "user", "The user ended the dialogue: satisfied."),
        ("transferred", "user", "The user ended the dialogue: transferred to somebody else."),
        ("abandoned", "user", "The user ended the dialogue: gave up."),
        ("quit", "agent", "The agent ended the dialogue."),
        ("step_limit", "engine", NEUTRAL_END),
        ("infrastructure_error", "engine", NEUTRAL_END),
        ("other", "user", NEUTRAL_END),
        ("satisfied", "engine", NEUTRAL_END),
    ],
)
def test_an_end_is_shown_as_an_act_where_it_is_one(
    reason: EndReason, actor: str, text: str
) -> None:
    log = Log().user("x").end(reason, actor, detail="stuck", original="max_steps")  # type: ignore[arg-type]
    assert texts(log)[-1] == text


def test_nothing_after_the_end_is_shown() -> None:
    log = Log().user("bye").end().agent("Your reward: 1.0")
    assert len(texts(log)) == 2


@pytest.mark.parametrize(
    ("content", "error", "shown"),
    [
        ({"success": True, "data": {"b": 1, "a": "“x”"}}, False, '{"a": "\\"x\\"", "b": 1}'),
        ('{"b": 1, "a": "x"}', False, '{"a": "x", "b": 1}'),
        ({"success": True, "message": "Restarted."}, False, "Restarted."),
        ({"success": False, "error": "No such order."}, True, "No such order."),
        ("Error: No such order.", True, "No such order."),
        ("Error: is a word", False, "Error: is a word"),
        ({"success": True}, False, "done"),
        ({"success": True, "id": 4, "data": 5}, False, '{"data": 5, "id": 4}'),
        ('{"broken', False, '{"broken'),
        (None, False, "null"),
        (7, False, "7"),
    ],
)
def test_results_of_all_systems_look_alike(content: object, error: bool, shown: str) -> None:
    call = ToolCall(seq=0, actor="user", call_id="c0", name="look")
    result = ToolResult(seq=1, call_id="c0", name="look", content=content, error=error)  # type: ignore[arg-type]
    turn = blind_dialogue(make_dialogue(events=[call, result]), RUBRIC, CODE).turns[0]
    assert turn.call is not None
    assert (turn.call.result, turn.call.error) == (shown, error)


def test_call_ids_become_numbers_wherever_they_stand() -> None:
    hidden, seen = "call_Zk81mQvX03", "call_Zk81mQvX0"
    events = [
        ToolCall(
            seq=0, actor="agent", visible_to=frozenset({"agent"}), call_id=hidden, name="other"
        ),
        ToolCall(seq=1, actor="user", call_id=seen, name="look", arguments={"ref": hidden}),
        ToolResult(seq=2, call_id=seen, name="look", content={"id": seen}),
        Message(seq=3, actor="user", text=f"I did {seen}."),
    ]
    blind = blind_dialogue(make_dialogue(events=events), RUBRIC, CODE)
    assert [turn.plain() for turn in blind.turns] == [
        'look(ref="another call")\n{"id": "call 1"}',
        "I did call 1.",
    ]


def test_calls_are_paired_with_their_results_even_when_ids_repeat() -> None:
    events: list[ToolCall | ToolResult] = []
    for number in range(2):
        events.append(ToolCall(seq=2 * number, actor="user", call_id="same", name=f"t{number}"))
        events.append(
            ToolResult(seq=2 * number + 1, call_id="same", name=f"t{number}", content=number)
        )
    events.append(ToolResult(seq=4, call_id="lost", name="t9", content="alone"))
    events.append(ToolCall(seq=5, actor="user", call_id="open", name="t5"))
    blind = blind_dialogue(make_dialogue(events=events), RUBRIC, CODE)
    calls = [turn.call for turn in blind.turns]
    assert [(call.ordinal, call.name, call.result) for call in calls if call] == [
        (1, "t0", "0"),
        (2, "t1", "1"),
        (3, "t9", "alone"),
        (4, "t5", None),
    ]


def test_text_that_only_this_seat_sees_is_marked_as_an_aside() -> None:
    log = Log().say("user", "Let me look.", to=["user"]).user("It says no.")
    turns = blind_dialogue(log.dialogue(), RUBRIC, CODE).turns
    assert [turn.aside for turn in turns] == [True, False]


def test_turns_lead_back_to_events_for_the_lead() -> None:
    dialogue = finished_log().dialogue()
    assert turn_seqs(dialogue, RUBRIC) == (0, 1, 4, 5, 6)
    assert turn_seqs(dialogue, AGENT_RUBRIC) == (0, 1, 2, 4, 5, 6)


def test_search_finds_turns_by_what_is_shown() -> None:
    log = Log().user("It’s LATE").call("user", "look", {"a": 1}, "all is late").user("ok")
    blind = blind_dialogue(log.dialogue(), RUBRIC, CODE)
    assert blind.search("it's late") == (1,)
    assert blind.search("late") == (1, 2)
    assert blind.search(" ") == ()
    assert blind.turn(2) == blind.turns[1]
    assert blind.turn(0) is None
    assert blind.turn(4) is None


def test_a_mislinked_dialogue_or_a_telling_code_is_refused_without_naming_anything() -> None:
    secret = make_dialogue("secret-dialogue", link="unlinked", domain="secret-domain")
    for dialogue, code in ((secret, CODE), (make_dialogue("x"), "x"), (make_dialogue("x"), "")):
        with pytest.raises(BlindFault) as caught:
            blind_dialogue(dialogue, RUBRIC, code)
        assert "secret" not in str(caught.value)


def test_a_code_comes_from_the_bytes_alone() -> None:
    assert make_code(bytes(5)) == "AAAA-AAAA"
    assert len({make_code(bytes([n, 1, 2, 3, 4])) for n in range(256)}) == 256
    with pytest.raises(ValueError, match="five"):
        make_code(b"1234")


def test_whether_a_tool_writes_is_hidden_since_only_some_systems_say_so() -> None:
    dump = blind_dialogue(finished_log().dialogue(), RUBRIC, CODE).model_dump()
    assert [tool["writes"] for tool in dump["tools"]] == [None]
