"""What a reply is made of before it is worded."""

from __future__ import annotations

from typing import NamedTuple

from rut_tui.play.seat import Call, End


class Part(NamedTuple):
    """A piece of what is said: wordings to choose from, what kind it is and what it is about.

    Kinds: opening, report, unable, not_yet, already, rule, answer, unknown, absent, confirm,
    right, correct, decline, hand_over, stay, goal, thanks, accept, insist, someone, open, wait,
    nod, rephrase, rest, reason, goodbye.
    """

    kind: str
    options: tuple[str, ...]
    about: str = ""


class Reply(NamedTuple):
    """A move before it is worded."""

    parts: tuple[Part, ...] = ()
    calls: tuple[Call, ...] = ()
    end: End | None = None

    def has(self, *kinds: str) -> bool:
        """Whether one of the parts is of one of the kinds."""
        return any(part.kind in kinds for part in self.parts)
