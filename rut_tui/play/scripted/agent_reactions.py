"""What the agent says to the user's fresh words before it goes on: manners, answers, refusals."""

from __future__ import annotations

import re

from rut_domains.language.words import content, normalise
from rut_domains.task import Refusal
from rut_tui.play.scripted import agent_wordings as own
from rut_tui.play.scripted.agent_acts import asks_choice, asks_need, is_request, read_reply
from rut_tui.play.scripted.agent_answers import answer
from rut_tui.play.scripted.agent_course import Demand
from rut_tui.play.scripted.agent_labels import plain_value
from rut_tui.play.scripted.agent_matters import action_words, argument_words
from rut_tui.play.scripted.agent_requests import other_action, possible
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.agent_voice import Voice, fill, without_more
from rut_tui.play.scripted.plan import Blank, PlanStep

_ASKS_DEED = re.compile(
    r"^(?:(?:so|and|but|then|or|well|okay|please|also|maybe)[ ,]+)*"
    r"(?:can|could|may|might|would|will|shall|should)(?: not)? (?:i|we|you|it)\b|"
    r"^(?:is|are) (?:it|there) (?:\w+ )?(?:possible|a way)\b|^what (?:now|next|else)\b|"
    r"^(?:right|okay|yes|no|correct|please)$|\banything else\b"
)
_ASKS_MORE = re.compile(
    r"^(?:(?:so|and|but|then|or|well|okay)[ ,]+)*(?:can|could|will|would)(?: not)? (?:you|i|we)\b"
)
_DEFER_TRIES = 2


def manners(story: Story, demand: Demand, voice: Voice) -> list[str]:
    """Return what politeness asks for: a greeting, thanks, a calm word, who is speaking."""
    reply = story.reply
    if not story.memory.fresh:
        return []
    if reply.bot:
        return [voice.say(own.BOT, "bot")]
    if reply.small_talk:
        return [voice.say(own.SMALL_TALK, "small talk")]
    if reply.insult:
        return [voice.say(own.CALM, "calm")]
    if reply.greeting and demand.kind == "purpose":
        return [voice.say(own.GREETED, "greeted")]
    leaves = reply.closing or reply.goodbye or story.memory.news or story.last_report
    if reply.thanks and demand.kind == "more" and not leaves:
        return [voice.say(own.THANKED, "thanked")]
    return []


def taken_as(story: Story, voice: Voice) -> list[str]:
    """Return how a choice was understood that the user's fresh words only hint at."""
    fresh = {turn.seq for turn in story.memory.fresh}
    known = [story.beliefs.get(key) for key in story.plan.blanks]
    guessed = [
        each
        for each in known
        if each is not None and each.source == "guessed" and each.seq in fresh
    ]
    return [
        voice.say([form.format(value=plain_value(each.value)) for form in own.TAKEN_AS], "taken as")
        for each in guessed[:1]
    ]


def person_wish(story: Story, demand: Demand, voice: Voice) -> list[str]:
    """Return the answer to the wish for a person, where the plan has none in store."""
    if not story.reply.human or not story.memory.fresh or demand.kind == "over":
        return []
    planned = any(step.hands_over and step.index not in story.declined for step in story.plan.steps)
    if planned:
        return []
    first = story.human_wishes < 2
    return [voice.say(own.STAY if first else own.NO_HANDOVER, "person", story.human_wishes)]


def refusals(story: Story, demand: Demand, voice: Voice, tries: int) -> list[str]:
    """Return the refusals that are due: requests of the task's list that were not answered yet.

    While the account or the entry is still to be found by a question that speaks of no other
    matter, a refusal waits: the clerk looks first. It does not wait longer than two questions.
    """
    found: list[str] = []
    for at in due_refusals(story, demand, tries):
        refusal = story.plan.task.refusals[at]
        wordings = fill(refusal.says, {}, None) or refusal.says
        if demand.kind not in ("more", "purpose"):
            wordings = tuple(filter(None, map(without_more, wordings))) or wordings
        found.append(voice.say(wordings, "refuse", at))
    return found


def due_refusals(story: Story, demand: Demand, tries: int) -> list[int]:
    """Return the refusals that are due, by their place in the task's list."""
    found: list[int] = []
    for at, heard in story.refusals_heard.items():
        said = [
            saying.seq
            for saying in story.memory.sayings
            if at in story.reader.read(saying.text).refused
        ]
        if any(seq > heard for seq in said):
            continue
        if story.reply.answer == "yes" and said and story.prompt.proposed:
            continue
        if _may_wait(story, demand) and tries < _DEFER_TRIES and not said:
            continue
        found.append(at)
    return found


def _may_wait(story: Story, demand: Demand) -> bool:
    if demand.kind not in ("ask", "fix") or demand.step is None or demand.step.writes:
        return False
    if any(blank.slot.said or blank.choices for blank in demand.blanks):
        return False
    verbs = {word for step in story.plan.steps if step.writes for word in action_words(step)}
    asked = {word for blank in demand.blanks for text in blank.slot.ask for word in content(text)}
    said = {word for turn in story.memory.turns for word in content(turn.text)}
    return not (asked & verbs) - said - argument_words(story.plan)


def fitting_refusal(story: Story, blank: Blank) -> Refusal | None:
    """Return the refusal of the task that speaks of the thing chosen for a blank, if one does."""
    belief = story.beliefs.get(blank.key)
    chosen = belief.value if belief is not None else None
    each = chosen if isinstance(chosen, list) else [chosen]
    offered = story.beliefs.offered(blank)
    own = {word for one in offered if one.value in each for word in one.own}
    expected = {word for one in offered if one.value in blank.wanted_each for word in one.own}
    for refusal in story.plan.task.refusals:
        words = {word for phrase in refusal.heard_as for word in content(phrase)}
        if words & (own - expected) - story.plan.common:
            return refusal
    return None


def answers(story: Story, voice: Voice, *, busy: bool) -> list[str]:
    """Return answers to what the user asks, from results; "I cannot tell" where there is none.

    Args:
        story: The dialogue.
        voice: Chooses the wordings.
        busy: Whether something else is told already or still to be looked up; then a question
            without an answer is left for later.
    """
    reply = story.reply
    if not story.memory.fresh or reply.bot or reply.small_talk or reply.why or reply.human:
        return []
    found: list[str] = _belated(story)
    open_questions = False
    for question in reply.questions:
        if _ASKS_DEED.search(normalise(question)) or asks_choice(question):
            continue
        if asks_need(question):
            continue
        text = answer(question, story.memory.outcomes, story.plan.common)
        if text:
            found.append(text)
        else:
            open_questions = open_questions or not reply.pardon
    if found:
        return [voice.say([text], "answer") for text in dict.fromkeys(found)][:2]
    return [voice.say(own.NO_ANSWER, "no answer")] if open_questions and not busy else []


def _belated(story: Story) -> list[str]:
    """Return answers to earlier questions that only the newest results could give."""
    if not story.memory.news:
        return []
    before = [each for each in story.memory.outcomes if each not in story.memory.news]
    common = story.plan.common
    questions = [
        question
        for turn in story.memory.turns
        for question in read_reply(turn.text).questions
        if not _ASKS_DEED.search(normalise(question)) and not answer(question, before, common)
    ]
    return [text for each in questions if (text := answer(each, story.memory.news, common))][:1]


def off_plan(story: Story, voice: Voice) -> list[str]:
    """Return the decline of something that another tool does, with what can be done instead."""
    if not story.memory.fresh:
        return []
    request = other_action(story, story.memory.heard)
    if not request:
        return []
    parts = [voice.say([form.format(request=request) for form in own.NOT_HERE], "not here")]
    what = possible(story)
    if what:
        parts.append(voice.say([form.format(what=what) for form in own.CAN_DO], "can do"))
    return parts


def unmet(story: Story, demand: Demand, voice: Voice, tries: int) -> list[str]:
    """Return a word on a reply that did not bring what was asked for."""
    reply = story.reply
    if not story.memory.fresh or tries == 0 or story.memory.news:
        return []
    if story.prompt.refused and (reply.why or reply.questions):
        return [voice.say(own.RULES, "rules")]
    if reply.why:
        return [voice.say(own.REASON, "reason")]
    wants_more = any(_ASKS_MORE.match(normalise(each)) for each in reply.questions)
    if demand.kind == "propose" and demand.step is not None:
        return _unconfirmed(story, demand.step, voice, wants_more=wants_more)
    if story.gave_values:
        return [voice.say(own.REPORTED, "gave")]
    if asks_need(reply.text):
        return []
    if reply.questions and not reply.pardon:
        return [voice.say(own.OUTSIDE if wants_more else own.NO_ANSWER, "no answer")]
    return [voice.say(own.UNKNOWN_TO_USER if reply.unknown else own.UNCLEAR, "unclear")]


def _unconfirmed(story: Story, step: PlanStep, voice: Voice, *, wants_more: bool) -> list[str]:
    """Return a word on a reply to a proposal that is no yes."""
    if story.just_changed(step):
        return [voice.say(own.CHANGED, "changed")]
    if wants_more:
        return [voice.say(own.LIMIT, "limit")]
    return [] if story.reply.answer == "yes" else [voice.say(own.YES_OR_NO, "yes or no")]


def outside(story: Story, voice: Voice) -> list[str]:
    """Return a word on a wish that comes when nothing of the plan is left."""
    reply = story.reply
    known = reply.closing or reply.goodbye or reply.drop or reply.bare
    if story.memory.fresh and story.prompt.refused and (reply.why or reply.questions):
        return [voice.say(own.RULES, "rules")]
    if not story.memory.fresh or known or not is_request(story.memory.heard):
        return []
    return [voice.say(own.OUTSIDE, "outside")]
