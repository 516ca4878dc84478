"""All that a move of the scripted user depends on, recomputed from the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rut_domains.contract import Contract
from rut_domains.dialogue import Event
from rut_domains.language.answers import answer_of
from rut_domains.language.hits import Asked
from rut_tui.play.scripted.agenda import Agenda
from rut_tui.play.scripted.attention import Attention, Hearing
from rut_tui.play.scripted.errands import Errand, call_key
from rut_tui.play.scripted.exchanges import Exchange, read_exchanges
from rut_tui.play.scripted.progress import listen, speak


@dataclass(frozen=True)
class Past:
    """An exchange that is over: what was heard in it, and where things stood before and after."""

    exchange: Exchange
    hearing: Hearing
    before: Agenda
    after: Agenda


@dataclass(frozen=True)
class Situation:
    """Where the user stands when it is its turn.

    Attributes:
        attention: How it understands.
        past: The exchanges that are over.
        exchange: The present one: the message to answer, and the calls made since.
        hearing: What the message means.
        before: The agenda when the message came.
        agenda: The agenda after the message and the results of the calls.
        first: Whether the user has not said anything yet.
    """

    attention: Attention
    past: tuple[Past, ...]
    exchange: Exchange
    hearing: Hearing
    before: Agenda
    agenda: Agenda
    first: bool

    @property
    def contract(self) -> Contract:
        """The user's contract."""
        return self.attention.contract

    @property
    def turn(self) -> int:
        """How many exchanges are over."""
        return len(self.past)

    @property
    def last_said(self) -> str:
        """What the user said last."""
        return next((past.exchange.said for past in reversed(self.past)), "")

    @property
    def offered_errands(self) -> tuple[Errand, ...]:
        """The errands that the user asked leave for, if the present message grants it."""
        if not self.past or not self.past[-1].hearing.tried or self.past[-1].exchange.operations:
            return ()
        granted = answer_of(self.hearing.text) == "yes" and not self.hearing.errands
        return self.past[-1].hearing.tried if granted else ()

    def was_asked(self, topic: Asked) -> bool:
        """Whether something was asked, and answered, before the present message."""
        return any(
            topic in past.hearing.asked and (topic.kind != "fact" or topic.id in past.after.told)
            for past in self.past
        )

    def has_done(self, errand: Errand) -> bool:
        """Whether the call of an errand was made at any time in the dialogue."""
        return errand.key in self._calls_made

    def has_changed_since(self, errand: Errand) -> bool:
        """Whether another call that changes something came after the last one of an errand."""
        made = self._calls_made
        if errand.key not in made:
            return False
        later = made[len(made) - made[::-1].index(errand.key) :]
        writing = {tool.name for tool in self.attention.tools if tool.writes}
        return any(key.split(" ", 1)[0] in writing for key in later)

    @property
    def _calls_made(self) -> list[str]:
        """Return the keys of all calls of the dialogue, in order."""
        return [
            call_key(operation.call.name, operation.call.arguments)
            for exchange in (*(past.exchange for past in self.past), self.exchange)
            for operation in exchange.operations
        ]

    def is_waiting(self, errand: Errand) -> bool:
        """Whether the call of an errand has not been made since the present message."""
        return all(
            errand.key != call_key(operation.call.name, operation.call.arguments)
            for operation in self.exchange.operations
        )


def read_situation(attention: Attention, events: Sequence[Event]) -> Situation:
    """Recompute where the user stands from the events that it may see."""
    exchanges = read_exchanges(events)
    present = exchanges[-1]
    if present.said:
        # The user's turn again without a word from the agent: answer an empty message.
        exchanges = (*exchanges, Exchange())
        present = exchanges[-1]
    tools = attention.errands.available
    agenda = Agenda(attention.contract)
    past: list[Past] = []
    last = ""
    for exchange in exchanges[:-1]:
        hearing = attention.hear(exchange.heard, agenda, last)
        last = exchange.heard
        heard = listen(agenda, hearing, exchange, tools)
        after = speak(heard, hearing, exchange, first=not past)
        past.append(Past(exchange, hearing, agenda, after))
        agenda = after
    hearing = attention.hear(present.heard, agenda, last)
    return Situation(
        attention=attention,
        past=tuple(past),
        exchange=present,
        hearing=hearing,
        before=agenda,
        agenda=listen(agenda, hearing, present, tools),
        first=not past,
    )
