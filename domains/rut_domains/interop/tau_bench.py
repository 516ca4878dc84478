"""tau-bench v1 (2024): a JSON list of trajectories, each with its task and a chat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import Briefing, Chair, Dialogue, Origin, ToolCall
from rut_domains.faults import InputFault
from rut_domains.frozen import digest
from rut_domains.interop.chat import ChatReader
from rut_domains.interop.encoding import hash_file
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.identity import derive_id, fingerprint, longer_id
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import place_fault
from rut_domains.interop.reading import Options
from rut_domains.interop.tau2.ends import record_end
from rut_domains.interop.tau2.scenario import read_contract
from rut_domains.interop.transcript import Transcript
from rut_domains.task import Task

SYSTEM = "tau-bench"
_DOMAINS = ("airline", "retail")
# In tau-bench v1 this call itself ends the dialogue.
_TRANSFER = "transfer_to_human_agents"


class Trajectories:
    """Reads a list of trajectories.

    Args:
        path: The file.
        options: How to read.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        self._ledger = Ledger(SYSTEM)
        self._file: JsonFile | None = None
        self._seen: dict[str, set[str]] = {}

    @cached_property
    def file_hash(self) -> str:
        """SHA-256 over the bytes of the file."""
        return hash_file(self._path)

    @property
    def progress(self) -> float:
        """How much has been read, from 0 to 1."""
        return self._file.bytes_read / max(1, self._file.size) if self._file is not None else 0.0

    def dialogues(self) -> Iterator[Dialogue]:
        """Yield the dialogues one by one."""
        with JsonFile(self._path) as file:
            self._file = file
            for index in file.slots():
                at = file.place()
                value = file.value()
                try:
                    dialogue = self._read(value, f"[{index}]")
                except InputFault as fault:
                    raise place_fault(fault, at) from None
                if dialogue is not None:
                    yield dialogue
            file.finish()
            if file.replaced:
                self._ledger.add("characters_replaced", f"in {file.replaced} records")

    def tasks(self) -> Iterator[Task]:
        """Yield nothing: the tasks go with the dialogues."""
        return iter(())

    def integrity(self) -> Integrity:
        """Return what was found so far."""
        return self._ledger.report()

    def _read(self, raw: Any, place: str) -> Dialogue | None:
        if not isinstance(raw, Mapping) or not isinstance(raw.get("traj"), list):
            raise InputFault("a trajectory must be an object with a list 'traj'", place=place)
        task_id, trial = str(raw.get("task_id", "")), raw.get("trial")
        source = f"{task_id}/{trial}"
        transcript = Transcript(source=source)
        reader = ChatReader(transcript, f"{place}.traj")
        reader.read_all(raw["traj"])
        _end(transcript, reader.token, place)
        policy = "\n\n".join(reader.rules)
        domain = f"{SYSTEM}-{_domain(policy, self._path)}"
        beside = {key: value for key, value in raw.items() if key != "traj"}
        dialogue_id = derive_id(
            SYSTEM, domain, task_id, trial, fingerprint(transcript.events), beside
        )
        named = self._origin_name(source, dialogue_id, transcript, place)
        if named is None:
            return None
        info = _mapping(raw.get("info"))
        task = _mapping(info.get("task"))
        contract = read_contract(task.get("instruction"), "")
        if contract is None:
            transcript.find("contract_missing", "no instruction for the user", place)
        transcript.report(self._ledger, dialogue_id)
        self._ledger.numbers["dialogues"] += 1
        return Dialogue(
            id=dialogue_id,
            domain=domain,
            task_id=task_id,
            task_hash=digest(dict(task)) if task else "",
            user=Chair(kind="unknown"),
            agent=Chair(kind="unknown"),
            origin=Origin(
                system=SYSTEM, source_id=named, file=self._path.name, file_hash=self.file_hash
            ),
            briefing=Briefing(
                contract=contract,
                policy=policy,
                agent_tools=transcript.tool_specs("agent"),
                user_tools=transcript.tool_specs("user"),
            ),
            recorded=_record(raw, info, task, reader),
            events=tuple(transcript.events),
        )

    def _origin_name(
        self, source: str, dialogue_id: str, transcript: Transcript, place: str
    ) -> str | None:
        """Return the name that the origin keeps; None if the same dialogue was read before."""
        known = self._seen.setdefault(source, set())
        if dialogue_id in known:
            self._ledger.add(
                "duplicate_dialogue", "kept once", dialogue=dialogue_id, source=source, place=place
            )
            return None
        known.add(dialogue_id)
        if len(known) == 1:
            return source
        transcript.find("duplicate_id", f"kept as {dialogue_id}", place)
        return longer_id(source, fingerprint(transcript.events))


def _record(
    raw: Mapping[str, Any], info: Mapping[str, Any], task: Mapping[str, Any], reader: ChatReader
) -> dict[str, JsonValue]:
    rest = {key: value for key, value in raw.items() if key not in ("traj", "info")}
    return {
        "reward": raw.get("reward"),
        "costs": {"user": info.get("user_cost"), "agent": info.get("agent_cost")},
        "models": {"user": None, "agent": None},
        "termination": None,
        "trial": raw.get("trial"),
        "simulation": {**rest, "info": {k: v for k, v in info.items() if k != "task"}},
        "task": dict(task),
        "messages": reader.recorded,
    }


def _end(transcript: Transcript, token: str, place: str) -> None:
    calls = [event for event in transcript.events if isinstance(event, ToolCall)]
    if not token and calls and calls[-1].name == _TRANSFER:
        transcript.end(
            "agent", "quit", detail="the transfer ended it", original=_TRANSFER, place=place
        )
        return
    record_end(transcript, token=token, word="", at=None, place=place)


def _domain(policy: str, path: Path) -> str:
    """Name the domain, which the file does not: from the policy's first line, or the file name."""
    for text in (policy.strip().partition("\n")[0].lower(), path.name.lower()):
        for name in _DOMAINS:
            if name in text:
                return name
    return "unknown"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
