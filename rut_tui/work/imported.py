"""Domains that were imported as tasks: to be read and rated, not to be played."""

from __future__ import annotations

from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_domains.task import Task
from rut_tui.settings import Settings
from rut_tui.store import Store


class ImportedDomain(Frozen):
    """A domain known from its contracts alone."""

    name: str
    tasks: tuple[Task, ...]

    @property
    def why_not_playable(self) -> str:
        """The reason that its tasks give."""
        return next((task.playable for task in self.tasks if task.playable), "")


def list_imported(settings: Settings) -> tuple[ImportedDomain, ...]:
    """Return the imported domains of the database by name; none where there is no database."""
    if not settings.db.is_file():
        return ()
    with Store.open(settings.db, read_only=True) as store:
        return _by_domain(store)


def find_imported(settings: Settings, name: str) -> ImportedDomain | None:
    """Return the imported domain of that name."""
    return next((domain for domain in list_imported(settings) if domain.name == name), None)


def explain_unplayable(store: Store, name: str, fault: UsageFault) -> UsageFault:
    """Return a better answer to a request to play an imported domain, else `fault` itself."""
    found = next((domain for domain in _by_domain(store) if domain.name == name), None)
    if found is None:
        return fault
    return UsageFault(
        f"the domain {name!r} was imported and cannot be played: {found.why_not_playable}",
        hint="Its dialogues can be read and rated; 'rut domains list' shows what can be played.",
    )


def _by_domain(store: Store) -> tuple[ImportedDomain, ...]:
    grouped: dict[str, list[Task]] = {}
    for task in store.documents.tasks():
        grouped.setdefault(task.domain, []).append(task)
    return tuple(
        ImportedDomain(name=name, tasks=tuple(tasks)) for name, tasks in sorted(grouped.items())
    )
