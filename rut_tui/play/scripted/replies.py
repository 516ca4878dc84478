"""What the honest user does in a situation: which calls, which parts of an answer, which end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_domains.contract import Goal
from rut_domains.dialogue import EndReason
from rut_domains.language.clauses import sentences
from rut_domains.language.manners import asks_for_more, keeps_waiting
from rut_domains.language.values import holds_value
from rut_tui.play.scripted import speech
from rut_tui.play.scripted.errands import Errand, call_key
from rut_tui.play.scripted.exchanges import Operation
from rut_tui.play.scripted.parts import Part, Reply
from rut_tui.play.scripted.reactions import react, superseding_rule
from rut_tui.play.scripted.reports import report
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.seat import Call, End

MOST_MISSES = 3
MOST_REFUSALS = 2
MOST_FAREWELLS = 2
MOST_NODS = 2


def plan_reply(now: Situation) -> Reply:
    """Return what the honest user does."""
    reply = _plan(now)
    once: dict[tuple[str, str], Part] = {}
    corrected = {part.about for part in reply.parts if part.kind == "correct"}
    for part in reply.parts:
        if part.kind == "answer" and part.about in corrected:
            continue
        once.setdefault((part.kind, part.about), part)
    return reply._replace(parts=tuple(once.values()))


def _plan(now: Situation) -> Reply:
    if now.first and not now.exchange.operations:
        greeted = answers(now) if not now.hearing.purpose else ()
        return Reply((*open_dialogue(now), *(part for part in greeted if part.kind != "absent")))
    if (handed := _handed_over(now)) is not None:
        return handed
    waiting = next(waiting_errands(now), None)
    if waiting is not None:
        call = Call(name=waiting.direction.tool, arguments=waiting.direction.arguments)
        return Reply(calls=(call,))
    return _answer(now)


def open_dialogue(now: Situation) -> tuple[Part, ...]:
    """Return how the user begins: the contract's opening, or its first goal, or its reason."""
    contract = now.contract
    if contract.opening:
        return (Part("opening", contract.opening),)
    goal = now.agenda.next
    if goal is not None:
        said = speech.tell_goal(goal)
        return (
            Part("opening", tuple(f"{hello} {text}" for hello in speech.HELLO for text in said)),
        )
    if contract.reason.strip():
        return (Part("opening", (speech.in_first_person(contract.reason),)),)
    return (Part("opening", tuple(f"{hello[:-1]}!" for hello in speech.HELLO)),)


def waiting_errands(now: Situation) -> Iterator[Errand]:
    """Yield the calls that the present message asks for and that have not been made."""
    available = now.attention.errands.available
    told = now.hearing.errands or now.offered_errands
    for errand in told:
        if errand.direction.tool in available and now.is_waiting(errand):
            yield errand
    for goal in now.agenda.goals:
        if goal.id in now.agenda.claimed and goal.user_check is not None:
            direction = now.attention.errands.for_tool(goal.user_check.tool)
            if direction is not None and now.is_waiting(Errand(direction)):
                yield Errand(direction)


def _handed_over(now: Situation) -> Reply | None:
    hearing = now.hearing
    follows = now.before.promised and (hearing.hold or hearing.farewell)
    waits = follows and not hearing.wants_answer and not hearing.done
    if hearing.transfer != "done" and not waits:
        return None
    if now.contract.expects != "transferred" and now.agenda.is_met and hearing.transfer != "done":
        return None
    return Reply((Part("goodbye", speech.GOODBYE_TRANSFERRED),), end=End(reason="transferred"))


def _answer(now: Situation) -> Reply:
    parts = [*reports(now), *_rules(now), *answers(now), *react(now)]
    if (end := _end_of_patience(now)) is not None:
        return end
    if now.agenda.is_settled and not _is_held(now):
        return _goodbye(now, parts)
    if now.hearing.lost and not parts and now.agenda.settled == now.before.settled:
        return Reply((Part("rephrase", speech.REPHRASE),))
    parts += _next_step(now, parts)
    if now.hearing.lost:
        parts.append(Part("rest", speech.REST))
    return Reply(tuple(parts)) if parts else Reply((_idle(now),))


def reports(now: Situation) -> Iterator[Part]:
    """Yield what the calls of this exchange showed, and what could not be done."""
    directions = now.attention.errands.directions
    for operation in _latest(now.exchange.operations):
        yield Part("report", report(operation, directions), _thing(operation))
    available = now.attention.errands.available
    if any(errand.direction.tool not in available for errand in now.hearing.errands):
        yield Part("unable", speech.UNABLE)
    told = {errand.key for errand in now.hearing.errands}
    for errand in now.hearing.tried[:1]:
        if errand.key not in told and not now.exchange.operations:
            yield _on_tried(now, errand)


def _on_tried(now: Situation, errand: Errand) -> Part:
    """Return whether something was tried; what was changed after it may have undone it."""
    if not now.has_done(errand):
        return Part("not_yet", speech.NOT_YET)
    if now.has_changed_since(errand):
        return Part("not_yet", speech.NOT_SINCE)
    return Part("already", speech.ALREADY)


def _latest(operations: Sequence[Operation]) -> Iterator[Operation]:
    """Yield the last call for each thing: that it was switched on is no news if it is off now."""
    last = {_thing(operation): operation for operation in operations}
    yield from (each for each in operations if last[_thing(each)] is each)


def _thing(operation: Operation) -> str:
    """Return what a call is about: its tool, and which of several things, but not on or off."""
    which = {
        name: value
        for name, value in operation.call.arguments.items()
        if not isinstance(value, bool)
    }
    name = operation.call.name
    return call_key(name, which) if which else name


def _rules(now: Situation) -> Iterator[Part]:
    """Yield what the triggered rules say; where they contradict, a refusal goes first."""
    rules = sorted(now.hearing.rules, key=lambda rule: rule.answer != "decline")
    declined = any(rule.answer == "decline" for rule in rules)
    for rule in rules:
        if rule.says and not (declined and rule.answer == "accept"):
            yield Part("rule", rule.says, rule.id)


def answers(now: Situation) -> Iterator[Part]:
    """Yield one answer for each thing asked, in the order in which it was asked."""
    topics = now.attention.topics
    asked = now.hearing.asked
    ruled = tuple(_rules(now))
    spoken_for = {part.about for part in ruled}
    for each in asked:
        if each.kind == "fact":
            replaced = superseding_rule(now, each.id)
            value = topics.facts[each.id].value
            said = any(all(holds_value(text, value) for text in part.options) for part in ruled)
            if said or (replaced is not None and replaced.about in spoken_for):
                continue
            yield replaced or Part(
                "answer",
                speech.tell_fact(
                    topics.facts[each.id],
                    again=now.was_asked(each),
                    among_others=len(asked) > 1,
                ),
                each.id,
            )
        elif each.kind == "unknown":
            yield Part("unknown", speech.tell_unknown(topics.unknowns[each.id]), each.id)
        elif not ruled and each.id in _STORY and now.contract.reason.strip():
            yield Part("reason", speech.tell_reason(now.contract.reason), each.id)
        elif not ruled:
            yield Part("absent", speech.tell_absent(each.id), each.id)


# What the reason for being here tells if no fact does.
_STORY = frozenset(["product", "reason"])


def _end_of_patience(now: Situation) -> Reply | None:
    agenda = now.agenda
    if agenda.misses >= MOST_MISSES:
        return _leave("abandoned", "stuck", speech.GOODBYE_STUCK)
    if agenda.refusals > MOST_REFUSALS and now.hearing.refusal:
        return _leave("out_of_scope", "refused", speech.GOODBYE_REFUSED)
    leaves = now.hearing.farewell and agenda.open and agenda.farewells >= MOST_FAREWELLS
    if leaves and not now.hearing.wants_answer:
        return _leave("abandoned", "left without help", speech.GOODBYE_UNHEARD)
    return None


def _leave(reason: EndReason, detail: str, options: tuple[str, ...]) -> Reply:
    return Reply((Part("goodbye", options),), end=End(reason=reason, detail=detail))


def _is_held(now: Situation) -> bool:
    """Whether something is still to be said or waited for before the user may leave."""
    hearing = now.hearing
    if hearing.asked or hearing.verified or hearing.tried or hearing.errands or hearing.wrong:
        return True
    if now.exchange.operations or (hearing.offer and not hearing.more):
        return True
    asked = (sentence.text + "?" for sentence in sentences(hearing.text) if sentence.question)
    if not all(map(asks_for_more, asked)):
        return True
    closes = hearing.more or hearing.farewell
    return keeps_waiting(hearing.text) and not closes


def _goodbye(now: Situation, parts: list[Part]) -> Reply:
    agenda, contract = now.agenda, now.contract
    outcomes = [agenda.settled[goal.id] for goal in agenda.goals]
    said = [part for part in parts if part.kind in ("rule", "decline")]
    if not agenda.is_met:
        goodbye = Part("goodbye", speech.GOODBYE_DROPPED)
        return Reply((*said, goodbye), end=End(reason="abandoned", detail="terms not accepted"))
    reason: EndReason = "satisfied"
    if now.hearing.transfer and contract.expects == "transferred":
        reason = "transferred"
    elif "refused" in outcomes and contract.expects == "out_of_scope":
        reason = "out_of_scope"
    options = speech.GOODBYE if "done" in outcomes else speech.GOODBYE_REFUSED
    return Reply((*said, Part("goodbye", options)), end=End(reason=reason))


def _next_step(now: Situation, parts: list[Part]) -> Iterator[Part]:
    """Yield what brings the user's business on: thanks, the next goal, a word on an open one."""
    agenda = now.agenda
    newly = {goal for goal in agenda.settled if goal not in now.before.settled}
    spoken = {part.about for part in parts if part.kind in ("goal", "rule")}
    goal = agenda.next
    ruled = goal is not None and goal.after in spoken
    if newly and not parts:
        refused = all(agenda.settled[each] != "done" for each in newly)
        yield Part("accept", speech.ACCEPTS) if refused else Part("thanks", speech.THANKS)
    if goal is not None and not ruled and _may_raise(now, newly=bool(newly)):
        yield Part("goal", speech.tell_goal(goal), goal.id)
    elif _must_insist(now):
        yield from _insistence(now)
    elif not newly and not spoken and _calls_for_goal(now, parts):
        yield from _restated(now)


def _may_raise(now: Situation, *, newly: bool) -> bool:
    """Whether it is time for the next goal: none is open that was raised, nothing else is asked."""
    agenda, hearing = now.agenda, now.hearing
    pending = any(goal.id in agenda.raised for goal in agenda.open)
    if pending or (hearing.hold and not newly and not hearing.more):
        return False
    return newly or hearing.more or hearing.purpose or not hearing.wants_answer


def _must_insist(now: Situation) -> bool:
    return now.agenda.refusals > now.before.refusals and not now.hearing.offer


def _insistence(now: Situation) -> Iterator[Part]:
    if now.contract.expects == "transferred":
        yield Part("someone", speech.SOMEONE_ELSE)
    else:
        yield Part("insist", speech.INSIST)


def _calls_for_goal(now: Situation, parts: list[Part]) -> bool:
    hearing = now.hearing
    if hearing.purpose:
        return not any(part.kind in ("answer", "unknown") for part in parts)
    return bool((hearing.more or hearing.farewell) and not hearing.offer and not parts)


def _restated(now: Situation) -> Iterator[Part]:
    goal: Goal | None = now.agenda.current
    if goal is None:
        return
    if now.hearing.more or now.hearing.farewell:
        yield Part("open", speech.STILL_OPEN)
    yield Part("goal", speech.tell_goal(goal), goal.id)


def _repeated(now: Situation) -> Part:
    """Return what was said last once more: a fact if one was asked for, or else the goal."""
    asked = now.past[-1].hearing.asked if now.past else ()
    facts = [each.id for each in asked if each.kind == "fact"]
    if facts:
        fact = now.attention.topics.facts[facts[0]]
        told = speech.tell_fact(fact, again=True, among_others=False)
        return superseding_rule(now, fact.id) or Part("answer", told, fact.id)
    goal = now.agenda.current
    return Part("goal", speech.tell_goal(goal), goal.id) if goal else Part("nod", speech.NOD)


def _idle(now: Situation) -> Part:
    """Return the answer to a message that asks nothing and settles nothing."""
    hearing, agenda = now.hearing, now.agenda
    if not hearing.understood:
        return Part("rephrase", speech.REPHRASE)
    if hearing.repeat and not hearing.hold:
        return _repeated(now)
    if agenda.nods >= MOST_NODS and agenda.current is not None and not hearing.hold:
        return Part("goal", speech.tell_goal(agenda.current), agenda.current.id)
    return Part("wait", speech.WAIT) if hearing.hold else Part("nod", speech.NOD)
