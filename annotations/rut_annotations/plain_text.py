"""Text made alike whoever wrote it: quotes, dashes, spaces, stop tokens, tool results.

Typing errors, capitals and wording stay: they are what people write, not how a system stores it.
"""

from __future__ import annotations

import json
import re
from typing import Any

_SAME = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–−", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u200a\u202f", " "),
        **dict.fromkeys("\u200b\u2060\ufeff\u00ad", None),
        "…": "...",
        "\u2028": "\n",
        "\u2029": "\n",
    }
)
# A dash between words, with blanks or without: as people type it who have no key for it.
_LONG_DASH = re.compile(r"[^\S\n]*[—―][^\S\n]*")
# ###STOP### and its kin (tau2 and others), and the marks that chat templates put around turns.
_TOKENS = re.compile(
    r"#{2,}[ ]?[A-Z][A-Z _-]{1,38}[A-Z][ ]?#{2,}|<\|[a-z_]{2,40}\|>|\[/?INST\]|</?s>|</?think>"
)
_INNER_SPACES = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
_LINE_ENDS = re.compile(r"[ \t]+(?=\n|$)")
_EMPTY_LINES = re.compile(r"\n{3,}")
_WRAPPER = {"success", "data", "message", "error"}
_ERROR_PREFIX = re.compile(r"^error(?: executing tool)?:\s*", re.IGNORECASE)
_ONE_LINE = 100


def holds_token(text: str) -> bool:
    """Say whether another system's stop token or chat mark stands in the text."""
    return _TOKENS.search(text) is not None


def name_tokens(text: str) -> str:
    """Replace stop tokens by what they say, for a text that explains them: `[stop]`."""
    return _TOKENS.sub(_name_token, text)


def _name_token(match: re.Match[str]) -> str:
    word = match.group().strip("# ") if match.group().startswith("#") else "end"
    return f"[{word.lower()}]"


def normalise_text(text: str) -> str:
    """Return text with plain quotes, dashes and spaces, and without stop tokens.

    Offsets of evidence count in this text, in code points.
    """
    plain = _TOKENS.sub("", text.replace("\r\n", "\n").replace("\r", "\n").translate(_SAME))
    plain = _LONG_DASH.sub(" - ", plain)
    plain = _LINE_ENDS.sub("", _INNER_SPACES.sub(" ", plain))
    return _EMPTY_LINES.sub("\n\n", plain).strip("\n ")


def render_arguments(arguments: dict[str, Any]) -> str:
    """Return a call's arguments, sorted by name: `address="1 Main St", order="W-1"`."""
    pairs = (
        f"{name}={json.dumps(_clean(arguments[name]), ensure_ascii=False, sort_keys=True)}"
        for name in sorted(arguments)
    )
    return ", ".join(pairs)


def render_result(content: Any, *, error: bool) -> str:
    """Return a tool's answer in one notation, whichever system recorded it.

    JSON inside a text is read, the wrapper `{"success": ..., "data" | "message" | "error": ...}`
    is taken off, and keys are sorted. Short values stand on one line.
    """
    value = _unwrap(_read(content))
    if isinstance(value, str):
        text = normalise_text(value)
        return _ERROR_PREFIX.sub("", text) if error else text
    clean = _clean(value)
    flat = json.dumps(clean, ensure_ascii=False, sort_keys=True)
    if len(flat) <= _ONE_LINE:
        return flat
    return json.dumps(clean, ensure_ascii=False, sort_keys=True, indent=1)


def _read(content: Any) -> Any:
    if not isinstance(content, str) or content.lstrip()[:1] not in ("{", "["):
        return content
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return content


def _unwrap(value: Any) -> Any:
    if not isinstance(value, dict) or not isinstance(value.get("success"), bool):
        return value
    inner = {key: item for key, item in value.items() if key != "success"}
    if not inner:
        return "done" if value["success"] else "failed"
    if len(inner) == 1 and inner.keys() <= _WRAPPER:
        return next(iter(inner.values()))
    return inner


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return normalise_text(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    return value
