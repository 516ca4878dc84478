"""What was cut off by a kill or an interrupt: the end without its outcome, half a demo."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from rut_domains.dialogue import Dialogue, Note, Stop
from rut_domains.faults import UsageFault
from rut_tui.store import Store
from rut_tui.work import demo
from rut_tui.work.casting import Casting
from rut_tui.work.play import Choice, Session, resume_session, start_session
from rut_tui.work.score import last_outcome, rescore
from tests.support.screens import make_settings


async def finish(session: Session) -> None:
    async with aclosing(session.run()) as steps:
        async for _ in steps:
            pass


def cut_off(store: Store, folder: Path) -> Dialogue:
    """Return a dialogue with a planted fault that stopped before it was scored."""
    casting = Casting(fault="volunteers_unasked_info")
    choice = Choice(domain="retail", task="throw-too-late", seed=12, casting=casting)
    session = start_session(store, make_settings(folder), choice)
    asyncio.run(session._world.close())
    store.dialogues.append(session.id, [Stop(seq=0, at=None, actor="user", reason="satisfied")])
    return store.dialogues.get(session.id)


def closing(store: Store, name: str) -> list[tuple[str, object]]:
    notes = [event for event in store.dialogues.events(name) if isinstance(event, Note)]
    return [(note.kind, note.data.get("fired")) for note in notes]


def test_resuming_scores_what_ended_without_its_outcome(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    with Store.open(settings.db) as store:
        name = cut_off(store, tmp_path).id
        asyncio.run(finish(resume_session(store, settings, name)))
        assert closing(store, name) == [("outcome", None), ("planted_fault", False)]
        with pytest.raises(UsageFault, match="has ended"):
            resume_session(store, settings, name)


def test_scoring_tells_of_the_fault_that_never_fired(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    with Store.open(settings.db) as store:
        name = cut_off(store, tmp_path).id
        assert [scored.changed for scored in rescore(store, settings, [])] == [True]
        assert closing(store, name) == [("outcome", None), ("planted_fault", False)]
        assert [scored.changed for scored in rescore(store, settings, [])] == [False]


def test_an_interrupted_demo_leaves_nothing_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = make_settings(tmp_path)
    monkeypatch.setattr(demo, "SCENES", demo.SCENES[:2])
    record, recorded = Session._record, []

    def interrupt(session: Session, events: list[object]) -> None:
        record(session, events)  # type: ignore[arg-type]
        recorded.append(session.id)
        if len(set(recorded)) == 2 and recorded.count(session.id) == 3:
            raise KeyboardInterrupt

    with Store.open(settings.db) as store:
        with monkeypatch.context() as patched:
            patched.setattr(Session, "_record", interrupt)
            with pytest.raises(KeyboardInterrupt):
                list(demo.fill_demo(store, settings))
        assert [row.end is not None for row in store.dialogues.list()] == [True]
        list(demo.fill_demo(store, settings))
        events = [store.dialogues.events(row.id) for row in store.dialogues.list()]
        assert [last_outcome(log) is not None for log in events] == [True, True]
