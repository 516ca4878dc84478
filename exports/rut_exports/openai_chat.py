"""OpenAI chat JSONL: what the agent saw and did, one dialogue a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from rut_domains.dialogue import Dialogue, Message, ToolCall, ToolResult
from rut_domains.tool import ToolSpec


class ChatWriter:
    """Writes `{"messages": [...], "tools": [...]}`, as a chat API takes it.

    The policy is the system message; the user's own tools, the end and all that the agent did not
    see are left out. A line also has `id`, which chat APIs ignore.
    """

    name = "openai-chat"
    suffix = ".jsonl"
    holds = "what the agent saw; the user's tools, the contract and the end are left out"

    def write(self, dialogues: Iterable[Dialogue], stream: TextIO) -> int:
        """Write one line a dialogue."""
        count = 0
        for dialogue in dialogues:
            line: dict[str, Any] = {"id": dialogue.id, "messages": agent_messages(dialogue)}
            if dialogue.briefing.agent_tools:
                line["tools"] = [_tool(tool) for tool in dialogue.briefing.agent_tools]
            stream.write(json.dumps(line, ensure_ascii=False, allow_nan=False))
            stream.write("\n")
            count += 1
        return count


def agent_messages(dialogue: Dialogue) -> list[dict[str, Any]]:
    """Return the dialogue as chat messages from the agent's side."""
    messages: list[dict[str, Any]] = []
    if dialogue.briefing.policy:
        messages.append({"role": "system", "content": dialogue.briefing.policy})
    open_for_calls = False
    for event in dialogue.seen_by("agent"):
        if isinstance(event, Message):
            role = "assistant" if event.actor == "agent" else "user"
            messages.append({"role": role, "content": event.text})
            # A text for the agent's own eyes belongs to the calls that follow it.
            open_for_calls = role == "assistant" and event.visible_to == {"agent"}
        elif isinstance(event, ToolCall):
            if not open_for_calls:
                messages.append({"role": "assistant", "content": None})
                open_for_calls = True
            messages[-1].setdefault("tool_calls", []).append(_call(event))
        elif isinstance(event, ToolResult):
            messages.append(
                {"role": "tool", "tool_call_id": event.call_id, "content": as_text(event.content)}
            )
            open_for_calls = False
    return messages


def as_text(content: Any) -> str:
    """Return a tool result as text: a text as it is, anything else as JSON."""
    if isinstance(content, str):
        return content
    return json.dumps(content, ensure_ascii=False, allow_nan=False)


def _call(event: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(event.arguments, ensure_ascii=False, allow_nan=False)
    return {
        "id": event.call_id,
        "type": "function",
        "function": {"name": event.name, "arguments": arguments},
    }


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function: dict[str, Any] = {"name": tool.name, "parameters": tool.parameters}
    if tool.description:
        function["description"] = tool.description
    return {"type": "function", "function": function}
