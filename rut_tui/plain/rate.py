"""Rating line by line: for scripts and screen readers, over the same desk as the screen."""

from __future__ import annotations

import shlex
from typing import TextIO

from rut_annotations.blind import BlindTurn
from rut_annotations.judgement import Effect, Verdict
from rut_annotations.rubric import Criterion
from rut_domains.faults import Fault, UsageFault
from rut_domains.text import one_line
from rut_tui.plain.lines import Lines, Say
from rut_tui.plain.transcript import indent
from rut_tui.work.rate import SURE, Answer, Desk, Item

VERDICTS: dict[str, Verdict] = {
    "m": "met",
    "met": "met",
    "n": "not_met",
    "not_met": "not_met",
    "a": "not_applicable",
    "not_applicable": "not_applicable",
    "t": "cannot_tell",
    "cannot_tell": "cannot_tell",
}
EFFECTS: dict[str, Effect] = {"helped": "helped", "hindered": "hindered", "neither": "neither"}
HELP = """\
  met | not_applicable | cannot_tell [sure=1..3] [turn=N,N] [comment=TEXT]   (m, a, t)
  not_met MODE turn=N,N effect=helped|hindered|neither [also=MODE,MODE] [sure=] [comment=]  (n)
  modes: the ways to fail   show: the dialogue again   contract: what the user was told
  undo   skip REASON   next: the next dialogue   quit"""


def rate_lines(desk: Desk, source: TextIO, say: Say, prompt: Say | None = None) -> None:
    """Put one criterion after another and read one line as its answer.

    Args:
        desk: The rater's desk.
        source: Where lines are read from; its end leaves the rest for another time.
        say: Prints one piece of text.
        prompt: Prints a prompt, where a person types.
    """
    lines = Lines(source, say, prompt)
    say(f"{desk.rubric.title} Rater {desk.rater}; 'help' lists the answers.")
    if not len(desk):
        say(f"There is nothing to rate yet. {desk.explain_empty()}")
        return
    while _rate_open(desk, lines):
        progress = desk.progress()
        put_off = [at for at in range(len(desk)) if desk.is_skipped(at) and not desk.is_done(at)]
        aside = f", {len(put_off)} put off" if put_off else ""
        say(f"Nothing is left to rate: {progress.done} of {progress.total} answered{aside}.")
        if not put_off:
            return
        say("'again' takes up what was put off; anything else leaves.")
        if (lines.read("answer") or "").strip() != "again":
            return
        for position in put_off:
            desk.take_back_skip(position)


def _rate_open(desk: Desk, lines: Lines) -> bool:
    """Go through what is open; return False when the rater stops before the end."""
    position = desk.next_open()
    shown: int | None = None
    while position is not None:
        item = desk.item(position)
        index = item.next_open()
        if index is None:
            position = desk.next_open(position)
            continue
        if shown != position:
            _show_dialogue(desk, item, lines.say)
            shown = position
        criterion = item.criteria[index]
        desk.show()
        _show_criterion(item, index, lines.say)
        moved = _take_answer(desk, item, criterion, lines)
        if moved is None:
            lines.say("Saved. Go on another time with the same command.")
            return False
        position = moved if moved >= 0 else desk.next_open(position)
    return True


def read_answer(text: str, criterion: Criterion) -> Answer:
    """Read one line as an answer.

    Raises:
        UsageFault: An unknown verdict, mode, option or number.
    """
    try:
        word, *parts = shlex.split(text)
    except ValueError:
        raise UsageFault("the line cannot be read", hint="Close the quotes.") from None
    verdict = VERDICTS.get(word)
    if verdict is None:
        raise UsageFault(f"unknown answer {word!r}", hint="'help' lists the answers.")
    options = dict(part.partition("=")[::2] for part in parts if "=" in part)
    bare = [part for part in parts if "=" not in part]
    if strange := sorted(set(options) - {"sure", "turn", "comment", "effect", "also"}):
        raise UsageFault(f"unknown option {strange[0]!r}", hint="'help' lists the options.")
    if len(bare) > (1 if verdict == "not_met" else 0):
        raise UsageFault(f"too many words: {bare[-1]!r}", hint="Quote a comment with spaces.")
    return Answer(
        verdict=verdict,
        mode=_mode(bare[0], criterion) if bare else None,
        secondary_modes=tuple(name for name in options.get("also", "").split(",") if name),
        evidence=_numbers(options.get("turn", "")),
        effect=_effect(options["effect"]) if "effect" in options else None,
        confidence=_sureness(options.get("sure", str(SURE))),
        comment=options.get("comment", ""),
    )


def _take_answer(desk: Desk, item: Item, criterion: Criterion, lines: Lines) -> int | None:
    """Read lines until one moves on; return the place to go on at (-1: the next), None to stop."""
    say = lines.say
    while (line := lines.read("answer")) is not None:
        # Playing has its commands behind a slash; here it does no harm.
        text = line.strip().removeprefix("/")
        word, _, rest = text.partition(" ")
        try:
            match word:
                case "quit":
                    return None
                case "undo":
                    back = desk.undo()
                    if back is not None:
                        return back[0]
                    say("Nothing of this sitting is left to undo.")
                case "skip":
                    desk.skip(item.position, rest)
                    return -1
                case "next":
                    return -1 if desk.next_open(item.position) != item.position else item.position
                case "help" | "modes" | "show" | "contract":
                    _tell(word, desk, item, criterion, say)
                case _:
                    desk.answer(item, criterion, read_answer(text, criterion))
                    return item.position
        except Fault as fault:
            say(f"! {fault.title}. {fault.hint}".rstrip())
    return None


def _tell(word: str, desk: Desk, item: Item, criterion: Criterion, say: Say) -> None:
    match word:
        case "help":
            say(HELP)
        case "modes":
            for mode in criterion.modes:
                say(f"  {mode.slug}: {mode.definition}")
        case "contract":
            _show_contract(item, say)
        case _:
            _show_dialogue(desk, item, say)


def _show_dialogue(desk: Desk, item: Item, say: Say) -> None:
    say(f"\n=== Dialogue {item.position + 1} of {len(desk)}, {item.blind.code} ===")
    _show_contract(item, say)
    for turn in item.blind.turns:
        say(_turn_line(turn))


def _show_contract(item: Item, say: Say) -> None:
    """Show all that the rated seat was given: its contract, and the tools it could use."""
    for section in item.blind.sections:
        say(f"{section.title}\n{section.text}\n")
    if item.blind.tools:
        say("Its own tools")
        for tool in item.blind.tools:
            say(f"- {tool.name}: {one_line(tool.description.strip().split(chr(10))[0])}")
        say("")


def _turn_line(turn: BlindTurn) -> str:
    actor = turn.actor or "end"
    aside = " (not seen by the other side)" if turn.aside else ""
    return f"[{turn.number}] {actor}{aside}: {indent(turn.plain())}"


def _show_criterion(item: Item, index: int, say: Say) -> None:
    criterion = item.criteria[index]
    say(f"\nCriterion {index + 1} of {len(item.criteria)}, {criterion.id}: {criterion.statement}")
    if criterion.applies_when:
        say(f"Applies when: {criterion.applies_when}")


def _mode(text: str, criterion: Criterion) -> str:
    slugs = criterion.mode_slugs()
    if text.isdigit() and 0 < int(text) <= len(slugs):
        return slugs[int(text) - 1]
    if text not in slugs:
        raise UsageFault(f"{text!r} is no mode here", hint=f"Modes: {', '.join(slugs)}.")
    return text


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part for part in text.split(",") if part]
    if not all(part.isdecimal() and part.isascii() and len(part) < 9 for part in parts):
        raise UsageFault(f"{text!r} is no list of turn numbers", hint="Such as turn=3,5.")
    return tuple(sorted({int(part) for part in parts}))


def _effect(text: str) -> Effect:
    if text not in EFFECTS:
        raise UsageFault(f"unknown effect {text!r}", hint="helped, hindered or neither.")
    return EFFECTS[text]


def _sureness(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise UsageFault(f"{text!r} is no confidence", hint="1 unsure, 2 fairly sure, 3 sure.")
    return int(text)
