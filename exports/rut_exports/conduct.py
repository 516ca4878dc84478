"""What happened in a dialogue beside the verdicts, as numbers: for the tables of fidelity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import (
    Field,
    FiniteFloat,
    JsonValue,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
    model_validator,
)

from rut_domains.dialogue import Chair, Dialogue, EndReason, Message, Note
from rut_domains.frozen import Frozen
from rut_domains.outcomes import Outcome, UserWrite
from rut_domains.outcomes.effort import count_words, measure_effort, spoken

# A reward is a share of reached goals; only all of them are a success (tau2 compares likewise).
_ALL_REACHED = 1 - 1e-6


class Told(Frozen):
    """When a fact was disclosed, in turns that count from 1; None for never.

    The user's turn k answers the agent's turn k, the agent's opening being its turn 1.
    """

    fact: str
    opening: bool = False
    requested: PositiveInt | None = None
    disclosed: PositiveInt | None = None


class Conduct(Frozen):
    """What is known of a dialogue; a null is not known.

    `agent` names who served. `cost` is what the simulated user cost, in the currency of its file.
    `efforts` are the agent's, `features` what the user's behaviour is described by: both counts
    and shares, by name. `facts` are the contract's, of dialogues whose disclosures were looked at;
    `user_writes` are the reference actions of the user, null where nobody looked for them.
    """

    human: bool = False
    agent: str = ""
    success: bool | None = None
    reward: FiniteFloat | None = None
    cost: FiniteFloat | None = Field(default=None, ge=0)
    end: EndReason | None = None
    turns: NonNegativeInt = 0
    efforts: dict[str, FiniteFloat] = Field(default_factory=dict)
    features: dict[str, FiniteFloat] = Field(default_factory=dict)
    facts: tuple[Told, ...] = ()
    user_writes: tuple[UserWrite, ...] | None = None
    date: str = ""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len({told.fact for told in self.facts}) < len(self.facts):
            raise ValueError("a fact is listed twice")
        if any(told.disclosed and told.disclosed > self.turns for told in self.facts):
            raise ValueError(f"a fact is disclosed after the last of {self.turns} turns")
        if self.facts and not self.turns:
            raise ValueError("a user without a turn has no facts")
        return self


def observe_conduct(dialogue: Dialogue) -> Conduct:
    """Return what a dialogue's log and record say beside its text."""
    outcome = _outcome(dialogue)
    reward = _number(dialogue.recorded.get("reward"))
    user = spoken(dialogue.events, "user")
    stop = dialogue.stop
    return Conduct(
        human=dialogue.user.kind == "human",
        agent=who(dialogue.agent, dialogue.origin.system),
        success=_success(outcome, reward),
        reward=reward,
        cost=_cost(dialogue.recorded.get("costs")),
        end=stop.reason if stop is not None else None,
        turns=len(user),
        efforts=_efforts(dialogue),
        features=_features(dialogue, user),
        facts=_facts(outcome, len(user)),
        user_writes=outcome.user_writes if outcome is not None else None,
        date=dialogue.created_at[:10],
    )


def who(chair: Chair, system: str) -> str:
    """Return who sits in a seat, with the system it comes from; a person without the name."""
    name = (chair.name or chair.kind) if chair.kind in ("model", "unknown") else chair.kind
    return f"{'played' if system == 'rut' else system}: {name}"


def _outcome(dialogue: Dialogue) -> Outcome | None:
    notes = [
        event for event in dialogue.events if isinstance(event, Note) and event.kind == "outcome"
    ]
    try:
        return Outcome.model_validate(notes[-1].data) if notes else None
    except ValidationError:
        # The log may come from a file: what it calls an outcome need not be one of ours.
        return None


def _success(outcome: Outcome | None, reward: float | None) -> bool | None:
    if outcome is not None:
        return outcome.success
    return None if reward is None else reward >= _ALL_REACHED


def _number(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _cost(costs: JsonValue) -> float | None:
    found = _number(costs.get("user")) if isinstance(costs, Mapping) else None
    return found if found is not None and found >= 0 else None


def _efforts(dialogue: Dialogue) -> dict[str, float]:
    effort = measure_effort(dialogue.events, "agent", {})
    said = spoken(dialogue.events, "agent")
    return {
        "agent calls": effort.calls,
        "agent messages": effort.turns,
        "agent questions": sum("?" in message.text for message in said),
        "agent words": effort.words,
    }


def _features(dialogue: Dialogue, said: Sequence[Message]) -> dict[str, float]:
    """Describe how the user talks; a user without a message has none of the shares."""
    effort = measure_effort(dialogue.events, "user", {})
    found: dict[str, float] = {"messages": effort.turns, "calls": effort.calls}
    if said:
        words = [count_words(message.text) for message in said]
        found["words a message"] = sum(words) / len(said)
        found["words at first"] = words[0]
        found["share of questions"] = sum("?" in message.text for message in said) / len(said)
    return found


def _facts(outcome: Outcome | None, turns: int) -> tuple[Told, ...]:
    if outcome is None or not turns:
        return ()
    return tuple(
        Told(
            fact=item.fact,
            opening=item.opening,
            # The outcome leaves the greeting out of the agent's messages; here it is turn 1.
            requested=None if item.asked_turn is None else item.asked_turn + 1,
            disclosed=item.told_turn,
        )
        for item in outcome.disclosure
    )
