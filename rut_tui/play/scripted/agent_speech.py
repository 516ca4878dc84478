"""The agent's next message, put together: reactions, news, and what it wants next."""

from __future__ import annotations

from dataclasses import replace

from rut_domains.language.manners import asks_for_more
from rut_tui.play.scripted import agent_wordings as own
from rut_tui.play.scripted.agent_course import Demand
from rut_tui.play.scripted.agent_gates import is_raised_apart
from rut_tui.play.scripted.agent_labels import action, label
from rut_tui.play.scripted.agent_news import tell_news
from rut_tui.play.scripted.agent_phrasing import ask, ask_to_check, details, propose, tell
from rut_tui.play.scripted.agent_prompts import Prompt
from rut_tui.play.scripted.agent_reactions import (
    answers,
    due_refusals,
    fitting_refusal,
    manners,
    off_plan,
    outside,
    person_wish,
    refusals,
    taken_as,
    unmet,
)
from rut_tui.play.scripted.agent_requests import possible
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.agent_voice import Voice
from rut_tui.play.scripted.agent_wordings import wait_forms
from rut_tui.play.scripted.plan import Blank

_TOO_MANY_PURPOSES = 2


def compose(story: Story, demand: Demand, seed: int) -> str:
    """Return the message for a demand; it is never empty."""
    memory = story.memory
    voice = Voice(seed, len(memory.sayings), memory.last_saying.text)
    if demand.kind == "over":
        told = [each.text for each in tell_news(story, voice, goes_on=False)]
        return voice.join(told or [voice.say(own.PARTING, "parting")])
    demand = Demand("more") if _leaves(story, demand) else _narrowed(story, demand)
    if _only_refuses(story, demand):
        demand = Demand("more")
    tries = count_tries(story, demand)
    parts = [*_reactions(story, demand, voice), *taken_as(story, voice)]
    wanted = demand.kind not in ("more", "purpose")
    news = tell_news(story, voice, goes_on=wanted)
    refused = refusals(story, demand, voice, tries)
    said = [*parts, *(each.text for each in news), *refused]
    said += answers(story, voice, busy=bool(said) or (wanted and demand.kind != "propose"))
    if any(each.waits for each in news):
        return voice.join(said)
    if not said:
        said = off_plan(story, voice) or _rest(story, demand, voice, tries)
    said += _next(story, demand, voice, tries, "\n".join(said))
    text = voice.join(said)
    return text or voice.join([voice.say(own.MORE, "more"), voice.say(own.PURPOSE, "purpose")])


def _only_refuses(story: Story, demand: Demand) -> bool:
    """Whether the user asks for something that is refused now, and for nothing else."""
    if demand.kind not in ("ask", "propose") or demand.step is None or story.plan.dual:
        return False
    due = due_refusals(story, demand, count_tries(story, demand))
    return bool(due) and not is_raised_apart(story, demand.step)


def _leaves(story: Story, demand: Demand) -> bool:
    """Whether the user takes leave in the midst of something; then it is not held back."""
    reply = story.reply
    if not story.memory.fresh or story.memory.news or demand.kind in ("more", "over"):
        return False
    if story.gave_values or reply.questions:
        return False
    if reply.goodbye or reply.drop:
        return True
    return reply.closing and demand.kind in ("ask", "fix", "tell", "change", "purpose")


def _narrowed(story: Story, demand: Demand) -> Demand:
    """Ask for the part that a no or a "yes, but" names instead of proposing the same again."""
    if demand.kind not in ("propose", "change") or demand.step is None or not story.memory.fresh:
        return demand
    reply = story.reply
    objects = demand.kind == "change" or (reply.answer == "yes" and reply.but)
    key = story.changed_part(demand.step) if objects else None
    if key is not None:
        return replace(demand, kind="ask", blanks=(story.plan.blanks[key],))
    if objects and demand.kind == "propose" and not story.memory.news:
        return replace(demand, kind="change") if "other" in reply.but else demand
    return demand


def count_tries(story: Story, demand: Demand) -> int:
    """Return how many messages in a row have wanted the same already."""
    tries = 0
    for saying in reversed(story.memory.sayings):
        prompt = story.reader.read(saying.text)
        if not _wants_same(prompt, demand):
            break
        tries += 1
    return tries


def _wants_same(prompt: Prompt, demand: Demand) -> bool:
    match demand.kind:
        case "ask" | "fix":
            return any(blank.key in prompt.asked for blank in demand.blanks[:1])
        case "propose":
            return demand.step is not None and demand.step.index in prompt.proposed
        case "tell":
            return demand.step is not None and demand.step.index in prompt.told
        case "change":
            return prompt.change
        case "purpose":
            return not (prompt.asked or prompt.proposed or prompt.told or prompt.announced)
        case _:
            return prompt.more


def _reactions(story: Story, demand: Demand, voice: Voice) -> list[str]:
    parts = [*manners(story, demand, voice), *person_wish(story, demand, voice)]
    if story.memory.fresh:
        turn = story.memory.fresh[-1].seq
        if turn in story.declined.values() and not story.memory.news:
            parts.append(voice.say(own.DECLINED, "declined"))
        parts += _on_report(story, voice)
    return parts


def _on_report(story: Story, voice: Voice) -> list[str]:
    """Return the reaction to how the user took a request to act."""
    if story.last_told is None:
        return []
    skipped = story.last_told in story.skipped
    match story.last_report:
        case _ if skipped:
            return [voice.say(own.STEP_LEFT, "left")]
        case "report":
            return [voice.say(own.REPORTED, "reported")]
        case "trouble" | "question":
            return [voice.say(own.HELP_STEP, "help")]
        case "refusal":
            return [voice.say(own.STEP_NEEDED, "needed")]
        case "wait":
            return [voice.say(own.PATIENCE, "patience")]
        case _:
            return []


def _rest(story: Story, demand: Demand, voice: Voice, tries: int) -> list[str]:
    """Return a word where nothing else reacts to what the user said."""
    if demand.kind == "more":
        return outside(story, voice)
    if demand.kind in ("ask", "fix") and story.reply.wait and story.memory.fresh and tries:
        return [voice.say(own.PATIENCE, "patience")]
    return unmet(story, demand, voice, tries) if demand.kind in ("ask", "fix", "propose") else []


def _next(story: Story, demand: Demand, voice: Voice, tries: int, said: str) -> list[str]:
    """Return what the message asks for at its end."""
    step = demand.step
    match demand.kind:
        case "ask" | "fix":
            return _ask(story, demand, voice, tries)
        case "propose" if step is not None and demand.arguments is not None:
            return [propose(story, step, demand.arguments, voice, tries)]
        case "change" if step is not None:
            lead = [] if said else [voice.say(own.DECLINED, "declined")]
            proposed = step.index in story.prompt.proposed or story.prompt.change
            return [*lead, voice.say(own.CHANGE if proposed else own.GO_ON, "change")]
        case "tell" if step is not None:
            if story.last_report in ("wait", "promise") and story.last_told == step.index:
                return [voice.say(own.REPORT_NEEDED, "report needed")]
            return [tell(step, story, voice, tries)]
        case "again" if step is not None:
            return [voice.say(own.ONCE_MORE, "once more"), tell(step, story, voice, tries)]
        case "purpose":
            return _purpose(story, voice, tries)
        case _:
            return _more(story, demand, voice, said)


def _ask(story: Story, demand: Demand, voice: Voice, tries: int) -> list[str]:
    if not demand.blanks:
        return [voice.say(own.NOTHING_MORE, "nothing more"), voice.say(own.MORE, "more")]
    first = demand.blanks[0]
    if story.reply.wait and story.memory.fresh and tries:
        return [voice.say(wait_forms(first), "wait", first.key)]
    if demand.kind == "fix":
        barred = [] if demand.arguments is None else _barred(story, demand, voice)
        if asks_for_more("\n".join(barred)):
            return barred
        return [*barred, ask_to_check(story, demand.blanks, voice, tries)]
    parts = [ask(story, first, voice, tries)]
    second = demand.blanks[1] if len(demand.blanks) > 1 else None
    if second is not None and tries == 0 and _goes_along(first, second, parts[0]):
        parts.append(ask(story, second, voice, tries))
    return parts


def _barred(story: Story, demand: Demand, voice: Voice) -> list[str]:
    if demand.step is None or demand.arguments is None:
        return []
    refusal = fitting_refusal(story, demand.blanks[0])
    if refusal is not None:
        return [voice.say(refusal.says, "refuse", refusal.says[0])]
    what = details(story, demand.step)
    named = f"{action(demand.step)} ({what})" if what else action(demand.step)
    return [voice.say([form.format(what=named) for form in own.BARRED], "barred")]


def _goes_along(first: Blank, second: Blank, question: str) -> bool:
    """Whether two things may be asked for at once: two short questions about different things."""
    if not first.slot.ask or not second.slot.ask or second.slot.default:
        return False
    named = any(
        label(second).casefold() in text.casefold()
        or second.name.replace("_", " ") in text.casefold()
        for text in first.slot.ask
    )
    follows = all(
        text.casefold().startswith(("and ", "thank", "got it", "thanks"))
        for text in second.slot.ask
    )
    return not named and not follows and question.count("?") == 1 and first.kind == second.kind


def _purpose(story: Story, voice: Voice, tries: int) -> list[str]:
    text = voice.say(own.PURPOSE, "purpose")
    what = possible(story)
    if tries > _TOO_MANY_PURPOSES and what:
        return [voice.say([form.format(what=what) for form in own.CAN_DO], "can do"), text]
    return [text]


def _more(story: Story, demand: Demand, voice: Voice, said: str) -> list[str]:
    """Return the end of a message when nothing is left to do for now."""
    reply = story.reply
    leaving = (
        reply.closing or reply.goodbye or reply.drop or (reply.answer == "no" and story.prompt.more)
    )
    if story.memory.fresh and leaving and not story.memory.news and not story.refusals_due:
        done = bool(story.settled) or bool(story.reported) or reply.goodbye
        if done or reply.thanks or not story.declined:
            return [voice.say(own.FAREWELL, "farewell")]
        return [voice.say(own.LEFT, "left")]
    if asks_for_more(said):
        return []
    if demand.error is not None:
        return [voice.say(own.NOTHING_MORE, "nothing more"), voice.say(own.MORE, "more")]
    if story.prompt.more and reply.answer == "yes" and story.memory.fresh:
        return [voice.say(own.PURPOSE, "purpose")]
    return [voice.say(own.MORE, "more")]
