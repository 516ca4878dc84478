"""What the honest user does in a situation: which calls, which parts of an answer, which end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rut_domains.contract import Goal
from rut_domains.dialogue import EndReason
from rut_domains.language.clauses import sentences
from rut_domains.language.manners import asks_for_more, keeps_waiting
from rut_domains.outcomes.words import holds_value
from rut_tui.play.scripted import speech
from rut_tui.play.scripted.errands import Errand
from rut_tui.play.scripted.reports import report
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.seat import Call, End

MOST_MISSES = 3
MOST_REFUSALS = 2
MOST_FAREWELLS = 2
MOST_NODS = 2


class Part(NamedTuple):
    """A piece of what is said: wordings to choose from, what kind it is and what it is about.

    Kinds: opening, report, unable, not_yet, already, rule, answer, unknown, absent, confirm,
    right, correct, decline, hand_over, stay, goal, thanks, accept, insist, someone, open, wait,
    nod, rephrase, goodbye.
    """

    kind: str
    options: tuple[str, ...]
    about: str = ""


class Reply(NamedTuple):
    """A move before it is worded."""

    parts: tuple[Part, ...] = ()
    calls: tuple[Call, ...] = ()
    end: End | None = None

    def has(self, *kinds: str) -> bool:
        """Whether one of the parts is of one of the kinds."""
        return any(part.kind in kinds for part in self.parts)


def plan_reply(now: Situation) -> Reply:
    """Return what the honest user does."""
    reply = _plan(now)
    once: dict[tuple[str, str], Part] = {}
    for part in reply.parts:
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
    parts = [*reports(now), *_rules(now), *answers(now), *_reaction(now)]
    if (end := _end_of_patience(now)) is not None:
        return end
    if now.agenda.is_settled and not _is_held(now):
        return _goodbye(now, parts)
    parts += _next_step(now, parts)
    return Reply(tuple(parts)) if parts else Reply((_idle(now),))


def reports(now: Situation) -> Iterator[Part]:
    """Yield what the calls of this exchange showed, and what could not be done."""
    directions = now.attention.errands.directions
    for operation in now.exchange.operations:
        yield Part("report", report(operation, directions), operation.call.name)
    available = now.attention.errands.available
    if any(errand.direction.tool not in available for errand in now.hearing.errands):
        yield Part("unable", speech.UNABLE)
    told = {errand.key for errand in now.hearing.errands}
    for errand in now.hearing.tried[:1]:
        if errand.key not in told and not now.exchange.operations:
            done = now.has_done(errand)
            yield Part("already", speech.ALREADY) if done else Part("not_yet", speech.NOT_YET)


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
        elif not ruled:
            yield Part("absent", speech.tell_absent(each.id), each.id)


def superseding_rule(now: Situation, fact_id: str) -> Part | None:
    """Return the words of a fired rule that has taken the place of a fact, or None.

    A rule does so if it corrects the fact (it names another value of its kind, or reacts to the
    fact's own value), or if the question turns on what the rule asks for instead.
    """
    fact = now.attention.topics.facts[fact_id]
    for rule in reversed(now.agenda.rules_fired):
        if rule.says and now.attention.supersedes(rule, fact):
            return Part("rule", rule.says, rule.id)
    return None


def _reaction(now: Situation) -> Iterator[Part]:
    """Yield the reaction to an offer, or to details that are repeated."""
    hearing = now.hearing
    if any(rule.answer != "none" and rule.says for rule in hearing.rules):
        return
    if hearing.wrong:
        yield from _corrections(now)
    elif any(rule.answer == "decline" for rule in hearing.rules):
        yield Part("decline", speech.NO_THANKS)
    elif hearing.transfer == "offered":
        yield _on_transfer(now)
    elif hearing.verified and not hearing.offer:
        yield Part("right", speech.RIGHT)
    elif hearing.offer and not _is_answered(now):
        yield from _on_offer(now)


def _is_answered(now: Situation) -> bool:
    """Whether an offer is a question that a fact or a rule has answered."""
    if any(rule.says for rule in now.hearing.rules):
        return True
    return any(each.kind == "fact" for each in now.hearing.asked)


def _corrections(now: Situation) -> Iterator[Part]:
    for fact in now.hearing.wrong:
        told = speech.tell_fact(fact, again=False, among_others=False)
        replaced = superseding_rule(now, fact.id)
        said = replaced.options if replaced else told
        yield Part(
            "correct", tuple(f"{no} {text}" for no in speech.NOT_RIGHT for text in said), fact.id
        )


def _on_transfer(now: Situation) -> Part:
    wanted = now.contract.expects == "transferred"
    no_better = now.before.handovers > 0 or now.agenda.refusals > 0 or now.hearing.refusal
    if wanted or no_better:
        return Part("hand_over", speech.HANDED_OVER_FINE)
    return Part("stay", speech.HERE_PLEASE)


def _on_offer(now: Situation) -> Iterator[Part]:
    """Yield a yes to what is wanted, a no to anything else."""
    hearing, goal = now.hearing, now.before.current
    if hearing.objection == "other" and goal is not None:
        yield Part("decline", speech.NOT_WANTED)
        yield Part("goal", speech.tell_goal(goal), goal.id)
    elif hearing.objection or _is_beside_the_point(now):
        yield Part("decline", speech.NO_THANKS)
    else:
        yield Part("confirm", speech.CONFIRM)


def _is_beside_the_point(now: Situation) -> bool:
    """Whether an offer comes when all is settled, or in place of what was just refused."""
    hearing = now.hearing
    if now.agenda.is_settled and not hearing.done:
        return True
    return hearing.refusal and not now.attention.is_wanted(hearing.text, now.agenda)


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


def _idle(now: Situation) -> Part:
    """Return the answer to a message that asks nothing and settles nothing."""
    hearing, agenda = now.hearing, now.agenda
    if not hearing.understood:
        return Part("rephrase", speech.REPHRASE)
    if agenda.nods >= MOST_NODS and agenda.current is not None and not hearing.hold:
        return Part("goal", speech.tell_goal(agenda.current), agenda.current.id)
    return Part("wait", speech.WAIT) if hearing.hold else Part("nod", speech.NOD)
