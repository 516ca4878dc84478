"""What a planted fault is: when it can occur, and what it makes of the honest reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from rut_domains.contract import Contract
from rut_tui.play.scripted.parts import Part, Reply
from rut_tui.play.scripted.situation import Situation


class Deviated(NamedTuple):
    """A reply that shows the fault, and what is wrong with it in words for the lead."""

    reply: Reply
    what: str


class Ground(NamedTuple):
    """What decides whether a fault can occur in a task: the contract, and the user's own tools."""

    contract: Contract
    has_tools: bool


@dataclass(frozen=True)
class Deviation:
    """One failure mode, as a scripted user shows it.

    Attributes:
        slug: The failure mode.
        obstacle: Returns why the fault can never occur on a ground, or nothing.
        deviate: Returns the deviated reply if the situation is an occasion for it, else None.
    """

    slug: str
    obstacle: Callable[[Ground], str]
    deviate: Callable[[Situation, Reply], Deviated | None]


def never_in_the_way(_: Ground) -> str:
    """Say that a fault can occur in every task."""
    return ""


def needs_tools(ground: Ground) -> str:
    """Say that without tools of its own the user has nothing to do or to look at."""
    return "" if ground.has_tools else "the user has no tools of its own in it"


def say(kind: str, *options: str, about: str = "") -> Part:
    """Return a part of a reply in one of several wordings."""
    return Part(kind, options, about)


def add(reply: Reply, *parts: Part) -> Reply:
    """Return a reply with some parts behind its own."""
    return reply._replace(parts=(*reply.parts, *parts))


def swap(reply: Reply, kinds: tuple[str, ...], part: Part) -> Reply:
    """Return a reply with the first part of some kinds replaced, and further ones left out."""
    kept: list[Part] = []
    done = False
    for own in reply.parts:
        if own.kind not in kinds:
            kept.append(own)
        elif not done:
            kept.append(part)
            done = True
    return reply._replace(parts=tuple(kept))
