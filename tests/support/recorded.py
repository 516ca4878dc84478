"""Recorded dialogues for tests: random ones as the engine writes them, and tau2 files by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rut_domains.contract import Contract, Fact, Goal, Rule, Unknown
from rut_domains.dialogue import (
    EVERYONE,
    Briefing,
    Chair,
    Dialogue,
    Event,
    Message,
    Note,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
)
from rut_domains.tool import ToolSpec

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
    st.sampled_from(
        [
            "###STOP###",
            "I say ###STOP### but go on",
            "trailing space ",
            "\n leading",
            "=SUM(A1)",
            "[b]markup[/b] \x1b[31mred\x1b]0;title\x07",
            "👩‍👩‍👧 שלום 日本語",
        ]
    ),
).filter(lambda text: bool(text.strip()))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(st.text(min_size=1, max_size=6), VALUES, max_size=3)
ENGINE_ENDS = ("step_limit", "too_many_errors", "time_limit", "infrastructure_error")


@st.composite
def contracts(draw: st.DrawFn) -> Contract:
    """A contract with prose and parts."""
    return Contract(
        persona=draw(st.sampled_from(["", "You are curt."])),
        reason=draw(st.sampled_from(["", "You want a refund."])),
        known=draw(st.sampled_from(["", "Your order is W-1."])),
        instructions=draw(st.sampled_from(["", "Stay polite."])),
        guidelines=draw(st.sampled_from(["", "Say one thing at a time."])),
        facts=tuple(draw(st.lists(st.just(Fact(id="f", text="Your zip is 1.")), max_size=1))),
        unknowns=tuple(draw(st.lists(st.just(Unknown(id="u", text="The total.")), max_size=1))),
        goals=tuple(draw(st.lists(st.just(Goal(id="g", text="A refund.")), max_size=1))),
        rules=tuple(
            draw(st.lists(st.just(Rule(id="r", when="they refuse", then="leave")), max_size=1))
        ),
    )


@st.composite
def dialogues(draw: st.DrawFn, timeless: bool | None = None) -> Dialogue:
    """A dialogue as the engine writes it: moves of text, calls or both, results, maybe an end."""
    log = _Log(timed=not (draw(st.booleans()) if timeless is None else timeless))
    log.say("agent", "Hello", EVERYONE)
    for _ in range(draw(st.integers(0, 5))):
        seat: SeatName = draw(st.sampled_from(["user", "agent"]))
        kind = draw(st.sampled_from(["text", "calls", "both", "note"]))
        if kind == "note":
            log.note(draw(ARGUMENTS))
            continue
        if kind == "text":
            log.say(seat, draw(TEXTS), EVERYONE)
            continue
        if kind == "both":
            log.say(seat, draw(TEXTS), frozenset({seat}))
        names = draw(st.lists(st.sampled_from(["find", "refund"]), min_size=1, max_size=3))
        log.call(seat, [(name, draw(ARGUMENTS)) for name in names])
        for _ in names:
            log.answer(seat, draw(VALUES), draw(st.booleans()), crashed=draw(st.booleans()))
    _finish(draw, log)
    return Dialogue(
        id=draw(st.sampled_from(["d-1", "[b]|x/y\n", "d-3"])),
        domain="retail",
        task_id=draw(st.sampled_from(["t1", "[mms]a|b[P:Easy]"])),
        task_hash="abc",
        user=Chair(kind="human", name="ada"),
        agent=Chair(kind="scripted", name="script"),
        seed=draw(st.integers(0, 2**40)),
        created_at="2026-01-01T00:00:00+00:00",
        briefing=Briefing(
            contract=draw(st.none() | contracts()),
            policy=draw(st.sampled_from(["", "Be kind."])),
            agent_tools=(ToolSpec(name="find", description="Finds.", writes=False),),
            user_tools=(ToolSpec(name="refund"),),
        ),
        recorded=draw(ARGUMENTS),
        events=tuple(log.events),
    )


def _finish(draw: st.DrawFn, log: _Log) -> None:
    end = draw(st.sampled_from(["open", "user", "bare", "agent", "engine"]))
    if end == "open":
        return
    if end == "user":
        log.say("user", draw(TEXTS), EVERYONE)
    if end in ("user", "bare"):
        reason = draw(st.sampled_from(["satisfied", "transferred", "out_of_scope", "abandoned"]))
        log.stop("user", reason, draw(st.sampled_from(["", "stuck"])))
    elif end == "agent":
        log.stop("agent", "quit", "bye")
    else:
        log.stop("engine", draw(st.sampled_from(ENGINE_ENDS)), "")
    if draw(st.booleans()):
        log.note({"success": True})


class _Log:
    def __init__(self, *, timed: bool) -> None:
        self.events: list[Event] = []
        self._timed = timed
        self._pending: list[ToolCall] = []

    def _head(self) -> dict[str, Any]:
        seq = len(self.events)
        at = f"2026-01-01T{seq // 60:02}:{seq % 60:02}:00+00:00" if self._timed else None
        return {"seq": seq, "at": at}

    def say(self, seat: SeatName, text: str, seen: frozenset[SeatName]) -> None:
        self.events.append(Message(**self._head(), actor=seat, visible_to=seen, text=text))

    def call(self, seat: SeatName, calls: list[tuple[str, dict[str, Any]]]) -> None:
        for name, arguments in calls:
            call = ToolCall(
                **self._head(),
                actor=seat,
                visible_to=frozenset({seat}),
                call_id=f"c{len(self.events)}",
                name=name,
                arguments=arguments,
            )
            self.events.append(call)
            self._pending.append(call)

    def answer(self, seat: SeatName, content: Any, error: bool, *, crashed: bool) -> None:
        call = self._pending.pop(0)
        self.events.append(
            ToolResult(
                **self._head(),
                visible_to=frozenset({seat}),
                call_id=call.call_id,
                name=call.name,
                content=content,
                error=error,
                crashed=crashed,
                state_hash=f"h{len(self.events)}",
            )
        )

    def stop(self, actor: Any, reason: Any, detail: str) -> None:
        self.events.append(
            Stop(**self._head(), actor=actor, reason=reason, detail=detail, original=reason)
        )

    def note(self, data: dict[str, Any]) -> None:
        self.events.append(Note(**self._head(), kind="outcome", data=data))


def tau2_task(task_id: str = "0", **changes: Any) -> dict[str, Any]:
    """A task in tau2's form."""
    return {
        "id": task_id,
        "user_scenario": {
            "persona": None,
            "instructions": {
                "domain": "library",
                "reason_for_call": f"You want to renew book {task_id}.",
                "known_info": "You are Ada Poe.",
                "unknown_info": "You do not know the due date.",
                "task_instructions": "Refuse fees.",
            },
        },
        "evaluation_criteria": {
            "actions": [{"action_id": f"{task_id}_0", "name": "renew", "arguments": {}}]
        },
        **changes,
    }


def said(role: str, text: str | None, **more: Any) -> dict[str, Any]:
    """A message in tau2's form."""
    return {"role": role, "content": text, **more}


def call(name: str, call_id: str = "c1", requestor: str = "assistant", **args: Any) -> Any:
    """A tool call in tau2's form."""
    return {"id": call_id, "name": name, "arguments": args, "requestor": requestor}


def answered(text: str, call_id: str = "c1", requestor: str = "assistant", **more: Any) -> Any:
    """A tool message in tau2's form."""
    return {"role": "tool", "id": call_id, "content": text, "requestor": requestor, **more}


PLAIN_TALK = (
    said("assistant", "Hi!"),
    said("user", "Renew my book."),
    said("assistant", None, tool_calls=[call("renew", book="B9")]),
    answered("ok"),
    said("assistant", "Done."),
    said("user", "Thanks. ###STOP###"),
)


def tau2_simulation(
    sim_id: str = "s0", task_id: str = "0", messages: Any = PLAIN_TALK, **changes: Any
) -> dict[str, Any]:
    """A simulation in tau2's form."""
    return {
        "id": sim_id,
        "task_id": task_id,
        "timestamp": "2026-01-01T10:00:00",
        "start_time": "2026-01-01T09:00:00",
        "end_time": "2026-01-01T10:00:00",
        "duration": 3600.0,
        "termination_reason": "user_stop",
        "reward_info": {
            "reward": 1.0,
            "action_checks": [{"action": {"action_id": f"{task_id}_0"}, "action_match": True}],
        },
        "trial": 0,
        "seed": 7,
        "messages": list(messages) if isinstance(messages, tuple) else messages,
        **changes,
    }


def tau2_results(
    simulations: list[Any] | None = None, tasks: list[Any] | None = None, **changes: Any
) -> dict[str, Any]:
    """A results file in tau2's form."""
    return {
        "timestamp": "2026-01-01T10:00:00",
        "info": {
            "git_commit": "abc",
            "num_trials": 1,
            "user_info": {
                "implementation": "user_simulator",
                "llm": "model-u",
                "global_simulation_guidelines": "Rules for users.",
            },
            "agent_info": {"implementation": "llm_agent", "llm": "model-a"},
            "environment_info": {"domain_name": "library", "policy": "Be kind."},
        },
        "tasks": [tau2_task()] if tasks is None else tasks,
        "simulations": [tau2_simulation()] if simulations is None else simulations,
        **changes,
    }


def write_json(path: Path, value: Any) -> Path:
    """Write a value as JSON and return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path
