"""The task behind a recorded dialogue, if it is still the one that was played."""

from __future__ import annotations

from rut_domains.dialogue import Dialogue
from rut_domains.faults import Fault
from rut_domains.pack import Pack
from rut_domains.task import Task
from rut_tui.settings import Settings
from rut_tui.work.domains import open_pack


class TaskFinder:
    """Finds tasks, reading each pack once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._packs: dict[str, Pack | None] = {}

    def find(self, dialogue: Dialogue) -> Task | None:
        """Return the task that was played, or None: its criteria fit no other."""
        if dialogue.origin.system != "rut":
            return None
        pack = self._pack(dialogue.domain)
        task = pack.tasks.get(dialogue.task_id) if pack is not None else None
        return task if task is not None and task.hash == dialogue.task_hash else None

    def _pack(self, name: str) -> Pack | None:
        if name not in self._packs:
            try:
                self._packs[name] = open_pack(self._settings, name)
            except Fault:
                self._packs[name] = None
        return self._packs[name]
