"""A task: a contract, the state it starts from, and how to tell what became of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from pydantic import Field, JsonValue

from rut_domains.contract import Contract
from rut_domains.dialogue import EndReason, SeatName
from rut_domains.frozen import Frozen, digest


class Slot(Frozen):
    """How the scripted agent comes by one argument of an oracle step.

    `ask` is its question. `said` are words of which the user must have said one before the value
    may be picked from a tool result. `pattern` is a regular expression for values in free text.
    """

    ask: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    pattern: str = ""
    default: bool = False


class Step(Frozen):
    """One step of the oracle trace: a call, or for `by: user` what the agent asks to be done.

    `confirm` is the proposal put before a write; `done` what is said after it; `tell` what is
    said to the user seat to have it act. `{argument}` and `{result.path}` are filled in.
    """

    by: SeatName = "agent"
    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    slots: dict[str, Slot] = Field(default_factory=dict)
    confirm: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    tell: tuple[str, ...] = ()


class Assertion(Frozen):
    """A statement about the final state: the value at `path` (dots) against an expectation."""

    path: str
    test: Literal["equals", "contains", "lacks", "absent", "present", "unchanged"] = "equals"
    value: JsonValue = None
    message: str = ""


class Forbidden(Frozen):
    """A write that must not happen: a tool by name, and optionally some of its arguments.

    `by` says whether the agent's policy rules it out, or the user's contract alone: then an agent
    may well do it for a user who asks for it, and the task has failed.
    """

    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    message: str = ""
    by: Literal["policy", "contract"] = "policy"


class Refusal(Frozen):
    """A request that the policy forbids, and how the scripted agent declines it."""

    heard_as: tuple[str, ...]
    says: tuple[str, ...]


class Budget(Frozen):
    """Limits of one dialogue: moves by both seats, failed calls, and seconds of play."""

    steps: int = Field(default=60, ge=1)
    errors: int = Field(default=10, ge=1)
    seconds: float = Field(default=3600, gt=0)


class TaskCriterion(Frozen):
    """A task's own criterion, in the terms of the rubric `user_contract`."""

    id: str
    statement: str
    family: str
    mode: str
    polarity: Literal["positive", "prohibition"]
    span: str
    applies_when: str = ""


class Task(Frozen):
    """What is played: contract, start, oracle, assertions, limits.

    `playable` is empty, or the reason why the task can be read and rated but not played.
    `state` is merged over the pack's state (RFC 7386: null deletes).
    """

    id: str
    title: str
    domain: str
    tags: tuple[str, ...] = ()
    contract: Contract
    greeting: str = ""
    now: str = ""
    state: dict[str, Any] = Field(default_factory=dict)
    oracle: tuple[Step, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    order: tuple[tuple[str, str], ...] = ()
    ends: tuple[EndReason, ...] = ("satisfied",)
    budget: Budget = Budget()
    user_tools: tuple[str, ...] | None = None
    criteria: tuple[TaskCriterion, ...] = ()
    playable: str = ""
    extra: dict[str, JsonValue] = Field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the whole task."""
        return digest(self)
