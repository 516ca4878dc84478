"""Patterns written one form a line, so that they can be read and added to."""

from __future__ import annotations

import re


def forms(lines: str, **parts: str) -> re.Pattern[str]:
    """Compile forms, one regular expression a line, each starting at a word.

    `<name>` in a line stands for the part of that name. Empty lines do not count.
    """
    alternatives = [line.strip() for line in lines.splitlines() if line.strip()]
    joined = "|".join(alternatives)
    for name, part in parts.items():
        joined = joined.replace(f"<{name}>", part)
    return re.compile(rf"(?<!\w)(?:{joined})")


def one_of(words: str) -> str:
    """Return a group that matches one of several words or phrases parted by bars or spaces."""
    found = words.split("|") if "|" in words else words.split()
    return f"(?:{'|'.join(part.strip() for part in found)})"
