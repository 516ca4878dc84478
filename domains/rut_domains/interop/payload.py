"""Pieces of messages that several formats share: text in parts, arguments as JSON text."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from rut_domains.interop.json_rules import decode


def read_parts(content: Any) -> tuple[str, bool]:
    """Return the text of a message's content, and whether that is all there is.

    Content is a text, null, or a list of parts of which some may be no text (images, audio).
    """
    if content is None:
        return "", True
    if isinstance(content, str):
        return content, True
    if not isinstance(content, list):
        return "", False
    texts: list[str] = []
    whole = True
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        else:
            whole = False
    return "\n".join(texts), whole


def read_arguments(value: Any) -> dict[str, JsonValue] | None:
    """Return the arguments of a call: an object, or JSON text of one; None if they are neither."""
    if value is None or value == "":
        return {}
    if isinstance(value, dict):
        return value
    if not isinstance(value, str):
        return None
    try:
        decoded = decode(value)
    except (RecursionError, ValueError):
        return None
    return decoded if isinstance(decoded, dict) else None
