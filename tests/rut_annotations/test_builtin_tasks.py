"""The criteria that the built-in tasks bring along fit the rubric and the contract shown."""

from __future__ import annotations

import pytest

from rut_annotations.blind import blind_dialogue
from rut_annotations.rubric import with_task_criteria
from rut_domains.pack import BUILTIN, load_pack
from rut_domains.task import Task
from tests.support.dialogues import make_briefing, make_dialogue
from tests.support.judging import RUBRIC

TASKS = [
    task
    for folder in sorted(BUILTIN.iterdir())
    if (folder / "pack.yaml").is_file()
    for task in load_pack(folder).tasks.values()
]


@pytest.mark.parametrize("task", TASKS, ids=[f"{task.domain}-{task.id}" for task in TASKS])
def test_a_built_in_tasks_criteria_rest_on_words_of_the_contract_that_raters_read(
    task: Task,
) -> None:
    own = with_task_criteria(RUBRIC, task)[len(RUBRIC.criteria) :]
    assert 4 <= len(own) <= 8
    dialogue = make_dialogue(briefing=make_briefing(contract=task.contract))
    blind = blind_dialogue(dialogue, RUBRIC, "K7QM-4TXD")
    assert [item.id for item in own if blind.find_span(item.span) is None] == []
