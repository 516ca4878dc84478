"""Whether a task has the words that scripted seats live on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from pydantic import JsonValue

from rut_domains.contract import Fact, Goal, Rule, Unknown
from rut_domains.language.values import holds_value, says_phrase
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes import MISSING, value_at
from rut_domains.outcomes.disclosure import asked_items, tells
from rut_domains.pack.check.findings import Remark, error, warning
from rut_domains.pack.document import Path
from rut_domains.task import Slot, Step, Task

# Fewer than three wordings sound mechanical; fewer than five ways to ask are often missed.
LEAST_WORDINGS = 3
LEAST_PHRASES = 5
LEAST_CRITERIA, MOST_CRITERIA = 4, 8
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def check_wording(task: Task, lexicon: Lexicon) -> Iterator[Remark]:
    """Yield what a scripted user or agent would lack to play a task."""
    contract = task.contract
    yield from _enough(("contract", "opening"), contract.opening, "opening")
    for index, fact in enumerate(contract.facts):
        path: Path = ("contract", "facts", index)
        yield from _reachable(path, fact, lexicon)
        yield from _enough((*path, "says"), fact.says, "fact-wordings")
        yield from _value_said(path, fact)
    for index, unknown in enumerate(contract.unknowns):
        path = ("contract", "unknowns", index)
        yield from _reachable(path, unknown, lexicon)
        yield from _enough((*path, "says"), unknown.says, "unknown-wordings")
    if not contract.goals:
        yield error("no-goal", ("contract", "goals"), "the contract has no goal")
    for index, goal in enumerate(contract.goals):
        yield from _check_goal(("contract", "goals", index), goal)
    for index, rule in enumerate(contract.rules):
        yield from _check_rule(("contract", "rules", index), rule)
    for index, refusal in enumerate(task.refusals):
        path = ("refusals", index)
        if not refusal.heard_as:
            yield error("refusal-unheard", (*path, "heard_as"), "nothing is heard as this request")
        yield from _enough((*path, "says"), refusal.says, "refusal-wordings")
    yield from check_questions(task, lexicon)
    yield from check_count(task)


def check_count(task: Task) -> Iterator[Remark]:
    """Yield a remark when a task has too few or too many criteria."""
    if not LEAST_CRITERIA <= len(task.criteria) <= MOST_CRITERIA:
        yield error(
            "criteria-count",
            ("criteria",),
            f"{len(task.criteria)} criteria; a task should have {LEAST_CRITERIA} to "
            f"{MOST_CRITERIA}",
        )


def check_step(path: Path, step: Step, results: Sequence[JsonValue]) -> Iterator[Remark]:
    """Yield what is wrong with the words of one oracle step.

    Args:
        path: Where the step stands.
        step: The step.
        results: The results of all steps up to and with this one.
    """
    before = results[-2] if len(results) > 1 else None
    for field, own in (("confirm", before), ("tell", before), ("done", results[-1])):
        for index, text in enumerate(getattr(step, field)):
            yield from _placeholders((*path, field, index), text, step.arguments, own)
    for name, slot in step.slots.items():
        for index, text in enumerate(slot.ask):
            yield from _placeholders(
                (*path, "slots", name, "ask", index), text, step.arguments, before
            )
        if not slot.default:
            yield from _enough((*path, "slots", name, "ask"), slot.ask, "slot-wordings")
    if step.by == "user":
        yield from _enough((*path, "tell"), step.tell, "tell-wordings")
    for field in ("confirm", "done"):
        texts = getattr(step, field)
        if texts:
            yield from _enough((*path, field), texts, f"{field}-wordings")


def check_write(path: Path, step: Step) -> Iterator[Remark]:
    """Yield what a write of the agent lacks: what is proposed before, and said after it."""
    if step.by == "agent" and not step.confirm:
        yield warning("unconfirmed-write", (*path, "confirm"), "a write should be proposed first")
    if step.by == "agent" and not step.done:
        yield warning("unreported-write", (*path, "done"), "a write should be reported")


def _enough(path: Path, texts: Sequence[str], rule: str) -> Iterator[Remark]:
    given = sum(1 for text in texts if text.strip())
    if given == 0:
        yield error(rule, path, "there is no wording")
    elif len(set(texts)) < LEAST_WORDINGS:
        yield warning(
            rule,
            path,
            f"{len(set(texts))} wordings; {LEAST_WORDINGS} or more sound less mechanical",
        )


def _reachable(path: Path, item: Fact | Unknown, lexicon: Lexicon) -> Iterator[Remark]:
    if isinstance(item, Fact) and item.reveal == "opening":
        return
    concept = next((each for each in lexicon.concepts if each.name == item.about), None)
    if item.about and concept is None and not item.asked_as:
        yield error(
            "unreachable-fact",
            (*path, "about"),
            f"the lexicon has no concept {item.about!r}, so that nothing asks for it",
        )
        return
    phrases = {*item.asked_as, *(concept.phrases if concept else ())}
    if not phrases:
        yield error("unreachable-fact", path, "nothing asks for it: give 'asked_as' or 'about'")
    elif len(phrases) < LEAST_PHRASES:
        yield warning(
            "few-phrasings",
            path,
            f"{len(phrases)} ways to ask for it; give {LEAST_PHRASES} or more",
        )


def _value_said(path: Path, fact: Fact) -> Iterator[Remark]:
    for index, text in enumerate(fact.says):
        if not tells(text, fact):
            yield error(
                "value-unsaid", (*path, "says", index), f"the wording does not name {fact.value!r}"
            )


def check_questions(task: Task, lexicon: Lexicon) -> Iterator[Remark]:
    """Yield questions of the oracle's slots that ask for nothing known, or for something else."""
    known = {fact.id for fact in task.contract.facts}
    for number, step in enumerate(task.oracle):
        for name, slot in step.slots.items():
            wanted = {fact.id for fact in task.contract.facts if _gives(fact, slot, step, name)}
            if not wanted and any(earlier.by == "user" for earlier in task.oracle[:number]):
                # The user reads it out from its own tools.
                continue
            for index, text in enumerate(slot.ask):
                asked = asked_items(text, task.contract, lexicon)
                path: Path = ("oracle", number, "slots", name, "ask", index)
                yield from _check_question(path, asked, wanted, known)


def _gives(fact: Fact, slot: Slot, step: Step, name: str) -> bool:
    """Tell whether a fact's wordings bring a slot's value, or a word that stands for it."""
    value = step.arguments.get(name)
    return any(
        holds_value(text, value) or any(says_phrase(text, word) for word in slot.said)
        for text in fact.says
    )


def _check_question(
    path: Path, asked: frozenset[str], wanted: set[str], known: set[str]
) -> Iterator[Remark]:
    if not asked:
        yield warning(
            "question-unheard", path, "no phrase of a fact or of its concept is in this question"
        )
    elif wanted and not asked & wanted:
        yield warning(
            "question-misheard",
            path,
            f"asks for {_names(asked)}; what is needed is told by {_names(wanted)}",
        )
    elif wanted and asked & known - wanted:
        yield warning(
            "question-overheard", path, f"asks for {_names(asked & known - wanted)} as well"
        )


def _names(ids: AbstractSet[str]) -> str:
    return ", ".join(sorted(ids))


def _check_goal(path: Path, goal: Goal) -> Iterator[Remark]:
    yield from _enough((*path, "says"), goal.says, "goal-wordings")
    if not goal.done_as and goal.user_check is None:
        yield error("goal-never-done", path, "nothing is heard as done: give 'done_as'")


def _check_rule(path: Path, rule: Rule) -> Iterator[Remark]:
    if not rule.heard_as and rule.over is None:
        yield error("rule-never-fires", path, "nothing fires it: give 'heard_as' or 'over'")
    if rule.over is not None and not rule.over.heard_as:
        yield error("rule-never-fires", (*path, "over"), "no word leads to the amount")
    yield from _enough((*path, "says"), rule.says, "rule-wordings")


def _placeholders(
    path: Path, text: str, arguments: Mapping[str, JsonValue], result: JsonValue
) -> Iterator[Remark]:
    for name in _PLACEHOLDER.findall(text):
        if name.startswith("result."):
            if value_at(result, name.removeprefix("result.")) is MISSING:
                yield error("placeholder", path, f"the result has nothing at {{{name}}}")
        elif name not in arguments:
            yield error("placeholder", path, f"the step has no argument {{{name}}}")
