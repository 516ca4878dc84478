from __future__ import annotations

import pytest

from rut_annotations.blind import blind_dialogue
from rut_annotations.leaks import Leak, scan_leaks
from tests.support.dialogues import Log
from tests.support.judging import RUBRIC

CODE = "K7QM-4TXD"


@pytest.mark.parametrize(
    ("text", "kind", "quote"),
    [
        ("I'm GPT-4o, nice to meet you", "model", "GPT-4o"),
        ("built on claude-sonnet-4", "model", "claude-sonnet-4"),
        ("made by OpenAI", "vendor", "OpenAI"),
        ("As an AI language model", "self_description", "As an AI"),
        ("id call_a8Fk29dK11", "call_id", "call_a8Fk29dK11"),
        ("Final reward: 1.0", "reward", "Final reward: 1"),
    ],
)
def test_telling_words_are_found_with_their_place(text: str, kind: str, quote: str) -> None:
    blind = blind_dialogue(Log().user("hello").agent(f"“{text}”").dialogue(), RUBRIC, CODE)
    found = scan_leaks(blind)[0]
    assert (found.kind, found.turn, found.quote) == (kind, 2, quote)
    assert blind.turns[1].plain()[found.start : found.end] == quote


@pytest.mark.parametrize(
    "text", ["My alpacas eat grass", "reward points: 30", "call_me", "o1", "hi"]
)
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert scan_leaks(blind_dialogue(Log().user(text).dialogue(), RUBRIC, CODE)) == ()


def test_names_of_the_dialogue_are_looked_for_too() -> None:
    blind = blind_dialogue(Log().user("this is Zoltan-7b").dialogue(), RUBRIC, CODE)
    assert scan_leaks(blind, ["zoltan-7b", "is"]) == (
        Leak(kind="name", turn=1, start=8, end=17, quote="Zoltan-7b"),
    )
