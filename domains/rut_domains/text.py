"""Foreign text made harmless: for a terminal, a screen or a file."""

from __future__ import annotations

import re
import unicodedata

# What steers or hides: controls, lone surrogates, lines and spaces that a screen does not show,
# bidirectional overrides and isolates, which can make a line read other than it is, variation
# selectors and tags. A flag spelt in tags (of Scotland, say) is taken as one.
_SUSPECT = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)|"
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u180e\u200b-\u200d\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
_JOINERS = frozenset("\u200c\u200d")
_KEYCAPS = frozenset("0123456789#*")
_PICTURES = 0x2400
# A list item, a table row, a heading, a quotation, a fence.
_STANDS_ALONE = re.compile(r"^\s*([-*+]\s|[|#>]|```|\d+[.)]\s)")


def neutralise(text: str) -> str:
    """Replace what could steer a terminal or hide in a text by something visible.

    Line breaks and tabs stay. C0 controls become their pictures (ESC is shown as "␛"); C1 controls,
    other line and paragraph separators, zero-width spaces, bidirectional overrides, tags and lone
    surrogates become "<U+XXXX>", and so do variation selectors and joiners that select or join
    nothing. Emoji sequences, right-to-left letters and wide characters stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return _SUSPECT.sub(_harmless, text.replace("\r\n", "\n"))


def _harmless(found: re.Match[str]) -> str:
    sign = found.group()
    if found.lastgroup == "flag":
        return sign
    code = ord(sign)
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "␡"
    before = found.string[: found.start()][-1:]
    after = found.string[found.end() : found.end() + 1]
    if sign in _JOINERS and _joins(before, after):
        return sign
    if _is_selector(sign) and _has_variants(before):
        return sign
    return f"<U+{code:04X}>"


def _joins(before: str, after: str) -> bool:
    """Tell whether a joiner stands in an emoji sequence, or beside letters that are joined."""
    if _is_letter(before) or _is_letter(after):
        return True
    return (_is_sign(before) or _is_selector(before)) and _is_sign(after)


def _has_variants(sign: str) -> bool:
    return sign in _KEYCAPS or _is_sign(sign) or _is_letter(sign)


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _is_letter(sign: str) -> bool:
    """Tell whether it is a letter without case (Arabic, Indic, CJK, ...), or a mark on one."""
    return (
        bool(sign)
        and unicodedata.category(sign) in ("Lo", "Mn", "Mc")
        and not (_is_selector(sign) or sign in _JOINERS)
    )


def _is_sign(sign: str) -> bool:
    """Tell whether it is an emoji or another sign beyond ASCII."""
    if not sign or sign.isascii():
        return False
    # The newest emoji are not in every Python's tables.
    return "\U0001f000" <= sign <= "\U0001faff" or unicodedata.category(sign)[0] in "SP"


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
