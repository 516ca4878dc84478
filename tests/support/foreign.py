"""Reading a value as a file of another system, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rut_domains.dialogue import Dialogue, Event, Message, ToolCall, ToolResult
from rut_domains.interop.findings import Finding, Integrity
from rut_domains.interop.reading import LinkChoice, Options
from rut_domains.interop.registry import open_reading
from tests.support.recorded import tau2_results, tau2_simulation, write_json


def read_path(path: Path, links: LinkChoice = "keep") -> tuple[list[Dialogue], Integrity]:
    """Return the dialogues of a file or folder, and its report."""
    reading = open_reading(path, Options(links=links))
    dialogues = list(reading.dialogues())
    return dialogues, reading.integrity()


def read_value(
    folder: Path, value: Any, links: LinkChoice = "keep"
) -> tuple[list[Dialogue], Integrity]:
    """Write a value as JSON and read it as a file of another system."""
    return read_path(write_json(folder / "file.json", value), links)


def read_messages(folder: Path, *messages: Any, **changes: Any) -> tuple[Dialogue, Integrity]:
    """Read one tau2 simulation with these messages."""
    simulation = tau2_simulation(messages=list(messages), **changes)
    [dialogue], report = read_value(folder, tau2_results([simulation]))
    return dialogue, report


def kinds(report: Integrity) -> list[str]:
    """Return the kinds of the findings, in order."""
    return [finding.kind for finding in report.findings]


def only(report: Integrity, kind: str) -> Finding:
    """Return the one finding of a kind."""
    [found] = [finding for finding in report.findings if finding.kind == kind]
    return found


def outline(events: tuple[Event, ...]) -> list[tuple[str, ...]]:
    """Return events in short: kind, actor, content, and who sees it."""
    lines: list[tuple[str, ...]] = []
    for event in events:
        seen = "+".join(sorted(event.visible_to))
        if isinstance(event, Message):
            lines.append(("says", event.actor, event.text, seen))
        elif isinstance(event, ToolCall):
            lines.append(("calls", event.actor, event.name, seen))
        elif isinstance(event, ToolResult):
            lines.append(("result", event.name, str(event.content), seen))
        else:
            lines.append((event.kind, event.actor, getattr(event, "reason", ""), seen))
    return lines
