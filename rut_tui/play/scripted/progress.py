"""How the agenda moves on: by what is heard and shown, then by what the user says."""

from __future__ import annotations

from dataclasses import replace

from rut_domains.contract import Contract, Goal, Rule
from rut_domains.language.matching import overlap, phrase_keys
from rut_domains.language.values import holds_value
from rut_domains.language.words import content
from rut_tui.play.scripted.agenda import Agenda, Settled
from rut_tui.play.scripted.attention import Hearing
from rut_tui.play.scripted.exchanges import Exchange
from rut_tui.play.scripted.reports import holds
from rut_tui.play.scripted.wording import sentence_forms

_LEAST_OVERLAP = 0.6
_LEAST_OVERLAP_TEXT = 0.8
_LETS_GO = frozenset(content("keep leave forget mind worth drop stay"))


def listen(agenda: Agenda, hearing: Hearing, exchange: Exchange, tools: frozenset[str]) -> Agenda:
    """Return the agenda after a message was heard and the user's own tools have answered.

    Args:
        agenda: Where things stood before.
        hearing: What the message means.
        exchange: The exchange that the message began; its operations so far count.
        tools: Names of the user's tools: a goal that can be checked with one is not taken as met
            on the agent's word.
    """
    before = agenda.current
    moved = agenda.fire(tuple(rule.id for rule in hearing.rules))
    moved = _dropped(moved, hearing.rules, before)
    checkable = {
        goal.id
        for goal in moved.goals
        if goal.user_check is not None and goal.user_check.tool in tools
    }
    moved = moved.settle({goal: "done" for goal in hearing.done if goal not in checkable})
    claimed = {goal for goal in hearing.done if goal in checkable}
    if hearing.claim:
        claimed |= {goal.id for goal in moved.open if goal.id in checkable & moved.raised}
    if hearing.errands:
        # The agent is not through: it says itself what to do next.
        claimed = set()
    moved = replace(moved, claimed=frozenset(claimed))
    moved = _refused(moved, hearing)
    return _checked(
        replace(
            moved,
            misses=0 if hearing.understood else agenda.misses + 1,
            promised=hearing.transfer == "promised",
        ),
        exchange,
    )


def _dropped(agenda: Agenda, rules: tuple[Rule, ...], current: Goal | None) -> Agenda:
    """Let go of the present goal where a limit is exceeded and the rule says to leave it."""
    if current is None:
        return agenda
    for rule in rules:
        said = set(content(" ".join((rule.then, *rule.says))))
        if rule.over is not None and rule.answer == "decline" and said & _LETS_GO:
            return agenda.settle({current.id: "dropped"})
    return agenda


def _refused(agenda: Agenda, hearing: Hearing) -> Agenda:
    if agenda.contract.expects == "transferred":
        # Somebody else can still help: no refusal is the last word.
        refused = hearing.refusal or bool(hearing.refused)
        insists = refused and not (hearing.transfer or hearing.offer or hearing.done)
        return replace(agenda, refusals=agenda.refusals + int(insists))
    if hearing.refused:
        return agenda.settle(dict.fromkeys(hearing.refused, "refused"))
    current = agenda.current
    ruled = any(rule.answer != "accept" for rule in hearing.rules)
    if not hearing.refusal or hearing.offer or ruled or hearing.done or current is None:
        return agenda
    if current.refused_as or agenda.contract.expects == "out_of_scope":
        return agenda.settle({current.id: "refused"})
    return replace(agenda, refusals=agenda.refusals + 1)


def _checked(agenda: Agenda, exchange: Exchange) -> Agenda:
    results: dict[str, Settled | None] = {}
    for operation in exchange.operations:
        for goal in agenda.goals:
            check = goal.user_check
            if check is None or operation.result is None or check.tool != operation.call.name:
                continue
            results[goal.id] = "done" if holds(check, operation.result) else None
    met: dict[str, Settled] = {goal: "done" for goal, result in results.items() if result}
    unmet = {goal for goal, result in results.items() if result is None}
    left = {goal: how for goal, how in agenda.settled.items() if goal not in unmet}
    return replace(agenda, settled=left).settle(met)


def speak(agenda: Agenda, hearing: Hearing, exchange: Exchange, *, first: bool) -> Agenda:
    """Return the agenda after the user has said what it said in an exchange."""
    said = exchange.said
    contract = agenda.contract
    fired = agenda.fire(tuple(rule.id for rule in contract.rules if _says_rule(said, rule)))
    raised = {goal.id for goal in fired.goals if raises(said, goal, contract)}
    if first and said:
        raised |= {goal.id for goal in fired.goals[:1]}
    told = {fact.id for fact in contract.facts if tells(said, fact.says, fact.value)}
    idle = not (hearing.wants_answer or hearing.done or hearing.refused or hearing.rules)
    declined = hearing.transfer == "offered" and contract.expects != "transferred"
    return replace(
        fired,
        raised=fired.raised | raised,
        told=fired.told | told,
        nods=agenda.nods + 1 if idle and hearing.understood else 0,
        farewells=agenda.farewells + int(hearing.farewell and bool(agenda.open)),
        handovers=agenda.handovers + int(declined),
    )


def tells(said: str, wordings: tuple[str, ...], value: object) -> bool:
    """Whether the user told a fact: its value, or one of its wordings."""
    return holds_value(said, value) or _has_wording(said, wordings)


def raises(said: str, goal: Goal, contract: Contract) -> bool:
    """Whether the user brought a goal up: in its wordings, most of its words, or by a rule."""
    if goal.after is not None and any(
        rule.id == goal.after and _says_rule(said, rule) for rule in contract.rules
    ):
        return True
    if _has_wording(said, goal.says):
        return True
    if len(phrase_keys(goal.text)) > 1 and overlap(said, goal.text) >= _LEAST_OVERLAP_TEXT:
        return True
    return any(
        len(phrase_keys(wording)) > 1 and overlap(said, wording) >= _LEAST_OVERLAP
        for wording in goal.says
    )


def _says_rule(said: str, rule: Rule) -> bool:
    return _has_wording(said, rule.says)


def _has_wording(said: str, wordings: tuple[str, ...]) -> bool:
    forms = sentence_forms(said)
    return any((own := sentence_forms(wording)) and own <= forms for wording in wordings)
