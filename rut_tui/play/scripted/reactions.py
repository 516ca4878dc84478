"""What the user says to an offer and to details that are repeated."""

from __future__ import annotations

from collections.abc import Iterator

from rut_domains.language.catalogue import concept_of
from rut_domains.language.choices import laid_out_choices
from rut_domains.language.words import content
from rut_tui.play.scripted import speech
from rut_tui.play.scripted.parts import Part
from rut_tui.play.scripted.situation import Situation
from rut_tui.play.scripted.terms import names_variant, picks_out


def react(now: Situation) -> Iterator[Part]:
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
    elif hearing.claim and now.exchange.operations:
        return
    elif hearing.offer and laid_out_choices(hearing.text):
        if not hearing.asked and now.before.open:
            yield from _wanted_instead(now)
    elif hearing.offer and (hearing.objection == "other" or not _is_answered(now)):
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
    hearing = now.hearing
    if hearing.objection == "other" and now.before.open:
        yield Part("decline", speech.NOT_WANTED)
        yield from _wanted_instead(now)
    elif hearing.objection or _is_beside_the_point(now):
        yield Part("decline", speech.NO_THANKS)
    else:
        yield Part("confirm", speech.CONFIRM)


def _wanted_instead(now: Situation) -> Iterator[Part]:
    """Yield what is wanted in place of an offer: the size or colour at issue, or the goal."""
    hearing, topics = now.hearing, now.attention.topics
    if any(each.kind == "fact" for each in hearing.asked):
        return
    issue: tuple[str, ...] = ("size", "colour") if names_variant(hearing.text) else ()
    if picks_out(hearing.text):
        issue = ("order_number", "phone_number")
    if issue:
        for fact in topics.facts.values():
            if concept_of(fact) in issue:
                yield Part(
                    "answer", speech.tell_fact(fact, again=False, among_others=False), fact.id
                )
                return
    said = set(content(hearing.text))
    near = {goal.id: len(said & set(content(goal.text))) for goal in now.before.open}
    current = now.before.current or now.before.open[0]
    goal = max(now.before.open, key=lambda each: (near[each.id], each.id == current.id))
    yield Part("goal", speech.tell_goal(goal), goal.id)


def _is_beside_the_point(now: Situation) -> bool:
    """Whether an offer comes when all is settled, or in place of what was just refused."""
    hearing = now.hearing
    if now.agenda.is_settled and not hearing.done:
        return True
    return hearing.refusal and not now.attention.is_wanted(hearing.text, now.agenda)


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
