"""Playing: from a choice of task and seats to a finished, scored dialogue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from pydantic import JsonValue

from rut_domains.dialogue import (
    EVERYONE,
    Chair,
    Dialogue,
    Event,
    Message,
    SeatName,
    Stop,
    find_stop,
    other_seat,
)
from rut_domains.faults import UsageFault
from rut_domains.frozen import Frozen
from rut_domains.pack import Pack
from rut_domains.task import Task
from rut_tui.play.engine import Engine, Progress, Setting
from rut_tui.play.human import HumanSeat
from rut_tui.play.moves import next_seat
from rut_tui.play.seat import Move, Seat
from rut_tui.settings import Settings
from rut_tui.store import Store
from rut_tui.work.casting import REPLAY, Casting, seat_of, seats_of
from rut_tui.work.chance import draw_id, read_clock
from rut_tui.work.domains import choose_task, find_task, open_pack
from rut_tui.work.imported import explain_unplayable
from rut_tui.work.score import closing_notes, last_outcome, score_events
from rut_tui.work.trust import require_trust
from rut_tui.work.worlds import make_briefing, make_world


class Choice(Frozen):
    """What a player chose; what is left open follows a replayed dialogue, else it is drawn."""

    domain: str | None = None
    task: str | None = None
    seed: int
    casting: Casting
    trust: bool = False


class Session:
    """One dialogue being played: what a screen or the line mode holds on to.

    Args:
        store: Where events are committed.
        settings: Sandbox and places.
        dialogue: The dialogue as far as it is recorded.
        pack: The domain.
        task: What is played.
        seats: Who sits where.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        dialogue: Dialogue,
        pack: Pack,
        task: Task,
        seats: dict[SeatName, Seat],
    ) -> None:
        self.dialogue = dialogue
        self.pack = pack
        self.task = task
        self._store = store
        self._settings = settings
        self._seats = seats
        self._world = make_world(pack, task, dialogue.seed, settings)
        self._engine = Engine(
            Setting(
                briefing=dialogue.briefing,
                greeting=task.greeting,
                now=task.now,
                budget=task.budget,
            ),
            seats,
            self._world,
            self._record,
            read_clock,
            dialogue.events,
        )

    @property
    def id(self) -> str:
        """The dialogue's id."""
        return self.dialogue.id

    @property
    def events(self) -> tuple[Event, ...]:
        """The log so far; a screen shows what the person's seat may see of it."""
        return self._engine.events

    @property
    def person(self) -> HumanSeat | None:
        """The seat of the person who plays here, if one does."""
        return next((seat for seat in self._seats.values() if isinstance(seat, HumanSeat)), None)

    @property
    def stop(self) -> Stop | None:
        """How the dialogue ended, or None while it is open."""
        return find_stop(self.events)

    @property
    def turn(self) -> SeatName | None:
        """Whose turn it is."""
        return next_seat(self.events)

    async def run(self) -> AsyncGenerator[Progress]:
        """Play until the end, then score; leaving early keeps the dialogue resumable."""
        try:
            async with aclosing(self._engine.run()) as steps:
                async for step in steps:
                    yield step
            if self.stop is not None:
                await self._finish()
        finally:
            await self._world.close()

    def submit(self, move: Move) -> None:
        """Hand in the person's move; the draft is cleared once the move is committed.

        Raises:
            UsageFault: It is not the person's turn, or the move means nothing.
        """
        if self.person is None:
            raise UsageFault("nobody plays here", hint="Both seats are filled by scripts.")
        self.person.submit(move)

    def _record(self, events: Sequence[Event]) -> None:
        """Commit a move; the person's draft is forgotten only once its text is safe."""
        self._store.dialogues.append(self.id, events)
        person = self.person
        if person is not None and any(
            isinstance(e, Message) and e.actor == person.seat for e in events
        ):
            self.save_draft("")

    def draft(self) -> str:
        """Return what the person had typed but not sent."""
        return self._store.drafts.get(self._draft_key()) or ""

    def save_draft(self, text: str) -> None:
        """Keep what the person has typed so far; empty text forgets it."""
        if text:
            self._store.drafts.put(self._draft_key(), text, read_clock().isoformat())
        else:
            self._store.drafts.clear(self._draft_key())

    def outcome(self) -> dict[str, JsonValue] | None:
        """Return what became of the finished dialogue, for the lead and for its player."""
        return last_outcome(self._store.dialogues.events(self.id))

    def _draft_key(self) -> str:
        seat = self.person.seat if self.person is not None else "nobody"
        return f"play/{self.id}/{seat}"

    async def _finish(self) -> None:
        """Append the lead's notes: a planted fault that never fired, and the outcome."""
        final_state = await asyncio.to_thread(self._world.state)
        outcome = await asyncio.to_thread(
            score_events,
            self.dialogue,
            self.pack,
            self.task,
            self.events,
            final_state,
            self._settings,
        )
        made = closing_notes(self.dialogue, self.events, outcome)
        self._store.dialogues.append(self.id, made)


def start_session(store: Store, settings: Settings, choice: Choice) -> Session:
    """Set up a new dialogue and record its header.

    Raises:
        UsageFault: An unknown domain, task or counterpart, or a task that cannot be played.
    """
    try:
        choice = follow_recording(store, settings, choice)
        pack, task = choose_task(settings, choice.domain, choice.task, choice.seed)
    except UsageFault as fault:
        raise explain_unplayable(store, choice.domain or "", fault) from None
    require_trust(pack, settings, granted=choice.trust)
    casting = choice.casting
    seats = seats_of(casting, task, pack.lexicon, choice.seed, store)
    dialogue = Dialogue(
        id=draw_id(),
        domain=pack.name,
        task_id=task.id,
        task_hash=task.hash,
        seed=choice.seed,
        created_at=read_clock().isoformat(),
        briefing=make_briefing(pack, task, settings),
        recorded=casting.recorded(),
        user=casting.chair("user"),
        agent=casting.chair("agent"),
    )
    store.dialogues.add(dialogue)
    return Session(store, settings, dialogue, pack, task, seats)


def follow_recording(store: Store, settings: Settings, choice: Choice) -> Choice:
    """Return the choice with domain and task of the replayed dialogue where it leaves them open.

    Where it names others it stays as it is; nothing can then be replayed.

    Raises:
        UsageFault: There is no such dialogue or domain.
    """
    source = choice.casting.replayed_id()
    if source is None:
        return choice
    recorded = store.dialogues.get(source)
    casting = choice.casting.model_copy(update={"counterpart": f"{REPLAY}{recorded.id}"})
    found: dict[str, object] = {"casting": casting}
    named = choice.domain and open_pack(settings, choice.domain).name
    if choice.task in (None, recorded.task_id) and named in (None, recorded.domain):
        found |= {"domain": choice.domain or recorded.domain, "task": recorded.task_id}
    return choice.model_copy(update=found)


def resume_session(
    store: Store, settings: Settings, dialogue_id: str, *, trust: bool = False
) -> Session:
    """Set up an open dialogue where it was left.

    One that was cut off between its end and its outcome is set up as well: to run it scores it.

    Raises:
        UsageFault: There is no such dialogue, it has ended, or it was not played here.
    """
    dialogue = store.dialogues.get(dialogue_id)
    if dialogue.origin.system != "rut":
        raise UsageFault(
            "an imported dialogue cannot be played on",
            hint="It can be read and rated.",
            place=dialogue.id,
        )
    if not is_unfinished(dialogue):
        raise UsageFault(
            "the dialogue has ended",
            hint="Fork it to play on from an earlier turn.",
            place=dialogue.id,
        )
    pack, task = find_task(settings, dialogue.domain, dialogue.task_id)
    if task.hash != dialogue.task_hash:
        raise UsageFault(
            "the task has changed since this dialogue was played",
            hint="Use the pack's earlier version, or start anew.",
            place=f"{dialogue.domain}/{dialogue.task_id}",
        )
    require_trust(pack, settings, granted=trust)
    casting = Casting.of(dialogue)
    seats = seats_of(casting, task, pack.lexicon, dialogue.seed, store)
    return Session(store, settings, dialogue, pack, task, seats)


def is_unfinished(dialogue: Dialogue) -> bool:
    """Return whether a dialogue is open, or was cut off before it was scored."""
    return dialogue.stop is None or last_outcome(dialogue.events) is None


def fork_session(
    store: Store,
    settings: Settings,
    dialogue_id: str,
    upto_seq: int | None = None,
    casting: Casting | None = None,
    *,
    trust: bool = False,
) -> Session:
    """Start a new dialogue that shares a recorded one's events up to `upto_seq`, and play on.

    Without `upto_seq` the last message is the place. The casting stays that of the parent unless
    another is given; a parent's planted fault is not planted again.

    Raises:
        UsageFault: There is no such dialogue or turn.
    """
    parent = store.dialogues.get(dialogue_id)
    if parent.origin.system != "rut":
        raise UsageFault(
            "an imported dialogue cannot be forked",
            hint="Its environment is not here; it can be read and rated.",
            place=parent.id,
        )
    pack, task = find_task(settings, parent.domain, parent.task_id)
    if task.hash != parent.task_hash:
        raise UsageFault(
            "the task has changed since this dialogue was played",
            hint="Start a new dialogue of the task.",
            place=f"{parent.domain}/{parent.task_id}",
        )
    require_trust(pack, settings, granted=trust)
    at = _fork_point(parent, upto_seq)
    cast = casting or Casting.of(parent).without_fault()
    seats = seats_of(cast, task, pack.lexicon, parent.seed, store)
    header = parent.model_copy(
        update={
            "id": draw_id(),
            "created_at": read_clock().isoformat(),
            "parent_id": parent.id,
            "parent_seq": at,
            "recorded": cast.recorded(),
            "events": (),
            "user": cast.chair("user"),
            "agent": cast.chair("agent"),
        }
    )
    store.dialogues.fork(parent.id, at, header)
    return Session(store, settings, store.dialogues.get(header.id), pack, task, seats)


def other_chair(dialogue: Dialogue, seat: SeatName) -> Chair:
    """Return who sits across from `seat`."""
    return seat_of(dialogue, other_seat(seat))


def fork_points(events: Sequence[Event]) -> tuple[int, ...]:
    """Return the sequence numbers after which a dialogue can be played on: ends of messages."""
    return tuple(
        event.seq for event in events if isinstance(event, Message) and event.visible_to == EVERYONE
    )


def _fork_point(parent: Dialogue, upto_seq: int | None) -> int:
    points = fork_points(parent.events)
    if upto_seq is None and points:
        return points[-1]
    if upto_seq in points:
        return int(upto_seq)
    raise UsageFault(
        f"event {upto_seq} is no place to play on from",
        hint="Messages that both seats saw are: " + ", ".join(map(str, points)) + ".",
        place=parent.id,
    )
