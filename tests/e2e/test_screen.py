"""The app in a real terminal: opened, played, left and resumed by keys alone."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Run, Terminal
from tests.support.glass import Screen
from tests.support.recorded import tau2_results, tau2_simulation, write_json

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]

ENTER = "\r"
CTRL_E = "\x05"
CTRL_Q = "\x11"
AS_AGENT = ("play", "--seat", "agent", "--domain", "retail", "--seed", "3")


def leave(screen: Screen) -> None:
    """Quit, and check that the app ended well and gave the terminal back."""
    screen.press(CTRL_Q)
    assert screen.end() == 0
    assert screen.printed.rstrip().count("\x1b[?1049l"), "the other screen is left again"
    assert "Traceback" not in screen.printed


def texts(facts: Facts, dialogue_id: str) -> list[str]:
    events = facts("dialogues", dialogue_id)["events"]
    return [event["text"] for event in events if event["kind"] == "message"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_play_is_started_left_and_resumed_with_its_draft(
    terminal: Terminal, facts: Facts, size: tuple[int, int]
) -> None:
    screen = terminal(size=size)
    screen.see("Play the user", "Play the agent", "All is kept in")
    screen.press("a")
    screen.see("Which domain")
    screen.press(ENTER)
    screen.see("Surprise me")
    screen.press(ENTER)
    screen.see("your turn")
    # All at once, as a fast typist or a paste would: what follows enter is the next message.
    screen.press(f"Hello, what is your name?{ENTER}half a sentence")
    screen.see("Hello, what is your name?", "half a sentence", "your turn", unseen="busy")
    leave(screen)
    [row] = facts("dialogues")
    assert row["end"] is None
    assert texts(facts, row["id"])[2] == "Hello, what is your name?"

    again = terminal(size=size)
    again.see(f"Resume retail as the agent, {row['turns']} messages")
    again.press(ENTER)
    again.see("Hello, what is your name?", "half a sentence", "your turn")
    again.press(ENTER)
    again.see("your turn", "half a sentence", "Write here")
    leave(again)
    assert texts(facts, row["id"])[4] == "half a sentence"


def test_a_killed_app_loses_nothing_that_was_sent(
    terminal: Terminal, rut: Run, facts: Facts
) -> None:
    screen = terminal(*AS_AGENT)
    screen.see("your turn")
    screen.press(f"Your name and postcode, please?{ENTER}")
    screen.see("Quinlan")
    screen.process.kill(signal.SIGKILL)
    assert screen.end() is None
    [row] = facts("dialogues")
    assert texts(facts, row["id"])[2] == "Your name and postcode, please?"
    assert rut("db", "check").returncode == 0
    assert rut("play", "--plain", "--resume", row["id"]).returncode == 0


def test_a_dialogue_is_ended_on_screen_and_its_outcome_is_told(
    terminal: Terminal, facts: Facts
) -> None:
    screen = terminal(*AS_AGENT)
    screen.see("your turn")
    screen.press(CTRL_E)
    screen.see("End the dialogue", "quit")
    screen.press(ENTER)
    screen.see("The dialogue ended: quit", "Goal reached: no")
    screen.press(ENTER)
    screen.see("ended: quit", unseen="Goal reached")
    leave(screen)
    [row] = facts("dialogues")
    assert (row["end"], row["outcome"]["success"]) == ("quit", False)


def test_a_rater_answers_on_screen_by_one_key_each(
    terminal: Terminal, rut: Run, facts: Facts, tmp_path: Path
) -> None:
    write_json(tmp_path / "results.json", tau2_results([tau2_simulation()]))
    rut("import", "results.json")
    screen = terminal("rate", "--rater", "ada")
    screen.see("Renew my book.")
    screen.press("mmmm")
    screen.see("Nothing is left to rate")
    screen.press(ENTER)
    leave(screen)
    assert facts("db", "info")["counts"]["judgements"] == 4
    assert json.loads(rut("report", "--json").stdout)


def test_tables_fit_the_terminal_and_keep_ids_whole(
    terminal: Terminal, rut: Run, tmp_path: Path
) -> None:
    long = "[a]b|c[PERSONA:None] " * 3
    simulations = [tau2_simulation(f"s{number}", f"{number}{long}") for number in range(3)]
    write_json(tmp_path / "results.json", tau2_results(simulations, []))
    rut("import", "results.json")
    ids = [row["id"] for row in json.loads(rut("dialogues", "--json").stdout)]
    for columns in (40, 60, 80, 120):
        screen = terminal("dialogues", size=(columns, 24))
        assert screen.end() == 0
        lines = screen.printed.replace("\r", "").split("\n")
        assert all(len(line) <= columns for line in lines[1:])
        shown = [line.split()[0] for line in lines if line.startswith("tau2-")]
        assert len(shown) == len(ids)
        for short, name in zip(shown, ids, strict=True):
            assert name.startswith(short)
            assert len(short) < len(name)
    for short in shown:
        assert rut("dialogues", short).returncode == 0
