"""OpenAI chat JSONL: one dialogue a line, `messages` and `tools`, as an agent saw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from rut_domains.dialogue import Briefing, Chair, Dialogue, Origin
from rut_domains.faults import InputFault
from rut_domains.interop.chat import ChatReader
from rut_domains.interop.encoding import hash_file
from rut_domains.interop.findings import Integrity, Ledger
from rut_domains.interop.identity import derive_id, fingerprint, longer_id
from rut_domains.interop.json_file import JsonFile
from rut_domains.interop.places import place_fault
from rut_domains.interop.reading import Options
from rut_domains.interop.tau2.ends import record_end
from rut_domains.interop.transcript import Transcript
from rut_domains.task import Task
from rut_domains.tool import ToolSpec

SYSTEM = "openai-chat"
_MAPPED = frozenset({"messages", "tools", "functions"})


class ChatLines:
    """Reads a file of chats.

    The file holds nothing of what the user was told, so the dialogues have no contract. The first
    system messages are the agent's policy.

    Args:
        path: The file.
        options: How to read.
    """

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        self._ledger = Ledger(SYSTEM)
        self._file: JsonFile | None = None
        self._seen: set[str] = set()
        self._sources: set[str] = set()

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
            for number, (place, value) in enumerate(file.values(), start=1):
                try:
                    read = [self._read(chat, name) for name, chat in _chats(value, number)]
                except InputFault as fault:
                    raise place_fault(fault, place) from None
                yield from (dialogue for dialogue in read if dialogue is not None)
            if file.replaced:
                self._ledger.add("characters_replaced", f"in {file.replaced} lines")

    def tasks(self) -> Iterator[Task]:
        """Yield nothing: a chat names no task."""
        return iter(())

    def integrity(self) -> Integrity:
        """Return what was found so far."""
        return self._ledger.report()

    def _read(self, chat: Mapping[str, Any], name: str) -> Dialogue | None:
        source = chat.get("id") if isinstance(chat.get("id"), str) else name
        transcript = Transcript(source=str(source))
        reader = ChatReader(transcript, "messages")
        reader.read_all(chat["messages"])
        record_end(transcript, token=reader.token, word="", at=None, place=name)
        beside = {key: value for key, value in chat.items() if key != "messages"}
        dialogue_id = derive_id(SYSTEM, reader.rules, fingerprint(transcript.events), beside)
        named = self._origin_name(str(source), dialogue_id, transcript, name)
        if named is None:
            return None
        self._ledger.numbers["dialogues"] += 1
        transcript.report(self._ledger, dialogue_id)
        return Dialogue(
            id=dialogue_id,
            domain=SYSTEM,
            task_id=named,
            user=Chair(kind="unknown"),
            agent=Chair(kind="unknown"),
            origin=Origin(
                system=SYSTEM, source_id=named, file=self._path.name, file_hash=self.file_hash
            ),
            briefing=Briefing(
                policy="\n\n".join(reader.rules),
                agent_tools=transcript.tool_specs("agent", tuple(read_tools(chat))),
                user_tools=transcript.tool_specs("user"),
            ),
            recorded=_record(chat, reader),
            events=tuple(transcript.events),
        )

    def _origin_name(
        self, source: str, dialogue_id: str, transcript: Transcript, place: str
    ) -> str | None:
        """Return the name that the origin keeps; None if the same dialogue was read before."""
        if dialogue_id in self._seen:
            self._ledger.add("duplicate_dialogue", "kept once", dialogue=dialogue_id, place=place)
            return None
        self._seen.add(dialogue_id)
        if source not in self._sources:
            self._sources.add(source)
            return source
        transcript.find("duplicate_id", f"kept as {dialogue_id}", place)
        return longer_id(source, fingerprint(transcript.events))


def _record(chat: Mapping[str, Any], reader: ChatReader) -> dict[str, JsonValue]:
    rest = {key: value for key, value in chat.items() if key not in _MAPPED and value is not None}
    return {
        "reward": chat.get("reward"),
        "models": {"user": None, "agent": chat.get("model")},
        "simulation": rest,
        "messages": reader.recorded,
    }


def read_tools(chat: Mapping[str, Any]) -> Iterator[ToolSpec]:
    """Yield the tools of a chat: `tools`, or `functions` as it was once called."""
    given = chat.get("tools") or chat.get("functions") or []
    for item in given if isinstance(given, list) else []:
        tool = item.get("function", item) if isinstance(item, Mapping) else None
        if isinstance(tool, Mapping) and isinstance(tool.get("name"), str):
            description, parameters = tool.get("description"), tool.get("parameters")
            spec = ToolSpec(
                name=tool["name"], description=description if isinstance(description, str) else ""
            )
            if isinstance(parameters, dict):
                spec = spec.model_copy(update={"parameters": parameters})
            yield spec


def _chats(value: Any, number: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the chats of one line: an object with messages, a list of these, or of messages."""
    name = f"line {number}"
    if isinstance(value, Mapping) and isinstance(value.get("messages"), list):
        yield name, value
    elif isinstance(value, list) and value and all(_is_message(item) for item in value):
        yield name, {"messages": value}
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            if not isinstance(item, Mapping) or not isinstance(item.get("messages"), list):
                raise InputFault("a chat must be an object with messages", place=f"[{index}]")
            yield f"[{index}]", item
    else:
        raise InputFault("a chat must be an object with messages", place=name)


def _is_message(value: Any) -> bool:
    return isinstance(value, Mapping) and "role" in value
