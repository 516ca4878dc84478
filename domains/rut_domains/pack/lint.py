"""What a valid task or manifest must further keep: ids, references, expressions, spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rut_domains.behaviours import find_family, find_mode
from rut_domains.contract import Contract
from rut_domains.lexicon import Lexicon
from rut_domains.pack.document import Path
from rut_domains.pack.explain import Problem
from rut_domains.pack.manifest import check_moment, is_slug
from rut_domains.pack.patterns import object_to
from rut_domains.task import Step, Task, TaskCriterion


def lint_task(task: Task) -> Iterator[Problem]:
    """Yield what is wrong with a task that has the right shape."""
    yield from _slug(("id",), task.id)
    if not task.title.strip() or "\n" in task.title:
        yield Problem(("title",), "should be one line of text")
    if task.now:
        try:
            check_moment(task.now)
        except ValueError as error:
            yield Problem(("now",), str(error))
    yield from _lint_contract(task.contract)
    for index, step in enumerate(task.oracle):
        yield from _lint_step(("oracle", index), step)
    for index, assertion in enumerate(task.assertions):
        if not all(assertion.path.split(".")):
            yield Problem(("assertions", index, "path"), "should be names joined by dots")
    yield from _lint_criteria(task)


def lint_lexicon(lexicon: Lexicon) -> Iterator[Problem]:
    """Yield what is wrong with a lexicon; paths begin at the manifest."""
    root: Path = ("lexicon", "concepts")
    yield from _unique(root, "name", [concept.name for concept in lexicon.concepts])
    for index, concept in enumerate(lexicon.concepts):
        yield from _pattern((*root, index, "pattern"), concept.pattern)
    for index, detour in enumerate(lexicon.detours):
        place: Path = ("lexicon", "detours", index)
        for field, named in (("ask", detour.ask), ("patterns", detour.patterns)):
            for name in sorted({*named} - {*detour.facts}):
                yield Problem((*place, field, name), "is no argument named in `facts`")
        for name, pattern in detour.patterns.items():
            yield from _pattern((*place, "patterns", name), pattern)


def _lint_contract(contract: Contract) -> Iterator[Problem]:
    root: Path = ("contract",)
    facts = [fact.id for fact in contract.facts]
    unknowns = [item.id for item in contract.unknowns]
    rules = [rule.id for rule in contract.rules]
    yield from _unique((*root, "facts"), "id", facts)
    yield from _unique((*root, "unknowns"), "id", unknowns)
    yield from _unique((*root, "goals"), "id", [goal.id for goal in contract.goals])
    yield from _unique((*root, "rules"), "id", rules)
    for index, name in enumerate(unknowns):
        if name in facts:
            yield Problem((*root, "unknowns", index, "id"), f"{name!r} is the id of a fact")
    for index, goal in enumerate(contract.goals):
        for field, named in (("after", goal.after), ("unless", goal.unless)):
            if named is not None and named not in rules:
                yield Problem(
                    (*root, "goals", index, field),
                    f"{named!r} is no rule of this contract ({', '.join(rules) or 'it has none'})",
                )


def _lint_step(root: Path, step: Step) -> Iterator[Problem]:
    for name, slot in step.slots.items():
        if name not in step.arguments:
            yield Problem((*root, "slots", name), "is no argument of this step")
        yield from _pattern((*root, "slots", name, "pattern"), slot.pattern)


def _lint_criteria(task: Task) -> Iterator[Problem]:
    yield from _unique(("criteria",), "id", [criterion.id for criterion in task.criteria])
    texts = [text for _, text in task.contract.sections()]
    for index, criterion in enumerate(task.criteria):
        yield from _lint_criterion(("criteria", index), criterion, texts)


def _lint_criterion(root: Path, criterion: TaskCriterion, texts: list[str]) -> Iterator[Problem]:
    yield from _slug((*root, "id"), criterion.id)
    mode = find_mode(criterion.mode)
    if find_family(criterion.family) is None:
        yield Problem((*root, "family"), f"{criterion.family!r} is no family of failures")
    if mode is None:
        yield Problem((*root, "mode"), f"{criterion.mode!r} is no failure mode")
    elif mode.family != criterion.family:
        yield Problem((*root, "mode"), f"{mode.slug!r} belongs to the family {mode.family!r}")
    if not criterion.span.strip():
        yield Problem((*root, "span"), "should not be empty")
    elif not any(criterion.span in text for text in texts):
        yield Problem((*root, "span"), "is not found word for word in the contract")


def _slug(path: Path, name: str) -> Iterator[Problem]:
    if not is_slug(name):
        yield Problem(path, f"{name!r} should be a short name in lower case, a letter first")


def _unique(root: Path, field: str, names: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            yield Problem((*root, index, field), f"{name!r} is used twice")
        seen.add(name)


def _pattern(path: Path, pattern: str) -> Iterator[Problem]:
    objection = object_to(pattern)
    if objection:
        yield Problem(path, objection)
