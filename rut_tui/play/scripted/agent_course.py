"""What comes next: a call, a question, a proposal, a request to act, or the end of the plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from rut_domains.outcomes.calls import is_forbidden
from rut_tui.play.scripted.agent_acts import is_request, read_reply
from rut_tui.play.scripted.agent_candidates import scalars
from rut_tui.play.scripted.agent_gates import (
    gate,
    in_order,
    is_said,
    lacks_purpose,
    segment,
    turns_to_other,
)
from rut_tui.play.scripted.agent_lookups import believed, failures, is_past, may_retry
from rut_tui.play.scripted.agent_memory import Outcome
from rut_tui.play.scripted.agent_provenance import Sources
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import Blank, PlanStep, hands_over

Kind = Literal[
    "call", "ask", "fix", "propose", "change", "tell", "again", "more", "purpose", "over"
]


@dataclass(frozen=True)
class Demand:
    """What the agent wants next. `error` is what a failed call said."""

    kind: Kind
    step: PlanStep | None = None
    blanks: tuple[Blank, ...] = ()
    arguments: dict[str, JsonValue] | None = None
    error: Outcome | None = None


def next_demand(story: Story) -> Demand:
    """Return what comes next in the light of all that happened."""
    if any(hands_over(each.tool) and not each.error for each in story.memory.outcomes):
        return Demand("over")
    for step in in_order(story):
        at = step.index
        done = (story.settled, story.declined, story.skipped, story.reported)
        if any(at in each for each in done):
            continue
        write = story.plan.closing_write(at)
        if write in story.settled or write in story.declined:
            continue
        demand = _demand_of(story, step)
        if demand is not None:
            return demand
    return _after_all(story)


def _demand_of(story: Story, step: PlanStep) -> Demand | None:
    """Return what an open step needs, or None if it may be passed."""
    if step.by_user:
        return Demand("purpose") if lacks_purpose(story) else Demand("tell", step)
    arguments = story.beliefs.arguments(step)
    if not step.writes and is_past(story, step, arguments):
        return None
    failed = failures(story, step, arguments)
    if failed and not may_retry(story, failed):
        return _fix(story, step, failed[-1])
    for later in segment(story, step):
        barred = _barred(story, later)
        if barred:
            return Demand("fix", later, barred, arguments or {})
    closed = gate(story, step)
    if arguments is not None and step.index in story.objected:
        return Demand("change", step)
    if closed:
        return Demand(closed)
    if arguments is None:
        return Demand("ask", step, story.beliefs.missing(step))
    return _hindrance(story, step, arguments) or Demand("call", step, arguments=arguments)


def _hindrance(story: Story, step: PlanStep, arguments: dict[str, JsonValue]) -> Demand | None:
    """Return what must happen before a call: a source, a yes."""
    ungrounded = Sources(story).ungrounded(step)
    if ungrounded:
        return Demand("ask", step, ungrounded)
    if step.needs_yes and not story.confirmed(step):
        return Demand("propose", step, arguments=arguments)
    return None


def _fix(story: Story, step: PlanStep, failure: Outcome) -> Demand | None:
    """Return the request for another value after an error.

    A look-up for which the user gave nothing is passed; a write is left for now when there is
    nothing to change, or when the user wants no more of it or something else.
    """
    blanks = _blamed(story, step, failure)
    if failure.seq > story.memory.last_saying.seq:
        if blanks or not step.writes:
            return Demand("fix", step, blanks, error=failure) if blanks else None
        return Demand("more", step, error=failure)
    if not blanks or (step.writes and _is_left(story, step, failure, blanks)):
        return None
    return Demand("fix", step, blanks, error=failure)


def _is_left(story: Story, step: PlanStep, failure: Outcome, blanks: tuple[Blank, ...]) -> bool:
    """Whether the user has left a failed write: by a no, or by turning to something else."""
    left = -1
    for turn in story.memory.turns:
        if turn.seq < failure.seq:
            continue
        reply = read_reply(turn.text)
        asked = any(blank.key in story.listening[turn.seq].asked for blank in blanks)
        denies = asked and (reply.answer == "no" or reply.closing or reply.drop)
        if denies or turns_to_other(story, step, turn):
            left = turn.seq
    known = [story.beliefs.get(blank.key) for blank in blanks]
    return left >= 0 and all(each is None or each.seq < left for each in known)


def _said_blanks(story: Story, step: PlanStep) -> tuple[Blank, ...]:
    blanks = [story.plan.blanks[key] for key in step.keys]
    return tuple(blank for blank in blanks if is_said(story, blank.key))


def _blamed(story: Story, step: PlanStep, failure: Outcome) -> tuple[Blank, ...]:
    """Return the blanks that an error speaks of, else all that the user gave."""
    said = _said_blanks(story, step)
    own = tuple(blank for blank in said if story.plan.first_use(blank.key) == step.index)
    text = " ".join(str(each) for each in scalars(failure.content)).casefold()
    named = []
    for blank in said:
        value = believed(story, blank.key)
        plain = value if isinstance(value, list) else [value]
        if any(str(each).casefold() in text for each in plain if len(str(each)) > 2):
            named.append(blank)
    return tuple(named) or own or said


def _barred(story: Story, step: PlanStep) -> tuple[Blank, ...]:
    """Return the chosen things with which the task forbids a write: an item that stays, say.

    Values that the user has put in words of its own (an address) are for the user to put right,
    when they are read back.
    """
    arguments = {
        str(path[0]): value
        for path, key in step.blanks
        if len(path) == 1 and (value := believed(story, key)) is not None
    }
    rules = [
        rule
        for rule in story.plan.task.forbidden
        if rule.arguments and rule.by == "policy" and is_forbidden(step.step.tool, arguments, rule)
    ]
    named = {name for rule in rules for name in rule.arguments}
    return tuple(
        blank
        for path, key in step.blanks
        if path[0] in named
        and (belief := story.beliefs.get(key)) is not None
        and belief.source == "chosen"
        for blank in [story.plan.blanks[key]]
    )


def _after_all(story: Story) -> Demand:
    """Return what comes when no step is open: one more round of the user's steps, or the end."""
    reply = story.reply
    asks = story.memory.fresh and is_request(story.memory.heard) and not reply.closing
    if story.plan.dual and asks and not reply.goodbye:
        before = [at for at, seq in story.declined.items() if seq < story.memory.fresh[0].seq]
        for at in before:
            del story.declined[at]
        if before:
            return next_demand(story)
    if story.plan.dual and story.memory.fresh and reply.still_bad:
        again = [step for step in story.plan.steps if step.by_user]
        repeats = len(story.memory.sayings)
        return Demand("again", again[repeats % len(again)])
    return Demand("purpose") if lacks_purpose(story) else Demand("more")
