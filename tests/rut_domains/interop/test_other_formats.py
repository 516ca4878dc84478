from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rut_domains.dialogue import Chair, Dialogue, Message, Note, Stop, ToolCall
from rut_domains.faults import InputFault
from tests.support.foreign import kinds, outline, read_path, read_value


def function(name: str, call_id: str = "c1", arguments: str = "{}") -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


CHAT = [
    {"role": "system", "content": "# Airline Agent Policy\nBe kind."},
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "Let me see.", "tool_calls": [function("find")]},
    {"role": "tool", "tool_call_id": "c1", "name": "find", "content": "7"},
    {"role": "assistant", "content": "It is 7.", "refusal": None, "audio": {"id": 1}},
    {"role": "user", "content": "Good. ###STOP###"},
]


def trajectory(task_id: int = 0, trial: int = 0, **changes: Any) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "trial": trial,
        "reward": 1.0,
        "info": {
            "task": {"user_id": "ada", "instruction": "You are Ada.", "actions": [], "outputs": []},
            "source": "user",
            "user_cost": 0.1,
            "reward_info": {"reward": 1.0},
        },
        "traj": CHAT,
        **changes,
    }


class TestTauBench:
    def test_a_trajectory(self, tmp_path: Path) -> None:
        [dialogue], report = read_value(tmp_path, [trajectory()])
        assert outline(dialogue.events) == [
            ("says", "user", "Hello", "agent+user"),
            ("says", "agent", "Let me see.", "agent"),
            ("calls", "agent", "find", "agent"),
            ("result", "find", "7", "agent"),
            ("says", "agent", "It is 7.", "agent+user"),
            ("says", "user", "Good.", "agent+user"),
            ("stop", "user", "satisfied", "agent+user"),
        ]
        assert (dialogue.domain, dialogue.task_id) == ("tau-bench-airline", "0")
        assert dialogue.briefing.policy == CHAT[0]["content"]
        assert dialogue.briefing.contract is not None
        assert dialogue.briefing.contract.instructions == "You are Ada."
        assert dialogue.recorded["reward"] == 1.0
        assert dialogue.recorded["costs"]["user"] == 0.1
        assert dialogue.recorded["task"]["user_id"] == "ada"
        assert dialogue.recorded["messages"] == {
            "4": {"audio": {"id": 1}},
            "5": {"content": "Good. ###STOP###"},
        }
        assert kinds(report) == ["mixed_text_and_calls"]

    def test_trials_of_one_task_are_dialogues_of_their_own(self, tmp_path: Path) -> None:
        dialogues, report = read_value(tmp_path, [trajectory(trial=n) for n in range(4)])
        assert len({dialogue.id for dialogue in dialogues}) == 4
        assert {dialogue.task_id for dialogue in dialogues} == {"0"}
        assert "duplicate_id" not in kinds(report)

    def test_the_same_words_for_another_task_or_reward_are_another_dialogue(
        self, tmp_path: Path
    ) -> None:
        info = {"task": {"instruction": "You are Bo."}}
        runs = [trajectory(), trajectory(reward=0.0), trajectory(info=info), trajectory()]
        dialogues, report = read_value(tmp_path, runs)
        assert len({dialogue.id for dialogue in dialogues}) == 3
        assert [dialogue.recorded["reward"] for dialogue in dialogues] == [1.0, 0.0, 1.0]
        assert {"duplicate_id", "duplicate_dialogue"} <= set(kinds(report))

    def test_a_transfer_is_the_agents_end(self, tmp_path: Path) -> None:
        asked = [function("transfer_to_human_agents")]
        chat = [
            *CHAT[:2],
            {"role": "assistant", "content": None, "tool_calls": asked},
            {"role": "tool", "tool_call_id": "c1", "content": "ok"},
        ]
        [dialogue], report = read_value(tmp_path, [trajectory(traj=chat)])
        assert dialogue.stop is not None
        assert (dialogue.stop.actor, dialogue.stop.reason) == ("agent", "quit")
        assert kinds(report) == ["end_not_by_user"]

    @pytest.mark.parametrize("bad", [3, {"traj": "x"}, {"traj": [{"role": 1}]}])
    def test_a_malformed_one_is_placed(self, bad: Any, tmp_path: Path) -> None:
        with pytest.raises(InputFault) as caught:
            read_value(tmp_path, [trajectory(), bad])
        assert "file.json:1:" in caught.value.place
        assert "[1]" in caught.value.place


class TestChat:
    def put(self, folder: Path, *lines: Any) -> Path:
        path = folder / "chats.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
        return path

    def test_a_line_is_a_dialogue(self, tmp_path: Path) -> None:
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        tool = {"name": "look", "description": "Looks.", "parameters": schema}
        line = {"id": "x1", "messages": CHAT, "tools": [{"type": "function", "function": tool}]}
        [dialogue], report = read_path(self.put(tmp_path, {**line, "model": "m", "extra": 1}))
        assert dialogue.domain == "openai-chat"
        assert dialogue.origin.source_id == "x1"
        assert dialogue.briefing.contract is None
        assert dialogue.briefing.policy == CHAT[0]["content"]
        assert [spec.name for spec in dialogue.briefing.agent_tools] == ["look", "find"]
        assert dialogue.briefing.agent_tools[0].parameters == schema
        assert dialogue.recorded["simulation"]["extra"] == 1
        assert dialogue.recorded["models"]["agent"] == "m"
        assert kinds(report) == ["mixed_text_and_calls"]

    def test_lines_without_an_end_are_reported(self, tmp_path: Path) -> None:
        line = {"messages": CHAT[:2]}
        dialogues, report = read_path(self.put(tmp_path, line, {"messages": CHAT[1:2]}))
        assert [dialogue.task_id for dialogue in dialogues] == ["line 1", "line 2"]
        assert kinds(report) == ["end_not_by_user"] * 2

    def test_old_function_calls_and_bare_lists(self, tmp_path: Path) -> None:
        call = {"role": "assistant", "function_call": {"name": "f", "arguments": '{"a": 1}'}}
        chat = [CHAT[1], call, {"role": "function", "name": "f", "content": "2"}, CHAT[-1]]
        [dialogue], _ = read_path(self.put(tmp_path, chat))
        asked = dialogue.events[1]
        assert isinstance(asked, ToolCall)
        assert asked.arguments == {"a": 1}
        assert outline(dialogue.events)[2] == ("result", "f", "2", "agent")

    def test_a_list_of_chats_in_one_document(self, tmp_path: Path) -> None:
        dialogues, _ = read_value(tmp_path, [{"messages": CHAT}, {"messages": CHAT[:2]}])
        assert len(dialogues) == 2

    def test_later_system_messages_and_unknown_roles_are_kept(self, tmp_path: Path) -> None:
        odd = [{"role": "developer", "content": "now hurry"}, {"role": "judge", "content": "hm"}]
        [dialogue], report = read_path(self.put(tmp_path, {"messages": [*CHAT[:2], *odd]}))
        assert dialogue.recorded["messages"] == {"2": odd[0], "3": odd[1]}
        assert "unknown_role" in kinds(report)
        [late] = [finding for finding in report.findings if finding.kind == "system_message"]
        assert (late.place, late.text) == ("messages[2]", "'now hurry'")

    def test_system_messages_at_the_start_are_the_policy_and_no_finding(
        self, tmp_path: Path
    ) -> None:
        parts = [
            {"type": "image_url", "image_url": {"url": "x"}},
            {"type": "text", "text": "Look."},
        ]
        head = [{"role": "system", "content": "One."}, {"role": "developer", "content": "Two."}]
        [dialogue], report = read_path(self.put(tmp_path, {"messages": [*head, *CHAT[1:2]]}))
        assert dialogue.briefing.policy == "One.\n\nTwo."
        assert "system_message" not in kinds(report)
        pictured = {"role": "system", "content": parts}
        [dialogue], report = read_path(self.put(tmp_path, {"messages": [pictured, *CHAT[1:2]]}))
        assert "text_not_kept" in kinds(report)
        assert dialogue.recorded["messages"]["0"] == pictured

    def test_the_same_chat_twice_is_kept_once(self, tmp_path: Path) -> None:
        dialogues, report = read_path(self.put(tmp_path, {"messages": CHAT}, {"messages": CHAT}))
        assert len(dialogues) == 1
        assert "duplicate_dialogue" in kinds(report)

    def test_the_same_words_by_another_model_are_another_dialogue(self, tmp_path: Path) -> None:
        tool = {"type": "function", "function": {"name": "find", "parameters": {}}}
        beside = [
            {"model": "a", "reward": 1},
            {"reward": 1, "model": "a"},
            {"model": "b", "reward": 1},
            {"model": "a", "reward": 0},
            {"model": "a", "reward": 1, "tools": [tool]},
        ]
        chats = ({"messages": CHAT, **one} for one in beside)
        dialogues, report = read_path(self.put(tmp_path, *chats))
        assert len({dialogue.id for dialogue in dialogues}) == 4
        assert "duplicate_dialogue" in kinds(report)

    @pytest.mark.parametrize("bad", [{"messages": 3}, {"messages": [{"text": "x"}]}, "text", 5])
    def test_a_bad_line_is_placed(self, bad: Any, tmp_path: Path) -> None:
        with pytest.raises(InputFault) as caught:
            read_path(self.put(tmp_path, {"messages": CHAT}, bad))
        assert "chats.jsonl:2:" in caught.value.place


class TestOwnLines:
    DIALOGUE = Dialogue(
        id="d-1",
        domain="retail",
        task_id="t",
        user=Chair(kind="human"),
        agent=Chair(kind="scripted"),
        events=(
            Message(seq=0, actor="agent", text="Hi"),
            Stop(seq=1, actor="user", reason="satisfied"),
            Note(seq=2, kind="outcome", data={"success": True}),
        ),
    )

    def line(self, dialogue: Any = None, version: Any = 1) -> dict[str, Any]:
        plain = self.DIALOGUE.model_dump(mode="json") if dialogue is None else dialogue
        return {"rut_dialogue": version, "dialogue": plain}

    def changed(self, **changes: Any) -> dict[str, Any]:
        return self.line({**self.DIALOGUE.model_dump(mode="json"), **changes})

    def test_what_was_written_is_read(self, tmp_path: Path) -> None:
        assert read_value(tmp_path, self.line())[0] == [self.DIALOGUE]

    def test_another_dialogue_under_the_same_id_is_reported(self, tmp_path: Path) -> None:
        path = tmp_path / "two.jsonl"
        lines = [self.line(), self.changed(events=[]), self.line()]
        path.write_text("\n".join(map(json.dumps, lines)))
        dialogues, report = read_path(path)
        assert len(dialogues) == 2
        assert kinds(report) == ["duplicate_id", "duplicate_dialogue"]

    @pytest.mark.parametrize(
        ("changes", "title"),
        [
            ({"id": ""}, "id"),
            ({"id": "x" * 201}, "id"),
            ({"seed": 2**70}, "64 bits"),
            ({"mood": 1}, "Extra inputs"),
            ({"user": {"kind": "robot"}}, "Input should be"),
        ],
    )
    def test_an_unsound_dialogue_is_refused(
        self, changes: dict[str, Any], title: str, tmp_path: Path
    ) -> None:
        with pytest.raises(InputFault, match=title) as caught:
            read_value(tmp_path, self.changed(**changes))
        assert "file.json:1:1 dialogue" in caught.value.place

    @pytest.mark.parametrize(
        "event",
        [
            {"kind": "message", "actor": "agent", "text": "x", "seq": 4},
            {"kind": "message", "actor": "agent", "text": "x", "seq": 3},
            {"kind": "outcome", "data": {}, "seq": 3, "visible_to": ["user"]},
        ],
    )
    def test_events_that_break_the_log_are_refused(
        self, event: dict[str, Any], tmp_path: Path
    ) -> None:
        """A gap, speech after the end, a note for the lead that a seat would see."""
        events = [*self.DIALOGUE.model_dump(mode="json")["events"], event]
        with pytest.raises(InputFault, match=r"events\[3\]"):
            read_value(tmp_path, self.changed(events=events))

    def test_a_call_shown_to_the_other_seat_is_refused(self, tmp_path: Path) -> None:
        call = {"kind": "tool_call", "actor": "user", "call_id": "1", "name": "x", "seq": 0}
        with pytest.raises(InputFault, match="caller alone"):
            read_value(tmp_path, self.changed(events=[{**call, "visible_to": ["user", "agent"]}]))

    def test_a_newer_version_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputFault, match="version 2") as caught:
            read_value(tmp_path, self.line(version=2))
        assert "newer" in caught.value.hint
