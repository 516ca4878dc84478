"""A key in the rate screen, in a short and in a very long dialogue."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Ratio
from rut_annotations.rubric import load_rubric
from rut_domains.contract import Contract
from rut_domains.dialogue import Briefing, Chair, Dialogue, Event, Message, Stop
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.ui.app import RutApp
from rut_tui.ui.screens.rate import RateScreen
from rut_tui.work.rate import Desk

LENGTHS = (20, 2000)
KEYS = ("down", "down", "e", "right", "left", "up", "e", "2")
ROUNDS = 12


def measure() -> Iterator[Ratio]:
    """Press keys that move, mark and show other criteria, and wait until each is painted."""
    short, long = (asyncio.run(_seconds_a_key(length)) for length in LENGTHS)
    yield Ratio(
        f"key to paint: {LENGTHS[1]} events against {LENGTHS[0]}",
        long / short,
        1.5,
        f"{long * 1000:.2f} ms",
        f"{short * 1000:.2f} ms",
    )


async def _seconds_a_key(length: int) -> float:
    rubric = load_rubric("user_contract")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(db=Path(folder) / "rut.sqlite", sandbox="none")
        with Store.open(settings.db) as store:
            store.dialogues.add(_dialogue(length))
            desk = Desk(store, settings, "bench", rubric)
            app = RutApp(store, settings, lambda _: RateScreen(desk))
            async with app.run_test(size=(120, 40)) as pilot:
                await pilot.pause()
                await pilot.press("down", "e", "e")
                times = [await _press(app, key) for _ in range(ROUNDS) for key in KEYS]
    return statistics.median(times)


async def _press(app: RutApp, key: str) -> float:
    """Return the time from the key to the end of the refresh that it caused."""
    painted = asyncio.Event()
    start = time.perf_counter()
    app.simulate_key(key)
    app.call_later(lambda: app.screen.call_after_refresh(painted.set))
    await painted.wait()
    return time.perf_counter() - start


def _dialogue(length: int) -> Dialogue:
    chair = Chair(kind="scripted")
    events: list[Event] = [
        Message(
            seq=seq,
            actor="agent" if seq % 2 == 0 else "user",
            text=f"Turn {seq}: " + "words of an ordinary length, " * 6,
        )
        for seq in range(length - 1)
    ]
    events.append(Stop(seq=length - 1, actor="user", reason="satisfied"))
    return Dialogue(
        id="bench",
        domain="d",
        task_id="t",
        user=chair,
        agent=chair,
        created_at="2026-01-01",
        briefing=Briefing(contract=Contract(reason="You want to know where your order is.")),
        events=tuple(events),
    )
