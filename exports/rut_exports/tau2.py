"""tau2 1.0 results: one JSON file that tau2 loads, views and evaluates, and that we read back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from rut_domains.contract import Contract
from rut_domains.dialogue import Dialogue, SeatName
from rut_domains.faults import UsageFault
from rut_domains.frozen import digest
from rut_domains.interop.tau2.extension import KEY, Extension
from rut_domains.interop.tau2.header import PREFIX
from rut_domains.interop.tau2.words import ENDED_AS
from rut_exports.tau2_messages import Messages, write_time

# What of a simulation read from tau2 goes back as it was.
_KEPT = (
    "reward_info",
    "agent_cost",
    "user_cost",
    "agent_usage",
    "review",
    "user_only_review",
    "info",
    "auth_classification",
    "hallucination_retries_used",
    "hallucination_check",
)


class Tau2Writer:
    """Writes tau2 1.0 results.

    tau2 has no words for a seat taken by a person, for some ends, or for events that only the
    lead sees; these stand under the key `rut`, which tau2 ignores and our reader understands.
    """

    name = "tau2"
    suffix = ".json"
    holds = "messages, calls, ends and contracts, as tau2 1.0 results of one domain"

    def write(self, dialogues: Iterable[Dialogue], stream: TextIO) -> int:
        """Write one results file.

        Raises:
            UsageFault: The dialogues are of several domains, or two bear one id.
        """
        batch = tuple(dialogues)
        _check(batch)
        names = _TaskNames()
        trials: Counter[str] = Counter()
        simulations = []
        for dialogue in batch:
            name = names.of(dialogue)
            simulations.append(_simulation(dialogue, name, trials[name]))
            trials[name] += 1
        results = {
            "timestamp": max((item["timestamp"] for item in simulations), default=""),
            "info": _info(batch, num_trials=max(trials.values(), default=1)),
            "tasks": names.tasks,
            "simulations": simulations,
        }
        stream.write(json.dumps(results, indent=1, ensure_ascii=False, allow_nan=False))
        stream.write("\n")
        return len(batch)


def _check(batch: Sequence[Dialogue]) -> None:
    domains = sorted({dialogue.domain for dialogue in batch})
    if len(domains) > 1:
        raise UsageFault(
            f"a tau2 file holds one domain, these dialogues are of {len(domains)}",
            hint=f"Choose one with --domain: {', '.join(domains)}.",
        )
    twice = [name for name, count in Counter(item.id for item in batch).items() if count > 1]
    if twice:
        raise UsageFault(f"two dialogues have the id {twice[0]!r}", hint="Export each once.")


class _TaskNames:
    """Names for tasks: the task's own id, and a longer one where a contract differs."""

    def __init__(self) -> None:
        self.tasks: list[dict[str, Any]] = []
        self._names: dict[tuple[str, str], str] = {}
        self._taken: set[str] = set()

    def of(self, dialogue: Dialogue) -> str:
        """Return the name of a dialogue's task, and list the task when it is new."""
        record, contract = _task_record(dialogue), dialogue.briefing.contract
        content = digest(record) if record else contract.hash if contract is not None else ""
        key = (dialogue.task_id, content)
        if key not in self._names:
            name, number = dialogue.task_id, 1
            while name in self._taken:
                number += 1
                name = f"{dialogue.task_id}~{number}"
            self._names[key] = name
            self._taken.add(name)
            self.tasks.append(_task(dialogue, name))
        return self._names[key]


def _task_record(dialogue: Dialogue) -> dict[str, Any] | None:
    """Return the task's record, if the dialogue was read from tau2."""
    for key in ("played_task", "task"):
        record = dialogue.recorded.get(key)
        if dialogue.origin.system == "tau2" and isinstance(record, dict):
            return record
    return None


def _task(dialogue: Dialogue, name: str) -> dict[str, Any]:
    """Return a task in tau2's form: the record that was read, or one made of the contract."""
    record = _task_record(dialogue)
    if record is not None:
        return {**record, "id": name}
    contract = dialogue.briefing.contract or Contract()
    return {
        "id": name,
        "user_scenario": {
            "persona": contract.persona or None,
            "instructions": _instructions(contract, _domain_name(dialogue)),
        },
    }


def _instructions(contract: Contract, domain: str) -> dict[str, Any] | str:
    titles = {
        "Why you are here": "reason_for_call",
        "What you know": "known_info",
        "What you do not know": "unknown_info",
    }
    parts: dict[str, Any] = {"domain": domain, "reason_for_call": "", "known_info": None}
    parts |= {"unknown_info": None, "task_instructions": ""}
    rest: list[str] = []
    skipped = ("Who you are", "Rules for everyone in this seat")
    for title, text in contract.sections():
        if title in titles:
            parts[titles[title]] = text
        elif title == "How to go about it":
            rest.append(text)
        elif title not in skipped:
            rest.append(f"{title}:\n{text}")
    if not (contract.reason or parts["known_info"] or parts["unknown_info"]):
        return "\n\n".join(rest)
    parts["task_instructions"] = "\n\n".join(rest)
    return parts


def _simulation(dialogue: Dialogue, task_name: str, trial: int) -> dict[str, Any]:
    messages = Messages(dialogue.events, start=dialogue.created_at)
    kept = dialogue.recorded.get("simulation") if dialogue.origin.system == "tau2" else None
    return {
        "id": dialogue.id,
        "task_id": task_name,
        "timestamp": write_time(messages.last),
        "start_time": write_time(messages.first),
        "end_time": write_time(messages.last),
        "duration": (messages.last - messages.first).total_seconds(),
        "termination_reason": _ended_as(messages),
        "agent_cost": None,
        "user_cost": None,
        "reward_info": None,
        **({key: kept[key] for key in _KEPT if key in kept} if isinstance(kept, dict) else {}),
        "messages": messages.items,
        "trial": trial,
        "seed": dialogue.seed,
        "mode": "half_duplex",
        "policy": dialogue.briefing.policy,
        KEY: _extension(dialogue, messages).model_dump(mode="json"),
    }


def _ended_as(messages: Messages) -> str:
    """Return tau2's word for the end; of its own words one that its loader accepts."""
    stop = messages.stop
    if stop is None:
        return "unexpected_error"
    known = {*ENDED_AS.values(), "user_error"}
    if stop.actor == "user":
        return "user_stop"
    return stop.original if stop.original in known else ENDED_AS[stop.reason]


def _extension(dialogue: Dialogue, messages: Messages) -> Extension:
    return Extension(
        id=dialogue.id,
        domain=dialogue.domain,
        task_id=dialogue.task_id,
        task_hash=dialogue.task_hash,
        user=dialogue.user,
        agent=dialogue.agent,
        created_at=dialogue.created_at,
        origin=dialogue.origin,
        parent_id=dialogue.parent_id,
        parent_seq=dialogue.parent_seq,
        link=dialogue.link,
        contract=dialogue.briefing.contract,
        agent_tools=dialogue.briefing.agent_tools,
        user_tools=dialogue.briefing.user_tools,
        stop=messages.stop,
        merged=messages.merged,
        private=tuple(messages.private),
        encoded=tuple(messages.encoded),
        timeless=messages.timeless,
        hashes=tuple(messages.hashes),
        crashed=tuple(messages.crashed),
        notes=tuple(messages.notes),
        recorded=dialogue.recorded,
    )


def _info(batch: Sequence[Dialogue], *, num_trials: int) -> dict[str, Any]:
    infos = [dialogue.recorded.get("info") for dialogue in batch]
    base = infos[0] if infos and isinstance(infos[0], Mapping) else {}
    base = base if all(info == base for info in infos) else {}
    policies = [dialogue.briefing.policy for dialogue in batch if dialogue.briefing.policy]
    environment = base.get("environment_info")
    return {
        "git_commit": "",
        "max_steps": 200,
        "max_errors": 10,
        "seed": batch[0].seed if batch else None,
        **base,
        "num_trials": num_trials,
        "user_info": {
            **_seat_info(batch, "user", base),
            "global_simulation_guidelines": _guidelines(batch),
        },
        "agent_info": _seat_info(batch, "agent", base),
        "environment_info": {
            **(environment if isinstance(environment, Mapping) else {}),
            "domain_name": _domain_name(batch[0]) if batch else "",
            "policy": policies[0] if policies else "",
            "tool_defs": None,
        },
    }


def _seat_info(
    batch: Sequence[Dialogue], seat: SeatName, base: Mapping[str, Any]
) -> dict[str, Any]:
    """Return who sat in a seat, as far as it is the same in all dialogues."""
    given = base.get(f"{seat}_info")
    if isinstance(given, Mapping):
        return dict(given)
    chairs = {getattr(dialogue, seat) for dialogue in batch}
    chair = next(iter(chairs)) if len(chairs) == 1 else None
    return {
        "implementation": chair.kind if chair is not None else "several",
        "llm": chair.name if chair is not None and chair.kind == "model" else None,
        "llm_args": None,
    }


def _guidelines(batch: Sequence[Dialogue]) -> str | None:
    contracts = (dialogue.briefing.contract for dialogue in batch)
    return next((c.guidelines for c in contracts if c is not None and c.guidelines), None)


def _domain_name(dialogue: Dialogue) -> str:
    return dialogue.domain.removeprefix(PREFIX)
