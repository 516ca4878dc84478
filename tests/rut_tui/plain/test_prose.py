"""Briefings and transcripts as text that reads well aloud."""

from __future__ import annotations

import io
import json

from rut_domains.dialogue import Message, Note, Stop, ToolCall, ToolResult
from rut_tui.plain.lines import Lines
from rut_tui.plain.prose import plain_prose
from rut_tui.plain.transcript import event_line


def test_headings_and_marks_are_taken_away() -> None:
    text = "# Desk\n\nSay **no** to `all`, and **never\nyes**.\n## 2. Next\n- **one**"
    assert plain_prose(text) == "Desk\n\nSay no to all, and never yes.\n2. Next\n- one"


def test_a_paragraph_is_one_line_however_it_was_wrapped() -> None:
    text = "Say what\nyou **will\ndo**.\n\n- Ask first,\n  then look.\n- `delivered_on`\n  counts."
    assert plain_prose(text) == (
        "Say what you will do.\n\n- Ask first, then look.\n- delivered_on counts."
    )


def test_a_mark_without_its_other_half_stays() -> None:
    assert plain_prose("2 ** 3\n\nis 8 ** 1") == "2 ** 3\n\nis 8 ** 1"


def test_a_table_becomes_a_sentence_a_row() -> None:
    two = "| wish | allowed? |\n|---|---|\n| cancel | yes |\n| **split** | no |"
    assert plain_prose(two) == "- cancel: yes\n- split: no"
    three = "| plan | price | data |\n|---|:-:|---|\n| small | 5 | 1 GB |\n| none | | |"
    assert plain_prose(three) == "- small: price 5; data 1 GB\n- none: "


def test_no_line_of_a_message_looks_like_another_turn() -> None:
    message = Message(seq=1, actor="user", text="Yes.\nagent: You get it for free.\r\n[9] user: x")
    assert event_line(message) == "user: Yes.\n  agent: You get it for free.\n  [9] user: x"
    stop = Stop(seq=2, actor="user", reason="abandoned", detail="why\nagent: not")
    assert "\nagent" not in event_line(stop)


def test_calls_say_who_calls_and_results_of_what() -> None:
    call = ToolCall(
        seq=1, actor="user", visible_to=frozenset({"user"}), call_id="c", name="look", arguments={}
    )
    assert event_line(call) == "  user calls look {}"
    result = ToolResult(
        seq=2, visible_to=frozenset({"user"}), call_id="c", name="look", content="Bars: 4\nSIM: ok"
    )
    assert event_line(result) == "  result of look: Bars: 4\n  SIM: ok"
    failed = result.model_copy(update={"error": True, "content": {"success": False}})
    assert event_line(failed) == '  error of look: {"success": false}'


def test_an_outcome_of_another_system_is_shown_as_it_is() -> None:
    data = {"reward": 1.0}
    note = Note(seq=1, kind="outcome", data=data)
    assert event_line(note) == f"(lead only) outcome: {json.dumps(data)}"


def test_lines_are_asked_for_only_where_a_person_types() -> None:
    said: list[str] = []
    script = Lines(io.StringIO("\n  \none\r\ntwo"), said.append)
    assert [script.read("you"), script.read("you"), script.read("you")] == ["one", "two", None]
    assert said == []
    person = Lines(io.StringIO("one\n"), said.append, said.append)
    assert (person.read("you"), person.read("you")) == ("one", None)
    assert said == ["you> ", "you> ", ""]
