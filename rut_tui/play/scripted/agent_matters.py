"""What a plan's matters are called: by the verbs of their tools and the words of their slots."""

from __future__ import annotations

from collections.abc import Sequence

from rut_domains.language.words import content
from rut_tui.play.scripted.agent_choosing import said_weight
from rut_tui.play.scripted.plan import Plan, PlanStep

_LONGEST = 2000


def own_keys(plan: Plan, steps: Sequence[PlanStep]) -> set[str]:
    """Return the blanks that no other step needs."""
    indexes = {step.index for step in steps}
    return {key for step in steps for key in step.keys if set(plan.users[key]) <= indexes}


def speaks_of(plan: Plan, text: str, steps: Sequence[PlanStep], keys: set[str]) -> bool:
    """Whether a text speaks of a matter.

    It does if it has words of one of the blanks' slots, or the verb of the matter's tool that no
    other tool of the plan shares, or all words of the tool's name.

    Args:
        plan: The plan.
        text: What the user said.
        steps: The matter's steps.
        keys: The blanks that count.
    """
    if any(said_weight(plan.blanks[key].slot.said, text[:_LONGEST]) for key in keys):
        return True
    heard = set(content(text[:_LONGEST]))
    common = {
        word
        for other in plan.steps
        if other.writes and other not in steps
        for word in action_words(other)
    } | argument_words(plan)
    acts = [action_words(each) for each in steps if each.writes or each.hands_over]
    return any((words - common) & heard or words <= heard for words in acts if words)


def argument_words(plan: Plan) -> set[str]:
    """Return the words of the arguments' names: "order" in "cancel order" tells no matter."""
    return {
        word for blank in plan.blanks.values() for word in content(blank.name.replace("_", " "))
    }


def action_words(step: PlanStep) -> set[str]:
    """Return the words of a tool's name that tell what it does."""
    return set(content(step.step.tool.replace("_", " ")))
