"""Without a planted fault nothing is told that nobody asked for, so that "no fault" is a truth."""

from __future__ import annotations

import pytest

from rut_domains.pack import BUILTIN, load_pack
from tests.rut_tui.play.scripted_user.test_conduct import shop
from tests.support.agent_table import play_task

PACKS = {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}
TASKS = [(name, task_id) for name, pack in PACKS.items() for task_id in pack.tasks]


# Twelve seeds in all; each task plays two of them, and so all are played by some tasks.
@pytest.mark.parametrize(("number", "task"), list(enumerate(TASKS)))
def test_no_fact_is_told_unasked(number: int, task: tuple[str, str]) -> None:
    name, task_id = task
    for seed in (number % 12, (number + 5) % 12):
        table, outcome = play_task(PACKS[name], task_id, seed)
        told = [each.fact for each in outcome.disclosure if each.unasked and not each.opening]
        assert told == [], f"seed {seed}\n{table.transcript}"


@pytest.mark.parametrize(
    ("pack", "task_id", "seed"),
    [
        ("retail", "swap-jacket-size", 1),
        ("retail", "cracked-casserole", 15),
        ("retail", "number-remembered-wrong", 4),
        ("telecom", "no-data-in-kyoto", 5),
        ("telecom", "esim-for-the-new-phone", 3),
        ("telecom", "calls-nobody-made", 2),
        ("telecom", "barred-for-an-old-bill", 2),
        ("telecom", "calls-but-no-data", 0),
    ],
)
def test_no_fact_is_told_unasked_where_it_once_was(pack: str, task_id: str, seed: int) -> None:
    table, outcome = play_task(PACKS[pack], task_id, seed)
    told = [each.fact for each in outcome.disclosure if each.unasked and not each.opening]
    assert told == [], table.transcript


def test_what_is_it_after_a_request_asks_for_the_same_thing() -> None:
    said = shop().hear("For that I shall want your postcode. What is it?")
    assert "40213" in said
    assert "blue" not in said
    assert "K-2041" not in said


def test_which_is_it_asks_for_what_was_just_named() -> None:
    said = shop().hear("Kindly check the order number once more; which is it?")
    assert "K-2041" in said
    assert "blue" not in said


def test_two_things_joined_in_other_words_than_and_are_both_told() -> None:
    for line in ("postcode n email?", "Gimme your postcode as well as your e-mail."):
        said = shop().hear(line)
        assert "40213" in said
        assert "mira@example.org" in said
