"""CSV: one row an event, for spreadsheets and statistics programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import Any, TextIO

from rut_domains.dialogue import Dialogue, Event, Message, Note, Stop, ToolCall, ToolResult

COLUMNS = (
    "dialogue_id",
    "domain",
    "task_id",
    "link",
    "user",
    "agent",
    "seq",
    "at",
    "actor",
    "kind",
    "visible_to",
    "text",
    "call_id",
    "tool",
    "arguments",
    "result",
    "error",
    "reason",
    "detail",
    "original",
    "note",
)
# A spreadsheet takes a cell that begins so for a formula (OWASP, "CSV Injection").
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class TableWriter:
    """Writes a table of events.

    A text that a spreadsheet would take for a formula gets an apostrophe in front; structured
    values are JSON.
    """

    name = "csv"
    suffix = ".csv"
    holds = "one row an event; briefing and recorded data are left out"

    def write(self, dialogues: Iterable[Dialogue], stream: TextIO) -> int:
        """Write the header and one row an event."""
        # Both line ends, so that a text with either of them is quoted.
        table = csv.writer(stream, lineterminator="\r\n")
        table.writerow(COLUMNS)
        count = 0
        for dialogue in dialogues:
            head = {
                "dialogue_id": dialogue.id,
                "domain": dialogue.domain,
                "task_id": dialogue.task_id,
                "link": dialogue.link,
                "user": dialogue.user.kind,
                "agent": dialogue.agent.kind,
            }
            for event in dialogue.events:
                row = {**head, **_row(event)}
                table.writerow([guard_cell(row.get(column, "")) for column in COLUMNS])
            count += 1
        return count


def guard_cell(value: object) -> str:
    """Return a cell that no spreadsheet takes for a formula; numbers stay as they are."""
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _row(event: Event) -> dict[str, object]:
    row: dict[str, object] = {
        "seq": event.seq,
        "at": event.at or "",
        "actor": event.actor,
        "kind": event.kind,
        "visible_to": " ".join(sorted(event.visible_to)),
    }
    if isinstance(event, Message):
        row["text"] = event.text
    elif isinstance(event, ToolCall):
        row |= {
            "call_id": event.call_id,
            "tool": event.name,
            "arguments": _as_json(event.arguments),
        }
    elif isinstance(event, ToolResult):
        content = event.content if isinstance(event.content, str) else _as_json(event.content)
        row |= {
            "call_id": event.call_id,
            "tool": event.name,
            "result": content,
            "error": "true" if event.error else "false",
        }
    elif isinstance(event, Stop):
        row |= {"reason": event.reason, "detail": event.detail, "original": event.original}
    elif isinstance(event, Note):
        row["note"] = _as_json(event.data)
    return row


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
