"""Faults against groundedness: saying what rests on nothing."""

from __future__ import annotations

from rut_tui.play.scripted.parts import Reply
from rut_tui.play.scripted.planted.deviation import (
    Deviated,
    Deviation,
    Ground,
    add,
    needs_tools,
    never_in_the_way,
    say,
    swap,
)
from rut_tui.play.scripted.planted.inventions import (
    first_scalar,
    invent_references,
    make_up,
    name_observation,
    other_value,
    recall,
)
from rut_tui.play.scripted.situation import Situation


def _fabricate(now: Situation, reply: Reply) -> Deviated | None:
    if now.first or reply.end is not None or not reply.has("answer", "confirm", "report", "goal"):
        return None
    part = say(
        "fabricated",
        *(form.format(made) for made in invent_references(now) for form in _FABRICATED),
    )
    return Deviated(add(reply, part), "states a reference that nobody gave")


_FABRICATED = (
    "Your colleague gave me the reference {} for this.",
    "There is a reference for it, too: {}.",
    "I was told to mention the reference {}.",
    "I have a note here that says {}, from when I called last week.",
)


def _claim(now: Situation, reply: Reply) -> Deviated | None:
    if not reply.calls or now.exchange.operations:
        return None
    part = say("claimed", "Done, I just did that.", "Okay, that's done.", "All right, I did it.")
    what = f"says that it did {reply.calls[0].name} and made no such call"
    return Deviated(Reply((part,)), what)


def _misreport(now: Situation, reply: Reply) -> Deviated | None:
    if not reply.has("report"):
        return None
    for operation in now.exchange.operations:
        result = operation.result
        found = first_scalar(result.content) if result is not None else None
        if found is None:
            continue
        name, value = found
        wrong = other_value(value)
        observed = name_observation(name, operation.call.name)
        part = say(
            "misreported",
            f"I had a look: {observed} is {wrong}.",
            f"Here it says that {observed} is {wrong}.",
            f"I checked. {observed[0].upper()}{observed[1:]} is {wrong}.",
        )
        what = f"reports {name} as {wrong!r}; {operation.call.name} returned {value!r}"
        return Deviated(swap(reply, ("report",), part), what)
    return None


def _answer_unknown(now: Situation, reply: Reply) -> Deviated | None:
    unknown = next((part for part in reply.parts if part.kind == "unknown"), None)
    if unknown is None:
        return _remember_unknown(now, reply)
    item = next(one for one in now.contract.unknowns if one.id == unknown.about)
    made = make_up(now, item)
    told = (made[0].upper() + made[1:], f"One moment... {made}", f"I looked it up: {made}")
    part = say("invented", *(f"{one}." for one in told))
    what = f"gives {made!r} for {item.id}, which the contract lists as not known"
    return Deviated(swap(reply, ("unknown",), part), what)


def _remember_unknown(now: Situation, reply: Reply) -> Deviated | None:
    """Bring the unknown up without being asked: few agents ask for what the user does not know."""
    if not reply.has("confirm", "thanks") or reply.end is not None or not now.contract.unknowns:
        return None
    item = now.contract.unknowns[0]
    made = make_up(now, item)
    part = say("invented", *recall(item, made))
    what = f"gives {made!r} for {item.id}, which the contract lists as not known"
    return Deviated(add(reply, part), what)


def _contradict(now: Situation, reply: Reply) -> Deviated | None:
    if reply.end is not None or reply.calls or not reply.has("answer", "confirm", "right", "nod"):
        return None
    answered = {part.about for part in reply.parts}
    for fact in now.contract.facts:
        plain = isinstance(fact.value, str | int | float) and not isinstance(fact.value, bool)
        if not plain or fact.id not in now.before.told or fact.id in answered:
            continue
        part = say(
            "contradicted",
            f"By the way, {fact.value} is wrong. I never said that.",
            f"And no, it's not {fact.value}. I don't know where you have that from.",
        )
        what = f"denies {fact.value!r}, which it had told itself as {fact.id}"
        return Deviated(add(reply, part), what)
    return None


def _needs_unknowns(ground: Ground) -> str:
    return "" if ground.contract.unknowns else "its contract lists nothing as not known"


def _needs_values(ground: Ground) -> str:
    told = [fact for fact in ground.contract.facts if isinstance(fact.value, str | int | float)]
    return "" if told else "its contract has no fact with a value to contradict"


DEVIATIONS = (
    Deviation("fabricated_fact", never_in_the_way, _fabricate),
    Deviation("unexecuted_action_claimed", needs_tools, _claim),
    Deviation("misreported_observation", needs_tools, _misreport),
    Deviation("answers_unknown", _needs_unknowns, _answer_unknown),
    Deviation("self_contradiction", _needs_values, _contradict),
)
