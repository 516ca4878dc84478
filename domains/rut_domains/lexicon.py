"""How a domain talks: what a scripted seat needs to hear requests and values in free text."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from rut_domains.frozen import Frozen


class Concept(Frozen):
    r"""A thing that people ask for or mention under several names ("order number").

    `phrases` are short wordings. `pattern` is a regular expression for its values, if they have a
    form of their own ("W-\d{4}").
    """

    name: str
    phrases: tuple[str, ...] = ()
    pattern: str = ""


class Direction(Frozen):
    """How the user seat hears what to do with one of its own tools, and reports the result.

    `heard_as` are short phrases; all content words of one of them must occur in a clause. `says`
    are reports, with `{path}` filled in from the result.
    """

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    heard_as: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Detour(Frozen):
    """Another look-up that serves where the user cannot give what a tool needs.

    `facts` says for each argument of `instead` what concept the contract's fact is about that
    gives it; `ask` are the agent's questions for it, `patterns` find its values in free text.
    """

    tool: str
    instead: str
    facts: dict[str, str]
    ask: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    patterns: dict[str, str] = Field(default_factory=dict)


class Lexicon(Frozen):
    """A pack's concepts, directions and detours."""

    concepts: tuple[Concept, ...] = ()
    directions: tuple[Direction, ...] = ()
    detours: tuple[Detour, ...] = ()
