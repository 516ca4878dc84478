"""Documents by their hash: contracts, policies, tool lists and imported tasks, each stored once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Literal, TypeVar

from pydantic import ConfigDict, TypeAdapter

from rut_domains.contract import Contract
from rut_domains.dialogue import Briefing
from rut_domains.frozen import digest
from rut_domains.task import Task
from rut_domains.tool import ToolSpec
from rut_tui.store.coding import decode, encode, escape_broken, readable, storable
from rut_tui.store.connection import Connection
from rut_tui.store.faults import StoreFault

Kind = Literal["contract", "policy", "tools", "task"]
T = TypeVar("T")

_TOOLS: TypeAdapter[tuple[ToolSpec, ...]] = TypeAdapter(
    tuple[ToolSpec, ...], config=ConfigDict(defer_build=True)
)
_KEPT = 64


class Documents:
    """The table `documents`. A hash is the SHA-256 of the document's canonical JSON."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._parsed: OrderedDict[str, Any] = OrderedDict()

    def put_briefing(self, briefing: Briefing) -> tuple[str | None, ...]:
        """Store a briefing inside the open transaction.

        Returns:
            The hashes of contract, policy, agent tools and user tools; None for what is empty.
        """
        return (
            self.put_contract(briefing.contract),
            self._put_policy(briefing.policy),
            self._put_tools(briefing.agent_tools),
            self._put_tools(briefing.user_tools),
        )

    def put_contract(self, contract: Contract | None) -> str | None:
        """Store a contract inside the open transaction; return its hash, None for none."""
        if contract is None:
            return None
        with storable("contract"):
            hash_ = contract.hash
        if not self._has(hash_):
            self._write("contract", hash_, contract.model_dump(mode="json"))
        return hash_

    def get_briefing(self, hashes: Iterable[str | None]) -> Briefing:
        """Return the briefing that `put_briefing` gave these four hashes for.

        Raises:
            StoreFault: A document is missing or damaged.
        """
        contract, policy, agent_tools, user_tools = hashes
        return Briefing(
            contract=None if contract is None else self._get(contract, Contract.model_validate),
            policy="" if policy is None else self._get(policy, str),
            agent_tools=self._get_tools(agent_tools),
            user_tools=self._get_tools(user_tools),
        )

    def add_tasks(self, tasks: Iterable[Task]) -> int:
        """Store imported tasks in one transaction; return how many were not here yet."""
        added = 0
        with self._connection.immediate():
            for task in tasks:
                with storable(f"task {task.id}"):
                    hash_ = task.hash
                if not self._has(hash_):
                    self._write("task", hash_, task.model_dump(mode="json"))
                    added += 1
        return added

    def tasks(self, domain: str | None = None) -> tuple[Task, ...]:
        """Return the imported tasks in order of arrival; of two of one name the later counts."""
        found: dict[tuple[str, str], Task] = {}
        for hash_, body in self._connection.each(
            "SELECT hash, body FROM documents WHERE kind = 'task' ORDER BY rowid"
        ):
            task = _parse(hash_, body, Task.model_validate)
            found.pop((task.domain, task.id), None)
            found[task.domain, task.id] = task
        return tuple(task for task in found.values() if domain in (None, task.domain))

    def _put_policy(self, text: str) -> str | None:
        return self._put("policy", text, _hash_text(text)) if text else None

    def _put_tools(self, tools: tuple[ToolSpec, ...]) -> str | None:
        if not tools:
            return None
        plain = _TOOLS.dump_python(tools, mode="json")
        with storable("tools"):
            hash_ = digest(plain)
        return self._put("tools", plain, hash_)

    def _get_tools(self, hash_: str | None) -> tuple[ToolSpec, ...]:
        return () if hash_ is None else self._get(hash_, _TOOLS.validate_python)

    def _put(self, kind: Kind, plain: Any, hash_: str) -> str:
        if not self._has(hash_):
            self._write(kind, hash_, plain)
        return hash_

    def _has(self, hash_: str) -> bool:
        found = self._connection.first("SELECT 1 FROM documents WHERE hash = ?", (hash_,))
        return found is not None

    def _write(self, kind: Kind, hash_: str, plain: Any) -> None:
        with storable(kind):
            # Keys keep their order: a form shows its fields as the schema gives them. Hashes are
            # of the sorted form, so that equal documents are one.
            body = escape_broken(encode(plain))
        self._connection.write(
            "INSERT INTO documents (hash, kind, body) VALUES (?, ?, ?)", (hash_, kind, body)
        )

    def _get(self, hash_: str, parse: Callable[[Any], T]) -> T:
        if hash_ in self._parsed:
            self._parsed.move_to_end(hash_)
            kept: T = self._parsed[hash_]
            return kept
        row = self._connection.first("SELECT body FROM documents WHERE hash = ?", (hash_,))
        if row is None:
            raise StoreFault(
                "a document that a dialogue names is missing",
                hint="`rut db check` tells what else is; go back to a backup.",
                place=f"document {hash_}",
            )
        made = _parse(hash_, row[0], parse)
        self._parsed[hash_] = made
        if len(self._parsed) > _KEPT:
            self._parsed.popitem(last=False)
        return made


@lru_cache(maxsize=8)
def _hash_text(text: str) -> str:
    """Hash a policy: long, and the same in all dialogues of a run."""
    return digest(text)


def _parse(hash_: str, body: str, parse: Callable[[Any], T]) -> T:
    with readable(f"document {hash_}"):
        return parse(decode(body))
