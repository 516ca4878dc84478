"""What the agent's own earlier words were after, read back from the text.

The agent keeps no state: that it asked for the postcode or proposed a cancellation follows from
finding one of its wordings in what it said. Words that are not its own (a person sat in the seat
before a fork) are read as any question would be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rut_domains.language.acts import asked_clauses, offers
from rut_domains.language.clauses import clauses
from rut_domains.language.concepts import mentions
from rut_domains.language.manners import asks_for_more
from rut_tui.play.scripted.agent_labels import needed
from rut_tui.play.scripted.agent_voice import without_more
from rut_tui.play.scripted.agent_wordings import (
    CHANGE,
    GO_ON,
    NEED_LEADS,
    ask_forms,
    check_forms,
    list_leads,
    proposal_leads,
    tell_leads,
    wait_forms,
)
from rut_tui.play.scripted.plan import Blank, Plan, PlanStep

_MARKS = re.compile(r"[.,!?;:…]+(?=\s|$)")
_NOTHING = re.compile(r"(?!)")
_HOLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a text of the agent was after; step numbers are candidates where wordings are shared."""

    asked: frozenset[str] = frozenset()
    proposed: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    announced: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    more: bool = False
    change: bool = False
    question: bool = False
    foreign: bool = False


class PromptReader:
    """Reads the agent's words in the light of a plan, each text once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._read: dict[str, Prompt] = {}
        self._asks = {blank.key: _ask_wordings(blank) for blank in plan.blanks.values()}

    def read(self, text: str) -> Prompt:
        """Return what a text of the agent was after."""
        if text not in self._read:
            self._read[text] = _read_prompt(self.plan, self._asks, text)
        return self._read[text]


def _ask_wordings(blank: Blank) -> tuple[str, ...]:
    return (*ask_forms(blank), *check_forms(blank), *wait_forms(blank), *list_leads(blank))


def _read_prompt(plan: Plan, asks: Mapping[str, tuple[str, ...]], text: str) -> Prompt:
    flat = _even_marks(text)
    if not flat:
        return Prompt()
    needs = any(lead in flat for lead in NEED_LEADS)
    asked = frozenset(
        key
        for key, wordings in asks.items()
        if _has(flat, wordings) or (needs and _even_marks(needed(plan.blanks[key])) in flat)
    )
    agent_steps = [step for step in plan.steps if not step.by_user]
    prompt = Prompt(
        asked=asked,
        proposed=tuple(step.index for step in agent_steps if _proposes(step, flat)),
        told=tuple(step.index for step in plan.steps if step.by_user and _tells(step, flat)),
        announced=tuple(step.index for step in agent_steps if _has(flat, step.step.done)),
        refused=tuple(
            at
            for at, refusal in enumerate(plan.task.refusals)
            if _has(flat, refusal.says) or _has(flat, map(without_more, refusal.says))
        ),
        more=asks_for_more(text),
        change=_has(flat, CHANGE) or _has(flat, GO_ON),
        question=text.rstrip("\"') \n").endswith("?"),
    )
    known = prompt.asked or prompt.proposed or prompt.told or prompt.announced or prompt.change
    return prompt if known or prompt.more or prompt.refused else _read_foreign(plan, text, prompt)


def _proposes(step: PlanStep, flat: str) -> bool:
    if not step.needs_yes:
        return False
    return _has(flat, step.step.confirm) or _has(flat, proposal_leads(step))


def _tells(step: PlanStep, flat: str) -> bool:
    return _has(flat, step.step.tell) or _has(flat, tell_leads(step))


def _has(flat: str, wordings: Iterable[str]) -> bool:
    return any(finds_wording(wording, flat) for wording in wordings)


def finds_wording(wording: str, flat: str) -> bool:
    """Whether a text with even marks holds a wording, whatever its holes were filled with."""
    return _compiled(wording).search(flat) is not None


@lru_cache(maxsize=2048)
def _compiled(wording: str) -> re.Pattern[str]:
    parts = [re.escape(_even_marks(part)) for part in _HOLE.split(wording)]
    if not any(parts):
        return _NOTHING
    return re.compile(r"\s*.{0,200}?\s*".join(parts))


@lru_cache(maxsize=2048)
def _even_marks(text: str) -> str:
    """Return a text on one line in which all marks between its parts are the same.

    A wording that was said again may have been put into one sentence.
    """
    return " ".join(_MARKS.sub(" ¦ ", text).split())


def _read_foreign(plan: Plan, text: str, prompt: Prompt) -> Prompt:
    """Read words that are not the agent's own by what they ask for."""
    asking = [clause.text for clause in asked_clauses(text)]
    named = {each.name for clause in asking for each in mentions(clause, plan.attributes)}
    asked = frozenset(
        blank.key
        for blank in plan.blanks.values()
        if blank.attribute is not None and blank.attribute.name in named
    )
    offered = any(offers(clause) for clause in clauses(text))
    return Prompt(asked=asked, question=prompt.question or bool(asking) or offered, foreign=True)
