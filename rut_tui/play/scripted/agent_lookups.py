"""Which look-ups have been made, and which calls have failed."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from rut_tui.play.scripted.agent_acts import read_reply
from rut_tui.play.scripted.agent_memory import Outcome
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import PlanStep

# So many failed calls with the same arguments are enough, whatever the user asks.
_MOST_ATTEMPTS = 2


def is_past(story: Story, step: PlanStep, arguments: dict[str, JsonValue] | None) -> bool:
    """Whether a look-up has been made: with these arguments, or with others that it may keep."""
    calls = [
        each
        for each in story.memory.outcomes
        if each.tool == step.step.tool
        and not each.error
        and each.seq > looked_up_since(story, step)
    ]
    if any(each.arguments == arguments for each in calls):
        return True
    later = {
        key
        for other in story.plan.steps[step.index + 1 :]
        if other.index not in story.settled and other.index not in story.declined
        for key in other.keys
    }
    if not calls or _has_twin(story, step):
        return False
    made = calls[-1].arguments
    changed = [key for path, key in step.blanks if _at(made, path) != believed(story, key)]
    return all(key not in later for key in changed)


def believed(story: Story, key: str) -> JsonValue:
    """Return a blank's value, or None."""
    belief = story.beliefs.get(key)
    return belief.value if belief is not None else None


def _at(arguments: dict[str, JsonValue], path: tuple[str | int, ...]) -> JsonValue:
    value: object = arguments
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return cast(JsonValue, value)


def _has_twin(story: Story, step: PlanStep) -> bool:
    """Whether another step of the plan makes the same kind of call."""
    return any(
        other.step.tool == step.step.tool and other.index != step.index and not other.by_user
        for other in story.plan.steps
    )


def looked_up_since(story: Story, step: PlanStep) -> int:
    """Return the moment before which a look-up does not count for a step.

    A look-up that the plan makes again counts only after the step before it that acts.
    """
    same = [
        other
        for other in story.plan.steps[: step.index]
        if other.step.tool == step.step.tool and other.step.arguments == step.step.arguments
    ]
    if not same:
        return -1
    moments = [
        seq
        for done in (story.settled, story.reported, story.skipped, story.declined)
        for at, seq in done.items()
        if same[-1].index < at < step.index
    ]
    return max(moments, default=-1)


def failures(story: Story, step: PlanStep, arguments: dict[str, JsonValue] | None) -> list[Outcome]:
    """Return the calls of a step with these arguments that failed."""
    return [
        each
        for each in story.memory.outcomes
        if each.error and each.tool == step.step.tool and each.arguments == arguments
    ]


def may_retry(story: Story, failed: list[Outcome]) -> bool:
    """Whether a failed call may be made again: something has changed, or the user asks for it."""
    last = failed[-1].seq
    acted = [*story.settled.values(), *story.reported.values()]
    changed = any(seq > last for seq in acted)
    asked = any(turn.seq > last and read_reply(turn.text).again for turn in story.memory.turns)
    return (changed or asked) and len(failed) < _MOST_ATTEMPTS
