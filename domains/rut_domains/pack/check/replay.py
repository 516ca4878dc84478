"""Whether a task can be solved as its oracle says, and only then counts as solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import JsonValue

from rut_domains.environment import CallResult
from rut_domains.outcomes import MISSING, diff_states, value_at
from rut_domains.outcomes.assertions import explain, holds
from rut_domains.outcomes.calls import is_forbidden
from rut_domains.pack.check.findings import Remark, error, warning
from rut_domains.pack.check.provenance import check_provenance
from rut_domains.pack.check.wording import check_step, check_write
from rut_domains.pack.document import Path
from rut_domains.pack.oracle import OracleRun
from rut_domains.task import Task
from rut_domains.tool import ToolSpec

_SHOWN = 8


def check_runs(task: Task, first: OracleRun, second: OracleRun) -> Iterator[Remark]:
    """Yield what two replays of an oracle show."""
    yield from _check_steps(task, first)
    differing = [
        *diff_states(first.initial, second.initial),
        *diff_states(first.final, second.final),
        *(
            f"result of step {index}"
            for index, (one, other) in enumerate(
                zip(first.results, second.results, strict=True), start=1
            )
            if diff_states(one.content, other.content)
        ),
    ]
    if differing:
        yield error(
            "not-deterministic",
            ("oracle",),
            f"two replays differ at: {', '.join(differing[:_SHOWN])}",
        )
    yield from _check_assertions(task, first)
    yield from _check_forbidden(task, first)
    yield from _check_order(task)
    if any(result.error for result in first.results):
        # What a failed step should have returned is missing: the rest would be noise.
        return
    agent_tools = {tool.name: tool for tool in first.agent_tools}
    yield from check_provenance(task, agent_tools, [result.content for result in first.results])


def _check_steps(task: Task, run: OracleRun) -> Iterator[Remark]:
    tools = {("agent", tool.name): tool for tool in run.agent_tools}
    tools.update({("user", tool.name): tool for tool in run.user_tools})
    contents: list[JsonValue] = []
    for index, (step, result) in enumerate(zip(task.oracle, run.results, strict=True)):
        path: Path = ("oracle", index)
        contents.append(result.content)
        tool = tools.get((step.by, step.tool))
        if tool is None:
            yield error("unknown-tool", (*path, "tool"), _unknown(step.by, step.tool, run))
        elif result.error:
            yield error("step-fails", path, f"{step.tool} fails: {_error_of(result)}")
        else:
            yield from check_step(path, step, contents)
            if tool.writes:
                yield from check_write(path, step)


def _check_assertions(task: Task, run: OracleRun) -> Iterator[Remark]:
    if not task.assertions:
        yield error("no-assertion", ("assertions",), "the task has no assertion")
        return
    for index, assertion in enumerate(task.assertions):
        path: Path = ("assertions", index)
        before = holds(assertion, run.initial, run.initial)
        if not holds(assertion, run.initial, run.final):
            yield error("assertion-fails", path, explain(assertion, run.initial, run.final))
        elif before and assertion.test in ("equals", "contains", "present"):
            yield warning(
                "true-from-the-start", path, "holds before the first call; say 'test: unchanged'"
            )
        missing = value_at(run.initial, assertion.path) is MISSING
        if assertion.test == "unchanged" and missing:
            yield warning("nothing-there", (*path, "path"), "leads nowhere in the start state")
    if all(holds(each, run.initial, run.initial) for each in task.assertions):
        yield from _check_idle(task, run)


def _check_idle(task: Task, run: OracleRun) -> Iterator[Remark]:
    """Remark on a task whose assertions all hold at the start: fine if nothing is to be done."""
    if diff_states(run.initial, run.final):
        yield error(
            "won-from-the-start",
            ("assertions",),
            "all assertions hold before the first call, although the oracle changes the state",
        )
    elif not task.forbidden:
        yield error(
            "cannot-fail",
            ("forbidden",),
            "nothing is to be done and nothing is forbidden, so that the task cannot fail",
        )


def _check_forbidden(task: Task, run: OracleRun) -> Iterator[Remark]:
    tools: dict[str, ToolSpec] = {tool.name: tool for tool in (*run.agent_tools, *run.user_tools)}
    for index, rule in enumerate(task.forbidden):
        path: Path = ("forbidden", index)
        tool = tools.get(rule.tool)
        if tool is None:
            yield error("unknown-tool", (*path, "tool"), f"there is no tool {rule.tool!r}")
            continue
        if tool.writes is False:
            yield warning("forbidden-read", (*path, "tool"), f"{rule.tool!r} only reads")
        known = tool.parameters.get("properties", {})
        for name in rule.arguments:
            if name not in known:
                yield error(
                    "unknown-argument",
                    (*path, "arguments", name),
                    f"{rule.tool!r} has no argument {name!r}",
                )
        if any(is_forbidden(step.tool, step.arguments, rule) for step in task.oracle):
            yield error("forbidden-in-oracle", path, "the oracle itself makes this call")


def _check_order(task: Task) -> Iterator[Remark]:
    steps = [step.tool for step in task.oracle]
    for index, (earlier, later) in enumerate(task.order):
        path: Path = ("order", index)
        absent = [name for name in (earlier, later) if name not in steps]
        if absent:
            yield error("unknown-tool", path, f"the oracle does not call {', '.join(absent)}")
        elif steps.index(earlier) > steps.index(later):
            yield error("order-broken", path, f"the oracle calls {later} before {earlier}")


def _unknown(seat: str, name: str, run: OracleRun) -> str:
    known = run.agent_tools if seat == "agent" else run.user_tools
    names = ", ".join(tool.name for tool in known) or "none"
    return f"the {seat} has no tool {name!r}; known: {names}"


def _error_of(result: CallResult) -> str:
    content: Any = result.content
    return str(content.get("error", content)) if isinstance(content, dict) else str(content)
