"""A file to try rating on: twelve scripted dialogues, half of them with a planted fault."""

from __future__ import annotations

from collections.abc import Iterator

from rut_domains.frozen import Frozen
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.work.simulate import simulate


class Scene(Frozen):
    """One dialogue of the demo; `fault` is planted in its user."""

    domain: str
    task: str
    seed: int
    fault: str | None = None


SCENES: tuple[Scene, ...] = ()


def fill_demo(store: Store, settings: Settings) -> Iterator[Scene]:
    """Play the scenes that the file does not hold yet; yields each when it is done."""
    held = {
        (row.domain, row.task_id, row.fault)
        for row in store.dialogues.list(system="rut", ended=True)
        if row.user.kind == "scripted"
    }
    for scene in SCENES:
        if (scene.domain, scene.task, scene.fault) not in held:
            simulate(
                store,
                settings,
                domain=scene.domain,
                task=scene.task,
                seed=scene.seed,
                fault=scene.fault,
            )
        yield scene
