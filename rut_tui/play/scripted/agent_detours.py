"""Another way to the same account, for a user who cannot give what the plan's look-up needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rut_domains.contract import Contract, Fact
from rut_domains.language.matching import find_phrase
from rut_domains.language.values import holds_value
from rut_domains.lexicon import Detour, Lexicon
from rut_domains.task import Slot, Step, Task
from rut_tui.play.scripted.agent_acts import read_reply
from rut_tui.play.scripted.agent_story import Story
from rut_tui.play.scripted.plan import PlanStep


def detoured(task: Task, lexicon: Lexicon) -> Task | None:
    """Return the task with its first look-up replaced by the other one, None where none serves."""
    for index, step in enumerate(task.oracle):
        for detour in lexicon.detours:
            facts = _facts_of(task.contract, detour)
            if step.tool == detour.tool and facts is not None:
                other = _replacement(detour, facts)
                oracle = (*task.oracle[:index], other, *task.oracle[index + 1 :])
                return task.model_copy(update={"oracle": oracle})
    return None


def needs_detour(story: Story, other: Task) -> bool:
    """Whether the other look-up is to be made instead of the plan's.

    That is when the user says that it does not know what was asked for, or has given all that the
    other one needs without being able to make the first; never once the first has been made.
    """
    step = _replaced(story, other)
    made = {outcome.tool for outcome in story.memory.outcomes if not outcome.error}
    if step is None or step.step.tool in made:
        return False
    if other.oracle[step.index].tool in made:
        return True
    if not story.beliefs.missing(step):
        return False
    given = other.oracle[step.index].arguments
    heard = ""
    for turn in story.memory.turns:
        heard = f"{heard}\n{turn.text}"
        asked = any(key in story.listening[turn.seq].asked for key in step.keys)
        unknown = read_reply(turn.text).unknown and (
            asked or _names(turn.text, step.step.arguments)
        )
        if unknown or _asks_for(turn.text, given):
            return True
        if all(holds_value(heard, str(value)) for value in given.values()):
            return True
    return False


def _names(text: str, arguments: Iterable[str]) -> bool:
    """Whether a message speaks of one of these arguments: "I don't know my email"."""
    return any(find_phrase(_word(name), text) for name in arguments)


def _asks_for(text: str, arguments: Collection[str]) -> bool:
    """Whether a message asks for the other way: "can you find me by name and postcode?"."""
    return len(arguments) > 1 and any(
        all(find_phrase(_word(name), question) for name in arguments)
        for question in read_reply(text).questions
    )


def _word(argument: str) -> str:
    """Return the word by which an argument is spoken of: "name" for full_name."""
    return argument.rpartition("_")[2]


def _replaced(story: Story, other: Task) -> PlanStep | None:
    pairs = zip(story.plan.steps, other.oracle, strict=True)
    return next((step for step, theirs in pairs if step.step.tool != theirs.tool), None)


def _facts_of(contract: Contract, detour: Detour) -> Mapping[str, Fact] | None:
    """Return the fact for each argument of the other look-up, None if the contract lacks one."""
    known = {fact.about: fact for fact in contract.facts if isinstance(fact.value, str)}
    if any(concept not in known for concept in detour.facts.values()):
        return None
    return {name: known[concept] for name, concept in detour.facts.items()}


def _replacement(detour: Detour, facts: Mapping[str, Fact]) -> Step:
    return Step(
        tool=detour.instead,
        arguments={name: fact.value for name, fact in facts.items()},
        slots={
            name: Slot(ask=detour.ask.get(name, ()), pattern=detour.patterns.get(name, ""))
            for name in facts
        },
    )
