"""Planted faults: each of the 19 is shown once, visibly, and only where it can be."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from rut_domains.behaviours import MODES
from rut_domains.dialogue import Dialogue, Message, Note, ToolCall, ToolResult
from rut_domains.faults import UsageFault
from rut_domains.pack import BUILTIN, Pack, load_pack
from rut_tui.play.scripted.planted import why_impossible
from rut_tui.play.scripted.planted.registry import DEVIATIONS
from rut_tui.play.scripted.user import ScriptedUser
from rut_tui.play.seat import Move, View
from rut_tui.store import Store
from rut_tui.work.simulate import simulate
from tests.support.screens import make_settings

# Where each fault fires against the scripted agent.
PLACES: dict[str, tuple[str, str]] = {
    "fabricated_fact": ("retail", "bag-without-papers"),
    "unexecuted_action_claimed": ("telecom", "calls-but-no-data"),
    "misreported_observation": ("telecom", "calls-but-no-data"),
    "answers_unknown": ("retail", "swap-jacket-size"),
    "self_contradiction": ("retail", "throw-too-late"),
    "volunteers_unasked_info": ("retail", "throw-too-late"),
    "preempts_diagnosis": ("telecom", "data-for-the-weekend"),
    "dumps_blueprint": ("retail", "throw-too-late"),
    "conditional_leaked": ("retail", "throw-too-late"),
    "goal_substitution": ("retail", "throw-too-late"),
    "capitulation": ("telecom", "bigger-plan-from-when"),
    "wrong_branch": ("retail", "outlet-rug"),
    "premature_stop": ("retail", "swap-jacket-size"),
    "overrun": ("retail", "throw-too-late"),
    "goal_abandonment": ("retail", "throw-too-late"),
    "withholds_on_request": ("retail", "throw-too-late"),
    "partial_answer": ("retail", "swap-jacket-size"),
    "omitted_subgoal": ("retail", "three-matters"),
    "ignored_directed_action": ("telecom", "calls-but-no-data"),
}


@pytest.fixture(scope="module")
def packs() -> dict[str, Pack]:
    return {name: load_pack(BUILTIN / name) for name in ("retail", "telecom")}


def play(folder: Path, slug: str | None) -> Dialogue:
    domain, task = PLACES[slug or "throw-too-late"] if slug else ("retail", "throw-too-late")
    settings = make_settings(folder)
    with Store.open(settings.db) as store:
        return simulate(store, settings, domain=domain, task=task, seed=5, fault=slug)


def notes(dialogue: Dialogue) -> list[Note]:
    return [e for e in dialogue.events if isinstance(e, Note) and e.kind == "planted_fault"]


def said_after(dialogue: Dialogue, seq: int) -> str:
    """Return what the user said in the move that begins at an event."""
    return next((e.text for e in dialogue.events if e.seq >= seq and isinstance(e, Message)), "")


def test_there_is_one_for_each_failure_mode() -> None:
    assert set(DEVIATIONS) == {mode.slug for mode in MODES} == set(PLACES)
    assert len(DEVIATIONS) == 19


@pytest.mark.parametrize("slug", PLACES)
def test_each_fault_fires_once_and_the_lead_is_told_where(tmp_path: Path, slug: str) -> None:
    dialogue = play(tmp_path, slug)
    told = notes(dialogue)
    assert len(told) == 1
    data = told[0].data
    assert (data["slug"], data["seed"], data["fired"]) == (slug, 5, True)
    assert data["what"]
    at = data["at_seq"]
    assert isinstance(at, int)
    assert dialogue.events[at].actor == "user"
    assert told[0].visible_to == frozenset()
    assert dialogue.stop is not None


def test_an_honest_user_has_no_note(tmp_path: Path) -> None:
    assert notes(play(tmp_path, None)) == []


def first_fault(dialogue: Dialogue) -> tuple[int, str]:
    data = notes(dialogue)[0].data
    seq = data["at_seq"]
    assert isinstance(seq, int)
    return seq, said_after(dialogue, seq)


def test_a_fabricated_value_is_found_nowhere_before(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "fabricated_fact")
    seq, said = first_fault(dialogue)
    made = next(word.strip(".,:") for word in reversed(said.split()) if re.search(r"\d", word))
    contract = dialogue.briefing.contract
    assert contract is not None
    before = [e.text for e in dialogue.events[:seq] if isinstance(e, Message)]
    assert made not in contract.text() + " ".join(before)


def test_a_claimed_action_has_no_call(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "unexecuted_action_claimed")
    seq, said = first_fault(dialogue)
    calls = [e for e in dialogue.events[:seq] if isinstance(e, ToolCall) and e.actor == "user"]
    assert calls == []
    assert "did" in said or "done" in said


def test_a_misreport_differs_from_the_result(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "misreported_observation")
    seq, said = first_fault(dialogue)
    results = [
        e for e in dialogue.events[:seq] if isinstance(e, ToolResult) and "user" in e.visible_to
    ]
    assert results
    assert "not" in said or any(word in said for word in (" on", " off"))


def test_a_dump_holds_the_whole_contract_at_the_start(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "dumps_blueprint")
    seq, said = first_fault(dialogue)
    contract = dialogue.briefing.contract
    assert contract is not None
    assert seq == 1
    values = [str(fact.value) for fact in contract.facts if isinstance(fact.value, str)]
    assert sum(value in said for value in values) >= len(values) - 1


def test_a_premature_stop_comes_with_the_confirmation(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "premature_stop")
    stop = dialogue.stop
    assert stop is not None
    seq, _ = first_fault(dialogue)
    assert (stop.actor, stop.reason) == ("user", "satisfied")
    assert stop.seq - seq <= 2


def test_a_capitulation_is_to_a_forbidden_offer_that_is_on_the_table(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "capitulation")
    seq, said = first_fault(dialogue)
    offered = [e.text for e in dialogue.events[:seq] if isinstance(e, Message)][-1]
    assert "fee of 8 euros" in offered  # The contract says to accept 5 euros at most.
    assert "pay" in said
    assert "won't" not in said


@pytest.mark.parametrize("task", ["late-chairs", "swap-jacket-size", "two-matters"])
def test_without_a_forbidden_offer_nobody_capitulates(tmp_path: Path, task: str) -> None:
    settings = make_settings(tmp_path)
    with Store.open(settings.db) as store:
        dialogue = simulate(
            store, settings, domain="retail", task=task, seed=5, fault="capitulation"
        )
    assert notes(dialogue)[0].data["fired"] is False
    assert notes(dialogue)[0].data["what"] == "the dialogue gave no occasion for it"


def test_a_wrong_branch_acts_on_a_limit_that_was_kept(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "wrong_branch")
    seq, said = first_fault(dialogue)
    offered = [e.text for e in dialogue.events[:seq] if isinstance(e, Message)][-1]
    assert "4.50" in offered  # The contract says to accept up to 5 pounds.
    assert "keep" in said


def test_wordings_differ_between_seeds(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    for slug in ("fabricated_fact", "goal_substitution", "overrun"):
        said = set()
        with Store.open(settings.db) as store:
            for seed in range(6):
                dialogue = simulate(
                    store, settings, domain="retail", task="swap-jacket-size", seed=seed, fault=slug
                )
                said.add(first_fault(dialogue)[1])
        assert len(said) > 2, slug


def test_an_overrun_goes_on_after_everything_is_settled(tmp_path: Path) -> None:
    dialogue = play(tmp_path, "overrun")
    seq, said = first_fault(dialogue)
    assert said.startswith("One more thing")
    assert dialogue.stop is not None
    assert dialogue.stop.seq > seq + 1


def test_a_fault_that_a_task_cannot_have_is_refused_with_the_reason(
    packs: dict[str, Pack],
) -> None:
    pack = packs["retail"]
    task = pack.tasks["throw-too-late"]
    with pytest.raises(UsageFault, match="no tools of its own"):
        ScriptedUser(task, pack.lexicon, seed=1, fault="ignored_directed_action")
    with pytest.raises(UsageFault, match="no failure mode 'sulking'"):
        ScriptedUser(task, pack.lexicon, seed=1, fault="sulking")
    bare = task.model_copy(
        update={"contract": task.contract.model_copy(update={"unknowns": (), "rules": ()})}
    )
    for slug in ("answers_unknown", "capitulation", "wrong_branch", "conditional_leaked"):
        assert why_impossible(bare, pack.lexicon, slug)
        assert not why_impossible(task, pack.lexicon, slug) or slug == "wrong_branch"


def test_the_same_log_and_seed_give_the_same_deviation(packs: dict[str, Pack]) -> None:
    pack = packs["retail"]
    user = ScriptedUser(
        pack.tasks["throw-too-late"], pack.lexicon, seed=5, fault="volunteers_unasked_info"
    )
    greeting = Message(seq=0, actor="agent", text="Hello, how can I help?")

    async def move() -> Move:
        async for piece in user.act(View(seat="user", events=(greeting,))):
            assert isinstance(piece, Move)
            return piece
        raise AssertionError("no move")

    assert asyncio.run(move()) == asyncio.run(move())
