"""Playing line by line: one line in is one move, what the seat may see comes out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TextIO

from rut_domains.dialogue import Event, SeatName
from rut_domains.faults import UsageFault
from rut_domains.text import neutralise
from rut_tui.plain.commands import Ask, describe_tool, read_line
from rut_tui.plain.transcript import event_line
from rut_tui.play.engine import Progress, Recorded, Waiting
from rut_tui.play.human import HumanSeat
from rut_tui.play.moves import ends_of
from rut_tui.work.outcome import describe_outcome
from rut_tui.work.play import Session

Say = Callable[[str], None]


def play_lines(session: Session, source: TextIO, say: Say) -> bool:
    """Play until the dialogue or the input ends.

    Args:
        session: The dialogue, new or resumed; a person sits in one of its seats.
        source: Where lines are read from.
        say: Prints one piece of text.

    Returns:
        Whether the dialogue ended; if not, it can be resumed.
    """
    person = session.person
    if person is None:
        raise UsageFault("nobody plays here", hint="Choose a seat.")
    _show_briefing(session, person.seat, say)
    for event in session.events:
        _show(event, person.seat, say)
    with asyncio.Runner() as runner:
        steps = session.run()
        try:
            while (step := runner.run(_next(steps))) is not None:
                if isinstance(step, Recorded):
                    _show(step.event, person.seat, say)
                # The line is read outside the event loop, so that Ctrl-C ends it at once.
                elif _is_asked(step, person.seat) and not _take_line(session, person, source, say):
                    say(f"Saved. Go on with: rut play --resume {session.id} --plain")
                    return False
        finally:
            runner.run(steps.aclose())
    _show_outcome(session, say)
    return True


async def _next(steps: AsyncGenerator[Progress]) -> Progress | None:
    return await anext(steps, None)


def _is_asked(step: Progress, seat: SeatName) -> bool:
    return isinstance(step, Waiting) and step.seat == seat


def _take_line(session: Session, person: HumanSeat, source: TextIO, say: Say) -> bool:
    """Read lines until one is a move; return False when the input ends or asks to quit."""
    seat = person.seat
    briefing = session.dialogue.briefing
    tools = briefing.user_tools if seat == "user" else briefing.agent_tools
    while line := source.readline():
        text = line.rstrip("\r\n")
        if not text.strip():
            continue
        try:
            move = read_line(text, seat, tools)
            if isinstance(move, Ask):
                if move.name == "quit":
                    return False
                _answer(move, session, seat, say)
                continue
            person.prepare(move)
        except UsageFault as fault:
            say(f"! {fault.title}. {fault.hint}")
            continue
        return True
    return False


def _answer(ask: Ask, session: Session, seat: SeatName, say: Say) -> None:
    briefing = session.dialogue.briefing
    if ask.name == "brief":
        _show_briefing(session, seat, say)
    elif ask.name == "tools":
        tools = briefing.user_tools if seat == "user" else briefing.agent_tools
        for tool in tools:
            first = tool.description.strip().splitlines()
            say(f"  {describe_tool(tool)}" + (f"\n      {first[0]}" if first else ""))
        if not tools:
            say("  This seat has no tools here.")
    else:
        say(
            "  A line is a message. Commands: /tools, /call TOOL key=value ..., "
            f"/end {'|'.join(ends_of(seat))}, /brief, /help, /quit (saves). // starts a slash."
        )


def _show_briefing(session: Session, seat: SeatName, say: Say) -> None:
    briefing = session.dialogue.briefing
    say(
        f"Dialogue {session.id}, domain {session.dialogue.domain}, seat {seat}, "
        f"task {session.task.id}, seed {session.dialogue.seed}."
    )
    if seat == "agent":
        say(briefing.policy.rstrip())
    elif briefing.contract is not None:
        say(briefing.contract.text())
    say("/help lists the commands.\n")


def _show(event: Event, seat: SeatName, say: Say) -> None:
    if seat in event.visible_to:
        say(event_line(event))


def _show_outcome(session: Session, say: Say) -> None:
    outcome = session.outcome()
    if outcome is not None:
        for line in describe_outcome(outcome):
            say(neutralise(line))
