"""Whether the user has raised a matter: the agent proposes nothing out of the blue."""

from __future__ import annotations

import sys
from typing import Literal

from rut_domains.language.clauses import sentences
from rut_domains.language.words import content
from rut_tui.play.scripted.agent_acts import Reply, is_request, read_reply
from rut_tui.play.scripted.agent_labels import is_personal
from rut_tui.play.scripted.agent_matters import own_keys, speaks_of
from rut_tui.play.scripted.agent_memory import Turn
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import Plan, PlanStep

Gate = Literal["", "purpose", "more"]


def gate(story: Story, step: PlanStep) -> Gate:
    """Return what to ask instead where the user has not raised the matter of a step yet.

    Where the user has to act as well, one problem is worked on from end to end, and only the
    first word about it is waited for.
    """
    if lacks_purpose(story):
        return "purpose"
    closed = closed_at(story)
    if story.plan.dual or closed is None or not _begins_matter(story, step):
        return ""
    return "" if _is_raised(story, step, closed) else "more"


def in_order(story: Story) -> list[PlanStep]:
    """Return the steps in the order to take: the matter that was raised first comes first.

    The oracle's order holds where the task or the user's share in it asks for it, and among
    matters that were raised at once or not at all. What finds the account comes before all.
    """
    plan = story.plan
    if plan.dual or plan.task.order:
        return list(plan.steps)
    rest = [steps for steps in plan.matters if _is_open(story, steps)]
    if len(rest) < 2:
        return list(plan.steps)
    times = {steps[0].index: _raised_at(story, steps) for steps in rest}
    first = min(rest, key=lambda steps: (times[steps[0].index], steps[0].index))
    before = [
        step
        for steps in plan.matters
        if steps[0].index < first[0].index
        for step in steps
        if not step.writes and _finds_account(plan, step)
    ]
    chosen = {step.index for step in (*before, *first)}
    return [*before, *first, *(step for step in plan.steps if step.index not in chosen)]


def _is_open(story: Story, steps: tuple[PlanStep, ...]) -> bool:
    last = steps[-1].index
    return last not in story.settled and last not in story.declined


_NEVER = float("inf")


def _raised_at(story: Story, steps: tuple[PlanStep, ...]) -> float:
    """Return the position of the first words about a matter, or infinity."""
    keys = own_keys(story.plan, steps)
    moments: list[float] = [
        turn.seq
        for turn in story.memory.turns
        if not story.listening[turn.seq].refused and speaks_of(story.plan, turn.text, steps, keys)
    ]
    moments += [
        belief.seq
        for key in keys
        if is_said(story, key) and (belief := story.beliefs.get(key)) is not None
    ]
    return min(moments, default=_NEVER)


def _finds_account(plan: Plan, step: PlanStep) -> bool:
    """Whether a look-up is about who is speaking, or needs nothing of the user at all."""
    blanks = [plan.blanks[key] for key in step.keys]
    return all(not blank.known or is_personal(blank) for blank in blanks)


def turns_to_other(story: Story, step: PlanStep, turn: Turn) -> bool:
    """Whether the user's words are about another open matter than that of a step."""
    for steps in story.plan.matters:
        if step in steps or not _is_open(story, steps):
            continue
        keys = own_keys(story.plan, steps)
        if speaks_of(story.plan, turn.text, steps, keys):
            return True
    return False


def lacks_purpose(story: Story) -> bool:
    """Whether there were only greetings so far; one question what it is about is enough."""
    if story.memory.outcomes or any(is_request(turn.text) for turn in story.memory.turns):
        return False
    if any(is_said(story, key) for key in story.plan.blanks):
        return False
    if any(story.plan.common & set(content(turn.text)) for turn in story.memory.turns):
        return False
    spoken = [
        turn
        for turn in story.memory.turns[1:]
        if not read_reply(turn.text).empty and not read_reply(turn.text).greeting
    ]
    return not spoken


def is_said(story: Story, key: str) -> bool:
    """Whether a blank's value is the user's, in its words or by its choice."""
    belief = story.beliefs.get(key)
    return belief is not None and belief.source in ("said", "chosen", "guessed")


def closed_at(story: Story) -> int | None:
    """Return when a matter was closed last: a write done, declined or failed, a request refused."""
    refusals = [
        saying.seq
        for saying in story.memory.sayings
        if any(
            turn.prompt_seq == saying.seq and story.prompts[turn.seq].refused
            for turn in story.memory.turns
        )
    ]
    writes = {step.step.tool for step in story.plan.steps if step.writes}
    failed = [each.seq for each in story.memory.outcomes if each.error and each.tool in writes]
    moments = [*story.settled.values(), *story.declined.values(), *refusals, *failed]
    return max(moments, default=None)


def _begins_matter(story: Story, step: PlanStep) -> bool:
    """Whether a step is the first open one after what was closed, not in the midst of a matter."""
    done = [*story.settled, *story.declined]
    before = max((at for at in done if at < step.index), default=-1)
    between = story.plan.steps[before + 1 : step.index]
    calls = {each.tool for each in story.memory.outcomes if each.seq > (closed_at(story) or -1)}
    return not any(other.step.tool in calls for other in between)


def is_raised_apart(story: Story, step: PlanStep) -> bool:
    """Whether the matter of a step was raised apart from what the task refuses."""
    return _is_raised(story, step, sys.maxsize)


def _is_raised(story: Story, step: PlanStep, closed: int) -> bool:
    matter = segment(story, step)
    keys = {key for each in matter for key in each.keys if _is_new(story, key, step)}
    for turn in story.memory.turns:
        reply = read_reply(turn.text)
        after = turn.seq > closed and not _only_asks(reply)
        if after and is_request(turn.text) and not (reply.closing or reply.drop or reply.goodbye):
            return True
        if not story.listening[turn.seq].refused and speaks_of(story.plan, turn.text, matter, keys):
            return True
    return any(is_said(story, key) and _belief_after(story, key, closed) for key in keys)


def _only_asks(reply: Reply) -> bool:
    """Whether a reply only asks about what was said, and wants nothing new."""
    whole = all(each.question for each in sentences(reply.text))
    return (reply.why or reply.pardon or bool(reply.questions)) and whole


def _belief_after(story: Story, key: str, closed: int) -> bool:
    belief = story.beliefs.get(key)
    return belief is not None and (belief.seq > closed or not story.listening[belief.seq].refused)


def segment(story: Story, step: PlanStep) -> list[PlanStep]:
    """Return the steps from one on up to its write."""
    found: list[PlanStep] = []
    for each in story.plan.steps[step.index :]:
        found.append(each)
        if each.writes or each.hands_over:
            break
    return found


def _is_new(story: Story, key: str, step: PlanStep) -> bool:
    """Whether a blank comes up in a step for the first time."""
    return story.plan.first_use(key) >= step.index
