"""A replayed counterpart: its recording says which domain and task are played."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest

from rut_domains.dialogue import Chair, Stop
from rut_domains.faults import UsageFault
from rut_tui.plain.play import play_lines
from rut_tui.store import Store
from rut_tui.work.casting import Casting
from rut_tui.work.play import Choice, Session, resume_session, start_session
from tests.support.screens import make_settings

TASK = "late-chairs"


def record(store: Store, folder: Path) -> str:
    casting = Casting(seat="user")
    choice = Choice(domain="retail", task=TASK, seed=1, casting=casting)
    session = start_session(store, make_settings(folder), choice)
    store.dialogues.append(session.id, [Stop(seq=0, at=None, actor="user", reason="satisfied")])
    return session.id


def replay(store: Store, folder: Path, source: str, seed: int = 0, **choice: str) -> Session:
    casting = Casting(seat="user", counterpart=f"replay:{source}")
    made = Choice.model_validate({**choice, "seed": seed, "casting": casting})
    return start_session(store, make_settings(folder), made)


def test_what_is_left_open_is_that_of_the_recording(tmp_path: Path) -> None:
    with Store.open(make_settings(tmp_path).db) as store:
        name = record(store, tmp_path)
        for seed in range(4):
            header = replay(store, tmp_path, name[:8], seed).dialogue
            assert (header.domain, header.task_id) == ("retail", TASK)
            # The whole id: the start of it may one day be that of several.
            assert header.agent == Chair(kind="replay", name=name)
        for named in ({"domain": "retail"}, {"task": TASK}):
            header = replay(store, tmp_path, name, **named).dialogue
            assert (header.domain, header.task_id) == ("retail", TASK)


@pytest.mark.parametrize("named", [{"task": "throw-too-late"}, {"domain": "telecom"}])
def test_another_task_than_that_of_the_recording_is_refused(
    tmp_path: Path, named: dict[str, str]
) -> None:
    with Store.open(make_settings(tmp_path).db) as store:
        name = record(store, tmp_path)
        with pytest.raises(UsageFault, match=f"was played in retail/{TASK}, not in") as caught:
            replay(store, tmp_path, name, **named)
        assert caught.value.hint == f"Take its task: --domain retail --task {TASK}."
        assert store.dialogues.count() == 1


def test_line_mode_says_what_is_replayed_at_the_start_and_when_resumed(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    with Store.open(settings.db) as store:
        name = record(store, tmp_path)
        told = f"The agent replays dialogue {name}: its domain, its task."
        session, said = replay(store, tmp_path, name), list[str]()
        assert not play_lines(session, StringIO(""), said.append)
        assert said.count(told) == 1
        play_lines(resume_session(store, settings, session.id), StringIO(""), said.append)
        assert said.count(told) == 2
        fresh = start_session(
            store, settings, Choice(domain="retail", seed=1, casting=Casting(seat="user"))
        )
        said.clear()
        play_lines(fresh, StringIO(""), said.append)
        assert "replays" not in " ".join(said)
        asyncio.run(fresh._world.close())
