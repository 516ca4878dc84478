"""What a line means in line mode: a message, or a command that starts with one slash."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import EndReason, SeatName
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen, parse_json
from rut_domains.tool import ToolSpec
from rut_tui.play.moves import ends_of
from rut_tui.play.seat import Call, End, Move


class Ask(Frozen):
    """A line that asks something of the line mode itself; `about` is what followed the name."""

    name: str
    about: str = ""


# What a person can ask of the line mode, with its help.
ASKS: dict[str, tuple[str, str]] = {
    "tools": ("/tools [NAME]", "list your tools, or describe one of them"),
    "brief": ("/brief", "read your briefing again"),
    "show": ("/show", "read the dialogue so far again"),
    "status": ("/status", "how many moves and how much time are used up"),
    "help": ("/help", "this list"),
    "quit": ("/quit", "save and leave; so does the end of the input"),
}


def read_line(line: str, seat: SeatName, tools: Sequence[ToolSpec]) -> Move | Ask:
    """Turn one line into a move or a question to the line mode.

    Args:
        line: What was typed, without its line end.
        seat: Whose line it is; decides which ends exist.
        tools: The tools of that seat.

    Raises:
        UsageFault: An unknown command, tool or end, or arguments that cannot be read.
    """
    if line.startswith("//"):
        return Move(text=line[1:])
    if not line.startswith("/"):
        return Move(text=line)
    name, _, rest = line[1:].partition(" ")
    if name == "call":
        return Move(calls=(read_call(rest, tools),))
    if name == "end":
        return Move(end=_read_end(rest, seat))
    if name in ASKS:
        return Ask(name=name, about=rest.strip())
    raise UsageFault(
        f"unknown command /{name}",
        hint="/help lists the commands; // starts a message with a slash.",
    )


def split_joined(line: str) -> tuple[str, bool]:
    """Return a line without its trailing ` &`, and whether it had one: then the move goes on."""
    bare = line.rstrip()
    return (bare[:-1].rstrip(), True) if bare.endswith(" &") else (line, False)


def join_moves(held: Move | None, move: Move) -> Move:
    """Return one move of what was held open and what was typed after it."""
    if held is None:
        return move
    text = "\n".join(part for part in (held.text, move.text) if part)
    return Move(text=text, calls=(*held.calls, *move.calls), end=move.end)


def read_call(text: str, tools: Sequence[ToolSpec]) -> Call:
    """Read `TOOL key=value ...`; a value is JSON where its schema is not a string.

    Raises:
        UsageFault: An unknown tool, a part that is not `key=value`, or an argument given twice.
    """
    try:
        name, *pairs = shlex.split(text)
    except ValueError:
        raise UsageFault(
            "the call cannot be read", hint="Write /call TOOL key=value ... ; quote spaces."
        ) from None
    tool = find_tool(name, tools)
    arguments: dict[str, JsonValue] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageFault(f"{pair!r} is not key=value", hint=describe_tool(tool))
        if key in arguments:
            raise UsageFault(f"{key!r} is given twice", hint="Give each argument once.")
        arguments[key] = _read_value(value, tool.parameters.get("properties", {}).get(key, {}))
    return Call(name=name, arguments=arguments)


def list_commands(seat: SeatName) -> list[str]:
    """Return the lines of /help."""
    ends = ", ".join(ends_of(seat))
    forms = [
        ("any other line", "a message to the other side; // begins one with a slash"),
        ("/call TOOL key=value ...", "call a tool; quote spaces, JSON for what is no text"),
        ("a line that ends in ' &'", "holds the move open: the next line, text or call, joins it"),
        ("/end REASON [REMARK]", f"end the dialogue; reasons: {ends}"),
        *ASKS.values(),
    ]
    return [f"{form}: {meaning}" for form, meaning in forms]


def explain_tool(tool: ToolSpec) -> list[str]:
    """Return all that is known about a tool, line by line."""
    needed = tool.parameters.get("required", [])
    lines = [describe_tool(tool), *tool.description.strip().splitlines()]
    for key, schema in tool.parameters.get("properties", {}).items():
        need = "" if key in needed else ", optional"
        about = " ".join(str(schema.get("description", "")).split())
        lines.append(f"{key} ({_kind(schema)}{need}){f': {about}' if about else ''}")
    return lines


def find_tool(name: str, tools: Sequence[ToolSpec]) -> ToolSpec:
    """Return a tool by its name.

    Raises:
        UsageFault: There is none of that name.
    """
    tool = next((tool for tool in tools if tool.name == name), None)
    if tool is None:
        raise UsageFault(f"there is no tool {name!r}", hint="/tools lists the tools.")
    return tool


def describe_tool(tool: ToolSpec) -> str:
    """Return one line that shows how to call a tool."""
    properties = tool.parameters.get("properties", {})
    required = tool.parameters.get("required", [])
    shown = [
        f"{key}={_kind(schema)}" if key in required else f"[{key}={_kind(schema)}]"
        for key, schema in properties.items()
    ]
    return " ".join([tool.name, *shown])


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return "|".join(str(value) for value in schema["enum"])
    kind = schema.get("type", "json")
    return "|".join(kind) if isinstance(kind, list) else str(kind)


def _read_value(text: str, schema: dict[str, Any]) -> JsonValue:
    """Keep text where the schema takes text; else read JSON if it is JSON."""
    kinds = _kinds(schema)
    if text in schema.get("enum", []):
        return text
    if "boolean" in kinds and text.casefold() in _WORDS:
        return _WORDS[text.casefold()]
    if "string" in kinds and not (text == "null" and "null" in kinds):
        return text
    parts: list[JsonValue] = [part.strip() for part in text.split(",")]
    try:
        value: JsonValue = parse_json(text)
    except ValueError:
        return parts if "array" in kinds else text
    if kinds != ["array"] or isinstance(value, list):
        return value
    return parts if "string" in _kinds(schema.get("items", {})) else [value]


_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _kinds(schema: dict[str, Any]) -> list[str]:
    kinds = schema.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]


def _read_end(text: str, seat: SeatName) -> End:
    word, _, detail = text.strip().partition(" ")
    allowed: tuple[EndReason, ...] = ends_of(seat)
    reason = next((end for end in allowed if end == word), None)
    if reason is None:
        raise UsageFault(
            f"the {seat} cannot end as {word!r}" if word else "an end needs its reason",
            hint=f"Write /end followed by one of: {', '.join(allowed)}.",
        )
    return End(reason=reason, detail=detail.strip())
