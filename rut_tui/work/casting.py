"""Who sits where: from a choice to seats, and from a recorded dialogue back to the choice."""

from __future__ import annotations

from pydantic import JsonValue

from rut_domains.behaviours import find_mode
from rut_domains.dialogue import Chair, Dialogue, Message, SeatName, other_seat
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_domains.lexicon import Lexicon
from rut_domains.task import Task
from rut_tui.play.human import HumanSeat
from rut_tui.play.replay import ReplaySeat
from rut_tui.play.seat import Seat
from rut_tui.store import Store

REPLAY = "replay:"


class Casting(Frozen):
    """A person (or nobody) in one seat and a counterpart in the other.

    `player` names the person; with `seat` None both seats are scripted. `counterpart` is
    `scripted` or `replay:ID`. `fault` is planted in a scripted user.
    """

    seat: SeatName | None = None
    player: str = "player"
    counterpart: str = "scripted"
    fault: str | None = None

    @classmethod
    def of(cls, dialogue: Dialogue) -> Casting:
        """Read the casting of a dialogue that was played here."""
        seat: SeatName | None = next(
            (name for name in ("user", "agent") if seat_of(dialogue, name).kind == "human"), None
        )
        across = seat_of(dialogue, other_seat(seat)) if seat else None
        replayed = across is not None and across.kind == "replay"
        fault = dialogue.recorded.get("planted_fault")
        return cls(
            seat=seat,
            player=seat_of(dialogue, seat).name if seat else "player",
            counterpart=f"{REPLAY}{across.name}" if across and replayed else "scripted",
            fault=fault if isinstance(fault, str) else None,
        )

    def without_fault(self) -> Casting:
        """Return the same casting with an honest user."""
        return self.model_copy(update={"fault": None})

    def recorded(self) -> dict[str, JsonValue]:
        """Return what the lead alone may read about the casting."""
        return {} if self.fault is None else {"planted_fault": self.fault}

    def replayed_id(self) -> str | None:
        """Return the id, or its start, of the dialogue that the counterpart replays."""
        _, mark, source = self.counterpart.partition(REPLAY)
        return source if mark else None

    def chair(self, seat: SeatName) -> Chair:
        """Return what the dialogue's header says about who sits there."""
        if seat == self.seat:
            return Chair(kind="human", name=self.player)
        if (source := self.replayed_id()) is not None:
            return Chair(kind="replay", name=source)
        return Chair(kind="scripted", name=f"scripted-{seat}")


def seat_of(dialogue: Dialogue, seat: SeatName) -> Chair:
    """Return who sat in a seat."""
    return dialogue.user if seat == "user" else dialogue.agent


def seats_of(
    casting: Casting, task: Task, lexicon: Lexicon, seed: int, store: Store
) -> dict[SeatName, Seat]:
    """Fill both seats.

    Raises:
        UsageFault: An unknown counterpart, or a fault that this task or casting cannot have.
    """
    if casting.fault is not None and find_mode(casting.fault) is None:
        raise UsageFault(
            f"there is no failure mode {casting.fault!r}", hint="`rut play --faults` lists them."
        )
    if casting.fault is not None and (casting.seat == "user" or casting.replayed_id() is not None):
        raise UsageFault(
            "a fault can only be planted in a scripted user",
            hint="Take the agent's seat against the scripted user.",
        )
    names: tuple[SeatName, SeatName] = ("user", "agent")
    return {name: _fill(name, casting, task, lexicon, seed, store) for name in names}


def _fill(
    name: SeatName, casting: Casting, task: Task, lexicon: Lexicon, seed: int, store: Store
) -> Seat:
    if name == casting.seat:
        return HumanSeat(name)
    if (source := casting.replayed_id()) is not None:
        return _replay(name, source, task, store)
    if casting.counterpart != "scripted":
        raise UsageFault(
            f"unknown counterpart {casting.counterpart!r}",
            hint="Use scripted, or replay:ID with the id of a recorded dialogue.",
        )
    # Loaded when needed: what a scripted seat knows of language is large.
    if name == "user":
        from rut_tui.play.scripted.user import ScriptedUser

        return ScriptedUser(task, lexicon, seed=seed, fault=casting.fault)
    from rut_tui.play.scripted.agent import ScriptedAgent

    return ScriptedAgent(task, lexicon, seed=seed)


def _replay(name: SeatName, source: str, task: Task, store: Store) -> ReplaySeat:
    recorded = store.dialogues.get(source)
    if (recorded.domain, recorded.task_id) != (task.domain, task.id):
        raise UsageFault(
            f"that dialogue was played in {recorded.domain}/{recorded.task_id}, "
            f"not in {task.domain}/{task.id}",
            hint=f"Take its task: --domain {recorded.domain} --task {recorded.task_id}.",
            place=f"replay:{source}",
        )
    events = recorded.events
    greeted = bool(events) and isinstance(events[0], Message) and events[0].actor == "agent"
    # The engine greets by itself: the recorded moves are counted from the same place.
    skip = int(greeted) - int(bool(task.greeting)) if name == "agent" else 0
    return ReplaySeat(name, events, skip=skip)
