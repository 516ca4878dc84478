"""Dialogues and their events: only ever added to, each move in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from rut_domains.contract import Contract
from rut_domains.dialogue import Dialogue, Event, Link
from rut_tui.store.coding import storable
from rut_tui.store.connection import Connection
from rut_tui.store.documents import Documents
from rut_tui.store.events import Events, LogState
from rut_tui.store.faults import StoreFault, UnknownDialogue
from rut_tui.store.headers import Headers, LinkEntry
from rut_tui.store.listing import LAST, count_dialogues, select_names, select_summaries
from rut_tui.store.stories import tell_story
from rut_tui.store.summary import Names, Summary, Wanted

SHORTEST_PREFIX = 4
_LISTED = 6


class Dialogues:
    """All dialogues. Names given to it are ids; where it says so, also the only start of one."""

    def __init__(self, connection: Connection, documents: Documents) -> None:
        self._connection = connection
        self._headers = Headers(connection, documents)
        self._events = Events(connection)

    def add(self, dialogue: Dialogue, *, at: str = "") -> bool:
        """Keep a dialogue with its events, in one transaction.

        Args:
            dialogue: The dialogue; its link is the first entry of its link history.
            at: When it arrived, ISO 8601 UTC.

        Returns:
            False, and nothing is changed, if it is here already: by its id, or as the same part
            of the same file (see `known_as`).

        Raises:
            StoreFault: Another dialogue has its id, the one here is shorter, or its events do not
                count from 0 or go on after the end.
        """
        with self._connection.immediate():
            if self.known_as(dialogue) is not None:
                return False
            self._headers.insert(dialogue, at)
            self._events.insert(dialogue.id, dialogue.events, LogState(0, ended=False))
        return True

    def append(self, dialogue_id: str, events: Sequence[Event]) -> None:
        """Append the events of one move; once this returns they are on the disk.

        Raises:
            StoreFault: An event's place is taken or leaves a gap, or the dialogue has ended.
            UnknownDialogue: There is no such dialogue.
        """
        with self._connection.immediate():
            self._events.insert(dialogue_id, events, self._state(dialogue_id))

    def get(self, name: str) -> Dialogue:
        """Return a dialogue by its id or the only start of it.

        Raises:
            UnknownDialogue: There is none, or several start like that.
        """
        dialogue_id = self.resolve(name)
        return self._headers.load(dialogue_id, self._events.read(dialogue_id))

    def header(self, name: str) -> Dialogue:
        """Return a dialogue, by its id or the only start of it, without its events.

        Raises:
            UnknownDialogue: There is none, or several start like that.
        """
        return self._headers.load(self.resolve(name))

    def events(self, name: str) -> tuple[Event, ...]:
        """Return the events of a dialogue by its id or the only start of it.

        Raises:
            UnknownDialogue: There is none, or several start like that.
        """
        return self._events.read(self.resolve(name))

    def resolve(self, name: str) -> str:
        """Return the id that `name` is, or is the only start of (4 characters at least).

        Raises:
            UnknownDialogue: There is none, or several start like that.
        """
        if self._headers.has(name):
            return name
        if len(name) < SHORTEST_PREFIX:
            raise UnknownDialogue(
                f"there is no dialogue {name!r}",
                hint=f"Give its id, or at least its first {SHORTEST_PREFIX} characters.",
            )
        rows = self._connection.query(
            "SELECT id FROM dialogues WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?",
            (name, name + LAST, _LISTED),
        )
        if len(rows) == 1:
            return str(rows[0][0])
        if not rows:
            raise UnknownDialogue(
                f"there is no dialogue {name!r}", hint="`rut dialogues` lists them."
            )
        listed = ", ".join(str(row[0]) for row in rows[: _LISTED - 1])
        more = ", ..." if len(rows) == _LISTED else ""
        raise UnknownDialogue(
            f"several dialogues start with {name!r}", hint=f"Choose one of {listed}{more}."
        )

    def list(self, **wanted: Unpack[Wanted]) -> tuple[Summary, ...]:
        """Return the dialogues that all given conditions let through, newest first."""
        return select_summaries(self._connection, wanted)

    def count(self, **wanted: Unpack[Wanted]) -> int:
        """Return how many dialogues all given conditions let through."""
        return count_dialogues(self._connection, wanted)

    def has(self, dialogue_id: str) -> bool:
        """Return whether a dialogue of that very id is here."""
        return self._headers.has(dialogue_id)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all dialogues, in order of the alphabet."""
        return tuple(
            str(row[0]) for row in self._connection.query("SELECT id FROM dialogues ORDER BY id")
        )

    def names(self) -> tuple[Names, ...]:
        """Return by what others know each dialogue, in order of arrival."""
        return select_names(self._connection)

    def open_here(self) -> tuple[Summary, ...]:
        """Return what a person began to play here and has not ended, newest first."""
        rows = select_summaries(self._connection, {"system": "rut", "ended": False})
        return tuple(
            row
            for row in rows
            if row.origin_system == "rut" and "human" in (row.user.kind, row.agent.kind)
        )

    def fork(self, parent_id: str, upto_seq: int, header: Dialogue, *, at: str = "") -> None:
        """Keep a new dialogue that begins with its parent's events up to `upto_seq`.

        The prefix is copied as it stands: the same numbers (call ids and the clock of the
        environment follow from them), the same times, and the notes for the lead in it, such as
        that a planted fault fired there. What was noted after the end of the parent is about the
        parent alone. A prefix with a stop in it could not go on and is refused.

        Args:
            parent_id: The dialogue to fork.
            upto_seq: The last event of the prefix.
            header: The new dialogue; its events and ancestry are set here.
            at: When it was made, ISO 8601 UTC.

        Raises:
            UsageFault: There is no such event, or the parent has ended there.
            UnknownDialogue: There is no such parent.
            StoreFault: The id of `header` is taken.
        """
        with self._connection.immediate():
            self._state(parent_id)
            if self._headers.has(header.id):
                raise StoreFault("another dialogue has this id", place=f"dialogue {header.id}")
            child = header.model_copy(update={"parent_id": parent_id, "parent_seq": upto_seq})
            self._headers.insert(child, at)
            self._events.copy(parent_id, upto_seq, header.id)

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
    ) -> bool:
        """Append the link that holds from now on; return False if it holds already.

        Args:
            dialogue_id: The dialogue.
            link: Whether the task is the one really played.
            at: When this was decided, ISO 8601 UTC.
            task_id: The task that the dialogue now belongs to.
            task_hash: The hash of that task.
            contract: What the user seat was told; None where that is not known.
            reason: Why.

        Raises:
            UnknownDialogue: There is no such dialogue.
        """
        with storable("contract"):
            hash_ = None if contract is None else contract.hash
        entry = LinkEntry(
            at=at,
            link=link,
            task_id=task_id,
            task_hash=task_hash,
            contract_hash=hash_,
            reason=reason,
        )
        with self._connection.immediate():
            self._state(dialogue_id)
            history = self._headers.links(dialogue_id)
            unchanged = {"at": at, "reason": reason}
            if history and history[-1].model_copy(update=unchanged) == entry:
                return False
            self._headers.add_link(dialogue_id, entry, contract, len(history))
        return True

    def links(self, dialogue_id: str) -> tuple[LinkEntry, ...]:
        """Return the link history of a dialogue, the entry that holds now last."""
        return self._headers.links(dialogue_id)

    def find_source(self, system: str, file_hash: str, source_id: str) -> tuple[str, ...]:
        """Return the ids of the dialogues that bear an id in a file by another system."""
        rows = self._connection.query(
            "SELECT id FROM dialogues WHERE origin_file_hash = ? AND origin_file_hash <> '' "
            "AND origin_source_id = ? AND origin_system = ? ORDER BY number",
            (file_hash, source_id, system),
        )
        return tuple(row[0] for row in rows)

    def known_as(self, dialogue: Dialogue) -> str | None:
        """Return the id under which a dialogue is here already, or None if it is new.

        It is here if a dialogue of its id tells the same story, or begins with it: what was said,
        done and answered, times and notes aside. It is also here if the same part of the same file
        is: either that tells the same story, or the file was imported as a whole before. (Two
        dialogues of one file may bear one source id; the first import keeps both.)

        Raises:
            StoreFault: Another dialogue has its id, or the one here is shorter.
        """
        if self._headers.has(dialogue.id):
            self._compare(dialogue)
            return dialogue.id
        origin = dialogue.origin
        same_source = self.find_source(origin.system, origin.file_hash, origin.source_id)
        if not same_source:
            return None
        if self._connection.value("SELECT 1 FROM imports WHERE file_hash = ?", (origin.file_hash,)):
            return same_source[0]
        story = tell_story(dialogue.events)
        same_story = (name for name in same_source if tell_story(self._events.read(name)) == story)
        return next(same_story, None)

    def _compare(self, given: Dialogue) -> None:
        place = f"dialogue {given.id}"
        kept, told = tell_story(self._events.read(given.id)), tell_story(given.events)
        shared = min(len(kept), len(told))
        same = kept[:shared] == told[:shared]
        if not same or self._headers.load(given.id).domain != given.domain:
            raise StoreFault(
                "another dialogue has this id",
                hint="Import it into another database (--db).",
                place=place,
            )
        if len(told) > len(kept):
            raise StoreFault(
                f"the dialogue is here already, but {len(told) - len(kept)} events shorter",
                hint="Import the longer one into another database (--db).",
                place=place,
            )

    def _state(self, dialogue_id: str) -> LogState:
        state = self._events.state(dialogue_id)
        if state is None:
            raise UnknownDialogue(
                f"there is no dialogue {dialogue_id!r}", hint="`rut dialogues` lists them."
            )
        return state
