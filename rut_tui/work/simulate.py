"""Dialogues that nobody plays: both seats are scripted."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from rut_domains.dialogue import Dialogue
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.work.casting import Casting
from rut_tui.work.play import Choice, Session, start_session


def simulate(
    store: Store,
    settings: Settings,
    *,
    domain: str | None,
    task: str | None,
    seed: int,
    fault: str | None = None,
) -> Dialogue:
    """Play one dialogue from start to end, score it, and return it.

    Raises:
        UsageFault: An unknown domain, task or fault, or a fault that the task cannot have.
    """
    choice = Choice(domain=domain, task=task, seed=seed, casting=Casting(fault=fault))
    session = start_session(store, settings, choice)
    asyncio.run(_play_out(session))
    return store.dialogues.get(session.id)


async def _play_out(session: Session) -> None:
    async with aclosing(session.run()) as steps:
        async for _ in steps:
            pass
