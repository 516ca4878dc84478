"""Imported domains: listed with the reason why they cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.faults import UsageFault
from rut_domains.task import Task
from rut_tui.store import Store
from rut_tui.work.casting import Casting
from rut_tui.work.imported import find_imported, list_imported
from rut_tui.work.play import Choice, start_session
from tests.support.dialogues import make_contract
from tests.support.screens import make_settings

REASON = "its environment is not here"


def import_task(folder: Path) -> None:
    with Store.open(folder / "rut.sqlite") as store:
        store.documents.add_tasks(
            [
                Task(
                    id="[t]|1",
                    title="A task",
                    domain="tau2-library",
                    contract=make_contract(),
                    playable=REASON,
                )
            ]
        )


def test_there_are_none_without_a_database(tmp_path: Path) -> None:
    assert list_imported(make_settings(tmp_path)) == ()
    assert not (tmp_path / "rut.sqlite").exists()


def test_an_imported_domain_is_known_and_says_why_it_is_not_played(tmp_path: Path) -> None:
    import_task(tmp_path)
    found = find_imported(make_settings(tmp_path), "tau2-library")
    assert found is not None
    assert [task.id for task in found.tasks] == ["[t]|1"]
    assert found.why_not_playable == REASON


def test_playing_one_is_refused_with_that_reason(tmp_path: Path) -> None:
    import_task(tmp_path)
    settings = make_settings(tmp_path)
    choice = Choice(domain="tau2-library", task="[t]|1", seed=1, casting=Casting(seat="user"))
    with Store.open(settings.db) as store, pytest.raises(UsageFault, match=REASON):
        start_session(store, settings, choice)
