"""Opening a pack's environment for a dialogue: the one place that joins pack, task and sandbox."""

from __future__ import annotations

import asyncio
from typing import Any

from rut_domains.dialogue import Briefing, Dialogue
from rut_domains.environment import Environment
from rut_domains.pack import Pack, start_state
from rut_domains.task import Task
from rut_tui.play.world import EnvironmentWorld
from rut_tui.settings import Settings


def open_environment(pack: Pack, task: Task, seed: int, settings: Settings) -> Environment:
    """Open a fresh environment in the task's start state.

    Raises:
        EnvironmentFault: It cannot be opened.
    """
    return Environment.open(
        pack.environment,
        start_state(pack, task),
        now=task.now,
        seed=seed,
        sandbox=settings.sandbox,
    )


def make_world(pack: Pack, task: Task, seed: int, settings: Settings) -> EnvironmentWorld:
    """Return a world that opens its environment when it is first needed."""
    return EnvironmentWorld(lambda: open_environment(pack, task, seed, settings))


def replay_dialogue(
    pack: Pack, task: Task, dialogue: Dialogue, settings: Settings
) -> dict[str, Any]:
    """Return the state in which a recorded dialogue left its environment.

    Raises:
        ReplayFault: The calls no longer lead to the recorded state.
        EnvironmentFault: The environment cannot be opened.
    """
    return asyncio.run(_replay(make_world(pack, task, dialogue.seed, settings), dialogue))


async def _replay(world: EnvironmentWorld, dialogue: Dialogue) -> dict[str, Any]:
    try:
        await world.restore(dialogue.events)
        return await asyncio.to_thread(world.state)
    finally:
        await world.close()


def make_briefing(pack: Pack, task: Task, settings: Settings) -> Briefing:
    """Return what both seats are given, with the tools that the environment really has."""
    with open_environment(pack, task, 0, settings) as environment:
        agent_tools, user_tools = environment.agent_tools, environment.user_tools
    if task.user_tools is not None:
        user_tools = tuple(tool for tool in user_tools if tool.name in task.user_tools)
    return Briefing(
        contract=task.contract,
        policy=pack.policy,
        agent_tools=agent_tools,
        user_tools=user_tools,
    )
