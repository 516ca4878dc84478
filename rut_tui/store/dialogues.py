"""Dialogues and their events: append-only, each move in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from rut_domains.contract import Contract
from rut_domains.dialogue import Dialogue, Event, Link, Note
from rut_domains.faults import ExitCode, UsageFault
from rut_tui.store.coding import decode, encode, event_row, index_text, read_event
from rut_tui.store.connection import writing
from rut_tui.store.documents import Documents
from rut_tui.store.faults import StoreFault, told
from rut_tui.store.listing import select_summaries
from rut_tui.store.summary import Summary

_INSERT_EVENT = (
    "INSERT INTO events (dialogue_id, seq, at, actor, kind, visible_to, payload) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_SHORTEST_PREFIX = 4


class Dialogues:
    """The tables `dialogues`, `dialogue_links` and `events`."""

    def __init__(self, db: Database, documents: Documents, path: Path) -> None:
        self._db = db
        self._documents = documents
        self._path = path

    def add(self, dialogue: Dialogue) -> bool:
        """Keep a dialogue with its events; return False if that source is already there.

        Raises:
            StoreFault: Another dialogue has its id.
        """
        with self._writing():
            if self._known(dialogue):
                return False
            hashes = self._documents.put_briefing(dialogue.briefing)
            header = dialogue.model_dump(mode="json", exclude={"events", "briefing"})
            names = (
                dialogue.id,
                dialogue.origin.system,
                dialogue.origin.file_hash,
                dialogue.origin.source_id,
                dialogue.domain,
                dialogue.task_id,
                dialogue.user.kind,
                dialogue.user.name,
                dialogue.agent.kind,
                dialogue.agent.name,
                dialogue.created_at,
            )
            parent = (dialogue.parent_id, dialogue.parent_seq)
            self._db.conn.execute(
                "INSERT INTO dialogues (id, system, file_hash, source_id, domain, task_id, "
                "user_kind, user_name, agent_kind, agent_name, created_at, parent_id, parent_seq, "
                "contract_hash, policy_hash, agent_tools_hash, user_tools_hash, header) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*map(index_text, names), *parent, *hashes, encode(header)),
            )
            self._insert(dialogue.id, dialogue.events)
        return True

    def append(self, dialogue_id: str, events: Sequence[Event]) -> None:
        """Append the events of one move in one transaction.

        Raises:
            StoreFault: An event has a place that is taken already, or leaves a gap.
        """
        with self._writing():
            row = self._db.conn.execute(
                "SELECT coalesce(max(seq), -1) FROM events WHERE dialogue_id = ?",
                (dialogue_id,),
            ).fetchone()
            if any(event.seq != seq for seq, event in enumerate(events, start=row[0] + 1)):
                raise StoreFault(
                    "another process is playing this dialogue",
                    hint="Go on there, or resume it here once the other one has left.",
                    place=dialogue_id,
                    exit_code=ExitCode.MISSING,
                )
            self._insert(dialogue_id, events)

    def get(self, name: str) -> Dialogue:
        """Return a dialogue by its id, or by the start of it.

        Raises:
            UsageFault: There is none, or several start like that.
        """
        return self.header(name).model_copy(update={"events": self.events(self.resolve(name))})

    def header(self, name: str) -> Dialogue:
        """Return a dialogue without its events, under the link that holds now."""
        dialogue_id = self.resolve(name)
        with told(self._path):
            row = self._db.conn.execute(
                "SELECT header, contract_hash, policy_hash, agent_tools_hash, user_tools_hash "
                "FROM dialogues WHERE id = ?",
                (dialogue_id,),
            ).fetchone()
            link = self._db.conn.execute(
                "SELECT link, task_id, task_hash, contract_hash FROM dialogue_links "
                "WHERE dialogue_id = ? ORDER BY number DESC LIMIT 1",
                (dialogue_id,),
            ).fetchone()
            header: dict[str, Any] = decode(row[0])
            hashes = list(row[1:])
            if link is not None:
                header |= {"link": link[0], "task_id": link[1], "task_hash": link[2]}
                hashes[0] = link[3]
            briefing = self._documents.get_briefing(tuple(hashes))
        return Dialogue.model_validate({**header, "briefing": briefing})

    def events(self, dialogue_id: str) -> tuple[Event, ...]:
        """Return a dialogue's events in order."""
        with told(self._path):
            rows = self._db.conn.execute(
                "SELECT seq, at, actor, kind, visible_to, payload FROM events "
                "WHERE dialogue_id = ? ORDER BY seq",
                (dialogue_id,),
            )
            return tuple(read_event(row) for row in rows)

    def resolve(self, name: str) -> str:
        """Return the id that `name` is, or is the only start of.

        Raises:
            UsageFault: There is none, or several start like that.
        """
        with told(self._path):
            exact = self._db.conn.execute("SELECT id FROM dialogues WHERE id = ?", (name,))
            if exact.fetchone() is not None:
                return name
            rows = self._db.conn.execute(
                "SELECT id FROM dialogues WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 6",
                (len(name), name),
            ).fetchall()
        found = [row[0] for row in rows] if len(name) >= _SHORTEST_PREFIX else []
        if len(found) == 1:
            return str(found[0])
        if found:
            raise UsageFault(
                f"several dialogues start with {name!r}", hint=f"Such as: {', '.join(found[:5])}."
            )
        raise UsageFault(f"there is no dialogue {name!r}", hint="See 'rut dialogues'.")

    def list(
        self,
        *,
        text: str = "",
        domain: str | None = None,
        task: str | None = None,
        system: str | None = None,
        link: Link | None = None,
        ended: bool | None = None,
        limit: int | None = None,
    ) -> tuple[Summary, ...]:
        """Return the dialogues that all given conditions let through, newest first."""
        with told(self._path):
            rows = select_summaries(
                self._db.conn,
                text=text,
                domain=domain,
                task=task,
                system=system,
                link=link,
                ended=ended,
                limit=limit,
            )
        return tuple(rows)

    def open_here(self) -> tuple[Summary, ...]:
        """Return what a person began to play here and has not ended, newest first."""
        rows = self.list(system="rut", ended=False)
        return tuple(row for row in rows if "human" in (row.user.kind, row.agent.kind))

    def count(self) -> int:
        """Return how many dialogues there are."""
        with told(self._path):
            row = self._db.conn.execute("SELECT count(*) FROM dialogues").fetchone()
            return int(row[0])

    def find_source(self, system: str, file_hash: str, source_id: str) -> str | None:
        """Return the id of the dialogue that was read from that place, if it is there."""
        with told(self._path):
            row = self._db.conn.execute(
                "SELECT id FROM dialogues WHERE system = ? AND file_hash = ? AND source_id = ?",
                tuple(map(index_text, (system, file_hash, source_id))),
            ).fetchone()
        return None if row is None else str(row[0])

    def fork(self, parent_id: str, upto_seq: int, header: Dialogue) -> None:
        """Keep a new dialogue that begins with its parent's events up to `upto_seq`.

        The lead's notes and a stop are not taken over: they are about the parent. What is taken
        over is numbered anew from 0.

        Raises:
            UsageFault: `upto_seq` is no event of the parent.
        """
        events = [event for event in self.events(parent_id) if event.seq <= upto_seq]
        if not events or events[-1].seq != upto_seq:
            raise UsageFault(
                f"there is no event {upto_seq}", hint="See 'rut dialogues ID'.", place=parent_id
            )
        kept = [event for event in events if event.kind != "stop" and not isinstance(event, Note)]
        moved = tuple(event.model_copy(update={"seq": seq}) for seq, event in enumerate(kept))
        self.add(header.model_copy(update={"events": moved}))

    def set_link(
        self,
        dialogue_id: str,
        link: Link,
        at: str,
        *,
        task_id: str,
        task_hash: str = "",
        contract: Contract | None = None,
        reason: str = "",
    ) -> None:
        """Append the link that holds from now on."""
        with self._writing():
            self._db.conn.execute(
                "INSERT INTO dialogue_links "
                "(dialogue_id, at, link, task_id, task_hash, contract_hash, reason) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    dialogue_id,
                    at,
                    link,
                    index_text(task_id),
                    task_hash,
                    self._documents.put_contract(contract),
                    index_text(reason),
                ),
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction; inside a larger one, a part of it."""
        with told(self._path):
            try:
                with writing(self._db):
                    yield
            except BaseException:
                self._documents.forget_known()
                raise

    def _insert(self, dialogue_id: str, events: Sequence[Event]) -> None:
        rows = [event_row(dialogue_id, event) for event in events]
        self._db.conn.executemany(_INSERT_EVENT, rows)

    def _known(self, dialogue: Dialogue) -> bool:
        origin = dialogue.origin
        same_source = origin.system != "rut" and self.find_source(
            origin.system, origin.file_hash, origin.source_id
        )
        if same_source:
            return True
        row = self._db.conn.execute(
            "SELECT 1 FROM dialogues WHERE id = ?", (dialogue.id,)
        ).fetchone()
        if row is None:
            return False
        if self.get(dialogue.id) == dialogue:
            return True
        raise StoreFault(
            "another dialogue has this id",
            hint="Give it a new id, or look whether it was changed since it was exported.",
            place=dialogue.id,
        )
