"""The reference actions by which the user changes the world: done, and asked for?

Nobody judges here: a call was made or not. That an action never happened is the user's fault only
where the agent had asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rut_domains.dialogue import Event
from rut_domains.language.matching import find_phrase
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.assertions import covers
from rut_domains.outcomes.calls import calls_of
from rut_domains.outcomes.effort import spoken
from rut_domains.outcomes.model import UserWrite
from rut_domains.task import Step, Task


def find_user_writes(
    task: Task, events: Sequence[Event], writing: Mapping[str, bool | None], lexicon: Lexicon
) -> tuple[UserWrite, ...]:
    """Return the oracle's writing calls of the user, each with whether it was made and asked for.

    A call counts once: an oracle that switches something twice wants two calls.

    Args:
        task: Its oracle is the reference.
        events: The whole dialogue.
        writing: By tool, whether it writes.
        lexicon: Its directions say how the agent asks for a call.
    """
    left = [call for call, result in calls_of(events, "user") if not result.error]
    said = [message.text for message in spoken(events, "agent")]
    found: list[UserWrite] = []
    for step in task.oracle:
        if step.by != "user" or not writing.get(step.tool):
            continue
        made = next(
            (
                call
                for call in left
                if call.name == step.tool and covers(call.arguments, step.arguments)
            ),
            None,
        )
        if made is not None:
            left.remove(made)
        asked = any(
            find_phrase(phrase, text) for phrase in _phrases(step, lexicon) for text in said
        )
        found.append(UserWrite(tool=step.tool, done=made is not None, asked=asked))
    return tuple(found)


def _phrases(step: Step, lexicon: Lexicon) -> tuple[str, ...]:
    """Return how the step's call is asked for; a tool without directions goes by its name."""
    own = [each for each in lexicon.directions if each.tool == step.tool]
    phrases = [
        phrase for each in own if covers(step.arguments, each.arguments) for phrase in each.heard_as
    ]
    return tuple(phrases) if own else (step.tool.replace("_", " "),)
