"""Choosing what to play: the domain where there are several, then the task or a drawn one.

The lists give nothing away: the user's seat reads the reason of its own contract, the agent's seat
a number, since a task's title tells what the other side wants.
"""

from __future__ import annotations

from textual.app import App

from rut_domains.dialogue import SeatName
from rut_domains.faults import UsageFault
from rut_domains.pack import Pack
from rut_domains.task import Task
from rut_tui.settings import Settings
from rut_tui.ui.dialogs.question import Choose
from rut_tui.work.casting import Casting
from rut_tui.work.chance import draw_seed
from rut_tui.work.domains import playable_packs, playable_tasks
from rut_tui.work.play import Choice


async def ask_choice(app: App[None], settings: Settings, seat: SeatName) -> Choice | None:
    """Ask for domain and task; None after escape.

    Raises:
        UsageFault: There is no domain pack at all.
    """
    packs = playable_packs(settings)
    if not packs:
        raise UsageFault("there is no domain to play", hint="See 'rut domains list'.")
    pack = packs[0]
    if len(packs) > 1:
        entries = [(f"{pack.title} ({pack.name})", pack.summary) for pack in packs]
        index = await app.push_screen_wait(Choose("Which domain?", entries))
        if index is None:
            return None
        pack = packs[index]
    tasks = playable_tasks(pack)
    chosen = await app.push_screen_wait(Choose("Which task?", _entries(pack, tasks, seat)))
    if chosen is None:
        return None
    return Choice(
        domain=pack.name,
        task=None if chosen == 0 else tasks[chosen - 1].id,
        seed=draw_seed(),
        casting=Casting(seat=seat, player=settings.player or "player"),
    )


def _entries(pack: Pack, tasks: tuple[Task, ...], seat: SeatName) -> list[tuple[str, str]]:
    drawn = ("Surprise me", f"One of {len(tasks)} in {pack.title}, drawn at random.")
    if seat == "agent":
        return [drawn, *((f"Task {number}", "") for number in range(1, len(tasks) + 1))]
    return [drawn, *((task.contract.reason, "") for task in tasks)]
