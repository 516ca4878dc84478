"""Domain packs at work: finding, choosing, showing, checking and making them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rut_domains.faults import PackFault, UsageFault
from rut_domains.pack import Pack, PackEntry, find_pack, list_packs, load_pack
from rut_domains.task import Task
from rut_tui.settings import Settings, remember_trusted
from rut_tui.work.trust import require_trust

T = TypeVar("T")

if TYPE_CHECKING:
    from rut_domains.pack.check import CheckReport


def list_entries(settings: Settings) -> list[PackEntry]:
    """Return every pack on the search path, the broken ones with their fault."""
    return list_packs(settings.pack_search())


def open_pack(settings: Settings, name: str) -> Pack:
    """Return a pack by name, or by its folder when the name is a path.

    Raises:
        PackFault: The pack is broken.
        UsageFault: There is none.
    """
    if _is_path(name):
        return load_pack(Path(name))
    return find_pack(name, settings.pack_search())


def playable_packs(settings: Settings) -> tuple[Pack, ...]:
    """Return the packs that can be played, each name once, in the order of the search path."""
    return tuple(
        entry.pack
        for entry in list_entries(settings)
        if entry.pack is not None and not entry.shadowed and playable_tasks(entry.pack)
    )


def playable_tasks(pack: Pack) -> tuple[Task, ...]:
    """Return a pack's tasks that can be played, in the order of their files."""
    return tuple(task for task in pack.tasks.values() if not task.playable)


def find_task(settings: Settings, domain: str, task_id: str) -> tuple[Pack, Task]:
    """Return a pack and one of its tasks.

    Raises:
        PackFault: The pack is broken.
        UsageFault: There is no such pack or task.
    """
    pack = open_pack(settings, domain)
    return pack, _task_of(pack, task_id)


def choose_task(
    settings: Settings, domain: str | None, task_id: str | None, seed: int
) -> tuple[Pack, Task]:
    """Return a pack and a playable task; what is not named is drawn by the seed.

    Raises:
        PackFault: The named pack is broken.
        UsageFault: There is no such pack or task, or it cannot be played.
    """
    dice = random.Random(seed)
    if domain is None and task_id is not None:
        pack = _pack_with(settings, task_id)
    elif domain is None:
        pack = dice.choice(_some(playable_packs(settings), "there is no pack that can be played"))
    else:
        pack = open_pack(settings, domain)
    if task_id is None:
        tasks = _some(playable_tasks(pack), f"no task of {pack.name!r} can be played")
        return pack, dice.choice(tasks)
    task = _task_of(pack, task_id)
    if task.playable:
        raise UsageFault(
            f"task {task.id!r} cannot be played: {task.playable}", place=f"{pack.name}/{task.id}"
        )
    return pack, task


def check(
    settings: Settings,
    name: str,
    *,
    trust: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> CheckReport:
    """Load a pack and check it by running its tasks' oracles.

    Args:
        settings: Search path and sandbox.
        name: The pack, by name or folder.
        trust: Whether the person agrees to run its code where nothing keeps it in.
        progress: Called with (tasks done, tasks in all) after each task.

    Raises:
        PackFault: The folder is no pack.
        UsageFault: There is none, or nothing keeps its code in and nobody agreed to run it.
    """
    from rut_domains.pack.check import check_pack

    try:
        pack = open_pack(settings, name)
    except PackFault:
        broken = _report_broken(settings, name)
        if broken is None:
            raise
        return broken
    require_trust(pack, settings, granted=trust)
    return check_pack(pack, sandbox=settings.sandbox, progress=progress)


def _report_broken(settings: Settings, name: str) -> CheckReport | None:
    """Return what is wrong with the files of a pack that cannot be read; None if it is none."""
    from rut_domains.pack.check import CheckReport, Finding
    from rut_domains.pack.loader import find_faults, has_manifest

    named = (entry.path for entry in list_entries(settings) if entry.name == name and entry.fault)
    path = Path(name) if _is_path(name) else next(named, None)
    faults = find_faults(path) if path is not None and has_manifest(path) else []
    if not faults:
        return None
    return CheckReport(
        pack=name,
        path=str(path),
        hash="",
        tasks=0,
        replayed=0,
        sandboxed=False,
        findings=tuple(
            Finding(
                severity="error",
                rule="format",
                text=f"{fault.title} ({fault.hint})" if fault.hint else fault.title,
                place=fault.place,
            )
            for fault in faults
        ),
    )


def make(settings: Settings, name: str, folder: Path) -> Path:
    """Write a new pack that passes the check, and return its folder.

    Its code is ours and trusted until somebody changes it.

    Raises:
        UsageFault: The name cannot be used, or a pack on the search path bears it.
        PackFault: The folder exists.
        MissingFault: The folder cannot be written.
    """
    from rut_domains.environment import source_hash
    from rut_domains.pack.scaffolding import remove_pack, scaffold_pack

    bearer = next((entry for entry in list_entries(settings) if entry.name == name), None)
    if bearer is not None:
        raise UsageFault(
            f"there is a pack called {name!r} already",
            hint="Choose another name.",
            place=str(bearer.path),
        )
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    made = scaffold_pack(name, folder)
    try:
        remember_trusted(settings, source_hash(load_pack(made).environment))
    except BaseException:
        remove_pack(made, missing)
        raise
    return made


def count_tags(tasks: Sequence[Task]) -> dict[str, int]:
    """Return how many tasks bear each tag."""
    return dict(sorted(Counter(tag for task in tasks for tag in task.tags).items()))


def _is_path(name: str) -> bool:
    return name.startswith(".") or "/" in name


def _task_of(pack: Pack, task_id: str) -> Task:
    if task_id in pack.tasks:
        return pack.tasks[task_id]
    raise UsageFault(
        f"domain {pack.name!r} has no task {task_id!r}",
        hint=f"Its tasks are: {', '.join(pack.tasks)}.",
    )


def _pack_with(settings: Settings, task_id: str) -> Pack:
    holding = [pack for pack in playable_packs(settings) if task_id in pack.tasks]
    if len(holding) == 1:
        return holding[0]
    if holding:
        names = ", ".join(pack.name for pack in holding)
        raise UsageFault(f"task {task_id!r} is in {names}", hint="Name one with --domain.")
    raise UsageFault(f"there is no task {task_id!r}", hint="See 'rut domains show NAME'.")


def _some(values: tuple[T, ...], title: str) -> tuple[T, ...]:
    if not values:
        raise UsageFault(title, hint="See 'rut domains list'.")
    return values
