"""One tau2 simulation, made a dialogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rut_domains.contract import Contract
from rut_domains.dialogue import Briefing, Dialogue, Event, Link, Origin, Stop, ToolResult
from rut_domains.faults import InputFault
from rut_domains.interop.identity import derive_id, fingerprint, longer_id
from rut_domains.interop.reading import LinkChoice
from rut_domains.interop.soundness import LARGEST, find_unsound
from rut_domains.interop.tau2.ends import record_end
from rut_domains.interop.tau2.extension import KEY, Extension, read_extension
from rut_domains.interop.tau2.header import Header
from rut_domains.interop.tau2.links import LinkCheck
from rut_domains.interop.tau2.messages import MessageReader, last_message
from rut_domains.interop.tau2.recorded import read_name, record
from rut_domains.interop.tau2.ticks import flatten_ticks
from rut_domains.interop.tau2.words import SIMULATION_KEYS
from rut_domains.interop.transcript import Transcript, read_time
from rut_domains.tool import ToolSpec


class SimulationReader:
    """Reads the simulations of one results file.

    Args:
        header: What the file says about all of them.
        file: The name of the file, for the origin.
        file_hash: The hash of its bytes.
        links: What to do with mislinked simulations.
    """

    def __init__(self, header: Header, *, file: str, file_hash: str, links: LinkChoice) -> None:
        self._header = header
        self._ledger = header.ledger
        self._file = file
        self._file_hash = file_hash
        self._links = links
        self._seen: dict[str, set[str]] = {}

    def read(self, raw: Any, place: str) -> Dialogue | None:
        """Return the dialogue; None if it has been read before, or is a voice run without words.

        Raises:
            InputFault: It has not the form of a simulation.
        """
        if not isinstance(raw, Mapping):
            raise InputFault("a simulation must be an object", place=place)
        source = read_name(raw, "id", place)
        transcript = Transcript(source=source)
        messages = self._messages(raw, transcript, place)
        if messages is None:
            transcript.report(self._ledger, "")
            return None
        extension = self._extension(raw, transcript, place)
        reader = MessageReader(transcript, f"{place}.messages", last_message(messages), extension)
        for index, message in enumerate(messages):
            reader.read(index, message)
        self._end(raw, reader, extension, place)
        self._count_unknown(raw, reader)
        dialogue_id = self._identify(raw, transcript, extension, place)
        named = self._origin_name(source, dialogue_id, transcript, place)
        if named is None:
            return None
        if extension is not None:
            dialogue = self._own(raw, transcript, extension)
            wrong = find_unsound(dialogue)
            if wrong:
                raise InputFault(wrong, hint="Write the file again.", place=f"{place}.{KEY}")
        else:
            dialogue = self._foreign(raw, reader, dialogue_id, named, place)
        transcript.report(self._ledger, dialogue.id)
        self._ledger.numbers["dialogues"] += 1
        self._ledger.numbers["unlinked"] += dialogue.link == "unlinked"
        return dialogue

    def _identify(
        self,
        raw: Mapping[str, Any],
        transcript: Transcript,
        extension: Extension | None,
        place: str,
    ) -> str:
        """Return our id: of what the simulation is called and of what happened in it."""
        if extension is not None:
            return extension.id
        return derive_id(
            "tau2",
            self._header.domain,
            read_name(raw, "task_id", place),
            transcript.source,
            raw.get("trial"),
            fingerprint(transcript.events),
        )

    def _count_unknown(self, raw: Mapping[str, Any], reader: MessageReader) -> None:
        for key, count in reader.unknown.items():
            self._ledger.kept[key] += count
        for key in raw.keys() - SIMULATION_KEYS:
            self._ledger.kept[f"simulation.{key}"] += 1

    def _messages(
        self, raw: Mapping[str, Any], transcript: Transcript, place: str
    ) -> list[Any] | None:
        messages, ticks = raw.get("messages"), raw.get("ticks")
        if not isinstance(messages, list | None) or not isinstance(ticks, list | None):
            raise InputFault("messages and ticks must be lists", place=place)
        if messages or not ticks:
            return messages or []
        flat = flatten_ticks(ticks)
        if not flat:
            transcript.find("voice_without_text", "its ticks hold no text and no call", place)
            return None
        transcript.find("voice_flattened", f"{len(ticks)} ticks, {len(flat)} messages", place)
        return flat

    def _extension(
        self, raw: Mapping[str, Any], transcript: Transcript, place: str
    ) -> Extension | None:
        if raw.get(KEY) is None:
            return None
        extension = read_extension(raw[KEY])
        if extension is None:
            transcript.find("extension_unreadable", f"{KEY!r} is left aside", f"{place}.{KEY}")
        return extension

    def _end(
        self,
        raw: Mapping[str, Any],
        reader: MessageReader,
        extension: Extension | None,
        place: str,
    ) -> None:
        word = raw.get("termination_reason")
        if extension is None:
            record_end(
                reader.transcript,
                token=reader.token,
                word=word if isinstance(word, str) else "",
                at=read_time(raw.get("end_time")) if reader.last_at is not None else None,
                place=f"{place}.termination_reason",
            )
        elif extension.stop is not None:
            stop = extension.stop
            reader.transcript.end(
                stop.actor,
                stop.reason,
                detail=stop.detail,
                original=stop.original,
                at=stop.at,
                place=place,
            )
        else:
            reader.transcript.check_open()

    def _origin_name(
        self, source: str, dialogue_id: str, transcript: Transcript, place: str
    ) -> str | None:
        """Return the name under which the origin keeps the simulation: its id, or a longer one.

        None if the very same dialogue has been read before.
        """
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

    def _own(
        self, raw: Mapping[str, Any], transcript: Transcript, extension: Extension
    ) -> Dialogue:
        """Return a dialogue that rut-tui itself wrote."""
        events = _restore(transcript.events, extension)
        for note in sorted(extension.notes, key=lambda item: item.seq):
            events.insert(min(note.seq, len(events)), note)
        return Dialogue(
            id=extension.id,
            domain=extension.domain,
            task_id=extension.task_id,
            task_hash=extension.task_hash,
            user=extension.user,
            agent=extension.agent,
            seed=_whole(raw.get("seed")),
            created_at=extension.created_at,
            origin=extension.origin,
            parent_id=extension.parent_id,
            parent_seq=extension.parent_seq,
            link=extension.link,
            briefing=Briefing(
                contract=extension.contract,
                policy=_text(raw.get("policy", self._header.policy)),
                agent_tools=extension.agent_tools,
                user_tools=extension.user_tools,
            ),
            recorded=extension.recorded,
            events=tuple(
                event if event.seq == seq else event.model_copy(update={"seq": seq})
                for seq, event in enumerate(events)
            ),
        )

    def _foreign(
        self,
        raw: Mapping[str, Any],
        reader: MessageReader,
        dialogue_id: str,
        named: str,
        place: str,
    ) -> Dialogue:
        header, transcript = self._header, reader.transcript
        task_id = read_name(raw, "task_id", place)
        link, played = self._link(raw, transcript, task_id, place)
        briefing = self._briefing(raw, transcript, link, played, place)
        # All parts are models or checked JSON: to walk through them again would double the time.
        return Dialogue.model_construct(
            id=dialogue_id,
            domain=header.domain,
            task_id=played,
            task_hash=header.task_hash(played) if link != "unlinked" else "",
            user=header.chair("user"),
            agent=header.chair("agent"),
            seed=_whole(raw.get("seed")),
            created_at=read_time(raw.get("start_time")) or read_time(raw.get("timestamp")) or "",
            origin=Origin(
                system="tau2",
                source_id=named,
                file=self._file,
                file_hash=self._file_hash,
            ),
            link=link,
            briefing=briefing,
            recorded=record(raw, reader, header, played=played, policy=briefing.policy),
            events=tuple(transcript.events),
        )

    def _briefing(
        self, raw: Mapping[str, Any], transcript: Transcript, link: Link, played: str, place: str
    ) -> Briefing:
        """Return what the seats were given; of a mislinked dialogue's task nothing is shown."""
        header = self._header
        called = bool(transcript.tools["user"])
        if called and header.guidelines_mismatch:
            transcript.find("guidelines_mismatch", _guidelines_used(header), place)
        contract: Contract | None = None
        named: tuple[ToolSpec, ...] = ()
        if link != "unlinked":
            contract = header.contract(played, user_called=called)
            named = header.named_user_tools(played)
            if contract is None and played in header.tasks:
                transcript.find("contract_missing", f"task {played!r} has no user scenario", place)
        return Briefing(
            contract=contract,
            policy=_text(raw.get("policy")) or header.policy,
            agent_tools=transcript.tool_specs("agent", header.agent_tools),
            user_tools=transcript.tool_specs("user", named),
        )

    def _link(
        self, raw: Mapping[str, Any], transcript: Transcript, task_id: str, place: str
    ) -> tuple[Link, str]:
        """Return how the dialogue is linked, and the task that its contract is taken from."""
        check = self._header.links.check(task_id, raw.get("reward_info"))
        self._ledger.numbers["checkable"] += check.state != "unchecked"
        missing = task_id not in self._header.tasks
        if missing:
            transcript.find("task_missing", f"no task {task_id!r}", f"{place}.task_id")
        if check.state == "partial":
            transcript.find("actions_differ", check.text, f"{place}.reward_info")
        if check.state == "wrong":
            self._ledger.numbers["mislinked"] += 1
            transcript.find("mislinked", check.text, f"{place}.task_id")
        if check.state != "wrong" and not missing:
            self._ledger.numbers["uncheckable"] += check.state == "unchecked"
            return "linked", task_id
        return self._choose(check, task_id)

    def _choose(self, check: LinkCheck, task_id: str) -> tuple[Link, str]:
        if self._links == "relink" and check.played:
            return "relinked", check.played
        if self._links == "accept":
            return "accepted", task_id
        return "unlinked", task_id


def _restore(events: list[Event], extension: Extension) -> list[Event]:
    """Give the events back what tau2's messages have no place for."""
    restored: list[Event] = []
    results = 0
    for event in events:
        changes: dict[str, Any] = {}
        if extension.timeless and not isinstance(event, Stop):
            changes["at"] = None
        if isinstance(event, ToolResult):
            if results < len(extension.hashes):
                changes["state_hash"] = extension.hashes[results]
            changes["crashed"] = results in extension.crashed
            results += 1
        restored.append(event.model_copy(update=changes) if changes else event)
    return restored


def _guidelines_used(header: Header) -> str:
    if header.guidelines.tools:
        return f"those with tools are taken from {header.guidelines.place}"
    return "no others were found, so the recorded ones are used"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _whole(value: Any) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST
    return value if whole else 0
