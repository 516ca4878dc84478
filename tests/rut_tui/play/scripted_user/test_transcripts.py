"""Agent lines by people of different tempers: in each of them the user reaches its goal.

The transcripts hold what an agent says; a number stands for the oracle's call of that number,
made where it stands, so that the user's tools answer from the right state.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rut_domains.environment import Environment
from rut_domains.pack import BUILTIN, Pack, load_pack, start_state
from rut_domains.task import Task
from tests.support.scripted_user import Talk

FOLDER = Path(__file__).parent / "transcripts"
PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}
SEEDS = (0, 1)


def cases() -> Iterator[object]:
    for name, pack in PACKS.items():
        for task in pack.tasks.values():
            file = FOLDER / name / f"{task.id}.yaml"
            voices = yaml.safe_load(file.read_text("utf-8")) if file.exists() else {}
            for voice, lines in voices.items():
                yield pytest.param(pack, task, lines, id=f"{task.id}-{voice}")


def talk_with_tools(pack: Pack, task: Task, environment: Environment, seed: int) -> Talk:
    names = task.user_tools
    tools = tuple(tool for tool in environment.user_tools if names is None or tool.name in names)
    return Talk(
        task,
        pack.lexicon,
        seed=seed,
        tools=tools,
        answer=lambda tool, arguments: environment.call("user", tool, dict(arguments)).content,
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("pack", "task", "lines"), cases())
def test_the_goal_is_reached(pack: Pack, task: Task, lines: list[str | int], seed: int):
    with Environment.open(
        pack.environment, start_state(pack, task), now=task.now or pack.now
    ) as environment:
        talk = talk_with_tools(pack, task, environment, seed)
        for line in lines:
            if isinstance(line, int):
                step = task.oracle[line - 1]
                got = environment.call("agent", step.tool, step.arguments)
                assert not got.error, got.content
                continue
            assert not talk.ended, f"ended as {talk.reason} before: {line}"
            talk.hear(line)
        assert talk.reason in task.ends, "\n".join(talk.said)


def test_each_task_has_three_transcripts():
    for name, pack in PACKS.items():
        for task in pack.tasks:
            voices = yaml.safe_load((FOLDER / name / f"{task}.yaml").read_text("utf-8"))
            assert len(voices) >= 3, task
