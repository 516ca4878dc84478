"""The scripted user: an agenda driven by the contract, recomputed from the log at each move.

The idea is the agenda-based simulator of Schatzmann, Thomson, Weilhammer, Ye and Young (2007): the
user has goals and facts, reacts to what is asked and offered, and raises what is still open. It
sees its view alone: contract, own tools, visible events.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator

from pydantic import JsonValue

from rut_domains.dialogue import Event, SeatName
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task
from rut_tui.play.scripted.attention import Attention
from rut_tui.play.scripted.parts import Reply
from rut_tui.play.scripted.planted import find_deviation
from rut_tui.play.scripted.replies import plan_reply
from rut_tui.play.scripted.situation import Situation, read_situation
from rut_tui.play.scripted.wording import pick
from rut_tui.play.seat import Delta, Move, View


class ScriptedUser:
    """A user seat that follows its contract.

    Args:
        task: The task; only its contract is looked at.
        lexicon: How the domain talks.
        seed: Chooses the wordings; the same seed and log give the same move.
        fault: A failure mode to show once, for dialogues with a known truth.

    Raises:
        UsageFault: The fault is unknown, or cannot occur in this task.
    """

    def __init__(
        self, task: Task, lexicon: Lexicon, *, seed: int, fault: str | None = None
    ) -> None:
        self._task = task
        self._lexicon = lexicon
        self._seed = seed
        self._known: Attention | None = None
        self._deviation = find_deviation(task, lexicon, fault) if fault is not None else None

    @property
    def seat(self) -> SeatName:
        """Which side of the table."""
        return "user"

    async def act(self, view: View) -> AsyncGenerator[Delta | Move]:
        """Answer the view with one move."""
        yield self.move(view)

    def move(self, view: View) -> Move:
        """Return the move that follows from a view."""
        attention = self._attention_to(view)
        now = read_situation(attention, view.events)
        reply = plan_reply(now)
        deviation = self._deviation
        deviated = deviation.deviate(now, reply) if deviation is not None else None
        if deviation is None or deviated is None or self._has_deviated(attention, view.events):
            return word_reply(reply, now, self._seed)
        fault: dict[str, JsonValue] = {
            "slug": deviation.slug,
            "seed": self._seed,
            "what": deviated.what,
        }
        return word_reply(deviated.reply, now, self._seed).model_copy(update={"fault": fault})

    def _attention_to(self, view: View) -> Attention:
        """Return how the view is understood; what was worked out once serves all moves."""
        contract = view.contract or self._task.contract
        known = self._known
        if known is None or known.contract != contract or known.tools != view.tools:
            self._known = known = Attention(contract, self._lexicon, view.tools)
        return known

    def _has_deviated(self, attention: Attention, events: tuple[Event, ...]) -> bool:
        """Whether an earlier move was an occasion for the fault: it is shown once.

        Nothing is remembered: the situation before each own move is read again from the log.
        """
        deviation = self._deviation
        for start in _own_moves(events):
            then = read_situation(attention, events[:start])
            if deviation is not None and deviation.deviate(then, plan_reply(then)) is not None:
                return True
        return False


def _own_moves(events: tuple[Event, ...]) -> Iterator[int]:
    """Yield the positions at which the user's moves begin."""
    before = ""
    for position, event in enumerate(events):
        if event.actor == "user" and before != "user":
            yield position
        before = event.actor


def word_reply(reply: Reply, now: Situation, seed: int) -> Move:
    """Choose the wordings of a reply; no sentence of the user's last message is used again."""
    said: list[str] = []
    for part in reply.parts:
        key = (part.kind, part.about, now.turn)
        said.append(pick(part.options, seed, *key, avoid=(now.last_said, *said)))
    return Move(text=" ".join(said), calls=reply.calls, end=reply.end)
