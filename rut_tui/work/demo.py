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


SCENES: tuple[Scene, ...] = (
    Scene(domain="retail", task="club-member", seed=11),
    Scene(domain="retail", task="throw-too-late", seed=12, fault="volunteers_unasked_info"),
    Scene(domain="telecom", task="data-for-the-weekend", seed=13),
    Scene(domain="retail", task="bag-without-papers", seed=14, fault="fabricated_fact"),
    Scene(domain="retail", task="cracked-casserole", seed=15),
    Scene(domain="retail", task="lamp-cheaper-elsewhere", seed=16, fault="dumps_blueprint"),
    Scene(domain="telecom", task="phone-stolen-on-the-tram", seed=17),
    Scene(domain="retail", task="send-to-new-flat", seed=18, fault="premature_stop"),
    Scene(domain="retail", task="swap-jacket-size", seed=19),
    Scene(domain="retail", task="outlet-rug", seed=20, fault="withholds_on_request"),
    Scene(domain="telecom", task="calls-nobody-made", seed=21),
    Scene(domain="telecom", task="calls-but-no-data", seed=22, fault="unexecuted_action_claimed"),
)


def fill_demo(store: Store, settings: Settings) -> Iterator[Scene]:
    """Play the scenes that the file does not hold yet; yields each when it is done."""
    held = {
        (row.domain, row.task_id, row.fault)
        for row in store.dialogues.list(system="rut", ended=True)
        if row.user.kind == "scripted"
    }
    for scene in SCENES:
        if (scene.domain, scene.task, scene.fault) not in held:
            # All of a scene or nothing: an interrupted demo leaves no unfinished dialogue.
            with store.transaction():
                simulate(
                    store,
                    settings,
                    domain=scene.domain,
                    task=scene.task,
                    seed=scene.seed,
                    fault=scene.fault,
                )
        yield scene
