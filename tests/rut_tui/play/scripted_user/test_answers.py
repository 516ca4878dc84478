"""Each fact of each task answers to at least five phrasings, written without the pattern lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rut_domains.contract import Fact
from rut_domains.language.concepts import canonical_name
from rut_domains.pack import BUILTIN, Pack, load_pack
from rut_domains.task import Task
from rut_domains.tool import ToolSpec
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.attention import Attention

FOLDER = Path(__file__).parent / "phrasings"
PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}
SHARED: dict[str, list[str]] = yaml.safe_load((FOLDER / "concepts.yaml").read_text("utf-8"))
LEAST = 5


def phrasings_of(pack: str, task: Task, fact: Fact) -> list[str]:
    own = yaml.safe_load((FOLDER / f"{pack}.yaml").read_text("utf-8"))
    return own.get(task.id, {}).get(fact.id) or SHARED.get(canonical_name(fact.about), [])


def tools_of(pack: Pack, task: Task) -> set[str]:
    named = {direction.tool for direction in pack.lexicon.directions}
    return named if task.user_tools is None else named & set(task.user_tools)


def cases() -> Iterator[object]:
    for pack in PACKS.values():
        for task in pack.tasks.values():
            for fact in task.contract.facts:
                yield pytest.param(pack, task, fact, id=f"{task.id}-{fact.id}")


def stages(task: Task) -> Iterator[Agenda]:
    """Where the dialogue may stand when the question comes: each goal in turn is pursued."""
    goals = task.contract.goals
    for now, _ in enumerate(goals):
        yield Agenda(
            task.contract,
            raised=frozenset(goal.id for goal in goals[: now + 1]),
            settled={goal.id: "done" for goal in goals[:now]},
            fired=tuple(goal.after for goal in goals[: now + 1] if goal.after),
        )


@pytest.mark.parametrize(("pack", "task", "fact"), cases())
def test_each_fact_answers_to_five_phrasings(pack: Pack, task: Task, fact: Fact):
    tools = tuple(ToolSpec(name=name) for name in sorted(tools_of(pack, task)))
    attention = Attention(task.contract, pack.lexicon, tools)
    heard = []
    for phrasing in phrasings_of(pack.name, task, fact):
        hearings = [attention.hear(phrasing, agenda) for agenda in stages(task)]
        if any(
            ("fact", fact.id) in hearing.asked or fact in hearing.verified for hearing in hearings
        ):
            heard.append(phrasing)
    assert len(heard) >= LEAST, heard
