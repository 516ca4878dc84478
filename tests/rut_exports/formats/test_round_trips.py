from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rut_domains.dialogue import Dialogue, Message, Note
from rut_domains.interop.identity import fingerprint
from rut_domains.interop.reading import Options
from rut_domains.interop.registry import open_reading, recognise
from rut_exports.registry import find_writer
from tests.support.recorded import dialogues

ANY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def write(name: str, batch: list[Dialogue]) -> str:
    stream = io.StringIO()
    assert find_writer(name).write(batch, stream) == len(batch)
    return stream.getvalue()


def read_back(text: str, path: Path) -> list[Dialogue]:
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    return list(open_reading(path, Options()).dialogues())


def distinct(batch: list[Dialogue]) -> list[Dialogue]:
    return list({dialogue.id: dialogue for dialogue in batch}.values())


@ANY
@given(batch=st.lists(dialogues(), min_size=1, max_size=3).map(distinct))
def test_own_lines_lose_nothing(
    batch: list[Dialogue], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("own") / "out.jsonl"
    assert read_back(write("jsonl", batch), path) == batch


@ANY
@given(batch=st.lists(dialogues(), min_size=1, max_size=3).map(distinct))
def test_tau2_reads_back_equal(
    batch: list[Dialogue], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Equal in everything but the times: the parts of one tau2 message share one time."""
    path = tmp_path_factory.mktemp("tau2") / "out.json"
    text = write("tau2", batch)
    back = read_back(text, path)
    assert [without_times(item) for item in back] == [without_times(item) for item in batch]
    assert [fingerprint(item.events) for item in back] == [fingerprint(d.events) for d in batch]


def without_times(dialogue: Dialogue) -> Dialogue:
    events = tuple(
        event if isinstance(event, Note) else event.model_copy(update={"at": None})
        for event in dialogue.events
    )
    return dialogue.model_copy(update={"events": events})


@ANY
@given(dialogue=dialogues())
def test_tau2_file_is_what_tau2_loads(dialogue: Dialogue) -> None:
    results = json.loads(write("tau2", [dialogue]))
    [simulation] = results["simulations"]
    assert simulation["task_id"] in {task["id"] for task in results["tasks"]}
    assert isinstance(simulation["trial"], int)
    times = [message["timestamp"] for message in simulation["messages"]]
    assert times == sorted(set(times))
    assert [message["turn_idx"] for message in simulation["messages"]] == list(range(len(times)))
    ids: list[str] = []
    for message in simulation["messages"]:
        if message["role"] == "tool":
            assert isinstance(message["content"], str)
            assert message["requestor"] in ("user", "assistant")
        else:
            assert message["tool_calls"] is None or message["tool_calls"]
            ids.extend(item["id"] for item in message["tool_calls"] or ())
    assert len(ids) == len(set(ids))
    assert simulation["termination_reason"] in {
        "user_stop", "agent_stop", "max_steps", "timeout", "too_many_errors", "agent_error",
        "user_error", "infrastructure_error", "context_window_exceeded", "unexpected_error",
    }  # fmt: skip


@ANY
@given(dialogue=dialogues())
def test_chat_shows_what_the_agent_saw(dialogue: Dialogue) -> None:
    line = json.loads(write("openai-chat", [dialogue]))
    seen = [e for e in dialogue.events if isinstance(e, Message) and "agent" in e.visible_to]
    said = [m["content"] for m in line["messages"] if m["role"] in ("user", "assistant")]
    assert [text for text in said if text is not None] == [event.text for event in seen]
    assert [tool["function"]["name"] for tool in line["tools"]] == ["find"]


@ANY
@given(batch=st.lists(dialogues(), min_size=1, max_size=3))
def test_equal_dialogues_give_equal_bytes(batch: list[Dialogue]) -> None:
    again = [Dialogue.model_validate(dialogue.model_dump()) for dialogue in batch]
    for name in ("jsonl", "csv", "openai-chat"):
        assert write(name, batch) == write(name, again)


def test_every_line_format_is_recognised(tmp_path: Path) -> None:
    dialogue = _one()
    for name, expected in (("jsonl", "jsonl"), ("tau2", "tau2"), ("openai-chat", "openai-chat")):
        path = tmp_path / f"{name}.json"
        path.write_text(write(name, [dialogue]), encoding="utf-8")
        assert recognise(path).name == expected


def _one() -> Dialogue:
    from rut_domains.dialogue import Chair

    return Dialogue(
        id="d", domain="retail", task_id="t", user=Chair(kind="human"), agent=Chair(kind="human")
    )
