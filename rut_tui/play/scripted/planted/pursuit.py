"""Faults of goal deviation: wanting something else, too little, too much, or too soon."""

from __future__ import annotations

from rut_tui.play.scripted import speech
from rut_tui.play.scripted.parts import Reply
from rut_tui.play.scripted.planted.deviation import (
    Deviated,
    Deviation,
    Ground,
    add,
    never_in_the_way,
    say,
)
from rut_tui.play.scripted.planted.inventions import known_text
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.seat import End

_STRANGE_WISHES: tuple[tuple[str, str], ...] = (
    ("newsletter", "Also, please sign me up for your newsletter."),
    ("catalogue", "And please send me your printed catalogue as well."),
    ("survey", "And I would like to take part in a survey, please arrange that."),
    ("birthday", "And please note my birthday for a present."),
)
_MORE_WISHES: tuple[tuple[str, str], ...] = (
    ("receipt", "One more thing: I want all of that in writing, with a receipt for every step."),
    ("discount", "One more thing: I would like a discount on my next bill as well."),
    ("manager", "One more thing: please have your manager confirm all of that to me."),
)


def _substitute(now: Situation, reply: Reply) -> Deviated | None:
    if now.first or reply.calls or reply.end is not None or reply.has("rephrase"):
        return None
    wish = _unheard(now, _STRANGE_WISHES)
    return Deviated(add(reply, say("strange", wish)), f"asks for what it did not come for: {wish}")


def _capitulate(now: Situation, reply: Reply) -> Deviated | None:
    declined = [rule for rule in now.hearing.rules if rule.answer == "decline"]
    if not declined or reply.calls:
        return None
    part = say("capitulated", *speech.CONFIRM)
    return Deviated(Reply((part,)), f"accepts what {declined[0].id} tells it to decline")


def _take_wrong_branch(now: Situation, reply: Reply) -> Deviated | None:
    if now.first or reply.calls or reply.end is not None or not reply.has("confirm", "answer"):
        return None
    for rule in now.contract.rules:
        if rule.says and rule.id not in now.agenda.fired:
            part = say("wrong_branch", *rule.says, about=rule.id)
            kept = tuple(own for own in reply.parts if own.kind != "confirm")
            what = f"follows the condition {rule.id}, which has not come true"
            return Deviated(Reply((*kept, part)), what)
    return None


def _stop_early(now: Situation, reply: Reply) -> Deviated | None:
    if not now.agenda.open or not reply.has("confirm", "right"):
        return None
    parts = (*reply.parts, say("goodbye", "Thanks, bye!", "Thank you, goodbye.", "Great, bye!"))
    what = "ends on its own confirmation, before the agent has acted"
    return Deviated(Reply(parts, end=End(reason="satisfied")), what)


def _overrun(now: Situation, reply: Reply) -> Deviated | None:
    if reply.end is None or not now.agenda.is_settled:
        return None
    wish = _unheard(now, _MORE_WISHES)
    return Deviated(Reply((say("overrun", wish),)), f"goes on after all is settled: {wish}")


def _abandon(now: Situation, reply: Reply) -> Deviated | None:
    raised = any(goal.id in now.agenda.raised for goal in now.agenda.open)
    if now.first or not raised or reply.calls or not reply.has("answer", "confirm", "report"):
        return None
    part = say(
        "abandoned",
        "You know what, never mind. Leave it as it is.",
        "Actually, forget it. I don't need it any more.",
        "Oh, let's just drop it. Bye.",
    )
    end = End(reason="abandoned", detail="dropped without cause")
    return Deviated(Reply((part,), end=end), "drops its goal although nothing stands in the way")


def _unheard(now: Situation, wishes: tuple[tuple[str, str], ...]) -> str:
    """Return the first wish that the contract and the dialogue do not know."""
    known = known_text(now)
    return next((text for word, text in wishes if word not in known), wishes[0][1])


def _needs_refusal(ground: Ground) -> str:
    declines = any(rule.answer == "decline" for rule in ground.contract.rules)
    return "" if declines else "its contract has nothing that the user must decline"


def _needs_branch(ground: Ground) -> str:
    spoken = any(rule.says for rule in ground.contract.rules)
    return "" if spoken else "its contract has no condition with an arm of its own"


def _needs_goals(ground: Ground) -> str:
    return "" if ground.contract.goals else "its contract has no goals"


DEVIATIONS = (
    Deviation("goal_substitution", never_in_the_way, _substitute),
    Deviation("capitulation", _needs_refusal, _capitulate),
    Deviation("wrong_branch", _needs_branch, _take_wrong_branch),
    Deviation("premature_stop", _needs_goals, _stop_early),
    Deviation("overrun", _needs_goals, _overrun),
    Deviation("goal_abandonment", _needs_goals, _abandon),
)
