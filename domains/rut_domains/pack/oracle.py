"""Replaying a task's oracle: the calls that solve it, in a fresh environment."""

from __future__ import annotations

from typing import Any

from rut_domains.environment import CallResult, Environment, Limits, SandboxChoice
from rut_domains.frozen import Frozen
from rut_domains.pack.manifest import Pack
from rut_domains.pack.start import start_state
from rut_domains.task import Task
from rut_domains.tool import ToolSpec

# Each step happens this many seconds after the one before.
SECONDS_PER_STEP = 30


class OracleRun(Frozen):
    """What a replay brought: the state before and after, the tools, and each step's result."""

    initial: dict[str, Any]
    final: dict[str, Any]
    results: tuple[CallResult, ...]
    agent_tools: tuple[ToolSpec, ...]
    user_tools: tuple[ToolSpec, ...]
    sandboxed: bool


def replay_oracle(
    pack: Pack,
    task: Task,
    *,
    sandbox: SandboxChoice = "auto",
    limits: Limits | None = None,
) -> OracleRun:
    """Make all calls of a task's oracle, in order, and return the results and both states.

    A step that fails is an error result; the steps after it are made all the same.

    Raises:
        EnvironmentFault: The environment cannot be opened, or dies during a call.
    """
    with Environment.open(
        pack.environment,
        start_state(pack, task),
        now=task.now or pack.now,
        limits=limits or Limits(),
        sandbox=sandbox,
    ) as environment:
        initial = environment.state()
        results = tuple(
            environment.call(step.by, step.tool, step.arguments, tick=index * SECONDS_PER_STEP)
            for index, step in enumerate(task.oracle, start=1)
        )
        return OracleRun(
            initial=initial,
            final=environment.state(),
            results=results,
            agent_tools=environment.agent_tools,
            user_tools=environment.user_tools,
            sandboxed=environment.sandboxed,
        )
