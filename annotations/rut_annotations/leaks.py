"""Finding what may give a dialogue away in its own words: for the lead, before it is rated.

A finding masks nothing; it waits for a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from rut_annotations.blind import BlindDialogue
from rut_domains.frozen import Frozen

LeakKind = Literal["model", "vendor", "self_description", "call_id", "reward", "name"]

_PATTERNS: dict[LeakKind, re.Pattern[str]] = {
    "model": re.compile(
        r"\b(?:gpt-?[345o][\w.\-]*|o[134]-(?:mini|preview)|claude[\w.\-]*|gemini[\w.\-]*|"
        r"gemma[\w.\-]*|llama[\w.\-]*|qwen[\w.\-]*|mi[sx]tral[\w.\-]*|deepseek[\w.\-]*|"
        r"grok[\w.\-]*|command-r[\w.\-]*|chatgpt)",
        re.IGNORECASE,
    ),
    "vendor": re.compile(r"\b(?:openai|anthropic|deepmind|mistral ai|xai|cohere)\b", re.IGNORECASE),
    "self_description": re.compile(
        r"\b(?:as an ai\b|(?:large )?language model|(?:user|customer) simulator|"
        r"simulated (?:user|customer|agent)|system prompt)",
        re.IGNORECASE,
    ),
    "call_id": re.compile(r"\b(?:call_[A-Za-z0-9]{8,}|toolu_[A-Za-z0-9]{8,}|chatcmpl-\w{8,})"),
    "reward": re.compile(r"\b(?:final )?reward\s*[:=]\s*-?\d", re.IGNORECASE),
}


class Leak(Frozen):
    """A telling passage: in a turn (by number), or in a section of the briefing (`turn` 0).

    `start` and `end` count code points in the turn's plain text or the section's text.
    """

    kind: LeakKind
    turn: int = 0
    section: str = ""
    start: int
    end: int
    quote: str


def scan_leaks(blind: BlindDialogue, names: Iterable[str] = ()) -> tuple[Leak, ...]:
    """Return what may tell a rater who played.

    Args:
        blind: The dialogue as a rater would read it.
        names: Names known of this dialogue (models, players, systems); shorter ones than three
            letters are not looked for.
    """
    known = sorted({name for name in names if len(name) > 2}, key=lambda name: (-len(name), name))
    patterns = dict(_PATTERNS)
    if known:
        choice = "|".join(re.escape(name) for name in known)
        patterns["name"] = re.compile(rf"(?<!\w)(?:{choice})(?!\w)", re.IGNORECASE)
    found: list[Leak] = []
    for section in blind.sections:
        found.extend(_scan(section.text, patterns, section=section.title))
    for turn in blind.turns:
        found.extend(_scan(turn.plain(), patterns, turn=turn.number))
    return tuple(found)


def _scan(
    text: str, patterns: dict[LeakKind, re.Pattern[str]], *, turn: int = 0, section: str = ""
) -> Iterator[Leak]:
    for kind, pattern in patterns.items():
        for match in pattern.finditer(text):
            yield Leak(
                kind=kind,
                turn=turn,
                section=section,
                start=match.start(),
                end=match.end(),
                quote=match.group(),
            )
