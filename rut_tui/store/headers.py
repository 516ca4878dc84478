"""What holds for a dialogue as a whole: its header, and the history of its link to a task."""

from __future__ import annotations

from typing import Any

from rut_domains.contract import Contract
from rut_domains.dialogue import Dialogue, Event, Link
from rut_domains.frozen import Frozen
from rut_tui.store.coding import decode, encode, readable, storable
from rut_tui.store.connection import Connection
from rut_tui.store.documents import Documents
from rut_tui.store.faults import StoreFault

_INSERT = """
INSERT INTO dialogues (
    id, domain, user_kind, user_name, agent_kind, agent_name, seed, created_at, added_at,
    origin_system, origin_source_id, origin_file, origin_file_hash, parent_id, parent_seq,
    policy_hash, agent_tools_hash, user_tools_hash, recorded
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_LINK = """
INSERT INTO dialogue_links (
    dialogue_id, number, at, link, task_id, task_hash, contract_hash, reason
) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_SELECT = """
SELECT d.domain, l.task_id, l.task_hash, l.link,
    d.user_kind, d.user_name, d.agent_kind, d.agent_name, d.seed, d.created_at,
    d.origin_system, d.origin_source_id, d.origin_file, d.origin_file_hash,
    d.parent_id, d.parent_seq, d.recorded,
    l.contract_hash, d.policy_hash, d.agent_tools_hash, d.user_tools_hash
FROM dialogues AS d JOIN current_links AS l ON l.dialogue_id = d.id WHERE d.id = ?
"""


class LinkEntry(Frozen):
    """One entry of a dialogue's link history. `at` is empty where it came with the dialogue."""

    at: str
    link: Link
    task_id: str
    task_hash: str
    contract_hash: str | None
    reason: str


class Headers:
    """The tables `dialogues` and `dialogue_links`."""

    def __init__(self, connection: Connection, documents: Documents) -> None:
        self._connection = connection
        self._documents = documents

    def has(self, dialogue_id: str) -> bool:
        """Return whether there is a dialogue of that id."""
        row = self._connection.first("SELECT 1 FROM dialogues WHERE id = ?", (dialogue_id,))
        return row is not None

    def insert(self, dialogue: Dialogue, at: str) -> None:
        """Write a header and its first link inside the open transaction."""
        contract, *documents = self._documents.put_briefing(dialogue.briefing)
        with storable(f"dialogue {dialogue.id}"):
            recorded = encode(dialogue.recorded)
        user, agent, origin = dialogue.user, dialogue.agent, dialogue.origin
        self._connection.write(
            _INSERT,
            (
                *(dialogue.id, dialogue.domain),
                *(user.kind, user.name, agent.kind, agent.name),
                *(dialogue.seed, dialogue.created_at, at),
                *(origin.system, origin.source_id, origin.file, origin.file_hash),
                *(dialogue.parent_id, dialogue.parent_seq, *documents, recorded),
            ),
        )
        link = (dialogue.link, dialogue.task_id, dialogue.task_hash, contract, "")
        self._connection.write(_INSERT_LINK, (dialogue.id, 0, at, *link))

    def load(self, dialogue_id: str, events: tuple[Event, ...] = ()) -> Dialogue:
        """Return a dialogue with the given events and the link that holds now.

        Raises:
            StoreFault: The header is damaged.
        """
        row = self._connection.first(_SELECT, (dialogue_id,))
        if row is None:
            raise StoreFault(
                "a dialogue belongs to no task",
                hint="`rut db check` tells what else is wrong; go back to a backup.",
                place=f"dialogue {dialogue_id}",
            )
        with readable(f"dialogue {dialogue_id}"):
            header: dict[str, Any] = {
                "id": dialogue_id,
                **_name(row[:4], "domain", "task_id", "task_hash", "link"),
                "user": _name(row[4:6], "kind", "name"),
                "agent": _name(row[6:8], "kind", "name"),
                **_name(row[8:10], "seed", "created_at"),
                "origin": _name(row[10:14], "system", "source_id", "file", "file_hash"),
                **_name(row[14:16], "parent_id", "parent_seq"),
                "recorded": decode(row[16]),
                "briefing": self._documents.get_briefing(row[17:]),
                "events": events,
            }
            return Dialogue.model_validate(header)

    def links(self, dialogue_id: str) -> tuple[LinkEntry, ...]:
        """Return the link history, the current entry last; empty if there is no such dialogue."""
        names = ("at", "link", "task_id", "task_hash", "contract_hash", "reason")
        rows = self._connection.query(
            f"SELECT {', '.join(names)} FROM dialogue_links "  # noqa: S608 - names of our own
            "WHERE dialogue_id = ? ORDER BY number",
            (dialogue_id,),
        )
        with readable(f"dialogue {dialogue_id}"):
            return tuple(LinkEntry.model_validate(_name(row, *names)) for row in rows)

    def add_link(
        self, dialogue_id: str, entry: LinkEntry, contract: Contract | None, number: int
    ) -> None:
        """Write the next entry of a link history inside the open transaction."""
        values = entry.model_dump(exclude={"at", "reason", "contract_hash"}).values()
        self._documents.put_contract(contract)
        self._connection.write(
            _INSERT_LINK,
            (dialogue_id, number, entry.at, *values, entry.contract_hash, entry.reason),
        )


def _name(values: tuple[Any, ...], *names: str) -> dict[str, Any]:
    return dict(zip(names, values, strict=True))
