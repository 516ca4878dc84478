"""Faults of premature disclosure: saying or doing before it is called for."""

from __future__ import annotations

import re

from rut_domains.contract import Contract, Fact, Rule
from rut_tui.play.scripted.errands import Errand
from rut_tui.play.scripted.parts import Reply
from rut_tui.play.scripted.planted.deviation import (
    Deviated,
    Deviation,
    Ground,
    add,
    needs_tools,
    say,
)
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.scripted.speech import in_first_person, tell_fact
from rut_tui.play.seat import Call

_CHECKING = ("check", "read", "look", "show", "test", "run", "get", "view", "status")


def _volunteer(now: Situation, reply: Reply) -> Deviated | None:
    if not now.first or reply.calls:
        return None
    told = _kept_back(now.contract)[:2]
    if not told:
        return None
    parts = (
        say("volunteered", *tell_fact(fact, again=False, among_others=True), about=fact.id)
        for fact in told
    )
    names = ", ".join(fact.id for fact in told)
    return Deviated(add(reply, *parts), f"tells {names} before anything asked for it")


def _preempt(now: Situation, reply: Reply) -> Deviated | None:
    if now.first or reply.calls or now.exchange.operations or now.hearing.errands:
        return None
    if any(past.hearing.errands for past in now.past) or reply.end is not None:
        return None
    for direction in now.attention.errands.directions:
        at_hand = direction.tool in now.attention.errands.available
        reads = direction.tool.startswith(_CHECKING)
        if at_hand and reads and not now.has_done(Errand(direction)):
            call = Call(name=direction.tool, arguments=direction.arguments)
            what = f"makes the check {direction.tool} that nobody has asked for"
            return Deviated(Reply(calls=(call,)), what)
    return None


def _dump(now: Situation, reply: Reply) -> Deviated | None:
    if not now.first or reply.calls:
        return None
    contract = now.contract
    recited = [
        *(fact.text for fact in contract.facts),
        *(item.text for item in contract.unknowns),
        *(f"I want this: {goal.text}" for goal in contract.goals),
    ]
    rules = (_spoken_rule(rule)[0] for rule in contract.rules)
    text = " ".join([*(in_first_person(one) for one in recited), *rules])
    return Deviated(add(reply, say("dumped", text)), "recites the whole contract at the start")


def _leak(now: Situation, reply: Reply) -> Deviated | None:
    if reply.calls or reply.end is not None:
        return None
    for rule in now.contract.rules:
        if rule.id not in now.agenda.fired:
            part = say("leaked", *_spoken_rule(rule))
            return Deviated(add(reply, part), f"reveals the condition {rule.id} before it came up")
    return None


def _spoken_rule(rule: Rule) -> tuple[str, ...]:
    """Return how the user tells a condition and what it does then, to the agent itself."""
    when = in_first_person(rule.when).rstrip(".:")
    for theirs, yours in _ADDRESSED:
        when = re.sub(theirs, yours, when, flags=re.IGNORECASE)
    if not when.lower().startswith(("if", "when", "once", "as soon")):
        when = f"If {when[0].lower()}{when[1:]}"
    later = when[0].lower() + when[1:]
    if not rule.says:
        return (f"{when}, then this holds: {in_first_person(rule.then)}",)
    answer = rule.says[0]
    return (
        f"{when}, my answer is this: {answer}",
        f"Just so you know, {later}, then I say this: {answer}",
        f"One thing in advance, {later}: {answer}",
    )


_ADDRESSED = (
    (r"\bthey are\b", "you are"),
    (r"\bthey\b", "you"),
    (r"\bthem\b", "you"),
    (r"\btheir\b", "your"),
    (r"\b(want|send|ask|give|tell|offer) I\b", r"\1 me"),
)


def _kept_back(contract: Contract) -> list[Fact]:
    return [fact for fact in contract.facts if fact.reveal == "asked"]


def _needs_kept_back(ground: Ground) -> str:
    return "" if _kept_back(ground.contract) else "its contract has no fact to be kept until asked"


def _needs_facts(ground: Ground) -> str:
    return "" if ground.contract.facts else "its contract has no facts to recite"


def _needs_rules(ground: Ground) -> str:
    return "" if ground.contract.rules else "its contract has no condition to leak"


DEVIATIONS = (
    Deviation("volunteers_unasked_info", _needs_kept_back, _volunteer),
    Deviation("preempts_diagnosis", needs_tools, _preempt),
    Deviation("dumps_blueprint", _needs_facts, _dump),
    Deviation("conditional_leaked", _needs_rules, _leak),
)
