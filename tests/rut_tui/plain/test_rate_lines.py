"""Rating line by line: the same desk, driven by a script."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from rut_annotations.rubric import load_rubric
from rut_domains.faults import UsageFault
from rut_tui.plain.rate import rate_lines, read_answer
from rut_tui.store import Store
from rut_tui.work.rate import Answer, Desk
from tests.support.dialogues import Log
from tests.support.screens import make_settings

RUBRIC = load_rubric("user_contract")
CRITERION = RUBRIC.criteria[0]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "rut.sqlite") as opened:
        for number in range(2):
            log = Log().agent("Hello?").user("Where is it?").agent("There.").end("satisfied")
            opened.dialogues.add(log.dialogue(f"dialogue-{number}"))
        yield opened


def rate(store: Store, *lines: str) -> list[str]:
    said: list[str] = []
    desk = Desk(store, make_settings(store.path.parent), "ada", RUBRIC)
    rate_lines(desk, io.StringIO("".join(f"{line}\n" for line in lines)), said.append)
    return said


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("m", Answer(verdict="met")),
        ("met sure=3", Answer(verdict="met", confidence=3)),
        ("a comment='no occasion'", Answer(verdict="not_applicable", comment="no occasion")),
        ("t turn=2", Answer(verdict="cannot_tell", evidence=(2,))),
        (
            "n 1 turn=4,2 effect=helped",
            Answer(verdict="not_met", mode="fabricated_fact", evidence=(2, 4), effect="helped"),
        ),
        (
            "not_met answers_unknown turn=2 effect=neither also=self_contradiction",
            Answer(
                verdict="not_met",
                mode="answers_unknown",
                evidence=(2,),
                effect="neither",
                secondary_modes=("self_contradiction",),
            ),
        ),
    ],
)
def test_a_line_is_an_answer(line: str, answer: Answer) -> None:
    assert read_answer(line, CRITERION) == answer


@pytest.mark.parametrize(
    "line",
    [
        "yes",
        "m because",
        "n nonsense turn=1 effect=helped",
        "n 9 turn=1 effect=helped",
        "n 1 turn=two effect=helped",
        "n 1 turn=1 effect=great",
        "m sure=4",
        "m colour=red",
        "m comment='open",
    ],
)
def test_a_line_that_is_none_says_what_would_be(line: str) -> None:
    with pytest.raises(UsageFault) as caught:
        read_answer(line, CRITERION)
    assert caught.value.hint


def test_a_whole_desk_is_rated_by_a_script(store: Store) -> None:
    said = rate(store, *["m"] * 3, "n 1 turn=2 effect=helped", *["a"] * 4)
    assert "Nothing is left to rate: 2 of 2 answered." in said
    verdicts = [made.verdict for made in store.judgements.current()]
    assert verdicts == ["met"] * 3 + ["not_met"] + ["not_applicable"] * 4


def test_a_wrong_line_is_told_and_the_question_stands(store: Store) -> None:
    said = rate(store, "maybe", "n 1 effect=helped", "n 1 turn=99 effect=helped", "m")
    told = [line for line in said if line.startswith("!")]
    assert len(told) == 3
    assert [made.criterion_id for made in store.judgements.current()] == [CRITERION.id]


def test_the_end_of_input_keeps_what_was_answered(store: Store) -> None:
    said = rate(store, "m", "m")
    assert said[-1].startswith("Saved.")
    rate(store, "a", "a")
    assert len(store.judgements.current()) == 4


def test_undo_and_skip(store: Store) -> None:
    rate(store, "m", "undo", "a", "skip cannot read it", "m", "quit")
    current = store.judgements.current()
    assert [made.verdict for made in current] == ["not_applicable", "met"]
    assert len({made.dialogue_id for made in current}) == 2
