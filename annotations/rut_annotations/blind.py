"""What a rater reads: a dialogue of another type, which has no place for who, when or how it ended.

Nothing is hidden here; what a rater must not see is never copied. `rut_annotations.fields` says of
each field of a dialogue whether it is content.
"""

from __future__ import annotations

import base64
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from rut_annotations.faults import BlindFault
from rut_annotations.plain_text import (
    holds_token,
    name_tokens,
    normalise_text,
    render_arguments,
    render_result,
)
from rut_annotations.rubric import Rubric
from rut_domains.dialogue import (
    USER_ENDS,
    Dialogue,
    Event,
    Message,
    Note,
    SeatName,
    Stop,
    ToolCall,
    ToolResult,
    other_seat,
)
from rut_domains.frozen import Frozen
from rut_domains.tool import ToolSpec

NO_WORDS = "(no words)"
NEUTRAL_END = "The dialogue ends here."

_ENDS = {
    "satisfied": "satisfied",
    "transferred": "transferred to somebody else",
    "out_of_scope": "the contract gives too little to go on",
    "abandoned": "gave up",
}
# Shorter ids ("c12") occur in ordinary text; longer ones do not.
_TELLING_ID = 8


class BlindCall(Frozen):
    """A tool call, numbered in order of appearance, and its result (None where there is none)."""

    ordinal: int = Field(ge=1)
    name: str
    arguments: str = ""
    result: str | None = None
    error: bool = False


class BlindTurn(Frozen):
    """One thing that happened, by its number from 1: the unit that evidence cites.

    `actor` is empty for an end that is nobody's own act. An `aside` was seen by this seat alone.
    """

    number: int = Field(ge=1)
    actor: Literal["user", "agent", ""]
    kind: Literal["message", "call", "end"]
    text: str = ""
    aside: bool = False
    call: BlindCall | None = None

    def plain(self) -> str:
        """Return all that the turn says as one text; spans of evidence count in it."""
        if self.call is None:
            return self.text
        line = f"{self.call.name}({self.call.arguments})"
        return line if self.call.result is None else f"{line}\n{self.call.result}"


class Section(Frozen):
    """A titled part of what the seat was given: of the contract, or the policy."""

    title: str
    text: str


class BlindDialogue(Frozen):
    """A dialogue as a rater knows it.

    `code` is its only name. `view` is the seat whose view is shown; `sections` are the contract
    for the user's view and the policy for the agent's; `tools` are that seat's own.
    """

    code: str
    view: SeatName
    sections: tuple[Section, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    turns: tuple[BlindTurn, ...] = ()

    def turn(self, number: int) -> BlindTurn | None:
        """Return the turn of that number."""
        return self.turns[number - 1] if 1 <= number <= len(self.turns) else None

    def search(self, text: str) -> tuple[int, ...]:
        """Return the numbers of the turns that hold a text; capitals do not matter."""
        wanted = normalise_text(text).casefold()
        found = (turn.number for turn in self.turns if wanted in turn.plain().casefold())
        return tuple(found) if wanted else ()

    def find_span(self, span: str) -> tuple[int, int, int] | None:
        """Return (section index, start, end) of a criterion's grounding span in code points."""
        wanted = name_tokens(span.strip())
        for index, section in enumerate(self.sections):
            start = section.text.find(wanted) if wanted else -1
            if start >= 0:
                return index, start, start + len(wanted)
        return None


def make_code(entropy: bytes) -> str:
    """Return random bytes (five or more) as a code that people can say: `K7QM-4TXD`.

    Raises:
        ValueError: There are fewer than five bytes.
    """
    if len(entropy) < 5:
        raise ValueError("a code needs five random bytes")
    letters = base64.b32encode(entropy[:5]).decode("ascii")
    return f"{letters[:4]}-{letters[4:]}"


def blind_dialogue(dialogue: Dialogue, rubric: Rubric, code: str) -> BlindDialogue:
    """Return what a rater of `rubric` may know of a dialogue.

    Args:
        dialogue: The whole dialogue.
        rubric: Its view says what is shown.
        code: The name for the rater: random, and nothing from which the dialogue follows.

    Raises:
        BlindFault: There is no code, the dialogue's id is used as one, or the dialogue is linked
            to a contract that is not its own.
    """
    if not code or code == dialogue.id:
        raise BlindFault("a blinded dialogue needs a random code of its own")
    if dialogue.link == "unlinked":
        raise BlindFault(
            "the dialogue is not offered for rating",
            hint="The lead has to settle first which task it belongs to.",
            place=code,
        )
    briefing, view = dialogue.briefing, rubric.view
    tools = briefing.user_tools if view == "user" else briefing.agent_tools
    return BlindDialogue(
        code=code,
        view=view,
        sections=_sections(dialogue, view),
        # Whether a tool writes is known of some systems' tools only.
        tools=tuple(tool.model_copy(update={"writes": None}) for tool in tools),
        turns=tuple(turn for _, turn in _turns(dialogue, view)),
    )


def turn_seqs(dialogue: Dialogue, rubric: Rubric) -> tuple[int, ...]:
    """Return, for the lead, the `seq` of the event at which each blinded turn begins."""
    return tuple(seq for seq, _ in _turns(dialogue, rubric.view))


def _sections(dialogue: Dialogue, view: SeatName) -> tuple[Section, ...]:
    briefing = dialogue.briefing
    given: tuple[tuple[str, str], ...] = ()
    if view == "agent" and briefing.policy.strip():
        given = (("Policy", briefing.policy),)
    elif view == "user" and briefing.contract is not None:
        given = briefing.contract.sections()
    return tuple(Section(title=title, text=name_tokens(text)) for title, text in given)


def _turns(dialogue: Dialogue, view: SeatName) -> Iterator[tuple[int, BlindTurn]]:
    """Yield the turns in order, each with the `seq` of its event."""
    shown = _until_stop(dialogue.seen_by(view))
    names = _call_names(dialogue.events, shown)
    answers: defaultdict[str, deque[ToolResult]] = defaultdict(deque)
    for event in shown:
        if isinstance(event, ToolResult):
            answers[event.call_id].append(event)
    asked = {event.call_id for event in shown if isinstance(event, ToolCall)}
    number = ordinal = 0
    for index, event in enumerate(shown):
        turn: BlindTurn | None = None
        if isinstance(event, Message):
            following = shown[index + 1] if index + 1 < len(shown) else None
            turn = _message(event, following, number + 1, view, names)
        elif isinstance(event, ToolCall):
            ordinal += 1
            queue = answers[event.call_id]
            turn = _call(event, queue.popleft() if queue else None, number + 1, ordinal, names)
        elif isinstance(event, ToolResult) and event.call_id not in asked:
            ordinal += 1
            turn = _stray_result(event, number + 1, ordinal, view, names)
        elif isinstance(event, Stop):
            turn = _end(event, number + 1)
        if turn is not None:
            number += 1
            yield event.seq, turn


def _until_stop(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Cut what follows the end, and what is for the lead alone."""
    kept: list[Event] = []
    for event in events:
        if not isinstance(event, Note):
            kept.append(event)
        if isinstance(event, Stop):
            break
    return tuple(kept)


class _Names:
    """Replaces the ids of calls by their number: whoever made them has a style of making ids."""

    def __init__(self, numbers: dict[str, int | None]) -> None:
        self._numbers = numbers
        longest_first = sorted(numbers, key=len, reverse=True)
        choice = "|".join(re.escape(name) for name in longest_first)
        self._pattern = re.compile(rf"(?<!\w)(?:{choice})(?!\w)") if choice else None

    def hide(self, text: str) -> str:
        """Return the text without ids."""
        return self._pattern.sub(self._name, text) if self._pattern else text

    def _name(self, match: re.Match[str]) -> str:
        number = self._numbers[match.group()]
        return "another call" if number is None else f"call {number}"


def _call_names(events: tuple[Event, ...], shown: tuple[Event, ...]) -> _Names:
    numbers: dict[str, int | None] = {
        event.call_id: None
        for event in events
        if isinstance(event, ToolCall | ToolResult) and len(event.call_id) >= _TELLING_ID
    }
    calls = [event for event in shown if isinstance(event, ToolCall)]
    for number, call in enumerate(calls, start=1):
        if call.call_id in numbers:
            numbers[call.call_id] = number
    return _Names(numbers)


def _message(
    event: Message, following: Event | None, number: int, view: SeatName, names: _Names
) -> BlindTurn | None:
    text = names.hide(normalise_text(event.text))
    if not text and holds_token(event.text) and isinstance(following, Stop):
        return None
    return BlindTurn(
        number=number,
        actor="agent" if event.actor == "agent" else "user",
        kind="message",
        text=text or NO_WORDS,
        aside=other_seat(view) not in event.visible_to,
    )


def _call(
    event: ToolCall, answer: ToolResult | None, number: int, ordinal: int, names: _Names
) -> BlindTurn:
    result = None
    if answer is not None:
        result = names.hide(render_result(answer.content, error=answer.error))
    return BlindTurn(
        number=number,
        actor="agent" if event.actor == "agent" else "user",
        kind="call",
        call=BlindCall(
            ordinal=ordinal,
            name=event.name,
            arguments=names.hide(render_arguments(event.arguments)),
            result=result,
            error=answer is not None and answer.error,
        ),
    )


def _stray_result(
    event: ToolResult, number: int, ordinal: int, view: SeatName, names: _Names
) -> BlindTurn:
    """Show a result to which some importer found no call."""
    result = names.hide(render_result(event.content, error=event.error))
    call = BlindCall(ordinal=ordinal, name=event.name, result=result, error=event.error)
    return BlindTurn(number=number, actor=view, kind="call", call=call)


def _end(event: Stop, number: int) -> BlindTurn:
    """Show an end as the act of who made it; one by the engine or by another system is neutral.

    The detail is left out whoever ended: only people and scripts give one, each in its own way.
    """
    if event.actor == "user" and event.reason in USER_ENDS:
        text = f"The user ended the dialogue: {_ENDS[event.reason]}."
        return BlindTurn(number=number, actor="user", kind="end", text=text)
    if event.actor == "agent" and event.reason == "quit":
        text = "The agent ended the dialogue."
        return BlindTurn(number=number, actor="agent", kind="end", text=text)
    return BlindTurn(number=number, actor="", kind="end", text=NEUTRAL_END)
