"""Scoring a dialogue: values in, an `Outcome` out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rut_domains.dialogue import Event, find_stop
from rut_domains.lexicon import Lexicon
from rut_domains.outcomes.assertions import explain, holds
from rut_domains.outcomes.calls import calls_of, forbidden_calls
from rut_domains.outcomes.disclosure import find_disclosures
from rut_domains.outcomes.effort import measure_effort
from rut_domains.outcomes.model import Outcome
from rut_domains.outcomes.probe import find_user_writes
from rut_domains.outcomes.states import diff_states, paths_outside
from rut_domains.task import Task
from rut_domains.tool import ToolSpec


def score(
    task: Task,
    events: Sequence[Event],
    initial_state: Mapping[str, Any],
    final_state: Mapping[str, Any],
    tools: Iterable[ToolSpec],
    *,
    expected_state: Mapping[str, Any] | None = None,
    lexicon: Lexicon | None = None,
) -> Outcome:
    """Score one dialogue.

    Args:
        task: What was played.
        events: The whole dialogue, lead's view.
        initial_state: The state before the first call.
        final_state: The state after the last one.
        tools: The tools of both seats, for telling reads from writes.
        expected_state: The state after a replay of the oracle; without it, collateral changes
            are undefined.
        lexicon: The domain's concepts, for finding what was asked.
    """
    failed = [
        explain(assertion, initial_state, final_state)
        for assertion in task.assertions
        if not holds(assertion, initial_state, final_state)
    ]
    forbidden = forbidden_calls(events, task.forbidden)
    collateral, unknown = _collateral(initial_state, final_state, expected_state)
    stop, stayed = find_stop(events), _not_handed_over(task, events)
    defined = bool(task.assertions)
    reasons = [
        *([] if defined else ["success is undefined: the task has no assertions"]),
        *failed,
        *forbidden,
        *(f"changed besides: {path}" for path in collateral or ()),
        *unknown,
        *([stayed] if stayed else []),
    ]
    writing = {tool.name: tool.writes for tool in tools}
    return Outcome(
        success=not failed and not forbidden if defined else None,
        relaxed=not failed if defined else None,
        collateral_free=None if collateral is None else not collateral,
        reasons=tuple(reasons),
        forbidden=forbidden,
        collateral=collateral or (),
        end=stop.reason if stop is not None else None,
        ended_as_expected=stop.reason in task.ends and not stayed if stop is not None else None,
        user=measure_effort(events, "user", writing),
        agent=measure_effort(events, "agent", writing),
        disclosure=find_disclosures(task.contract, events, lexicon or Lexicon()),
        user_writes=find_user_writes(task, events, writing, lexicon or Lexicon()),
    )


def _not_handed_over(task: Task, events: Sequence[Event]) -> str:
    """Return why an end as transferred is none, or nothing where it is one.

    Where the contract expects a transfer, the oracle's last call of the agent is the one that hands
    the user over; whom or what it names is for the assertions to say.
    """
    stop = find_stop(events)
    tools = [step.tool for step in task.oracle if step.by == "agent"]
    if stop is None or not tools or {stop.reason, task.contract.expects} != {"transferred"}:
        return ""
    done = (call.name for call, result in calls_of(events, "agent") if not result.error)
    if tools[-1] in done:
        return ""
    return f"ended as transferred, but nobody handed the user over: no {tools[-1]} went well"


def _collateral(
    initial: Mapping[str, Any], final: Mapping[str, Any], expected: Mapping[str, Any] | None
) -> tuple[tuple[str, ...] | None, list[str]]:
    if expected is None:
        return None, ["collateral changes are undefined: the oracle was not replayed"]
    changed = diff_states(initial, final)
    return paths_outside(changed, diff_states(initial, expected)), []
