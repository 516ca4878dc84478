"""Playing line by line through pipes: moves, end of input, resume, kill -9, Ctrl-C, the end."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.conftest import Run, Start, Terminal, read_until, refused

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("e2e")]
Facts = Callable[..., Any]

AS_AGENT = ("play", "--plain", "--seat", "agent", "--domain", "retail", "--seed", "3")
TASK = ("--task", "send-to-new-flat")
LOOK_UP = "/call find_customer_by_email email=t.lund@example.net"


def said(events: list[dict[str, Any]], actor: str) -> list[str]:
    spoken = (event for event in events if event["kind"] == "message")
    return [event["text"] for event in spoken if event["actor"] == actor]


def the_one(facts: Facts) -> dict[str, Any]:
    [row] = facts("dialogues")
    dialogue: dict[str, Any] = facts("dialogues", row["id"])
    return dialogue


def test_the_first_line_is_the_first_message_and_the_end_of_input_saves(
    rut: Run, facts: Facts
) -> None:
    done = rut(*AS_AGENT, *TASK, input=f"\n  \nYour e-mail address, please?\n{LOOK_UP}\n")
    assert done.returncode == 0, done.stderr
    dialogue = the_one(facts)
    assert said(dialogue["events"], "agent")[1:] == ["Your e-mail address, please?"]
    assert "t.lund@example.net" in said(dialogue["events"], "user")[1]
    assert dialogue["events"][-1]["kind"] == "tool_result"
    assert '"success": true' in done.stdout
    assert f"--resume {dialogue['id']}" in done.stdout.splitlines()[-1]


def test_the_same_seed_plays_the_same(rut: Run) -> None:
    plays = [
        rut(*AS_AGENT, input="Your name?\nAnd your postcode?\n").stdout.splitlines()
        for _ in range(2)
    ]
    # The first and the last line name the dialogue, which is another one.
    assert plays[0][1:-1] == plays[1][1:-1]
    assert "seed 3" in plays[0][0]


def test_a_resumed_dialogue_goes_on_where_it_was_left(rut: Run, facts: Facts) -> None:
    rut(*AS_AGENT, *TASK, input=f"Your e-mail address, please?\n{LOOK_UP}\n")
    before = the_one(facts)
    short = before["id"][:6]
    done = rut("play", "--plain", "--resume", short, input="Which order is it?\n/end quit done\n")
    assert done.returncode == 0, done.stderr
    after = the_one(facts)
    assert after["events"][: len(before["events"])] == before["events"]
    assert "Your e-mail address, please?" in done.stdout, "what was said before is shown again"
    assert said(after["events"], "agent")[-1] == "Which order is it?"
    stop = next(event for event in after["events"] if event["kind"] == "stop")
    assert (stop["actor"], stop["reason"], stop["detail"]) == ("agent", "quit", "done")
    assert "Goal reached: no" in done.stdout
    refused(rut("play", "--plain", "--resume", short), 2, "has ended", "Fork")


def test_a_fork_shares_the_beginning_and_leaves_its_parent_alone(rut: Run, facts: Facts) -> None:
    rut(*AS_AGENT, *TASK, input="Your e-mail address, please?\nAnd your name?\n")
    parent = the_one(facts)
    done = rut("play", "--plain", "--fork", parent["id"], "--at", "3", input="Which order?\n")
    assert done.returncode == 0, done.stderr
    [row] = [row for row in facts("dialogues") if row["parent_id"]]
    fork = facts("dialogues", row["id"])
    assert fork["events"][:4] == parent["events"][:4]
    assert said(fork["events"], "agent")[-1] == "Which order?"
    assert facts("dialogues", parent["id"]) == parent
    refused(rut("play", "--plain", "--fork", parent["id"], "--at", "99"), 2, "99", "Messages")


def test_a_killed_dialogue_keeps_all_that_was_said_and_goes_on(
    start: Start, rut: Run, facts: Facts
) -> None:
    process = start(*AS_AGENT, *TASK)
    read_until(process, "user: ")
    assert process.stdin is not None
    process.stdin.write(f"Your e-mail address, please?\n{LOOK_UP}\n")
    process.stdin.flush()
    read_until(process, "  result of ")
    process.kill()
    process.wait()
    dialogue = the_one(facts)
    assert [event["kind"] for event in dialogue["events"]] == [
        *(["message"] * 4),
        "tool_call",
        "tool_result",
    ]
    assert rut("db", "check").returncode == 0
    done = rut("play", "--plain", "--resume", dialogue["id"], input="Which order is it?\n")
    assert done.returncode == 0, done.stderr
    assert "MK-4130" in said(the_one(facts)["events"], "user")[-1]


def test_ctrl_c_ends_a_waiting_play_at_once_and_says_how_to_go_on(
    start: Start, rut: Run, facts: Facts
) -> None:
    process = start(*AS_AGENT, *TASK)
    read_until(process, "user: ")
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.strip() == "rut: interrupted; what was saved is kept"
    dialogue = the_one(facts)
    assert out.splitlines()[-1] == f"Saved. Go on with: rut play --resume {dialogue['id']} --plain"
    assert rut("play", "--plain", "--resume", dialogue["id"]).returncode == 0


def test_a_line_that_makes_no_sense_costs_nothing(rut: Run, facts: Facts) -> None:
    bad = ("/dance", "/call", "/call nothing", "/call get_order order", "/end", "/end satisfied")
    done = rut(*AS_AGENT, *TASK, input="\n".join([*bad, "//slash"]))
    assert done.returncode == 0, done.stderr
    assert sum(line.startswith("! ") for line in done.stdout.splitlines()) == len(bad)
    assert said(the_one(facts)["events"], "agent")[1:] == ["/slash"]


def test_a_bad_call_is_an_error_result_and_the_dialogue_goes_on(rut: Run, facts: Facts) -> None:
    lines = "/call get_order\n/call get_order order_id=MK-1 colour=red\nGood day?\n"
    done = rut(*AS_AGENT, *TASK, input=lines)
    assert done.returncode == 0, done.stderr
    results = [event for event in the_one(facts)["events"] if event["kind"] == "tool_result"]
    assert [event["error"] for event in results] == [True, True]
    assert "order_id" in done.stdout
    assert "colour" in done.stdout


def test_help_tools_status_and_briefing_are_at_hand(rut: Run) -> None:
    done = rut(*AS_AGENT, input="/help\n/tools\n/tools get_order\n/status\n/brief\n/show\n")
    told = done.stdout
    for command in ("/call", "/end", "/tools", "/brief", "/show", "/status", "/quit", "//"):
        assert f"  {command}" in told or f" {command} " in told, command
    assert "  get_order order_id=string\n" in told
    assert "order_id (string): " in told
    assert "  1 of at most " in told
    assert told.count("What can I do for you today?") == 2


def test_neither_seat_is_told_what_the_other_side_is_to_know(rut: Run, facts: Facts) -> None:
    contract = facts("domains", "show", "retail", "send-to-new-flat")["contract"]
    policy = facts("domains", "show", "retail")["policy"]
    as_agent = rut(*AS_AGENT, *TASK, input="/tools\n/brief\n").stdout
    as_user = rut(
        *("play", "--plain", "--seat", "user", "--domain", "retail", *TASK), input="/tools\n"
    ).stdout
    assert contract["reason"] not in as_agent
    assert contract["goals"][0]["text"] not in as_agent
    assert contract["goals"][0]["text"] in as_user
    assert policy.splitlines()[4] not in as_user
    assert "get_order" not in as_user
    for told in (as_agent, as_user):
        assert "send-to-new-flat" not in told
        assert "assertion" not in told


def test_line_mode_draws_no_boxes_and_steers_no_terminal(rut: Run) -> None:
    hostile = "\x1b[31mred\x1b]0;title\x07 [bold]b[/bold] \u202eback"
    done = rut(*AS_AGENT, *TASK, input=f"{hostile}\n/tools\n")
    assert "␛[31mred" in done.stdout
    assert "[bold]b[/bold]" in done.stdout
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", done.stdout)
    assert not re.search("[\u2500-\u259f|]{2,}", done.stdout)


def test_bytes_that_are_no_text_are_kept_readable(start: Start, facts: Facts) -> None:
    process = start(*AS_AGENT, *TASK, errors="surrogateescape", encoding="utf-8")
    out, told = process.communicate("caf\udce9\nnul\0byte\n", timeout=60)
    assert process.returncode == 0, told
    assert said(the_one(facts)["events"], "agent")[1:] == ["caf\\xe9", "nul\0byte"]
    assert "\0" not in out


def test_a_message_of_200_kb_goes_through(rut: Run, facts: Facts) -> None:
    text = "wörter 👩‍👩‍👧 " * 12_000
    done = rut(*AS_AGENT, *TASK, input=f"{text}\n")
    assert done.returncode == 0, done.stderr
    assert said(the_one(facts)["events"], "agent")[-1] == text


def test_at_a_terminal_there_are_prompts_and_no_echo_of_ones_own_words(
    terminal: Terminal, facts: Facts
) -> None:
    screen = terminal(*AS_AGENT, *TASK)
    assert "user: " in screen.see("agent>")
    screen.press("Your e-mail address, please?\r")
    screen.see("agent> Your e-mail address, please?", "t.lund@example.net")
    screen.process.sendeof()
    screen.see("Saved. Go on with: rut play --resume")
    assert screen.end() == 0
    assert "agent: Your" not in screen.printed
    assert said(the_one(facts)["events"], "agent")[1:] == ["Your e-mail address, please?"]


# What the person of this task would say to a question of the agent, the first that fits.
REPLIES = (
    ("e-mail|email", "It is t.lund@example.net."),
    (r"go ahead|shall i|is that (right|all right|correct)|agree\?", "Yes, please go ahead."),
    ("new address|which address|what address|to where|where should|street|postcode",
     "8 Gasworks Quay, Marlhythe, VE14 2PD."),
    ("order number|which order|number of the order|what order|order", "It is order MK-4130."),
)  # fmt: skip


def test_a_person_in_the_users_seat_is_served_to_the_end(
    start: Start, rut: Run, facts: Facts
) -> None:
    process = start("play", "--plain", "--seat", "user", "--domain", "retail", *TASK)
    assert process.stdin is not None
    read_until(process, "agent: ")
    lines = ["Hello, I need an order delivered to another address."]
    for _ in range(12):
        process.stdin.write(f"{lines[-1]}\n")
        process.stdin.flush()
        asked = read_until(process, "agent: ").casefold()
        fitting = (answer for pattern, answer in REPLIES if re.search(pattern, asked))
        if lines[-1].startswith("Yes") and not re.search("e-mail|shall i|go ahead", asked):
            break
        lines.append(next(fitting, "That is all I know."))
    out, told = process.communicate("/end satisfied\n", timeout=60)
    assert process.returncode == 0, told
    dialogue = the_one(facts)
    assert "Goal reached: yes" in out, [*said(dialogue["events"], "agent"), out]
    assert "Nothing else changed: yes" in out
    assert facts("dialogues")[0]["outcome"]["success"] is True
    scored = rut("score")
    assert (scored.returncode, scored.stdout.splitlines()[-1]) == (0, "1 scored")
    assert "changed" not in scored.stdout.splitlines()[0]
