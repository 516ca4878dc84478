"""What the agent tells of the calls it has just made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import JsonValue

from rut_domains.language.acts import transfer_in
from rut_domains.language.manners import asks_for_more
from rut_domains.text import one_line
from rut_tui.play.scripted.agent_labels import argument_label, plain_value
from rut_tui.play.scripted.agent_lookups import looked_up_since
from rut_tui.play.scripted.agent_memory import Outcome
from rut_tui.play.scripted.agent_phrasing import details, fitting_forms
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.agent_voice import Voice, fill, without_more
from rut_tui.play.scripted.agent_wordings import FAILED, FOUND, HANDED_OVER, done_forms
from rut_tui.play.scripted.plan import PlanStep, hands_over

_LONGEST_ERROR = 200
_MOST_FIELDS = 6


class News(NamedTuple):
    """A sentence about a call; `waits` if it is a question that the user should answer first."""

    text: str
    waits: bool = False
    failed: bool = False


def tell_news(story: Story, voice: Voice, *, goes_on: bool) -> list[News]:
    """Return what to tell of the calls made since the agent spoke last.

    Args:
        story: The dialogue.
        voice: Chooses the wordings.
        goes_on: Whether a question or proposal follows; then nothing asks for more matters.
    """
    found: list[News] = []
    for outcome in story.memory.news:
        if outcome.error:
            text = voice.say(
                [form.format(error=error_of(outcome)) for form in FAILED], "failed", outcome.seq
            )
            found.append(News(text, failed=True))
            continue
        step = _step_of(story, outcome)
        if step is None:
            if hands_over(outcome.tool):
                found.append(News(voice.say(HANDED_OVER, "handed over")))
            continue
        found.extend(_tell(story, step, outcome, voice, goes_on=goes_on))
    return found


def _step_of(story: Story, outcome: Outcome) -> PlanStep | None:
    """Return the plan's step that a call has made."""
    for index, made in story.beliefs.settled.items():
        if made is outcome or made.seq == outcome.seq:
            return story.plan.steps[index]
    steps = [
        step
        for step in story.plan.steps
        if not step.by_user
        and step.step.tool == outcome.tool
        and not step.writes
        and story.beliefs.arguments(step) == outcome.arguments
        and looked_up_since(story, step) < outcome.seq
    ]
    return max(steps, key=lambda step: looked_up_since(story, step), default=None)


def _tell(
    story: Story, step: PlanStep, outcome: Outcome, voice: Voice, *, goes_on: bool
) -> Iterator[News]:
    fitting = fitting_forms(step.step.done, step, outcome.arguments)
    wordings = fill(fitting, outcome.arguments, outcome.content)
    if goes_on and (step.writes or step.hands_over):
        wordings = tuple(filter(None, (without_more(each) for each in wordings)))
    if step.hands_over:
        plain = tuple(each for each in wordings if transfer_in(each) == "done")
        yield News(voice.say(plain or HANDED_OVER, "handed over"))
    elif wordings:
        text = voice.say(wordings, "done", step.index)
        waits = not step.writes and text.rstrip("\"') ").endswith("?")
        yield News(text, waits=waits and not asks_for_more(text))
    elif step.writes:
        yield News(voice.say(done_forms(step, details(story, step)), "did", step.index))
    elif step.step.done:
        what = summary(outcome.content)
        if what:
            yield News(voice.say([form.format(what=what) for form in FOUND], "found", step.index))


def error_of(outcome: Outcome) -> str:
    """Return what a failed call says, harmless, on one line and without a full stop."""
    content = outcome.content
    said: JsonValue = None
    if isinstance(content, dict):
        said = content.get("error") or content.get("message")
    elif isinstance(content, str):
        said = content
    text = one_line(str(said or "it is not possible"), _LONGEST_ERROR)
    return text.replace("{", "(").replace("}", ")").rstrip(" .!?") or "it is not possible"


def summary(content: JsonValue) -> str:
    """Return the plain fields of a result in words: "fee 4.50, refund 63.50"."""
    data = content.get("data", content) if isinstance(content, dict) else content
    if not isinstance(data, dict):
        return ""
    parts = [
        f"{argument_label(name)} {plain_value(value)}"
        for name, value in data.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool) and value != ""
        if name not in ("success", "message") and not name.endswith("id")
    ]
    return one_line(", ".join(parts[:_MOST_FIELDS]), _LONGEST_ERROR)
