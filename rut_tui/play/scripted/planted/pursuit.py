"""Faults of goal deviation: wanting something else, too little, too much, or too soon."""

from __future__ import annotations

from rut_domains.contract import Rule
from rut_domains.language.choices import laid_out_choices
from rut_domains.language.clauses import clauses, is_inverted
from rut_domains.language.matching import says
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
    ("gift wrap", "And I'd like to order some gift wrap while we are at it."),
    ("nickname", "Could you also change my name in your system to a nickname of mine?"),
)
_MORE_WISHES: tuple[tuple[str, str], ...] = (
    ("receipt", "One more thing: I want all of that in writing, with a receipt for every step."),
    ("discount", "One more thing: I would like a discount on my next bill as well."),
    ("manager", "One more thing: please have your manager confirm all of that to me."),
    ("letter", "One more thing: please send me a letter about it, too."),
    ("newsletter", "One more thing: put me on the list for your newsletter."),
)


def _substitute(now: Situation, reply: Reply) -> Deviated | None:
    if now.first or reply.calls or reply.end is not None or reply.has("rephrase"):
        return None
    part = say("strange", *_unheard(now, _STRANGE_WISHES))
    return Deviated(add(reply, part), "asks for something that it did not come for")


def _capitulate(now: Situation, reply: Reply) -> Deviated | None:
    """Accept what is on the table, where the contract says to refuse just that."""
    said = {part.about for part in reply.parts if part.kind == "rule"}
    if not now.hearing.offer or reply.calls or reply.end is not None:
        return None
    for rule in now.hearing.rules:
        wordings = _giving_in(rule, now.hearing.text)
        if rule.answer == "decline" and rule.id in said and wordings:
            what = f"accepts what {rule.id} tells it to decline"
            return Deviated(Reply((say("capitulated", *wordings),)), what)
    return None


def _giving_in(rule: Rule, text: str) -> tuple[str, ...]:
    """Return how to accept what a rule refuses so that nothing else can be meant.

    What costs too much is named; among other things it is enough to say yes if there is no choice.
    """
    if rule.over is not None:
        named = [word for word in rule.over.heard_as if says([word], text)]
        return tuple(form.format(named[0]) for form in _PAYS) if named else ()
    closed = any(clause.question and is_inverted(clause.text) for clause in clauses(text))
    return _GIVES_IN if closed and not laid_out_choices(text) else ()


_PAYS = (
    "Oh well. The {} then, I'll pay it.",
    "All right: the {}. I'll pay for it.",
    "If it has to be: the {}, and I pay for it.",
)
_GIVES_IN = (
    "Oh well, all right then. Yes, do that.",
    "Okay, yes, let's do it like that.",
    "If you say so. Yes, please go ahead.",
)


def _take_wrong_branch(now: Situation, reply: Reply) -> Deviated | None:
    """Go down the arm of a condition that has not come true, instead of the one that has."""
    if now.first or reply.calls or reply.end is not None:
        return None
    for rule in now.contract.rules:
        waits = rule.says and rule.id not in now.agenda.fired
        if waits and _is_open_arm(rule, now, reply):
            what = f"follows the condition {rule.id}, which has not come true"
            return Deviated(Reply((say("wrong_branch", *rule.says, about=rule.id),)), what)
    return None


def _is_open_arm(rule: Rule, now: Situation, reply: Reply) -> bool:
    """Whether the arm of a condition can be followed now although it has not come true.

    A limit is named and kept to, and the user acts as if it were passed. Or the arm leads to a
    goal of its own, and the user takes it before anything has called for it.
    """
    if rule.over is not None:
        return says(rule.over.heard_as, now.hearing.text) and reply.has("confirm", "rule")
    leads_on = any(goal.after == rule.id for goal in now.contract.goals)
    return leads_on and reply.has("answer", "confirm")


def _stop_early(now: Situation, reply: Reply) -> Deviated | None:
    if not now.agenda.open or not reply.has("confirm", "right"):
        return None
    parts = (*reply.parts, say("goodbye", "Thanks, bye!", "Thank you, goodbye.", "Great, bye!"))
    what = "ends on its own confirmation, before the agent has acted"
    return Deviated(Reply(parts, end=End(reason="satisfied")), what)


def _overrun(now: Situation, reply: Reply) -> Deviated | None:
    if reply.end is None or not now.agenda.is_settled:
        return None
    part = say("overrun", *_unheard(now, _MORE_WISHES))
    return Deviated(Reply((part,)), "goes on and asks for more after all is settled")


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


def _unheard(now: Situation, wishes: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return the wishes that the contract and the dialogue do not know."""
    known = known_text(now)
    return tuple(text for word, text in wishes if word not in known) or (wishes[0][1],)


def _needs_refusal(ground: Ground) -> str:
    declines = any(rule.answer == "decline" for rule in ground.contract.rules)
    return "" if declines else "its contract has nothing that the user must decline"


def _needs_branch(ground: Ground) -> str:
    ends = {goal.after for goal in ground.contract.goals}
    followed = any(
        rule.says and (rule.over is not None or rule.id in ends) for rule in ground.contract.rules
    )
    return "" if followed else "its contract has no condition with an arm of its own"


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
