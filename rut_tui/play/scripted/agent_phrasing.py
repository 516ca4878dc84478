"""Questions, proposals and requests in words: the task's wordings, or ours where none fits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from rut_tui.play.scripted.agent_acts import asks_choice, asks_need
from rut_tui.play.scripted.agent_candidates import name_apart
from rut_tui.play.scripted.agent_choosing import same_group
from rut_tui.play.scripted.agent_labels import label, plain_value
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.agent_voice import Voice, fill
from rut_tui.play.scripted.agent_wordings import (
    ask_forms,
    check_forms,
    list_forms,
    need_forms,
    own_asks,
    proposal_forms,
    tell_forms,
)
from rut_tui.play.scripted.plan import Blank, PlanStep

_HOLE = re.compile(r"\{[^{}]*\}")
_MOST_LISTED = 6
_FIRST_LIST = 2


def details(story: Story, step: PlanStep) -> str:
    """Return a step's arguments in words: "order number MK-1, item: the blue lamp"."""
    parts: list[str] = []
    for key in step.keys:
        blank = story.plan.blanks[key]
        belief = story.beliefs.get(key)
        if belief is None or belief.source == "picked":
            continue
        each = belief.value if isinstance(belief.value, list) else [belief.value]
        chosen = belief.source == "chosen"
        named = [_named(story, blank, value) if chosen else value for value in each]
        parts.append(f"{label(blank)} {plain_value(list(named))}")
    return ", ".join(parts)


def _named(story: Story, blank: Blank, value: JsonValue) -> JsonValue:
    """Return the name of a chosen thing, if results know it, else the value."""
    offered = story.beliefs.offered(blank)
    labels = {repr(each.value): each.label for each in offered}
    if labels.get(repr(value), str(value)) == str(value):
        return value
    return name_apart(offered)[repr(value)]


def listed(story: Story, blank: Blank) -> str:
    """Return what results offer for a blank, named and joined; empty if that is no help."""
    described = [each for each in story.beliefs.offered(blank) if each.own or each.codes]
    group = same_group(described, blank)
    names = list(dict.fromkeys(name_apart(group).values()))
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}" if 1 < len(names) <= _MOST_LISTED else ""


def ask(story: Story, blank: Blank, voice: Voice, tries: int) -> str:
    """Return a question for a blank; the more often it failed, the more concrete.

    Args:
        story: The dialogue.
        blank: What is asked for.
        voice: Chooses the wordings.
        tries: How often it was asked for in a row.
    """
    offers = listed(story, blank) if blank.kind in ("code", "text") else ""
    if story.memory.fresh and asks_need(story.memory.heard):
        return voice.say(need_forms((blank,)), "need", blank.key)
    if offers and story.memory.fresh and asks_choice(story.memory.heard):
        return voice.say(list_forms(blank, offers), "list", blank.key)
    if tries == 0 and not (offers and not blank.slot.ask):
        own = fill(blank.slot.ask, {}, _last_result(story)) or own_asks(blank)
        return voice.say(own, "ask", blank.key)
    if (offers and (tries + 1) % _FIRST_LIST == 0) or (offers and not blank.slot.ask):
        return voice.say(list_forms(blank, offers), "list", blank.key)
    if blank.choices:
        return voice.say(own_asks(blank), "options", blank.key)
    if tries >= _FIRST_LIST:
        return voice.say(need_forms((blank,)), "need", blank.key)
    return voice.say(fill(ask_forms(blank), {}, _last_result(story)), "ask again", blank.key)


def ask_to_check(story: Story, blanks: tuple[Blank, ...], voice: Voice, tries: int) -> str:
    """Return a request to look at the values that led to an error."""
    needs = story.memory.fresh and asks_need(story.memory.heard)
    if tries >= _FIRST_LIST or needs:
        return voice.say(need_forms(blanks), "need", blanks[0].key)
    offers = listed(story, blanks[0]) if blanks[0].kind in ("code", "text") else ""
    if offers and blanks[0].slot.said:
        return voice.say(list_forms(blanks[0], offers), "list", blanks[0].key)
    return " ".join(voice.say(check_forms(blank), "check", blank.key) for blank in blanks[:2])


def propose(
    story: Story, step: PlanStep, arguments: Mapping[str, JsonValue], voice: Voice, tries: int
) -> str:
    """Return a proposal of a step with the values that it would be done with.

    The task's own wordings speak of the expected values; for others only those are used that
    name them, else ours.
    """
    fitting = fitting_forms(step.step.confirm, step, arguments)
    forms = fill(fitting, arguments, _last_result(story))
    if not forms or tries >= len(forms):
        forms = (*forms, *proposal_forms(step, details(story, step)))
    return voice.say(forms, "propose", step.index)


def fitting_forms(
    wordings: Sequence[str], step: PlanStep, arguments: Mapping[str, JsonValue]
) -> tuple[str, ...]:
    """Return the wordings that hold for these arguments.

    Each unexpected value must have its hole, and no figure may be written out: it would be that of
    the expected ones.
    """
    other = [name for name, value in arguments.items() if step.step.arguments.get(name) != value]
    if not other:
        return tuple(wordings)
    return tuple(
        wording
        for wording in wordings
        if all(f"{{{name}" in wording for name in other)
        and not any(map(str.isdigit, _HOLE.sub("", wording)))
    )


def tell(step: PlanStep, story: Story, voice: Voice, tries: int) -> str:
    """Return a request to do a step on the user's side."""
    forms = fill(step.step.tell, step.step.arguments, _last_result(story))
    if not forms or tries >= len(forms):
        forms = (*forms, *tell_forms(step))
    return voice.say(forms, "tell", step.index)


def _last_result(story: Story) -> JsonValue:
    good = [each for each in story.memory.outcomes if not each.error]
    return good[-1].content if good else None
