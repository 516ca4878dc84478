"""The contract: all that the user seat is told, in words for people and in parts for a script."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import Field, JsonValue

from rut_domains.frozen import Frozen, digest

Slug = str


class Fact(Frozen):
    """Something that the user knows.

    `asked_as` lists short phrases in which an agent may ask for it; all content words of one
    phrase must occur in a clause for it to count. `about` names a shared concept ("order_number",
    "email", ...) that brings phrases of its own. `says` are wordings of the answer.
    """

    id: Slug
    text: str
    value: JsonValue = None
    about: str = ""
    reveal: Literal["opening", "asked"] = "asked"
    asked_as: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Unknown(Frozen):
    """Something that the user does not know and must not invent."""

    id: Slug
    text: str
    about: str = ""
    asked_as: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Goal(Frozen):
    """Something that the user wants done, said in `says`, heard as done in `done_as`.

    `after` names a rule that must have fired before the goal comes into force; `unless` names one
    that takes it out of force.
    """

    id: Slug
    text: str
    says: tuple[str, ...] = ()
    done_as: tuple[str, ...] = ()
    refused_as: tuple[str, ...] = ()
    after: Slug | None = None
    unless: Slug | None = None
    user_check: UserCheck | None = None


class UserCheck(Frozen):
    """A user tool whose result shows that a goal holds: `path` into the result equals `equals`."""

    tool: str
    path: str = ""
    equals: JsonValue = True


class Limit(Frozen):
    """What an offer may cost at most: the amount that follows one of the words in `heard_as`."""

    heard_as: tuple[str, ...]
    at_most: float


class Rule(Frozen):
    """If the agent says what `heard_as` or `over` describe, then the user does `says`.

    `when` and `then` are the same in words for people. `answer` is what the rule makes of a
    pending offer: accept it, decline it, or neither.
    """

    id: Slug
    when: str
    then: str
    heard_as: tuple[str, ...] = ()
    over: Limit | None = None
    says: tuple[str, ...] = ()
    answer: Literal["accept", "decline", "none"] = "none"


class Contract(Frozen):
    """All that the user seat is told.

    The prose fields are what a person reads; `facts`, `unknowns`, `goals` and `rules` say the
    same in parts that a scripted user can follow. An imported contract may hold prose alone.
    """

    persona: str = ""
    reason: str = ""
    known: str = ""
    unknown: str = ""
    instructions: str = ""
    guidelines: str = ""
    opening: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    goals: tuple[Goal, ...] = ()
    rules: tuple[Rule, ...] = ()
    expects: Literal["satisfied", "transferred", "out_of_scope"] = "satisfied"
    extra: dict[str, JsonValue] = Field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the whole contract."""
        return digest(self)

    def sections(self) -> tuple[tuple[str, str], ...]:
        """Return (title, text) pairs in reading order, without empty ones.

        A grounding span is a verbatim part of one of these texts.
        """
        pairs = (
            ("Who you are", self.persona),
            ("Why you are here", self.reason),
            ("What you know", _lines(self.known, [fact.text for fact in self.facts])),
            ("What you do not know", _lines(self.unknown, [item.text for item in self.unknowns])),
            ("What you want", _lines("", [goal.text for goal in self.goals])),
            ("If", _lines("", [f"{rule.when}: {rule.then}" for rule in self.rules])),
            ("How to go about it", self.instructions),
            ("Rules for everyone in this seat", self.guidelines),
        )
        return tuple((title, text) for title, text in pairs if text.strip())

    def text(self) -> str:
        """Return the whole contract as plain text, as the user seat reads it."""
        return "\n\n".join(f"{title}\n{text}" for title, text in self.sections())


def _lines(prose: str, items: list[str]) -> str:
    return "\n".join(
        [*([prose.strip()] if prose.strip() else []), *(f"- {item}" for item in items)]
    )


Goal.model_rebuild()
