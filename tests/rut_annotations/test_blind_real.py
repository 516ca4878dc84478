"""Dialogues recorded by another system, blinded: nothing of that system is left in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rut_annotations.blind import blind_dialogue
from rut_annotations.leaks import scan_leaks
from rut_domains.dialogue import Dialogue, ToolCall
from rut_domains.interop.reading import Options
from rut_domains.interop.registry import open_reading
from tests.support.judging import RUBRIC

FILES = (
    "tau2-1.0-retail-5sims.json",
    "tau2-1.0-telecom-1sim.json",
    "tau2-0.x-retail-114sims-trimmed.json",
)
AGENT_RUBRIC = RUBRIC.model_copy(update={"subject": "agent", "view": "agent"})


def recorded(real_data: Path, file: str) -> list[Dialogue]:
    found = open_reading(real_data / "trajectories" / file, Options()).dialogues()
    return [dialogue.model_copy(update={"link": "accepted"}) for dialogue in found]


@pytest.mark.parametrize("file", FILES)
def test_recorded_dialogues_keep_no_mark_of_their_system(real_data: Path, file: str) -> None:
    for dialogue in recorded(real_data, file):
        for rubric in (RUBRIC, AGENT_RUBRIC):
            blind = blind_dialogue(dialogue, rubric, "K7QM-4TXD")
            dump = blind.model_dump_json()
            assert not re.search(r"###[A-Z-]+###", dump)
            ids = {event.call_id for event in dialogue.events if isinstance(event, ToolCall)}
            assert not [name for name in ids if len(name) >= 8 and name in dump]
            assert scan_leaks(blind, [dialogue.user.name, dialogue.agent.name]) == ()
            assert blind.turns[-1].kind == "end"
            assert [turn.number for turn in blind.turns] == list(range(1, len(blind.turns) + 1))


def test_text_beside_a_users_call_is_an_aside(real_data: Path) -> None:
    (dialogue,) = recorded(real_data, FILES[1])
    blind = blind_dialogue(dialogue, RUBRIC, "K7QM-4TXD")
    asides = [turn for turn in blind.turns if turn.aside]
    assert asides
    assert all(blind.turns[turn.number].call is not None for turn in asides)
    assert not any(turn.aside and turn.actor == "agent" for turn in blind.turns)
