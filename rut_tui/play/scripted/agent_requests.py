"""Requests that lie outside the plan: other things that the tools do, and a person to talk to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rut_domains.language.clauses import clauses, sentences
from rut_domains.language.words import content, normalise
from rut_tui.play.scripted.agent_labels import action
from rut_tui.play.scripted.agent_matters import action_words
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import Plan, hands_over, writes_state

_WISH = re.compile(
    r"\b(?:want|would like|like to|need|please|can you|could you|can i|could i|may i|i have to|"
    r"let us|wish|help me|how do i|how can i)\b|^(?:\w+ )?(?:cancel|return|change|exchange|refund|"
    r"add|remove|update|book|order|buy|reset|upgrade|give|send|open|close|stop|start|pay)\b"
)
_PERSON = re.compile(r"\b(?:human|person|colleague|staff|team|transfer|hand over|escalat)", re.I)
_ON_WISH = re.compile(
    r"\b(?:customer|user|caller|client|they|he or she|member)s?\b[^.;]{0,60}"
    r"\b(?:asks?|insists?|requests?|wants?|wishes|demands?|prefers?)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(r"\b(?:not|never|only|unless|no)\b", re.IGNORECASE)
_LEAST_WISHES = 2


def other_action(story: Story, text: str) -> str:
    """Return the action of another tool that a text asks for, or nothing.

    All words of the tool's name must be in one clause that wishes something, and no step of the
    plan may be nearer to it: a wrong "I can't" does more harm than none. Of a wish that is spoken
    again the deed is enough: "I want to return them" is about return_items.
    """
    plan = story.plan
    own = [action_words(step) for step in plan.steps if step.writes or step.hands_over]
    spoken = {
        word for blank in plan.blanks.values() for each in blank.slot.said for word in content(each)
    }
    for clause in clauses(text):
        heard = set(content(clause.text))
        if not _WISH.search(normalise(clause.text)) or heard & spoken:
            continue
        near = max((len(words & heard) / len(words) for words in own if words), default=0.0)
        for name, spec in plan.tools.items():
            words = set(content(name.replace("_", " ")))
            if not writes_state(name, spec) or hands_over(name) or _is_planned(plan, name):
                continue
            spoken_again = near == 0 and _wished_before(story, content(name.split("_")[0]))
            deed = set(content(name.split("_")[0])) if spoken_again else words
            if len(words) > 1 and deed <= heard and near < 1:
                return name.replace("_", " ")
    return ""


def _wished_before(story: Story, deed: Sequence[str]) -> bool:
    """Whether an earlier message of the user wished for a deed."""
    earlier = (turn.text for turn in story.memory.turns if turn not in story.memory.fresh)
    return any(
        _WISH.search(normalise(clause.text)) is not None and set(deed) <= set(content(clause.text))
        for text in earlier
        for clause in clauses(text)
    )


def _is_planned(plan: Plan, tool: str) -> bool:
    return any(step.step.tool == tool for step in plan.steps)


def possible(story: Story) -> str:
    """Return what the plan still holds for the user, in words; empty if nothing."""
    left = [
        action(step)
        for step in story.plan.steps
        if step.writes and step.index not in story.settled and step.index not in story.declined
    ]
    return ", ".join(dict.fromkeys(left))


def handover_on_wish(story: Story) -> str:
    """Return the tool that hands over to a person if the policy grants that on request, or nothing.

    The wish must have been spoken at least twice, and a sentence of the policy must say that a
    customer who asks or insists is handed over, without "not", "never" or "only" in it.
    """
    if story.human_wishes < _LEAST_WISHES:
        return ""
    granted = any(
        _PERSON.search(each.text) and _ON_WISH.search(each.text) and not _NEVER.search(each.text)
        for each in sentences(story.plan.policy)
    )
    if not granted:
        return ""
    banned = {rule.tool for rule in story.plan.task.forbidden}
    for name, spec in story.plan.tools.items():
        free = not spec.parameters.get("required")
        if hands_over(name) and name not in banned and free:
            return name
    return ""
