"""Playing line by line: one line in is one move, what the seat may see comes out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TextIO

from rut_domains.dialogue import Event, Message, SeatName, other_seat
from rut_domains.faults import UsageFault
from rut_domains.text import neutralise
from rut_domains.tool import ToolSpec
from rut_tui.plain.commands import (
    Ask,
    describe_tool,
    explain_tool,
    find_tool,
    join_moves,
    list_commands,
    read_line,
    split_joined,
)
from rut_tui.plain.lines import Lines, Say
from rut_tui.plain.prose import plain_prose
from rut_tui.plain.transcript import event_line
from rut_tui.play.engine import Progress, Recorded, Waiting
from rut_tui.play.human import HumanSeat
from rut_tui.play.moves import active_seconds, check_move, count_steps
from rut_tui.play.seat import Move
from rut_tui.work.outcome import describe_outcome
from rut_tui.work.play import Session, other_chair


def play_lines(session: Session, source: TextIO, say: Say, prompt: Say | None = None) -> bool:
    """Play until the dialogue or the input ends.

    Args:
        session: The dialogue, new or resumed; a person sits in one of its seats.
        source: Where lines are read from.
        say: Prints one piece of text.
        prompt: Prints a prompt, where a person types; what was typed is then not said again.

    Returns:
        Whether the dialogue ended; if not, it can be resumed.
    """
    person = session.person
    if person is None:
        raise UsageFault("nobody plays here", hint="Choose a seat.")
    lines = Lines(source, say, prompt)
    _show_briefing(session, person.seat, lines)
    for event in session.events:
        _show(event, person.seat, lines)
    try:
        ended = _play(session, person, lines)
    except KeyboardInterrupt:
        _say_how_to_go_on(session, lines)
        raise
    if ended:
        _show_outcome(session, lines)
    else:
        _say_how_to_go_on(session, lines)
    return ended


def _play(session: Session, person: HumanSeat, lines: Lines) -> bool:
    with asyncio.Runner() as runner:
        steps = session.run()
        try:
            while (step := runner.run(_next(steps))) is not None:
                if isinstance(step, Recorded):
                    if not (lines.personal and _typed_here(step.event, person.seat)):
                        _show(step.event, person.seat, lines)
                # The line is read outside the event loop, so that Ctrl-C ends it at once.
                elif _is_asked(step, person.seat) and not _take_line(session, person, lines):
                    return False
        finally:
            runner.run(steps.aclose())
    return True


async def _next(steps: AsyncGenerator[Progress]) -> Progress | None:
    return await anext(steps, None)


def _is_asked(step: Progress, seat: SeatName) -> bool:
    return isinstance(step, Waiting) and step.seat == seat


def _typed_here(event: Event, seat: SeatName) -> bool:
    """Return whether an event is what the person has just typed; a greeting is not."""
    return isinstance(event, Message) and event.actor == seat and event.seq > 0


def _take_line(session: Session, person: HumanSeat, lines: Lines) -> bool:
    """Read lines until one is a move; return False when the input ends or asks to quit."""
    seat = person.seat
    tools = _tools(session, seat)
    held: Move | None = None
    while (text := lines.read(f"{seat} +" if held else seat)) is not None:
        try:
            line, goes_on = split_joined(text)
            move = read_line(line, seat, tools)
            if isinstance(move, Ask):
                if move.name == "quit":
                    return False
                _answer(move, session, seat, lines)
                continue
            move = join_moves(held, move)
            check_move(seat, move)
            if goes_on and move.end is None:
                held = move
                continue
            person.prepare(move)
        except UsageFault as fault:
            lines.say(f"! {fault.title}. {fault.hint}")
            continue
        return True
    if held is not None:
        lines.say("! the move that was held open with & was not sent")
    return False


def _answer(ask: Ask, session: Session, seat: SeatName, lines: Lines) -> None:
    match ask.name:
        case "brief":
            _show_briefing(session, seat, lines)
        case "show":
            for event in session.events:
                _show(event, seat, lines)
        case "status":
            _show_status(session, lines)
        case "tools" if ask.about:
            for line in explain_tool(find_tool(ask.about, _tools(session, seat))):
                lines.say(f"  {line}")
        case "tools":
            _list_tools(_tools(session, seat), lines)
        case _:
            for line in list_commands(seat):
                lines.say(f"  {line}")


def _list_tools(tools: tuple[ToolSpec, ...], lines: Lines) -> None:
    for tool in tools:
        first = tool.description.strip().splitlines()
        lines.say(f"  {describe_tool(tool)}" + (f"\n      {first[0]}" if first else ""))
    if not tools:
        lines.say("  This seat has no tools here.")


def _tools(session: Session, seat: SeatName) -> tuple[ToolSpec, ...]:
    briefing = session.dialogue.briefing
    return briefing.user_tools if seat == "user" else briefing.agent_tools


def _show_briefing(session: Session, seat: SeatName, lines: Lines) -> None:
    # A task goes by its number: its name tells what the other side wants or will say.
    names = list(session.pack.tasks)
    number = names.index(session.task.id) + 1
    lines.say(
        f"Dialogue {session.id}, domain {session.dialogue.domain}, seat {seat}, "
        f"task {number} of {len(names)}, seed {session.dialogue.seed}."
    )
    across = other_chair(session.dialogue, seat)
    if across.kind == "replay":
        lines.say(f"The {other_seat(seat)} replays dialogue {across.name}: its domain, its task.")
    lines.say("")
    briefing = session.dialogue.briefing
    if seat == "agent":
        lines.say(plain_prose(briefing.policy))
    elif briefing.contract is not None:
        lines.say(briefing.contract.text())
    lines.say("")
    if _tools(session, seat):
        lines.say("You have tools: /tools lists them. /help lists the commands.")
    else:
        lines.say("/help lists the commands.")
    lines.say("")


def _show_status(session: Session, lines: Lines) -> None:
    budget = session.task.budget
    minutes, seconds = divmod(int(active_seconds(session.events)), 60)
    lines.say(
        f"  {count_steps(session.events)} of at most {budget.steps} moves; {minutes} min "
        f"{seconds} s of at most {budget.seconds / 60:.0f} min."
    )


def _show(event: Event, seat: SeatName, lines: Lines) -> None:
    if seat in event.visible_to:
        lines.say(event_line(event))


def _show_outcome(session: Session, lines: Lines) -> None:
    outcome = session.outcome()
    if outcome is not None:
        for line in describe_outcome(outcome):
            lines.say(neutralise(line))


def _say_how_to_go_on(session: Session, lines: Lines) -> None:
    lines.say(f"Saved. Go on with: rut play --resume {session.id} --plain")
