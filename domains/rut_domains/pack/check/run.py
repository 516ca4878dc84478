"""The check of a whole pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rut_domains.dialogue import USER_ENDS
from rut_domains.environment import EnvironmentFault, Limits, SandboxChoice
from rut_domains.pack.check.findings import CheckReport, Finding, Remark, error, warning
from rut_domains.pack.check.hearing import check_hearing
from rut_domains.pack.check.replay import check_runs
from rut_domains.pack.check.wording import check_count, check_wording
from rut_domains.pack.document import Document, show_path
from rut_domains.pack.loader import read_manifest_document, read_task_documents
from rut_domains.pack.manifest import Pack
from rut_domains.pack.oracle import OracleRun, replay_oracle
from rut_domains.task import Task

Progress = Callable[[int, int], None]


def check_pack(
    pack: Pack,
    *,
    sandbox: SandboxChoice = "auto",
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> CheckReport:
    """Run every task's oracle twice and look at what a dialogue would need.

    Args:
        pack: The pack, already loaded and valid.
        sandbox: How its code is kept in.
        limits: The limits of its environment.
        progress: Called with (tasks done, tasks in all) after each task.
    """
    documents = read_task_documents(pack)
    findings: list[Finding] = []
    runs: list[OracleRun] = []
    for count, task in enumerate(pack.tasks.values(), start=1):
        document = documents[task.id]
        try:
            run = (
                None if task.playable else replay_oracle(pack, task, sandbox=sandbox, limits=limits)
            )
            again = run and replay_oracle(pack, task, sandbox=sandbox, limits=limits)
        except EnvironmentFault as fault:
            findings.append(_environment_finding(fault, task))
            if not runs:
                break
            continue
        findings.extend(_locate(document, task.id, _remarks(pack, task, run, again)))
        if run is not None:
            runs.append(run)
        if progress is not None:
            progress(count, len(pack.tasks))
    if runs:
        manifest = read_manifest_document(pack)
        findings.extend(_locate(manifest, "", _check_directions(pack, runs[0])))
        findings.extend(_locate(manifest, "", _check_tools(runs[0])))
    return CheckReport(
        pack=pack.name,
        path=str(pack.path),
        hash=pack.hash,
        tasks=len(pack.tasks),
        replayed=len(runs),
        sandboxed=any(run.sandboxed for run in runs),
        findings=tuple(findings),
    )


def _remarks(
    pack: Pack, task: Task, run: OracleRun | None, again: OracleRun | None
) -> Iterator[Remark]:
    if run is None or again is None:
        yield from check_count(task)
        return
    yield from check_wording(task, pack.lexicon)
    yield from check_hearing(task)
    yield from _check_ends(task)
    if not task.oracle:
        yield error("no-oracle", ("oracle",), "the task has no oracle")
        return
    yield from check_runs(task, run, again)
    yield from _check_user_side(pack, task, run)


def _check_ends(task: Task) -> Iterator[Remark]:
    if not task.ends:
        yield error("no-end", ("ends",), "no end counts as the expected one")
    elif task.contract.expects not in task.ends:
        yield error(
            "ends-differ",
            ("contract", "expects"),
            f"the user is to end as {task.contract.expects}; what counts is {', '.join(task.ends)}",
        )
    for index, end in enumerate(task.ends):
        if end not in USER_ENDS:
            yield error("no-end", ("ends", index), f"a user cannot end as {end!r}")


def _check_user_side(pack: Pack, task: Task, run: OracleRun) -> Iterator[Remark]:
    names = {tool.name for tool in run.user_tools}
    for index, name in enumerate(task.user_tools or ()):
        if name not in names:
            yield error("unknown-tool", ("user_tools", index), f"the user has no tool {name!r}")
    offered = names if task.user_tools is None else names & set(task.user_tools)
    for index, goal in enumerate(task.contract.goals):
        if goal.user_check is not None and goal.user_check.tool not in offered:
            yield error(
                "unknown-tool",
                ("contract", "goals", index, "user_check", "tool"),
                f"the user has no tool {goal.user_check.tool!r}",
            )
    directed = {direction.tool for direction in pack.lexicon.directions}
    for index, step in enumerate(task.oracle):
        if step.by != "user":
            continue
        if step.tool not in offered:
            yield error(
                "unknown-tool", ("oracle", index, "tool"), f"{step.tool!r} is not in user_tools"
            )
        if step.tool not in directed:
            yield error(
                "undirected-tool",
                ("oracle", index, "tool"),
                f"no direction of the lexicon leads a scripted user to {step.tool!r}",
            )


def _check_directions(pack: Pack, run: OracleRun) -> Iterator[Remark]:
    tools = {tool.name: tool for tool in run.user_tools}
    for index, direction in enumerate(pack.lexicon.directions):
        path = ("lexicon", "directions", index)
        tool = tools.get(direction.tool)
        if tool is None:
            yield error("unknown-tool", (*path, "tool"), f"the user has no tool {direction.tool!r}")
            continue
        if not direction.heard_as:
            yield error("unheard-direction", path, "nothing is heard as this direction")
        if not direction.says:
            yield warning("unreported-direction", path, "the user has no words for the result")
        known = tool.parameters.get("properties", {})
        for name in direction.arguments:
            if name not in known:
                yield error(
                    "unknown-argument",
                    (*path, "arguments", name),
                    f"{direction.tool!r} has no argument {name!r}",
                )


def _check_tools(run: OracleRun) -> Iterator[Remark]:
    for tool in (*run.agent_tools, *run.user_tools):
        if tool.writes is None:
            yield warning(
                "unmarked-tool", ("class",), f"{tool.name} is marked neither @read nor @write"
            )
        undescribed = [
            name
            for name, schema in tool.parameters.get("properties", {}).items()
            if not schema.get("description")
        ]
        if not tool.description.strip():
            yield warning("undescribed-tool", ("class",), f"{tool.name} has no docstring")
        elif undescribed:
            yield warning(
                "undescribed-tool",
                ("class",),
                f"the docstring of {tool.name} does not describe {', '.join(undescribed)}",
            )


def _locate(document: Document, task: str, remarks: Iterator[Remark]) -> Iterator[Finding]:
    for remark in remarks:
        yield Finding(
            severity=remark.severity,
            rule=remark.rule,
            text=remark.text,
            task=task,
            field=show_path(remark.path),
            place=document.place(remark.path),
        )


def _environment_finding(fault: EnvironmentFault, task: Task) -> Finding:
    return Finding(
        severity="error",
        rule="environment",
        text=fault.title,
        task=task.id,
        place=fault.place,
    )
