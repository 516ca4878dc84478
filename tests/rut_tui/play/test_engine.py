"""The turn loop: order, visibility, limits, ends, resume."""

from __future__ import annotations

import asyncio

import pytest

from rut_domains.contract import Contract
from rut_domains.dialogue import (
    EVERYONE,
    Briefing,
    Event,
    Message,
    Note,
    Stop,
    ToolCall,
    ToolResult,
)
from rut_domains.faults import Fault, UsageFault
from rut_domains.task import Budget
from rut_domains.tool import ToolSpec
from rut_tui.play.engine import Preview, Recorded, Waiting
from rut_tui.play.human import HumanSeat
from rut_tui.play.moves import next_seat
from rut_tui.play.replay import ReplaySeat
from rut_tui.play.seat import Call, End, Move, Seat
from rut_tui.play.world import ReplayFault
from tests.support.play import CannedSeat, CountingWorld, Log, make_engine, play_out

BYE = Move(text="Thanks, bye.", end=End(reason="satisfied"))


def say(text: str) -> Move:
    return Move(text=text)


def call(*names: str, text: str = "") -> Move:
    return Move(text=text, calls=tuple(Call(name=name, arguments={"a": 1}) for name in names))


def full_play() -> tuple[CannedSeat, CannedSeat]:
    user = CannedSeat("user", [say("Hi"), call("look"), say("It shows 2"), BYE])
    agent = CannedSeat("agent", [call("find"), say("Please look."), say("All done.")])
    return user, agent


async def test_the_agent_greets_then_the_seats_alternate() -> None:
    log = Log()
    user, agent = full_play()
    await play_out(make_engine(user, agent, log=log))
    assert [(event.actor, event.kind) for event in log] == [
        ("agent", "message"),
        ("user", "message"),
        ("agent", "tool_call"),
        ("environment", "tool_result"),
        ("agent", "message"),
        ("user", "tool_call"),
        ("environment", "tool_result"),
        ("user", "message"),
        ("agent", "message"),
        ("user", "message"),
        ("user", "stop"),
    ]
    assert [event.seq for event in log] == list(range(11))


async def test_calls_and_results_are_seen_by_the_caller_alone() -> None:
    log = Log()
    user, agent = full_play()
    await play_out(make_engine(user, agent, log=log))
    callers = {event.call_id: event.actor for event in log if isinstance(event, ToolCall)}
    for event in log:
        if isinstance(event, ToolCall):
            assert event.visible_to == {event.actor}
        if isinstance(event, ToolResult):
            assert event.visible_to == {callers[event.call_id]}
    assert not any(isinstance(e, ToolCall) and e.actor == "agent" for e in user.views[-1].events)
    assert not any(isinstance(e, ToolCall) and e.actor == "user" for e in agent.views[-1].events)


async def test_text_beside_a_call_reaches_nobody_else_and_does_not_give_the_turn_away() -> None:
    log = Log()
    user = CannedSeat("user", [say("Hi"), BYE])
    agent = CannedSeat("agent", [call("find", text="One moment"), say("Found.")])
    await play_out(make_engine(user, agent, log=log))
    beside = next(e for e in log if isinstance(e, Message) and e.text == "One moment")
    assert beside.visible_to == {"agent"}
    assert "One moment" not in str(user.views[-1])


async def test_several_calls_in_one_move_are_committed_together_and_answered_in_order() -> None:
    log, world = Log(), CountingWorld()
    user = CannedSeat("user", [say("Hi"), BYE])
    agent = CannedSeat("agent", [call("a", "fail", "b"), say("Done.")])
    await play_out(make_engine(user, agent, log=log, world=world))
    assert [e.kind for e in log.batches[2]] == ["tool_call"] * 3
    assert [name for _, name, _, _ in world.calls] == ["a", "fail", "b"]
    results = [e for e in log if isinstance(e, ToolResult)]
    assert [e.error for e in results] == [False, True, False]
    assert [e.state_hash for e in results] == ["1", "1", "2"]


async def test_an_event_is_committed_before_the_other_seat_is_asked() -> None:
    log = Log()
    committed: list[int] = []

    class Watching(CannedSeat):
        async def act(self, view):  # type: ignore[no-untyped-def]
            committed.append(len(log) - len(view.events))
            async for piece in super().act(view):
                yield piece

    user = Watching("user", [say("Hi"), BYE])
    agent = Watching("agent", [say("Hello.")])
    await play_out(make_engine(user, agent, log=log))
    assert committed == [0, 0, 0]


async def test_a_commit_that_fails_ends_the_run_and_the_move_is_shown_to_nobody() -> None:
    class Full(Log):
        def __call__(self, events):  # type: ignore[no-untyped-def]
            if any(isinstance(event, Message) and event.actor == "user" for event in events):
                raise Fault("disk full")
            super().__call__(events)

    log = Full()
    user, agent = full_play()
    with pytest.raises(Fault, match="disk full"):
        await play_out(make_engine(user, agent, log=log))
    assert len(log) == 1
    assert agent.views == []


async def test_each_seat_gets_its_own_briefing_only() -> None:
    briefing = Briefing(
        contract=Contract(reason="secret reason"),
        policy="secret policy",
        agent_tools=(ToolSpec(name="find"),),
        user_tools=(ToolSpec(name="look"),),
    )
    user, agent = full_play()
    await play_out(make_engine(user, agent, briefing=briefing))
    seen_by_user, seen_by_agent = str(user.views[-1]), str(agent.views[-1])
    assert "secret reason" in seen_by_user
    assert "secret policy" not in seen_by_user
    assert "'find'" not in seen_by_user
    assert "secret policy" in seen_by_agent
    assert "secret reason" not in seen_by_agent
    assert "'look'" not in seen_by_agent


@pytest.mark.parametrize("cut", range(11))
async def test_a_run_cut_after_any_commit_goes_on_to_the_same_end(cut: int) -> None:
    whole = Log()
    user, agent = full_play()
    await play_out(make_engine(user, agent, log=whole))
    assert len(whole.batches) == 10

    resumed = Log([event for batch in whole.batches[:cut] for event in batch])
    seats = {name: ReplaySeat(name, whole) for name in ("user", "agent")}
    await play_out(make_engine(seats["user"], seats["agent"], log=resumed))
    assert [without_time(e) for e in resumed] == [without_time(e) for e in whole]


def without_time(event: Event) -> dict[str, object]:
    return event.model_dump(exclude={"at"})


async def test_a_log_that_leads_elsewhere_is_not_played_on() -> None:
    log = Log()
    user, agent = full_play()
    await play_out(make_engine(user, agent, log=log))
    forged = Log(
        [
            e.model_copy(update={"state_hash": "9"}) if isinstance(e, ToolResult) else e
            for e in log[:4]
        ]
    )
    with pytest.raises(ReplayFault):
        await play_out(make_engine(*full_play(), log=forged))


@pytest.mark.parametrize(
    ("budget", "reason"),
    [(Budget(steps=3), "step_limit"), (Budget(errors=2), "too_many_errors")],
)
async def test_limits_end_the_dialogue(budget: Budget, reason: str) -> None:
    log = Log()
    user = CannedSeat("user", [say("Hi")] * 5)
    agent = CannedSeat("agent", [call("fail"), call("fail"), say("Sorry."), say("Sorry.")])
    await play_out(make_engine(user, agent, log=log, budget=budget))
    stop = log[-1]
    assert isinstance(stop, Stop)
    assert (stop.actor, stop.reason) == ("engine", reason)


async def test_the_time_limit_counts_play_and_not_pauses() -> None:
    log = Log()
    user = CannedSeat("user", [say("Hi")] * 20)
    agent = CannedSeat("agent", [say("Yes?")] * 20)
    await play_out(make_engine(user, agent, log=log, budget=Budget(seconds=1000), step=100_000.0))
    # Each pause of more than a day counts as five minutes: the fifth event is the first past 1000.
    assert [e.kind for e in log].count("message") == 5
    assert isinstance(log[-1], Stop)
    assert log[-1].reason == "time_limit"


async def test_a_seat_that_never_moves_is_ended_by_the_time_limit() -> None:
    log = Log()
    engine = make_engine(
        HumanSeat("user"), CannedSeat("agent", []), log=log, budget=Budget(seconds=0.05)
    )
    await play_out(engine)
    assert isinstance(log[-1], Stop)
    assert log[-1].reason == "time_limit"


async def test_a_counterpart_that_breaks_ends_the_dialogue_with_its_reason() -> None:
    log = Log()
    wrong_end = CannedSeat("agent", [Move(end=End(reason="satisfied"))])
    await play_out(make_engine(CannedSeat("user", [say("Hi")]), wrong_end, log=log))
    assert isinstance(log[-1], Stop)
    assert log[-1].reason == "counterpart_error"
    assert "agent" in log[-1].detail


async def test_previews_are_shown_and_never_recorded() -> None:
    log = Log()
    user = CannedSeat("user", [say("Hi"), BYE])
    agent = CannedSeat("agent", [["Hel", "lo", say("Hello.")]])
    progress = await play_out(make_engine(user, agent, log=log))
    assert [p.text for p in progress if isinstance(p, Preview)] == ["Hel", "lo"]
    assert [p.event for p in progress if isinstance(p, Recorded)] == list(log)
    assert [p.seat for p in progress if isinstance(p, Waiting)] == ["user", "agent", "user"]


async def test_a_planted_fault_is_a_note_for_the_lead_alone() -> None:
    log = Log()
    user = CannedSeat("user", [Move(text="Hi", fault={"slug": "overrun", "seed": 3}), BYE])
    agent = CannedSeat("agent", [say("Hello.")])
    await play_out(make_engine(user, agent, log=log))
    note = next(e for e in log if isinstance(e, Note))
    assert note.visible_to == frozenset()
    assert note.data == {"slug": "overrun", "seed": 3, "fired": True, "at_seq": 1}
    assert "overrun" not in str(user.views[-1]) + str(agent.views[-1])


async def test_a_person_moves_only_when_asked_and_only_sensibly() -> None:
    person: HumanSeat = HumanSeat("user")
    log = Log()
    engine = make_engine(person, CannedSeat("agent", [say("Hello.")]), log=log)
    with pytest.raises(UsageFault, match="not your turn"):
        person.submit(say("Too early"))

    async def drive() -> None:
        async for progress in engine.run():
            if isinstance(progress, Waiting) and progress.seat == "user":
                await_move = asyncio.get_running_loop().call_soon
                await_move(submit_next)

    replies = [say("Hi"), BYE]

    def submit_next() -> None:
        for wrong in (Move(), say("  "), Move(end=End(reason="quit"))):
            with pytest.raises(UsageFault):
                person.submit(wrong)
        person.submit(replies.pop(0))

    await drive()
    assert isinstance(log[-1], Stop)
    assert log[-1].reason == "satisfied"


async def test_a_replay_that_runs_out_ends_as_its_seat_may() -> None:
    recorded = [Message(seq=0, actor="user", text="Hi")]
    log = Log()
    seats: list[Seat] = [ReplaySeat("user", recorded), CannedSeat("agent", [say("Yes?")] * 3)]
    await play_out(make_engine(*seats, log=log))
    assert isinstance(log[-1], Stop)
    assert (log[-1].actor, log[-1].reason) == ("user", "abandoned")


def test_the_next_seat_follows_from_the_log() -> None:
    hi = Message(seq=0, actor="user", text="Hi")
    ask = ToolCall(seq=1, actor="agent", call_id="c1", name="find", visible_to=frozenset({"agent"}))
    got = ToolResult(seq=2, call_id="c1", name="find", visible_to=frozenset({"agent"}))
    note = Note(seq=3, kind="cost", data={})
    end = Stop(seq=4, actor="user", reason="satisfied", visible_to=EVERYONE)
    assert next_seat([]) == "user"
    assert next_seat([hi]) == "agent"
    assert next_seat([hi, ask]) == "agent"
    assert next_seat([hi, ask, got]) == "agent"
    assert next_seat([hi, ask, got, note]) == "agent"
    assert next_seat([hi, ask, got, note, end]) is None
