"""Foreign text made harmless: for a terminal, a screen or a file."""

from __future__ import annotations

import re
import unicodedata

_KEPT = frozenset("\n\t")
# Bidirectional overrides and isolates can make a line read other than it is.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_PICTURES = 0x2400
# A list item, a table row, a heading, a quotation, a fence.
_STANDS_ALONE = re.compile(r"^\s*([-*+]\s|[|#>]|```|\d+[.)]\s)")


def neutralise(text: str) -> str:
    """Replace what could steer a terminal by something visible; keep line breaks and tabs.

    C0 controls become their pictures (ESC is shown as "␛"), C1 controls, bidirectional overrides
    and lone surrogates become "<U+XXXX>". Joiners, right-to-left letters and wide characters stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_harmless, text.replace("\r\n", "\n")))


def _harmless(character: str) -> str:
    code = ord(character)
    if character in _KEPT:
        return character
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "␡"
    if 0x80 <= code < 0xA0 or character in _BIDI or unicodedata.category(character) == "Cs":
        return f"<U+{code:04X}>"
    return character


def one_line(text: str, width: int = 0) -> str:
    """Return neutralised text on one line, cut to `width` characters with an ellipsis if > 0."""
    flat = " ".join(neutralise(text).split())
    return flat if width <= 0 or len(flat) <= width else flat[: max(width - 1, 0)] + "…"


def unwrap(text: str) -> str:
    """Join the lines of a paragraph that was wrapped for another width; lists and tables stay.

    Args:
        text: Markdown, without code between fences.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        starts_anew = not line.strip() or _STANDS_ALONE.match(line) is not None
        joins = bool(lines) and bool(lines[-1].strip()) and not lines[-1].startswith(("#", "|"))
        if joins and not starts_anew:
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)
