"""Faults of missed information: not giving, not raising, not doing what is called for."""

from __future__ import annotations

from rut_tui.play.scripted import speech
from rut_tui.play.scripted.parts import Reply
from rut_tui.play.scripted.planted.deviation import (
    Deviated,
    Deviation,
    Ground,
    needs_tools,
    say,
    swap,
)
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.seat import End


def _withhold(now: Situation, reply: Reply) -> Deviated | None:
    asked = [part for part in reply.parts if part.kind == "answer"]
    if now.first or not asked:
        return None
    part = say(
        "withheld",
        "I'd rather not say that.",
        "Is that really needed? I'd prefer to keep it to myself.",
        "I don't want to give that out.",
    )
    names = ", ".join(one.about for one in asked)
    return Deviated(swap(reply, ("answer",), part), f"was asked for {names} and does not give it")


def _answer_partly(now: Situation, reply: Reply) -> Deviated | None:
    asked = [part for part in reply.parts if part.kind == "answer"]
    if now.first or len(asked) < 2:
        return None
    left_out = asked[1:]
    kept = tuple(part for part in reply.parts if part not in left_out)
    names = ", ".join(part.about for part in left_out)
    return Deviated(reply._replace(parts=kept), f"was asked for {names} as well and leaves it out")


def _omit(now: Situation, reply: Reply) -> Deviated | None:
    raised = next((part for part in reply.parts if part.kind == "goal"), None)
    new = raised is not None and raised.about not in now.before.raised
    if raised is None or not new or not now.agenda.settled:
        return None
    parts = (say("goodbye", *speech.GOODBYE),)
    what = f"ends without ever raising {raised.about}"
    return Deviated(Reply(parts, end=End(reason="satisfied")), what)


def _ignore(now: Situation, reply: Reply) -> Deviated | None:
    if not reply.calls or now.exchange.operations:
        return None
    part = say(
        "ignored",
        "Hm. This has been going on for a while now, you know.",
        "It is really a nuisance, all of this.",
        "I had hoped that this would be quicker.",
    )
    what = f"was told to do {reply.calls[0].name}, and neither does it nor declines"
    return Deviated(Reply((part,)), what)


def _needs_facts(ground: Ground) -> str:
    return "" if ground.contract.facts else "its contract has no facts to withhold"


def _needs_two_facts(ground: Ground) -> str:
    return "" if len(ground.contract.facts) > 1 else "its contract has fewer than two facts"


def _needs_two_goals(ground: Ground) -> str:
    return "" if len(ground.contract.goals) > 1 else "its contract has only one goal"


DEVIATIONS = (
    Deviation("withholds_on_request", _needs_facts, _withhold),
    Deviation("partial_answer", _needs_two_facts, _answer_partly),
    Deviation("omitted_subgoal", _needs_two_goals, _omit),
    Deviation("ignored_directed_action", needs_tools, _ignore),
)
