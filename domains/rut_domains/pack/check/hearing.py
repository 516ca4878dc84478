"""Whether the two scripted seats would hear each other: requests, refusals, reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rut_domains.contract import Contract, Goal
from rut_domains.language.values import says_phrase
from rut_domains.pack.check.findings import Remark, warning
from rut_domains.pack.document import Path
from rut_domains.task import Refusal, Task


def check_hearing(task: Task) -> Iterator[Remark]:
    """Yield requests that nobody makes, and answers that nobody understands.

    Phrases are looked for in whole messages here; a seat looks at single clauses, so that it may
    still miss what this finds.
    """
    contract = task.contract
    requests = _requests(contract)
    for index, refusal in enumerate(task.refusals):
        yield from _check_refusal(("refusals", index), refusal, contract, requests)
    reports = _reports(task)
    for index, goal in enumerate(contract.goals):
        if goal.user_check is None and not any(_settles(goal, texts) for texts in reports):
            yield warning(
                "goal-unheard",
                ("contract", "goals", index),
                "no step of the oracle and no refusal has only wordings that this goal hears as "
                "done or refused",
            )


def _requests(contract: Contract) -> list[str]:
    return [
        *contract.opening,
        *(text for goal in contract.goals for text in goal.says),
        *(text for rule in contract.rules for text in rule.says),
    ]


def _check_refusal(
    path: Path, refusal: Refusal, contract: Contract, requests: Sequence[str]
) -> Iterator[Remark]:
    if not _any_says(requests, refusal.heard_as):
        yield warning(
            "refusal-unreached", (*path, "heard_as"), "the user never asks in these words"
        )
        return
    understood = [
        *(phrase for goal in contract.goals for phrase in goal.refused_as),
        *(phrase for rule in contract.rules for phrase in rule.heard_as),
    ]
    for index, text in enumerate(refusal.says):
        if not _any_says([text], understood):
            yield warning(
                "refusal-not-understood",
                (*path, "says", index),
                "no goal hears this as refused, and no rule fires",
            )


def _reports(task: Task) -> list[Sequence[str]]:
    done = [step.done for step in task.oracle if step.done]
    return [*done, *(refusal.says for refusal in task.refusals)]


def _settles(goal: Goal, texts: Sequence[str]) -> bool:
    phrases = (*goal.done_as, *goal.refused_as)
    return all(_any_says([text], phrases) for text in texts)


def _any_says(texts: Sequence[str], phrases: Sequence[str]) -> bool:
    return any(says_phrase(text, phrase) for text in texts for phrase in phrases)
