"""The demo: twelve dialogues with a known truth, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rut_domains.dialogue import Note
from rut_tui.store import Store
from rut_tui.work.demo import SCENES, fill_demo
from rut_tui.work.score import last_outcome
from tests.support.screens import make_settings


def test_half_of_the_scenes_hold_a_fault_each_another() -> None:
    faults = [scene.fault for scene in SCENES if scene.fault is not None]
    assert len(SCENES) == 12
    assert len(faults) == len(set(faults)) == 6
    assert {scene.domain for scene in SCENES} == {"retail", "telecom"}


@pytest.mark.timeout(400)
def test_every_scene_is_played_to_its_end_and_every_fault_fires(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    with Store.open(settings.db) as store:
        assert len(list(fill_demo(store, settings))) == 12
        rows = store.dialogues.list()
        assert len(rows) == 12
        for row in rows:
            events = store.dialogues.events(row.id)
            notes = [e for e in events if isinstance(e, Note) and e.kind == "planted_fault"]
            assert [note.data["fired"] for note in notes] == ([True] if row.fault else [])
            outcome = last_outcome(events)
            assert outcome is not None
            if row.fault is None:
                assert outcome["success"] is True, row.task_id
        # Filling again adds nothing.
        assert len(list(fill_demo(store, settings))) == 12
        assert store.dialogues.count() == 12
