"""What a report takes from a dialogue's log beside its text."""

from __future__ import annotations

from rut_domains.dialogue import Chair, Dialogue, Note, Origin
from rut_domains.outcomes import Outcome
from rut_domains.outcomes.model import Disclosure
from rut_exports.conduct import Told, observe_conduct
from tests.support.dialogues import Log


def played(**parts: object) -> Dialogue:
    log = (
        Log()
        .agent("Hello, what can I do?")
        .user("Where is my parcel? It is late.")
        .agent("Which order?")
        .user("W-1001.")
        .call("agent", "get_order", {"order_id": "W-1001"})
        .agent("It comes today.")
        .user("Thanks!")
    )
    return log.end("satisfied").dialogue("d1").model_copy(update=parts)


def noted(dialogue: Dialogue, data: dict) -> Dialogue:
    note = Note(seq=len(dialogue.events), kind="outcome", data=data)
    return dialogue.model_copy(update={"events": (*dialogue.events, note)})


def test_efforts_and_features_are_counted_without_the_greeting() -> None:
    found = observe_conduct(played())
    assert found.turns == 3
    assert found.efforts == {
        "agent calls": 1,
        "agent messages": 2,
        "agent questions": 1,
        "agent words": 5,
    }
    assert found.features == {
        "messages": 3,
        "calls": 0,
        "words a message": (7 + 1 + 1) / 3,
        "words at first": 7,
        "share of questions": 1 / 3,
    }


def test_a_greeting_counts_as_the_agents_first_turn_of_questions() -> None:
    outcome = Outcome(
        success=True,
        relaxed=True,
        collateral_free=None,
        disclosure=(
            Disclosure(fact="order", asked_seq=2, asked_turn=1, told_seq=3, told_turn=2),
            Disclosure(fact="name", opening=True),
        ),
    )
    found = observe_conduct(noted(played(), outcome.model_dump(mode="json")))
    assert found.success is True
    # The user's turn 2 answers the agent's turn 2, which the outcome counts as its first.
    assert found.facts == (
        Told(fact="order", requested=2, disclosed=2),
        Told(fact="name", opening=True),
    )


def test_an_imported_reward_is_a_success_only_when_it_is_whole() -> None:
    origin = Origin(system="tau2")
    for reward, success in ((1.0, True), (0.99, False), (0, False), (None, None), (True, None)):
        recorded = {"reward": reward, "costs": {"user": 0.02, "agent": 0.1}}
        found = observe_conduct(played(origin=origin, recorded=recorded))
        assert found.success is success
        assert found.cost == 0.02


def test_records_that_are_no_numbers_are_not_known() -> None:
    for costs in (None, "free", {"user": "much"}, {"user": -1.0}, {"user": False}, []):
        assert observe_conduct(played(recorded={"costs": costs, "reward": "high"})).cost is None
    assert observe_conduct(noted(played(), {"success": "perhaps"})).success is None


def test_people_are_told_from_models_and_never_named() -> None:
    ann, model = Chair(kind="human", name="Ann"), Chair(kind="model", name="m-1")
    found = observe_conduct(played(user=ann, agent=model))
    assert found.human
    assert found.agent == "played: m-1"
    assert observe_conduct(played(user=model, agent=ann)).agent == "played: human"


def test_a_dialogue_without_a_word_of_the_user_has_no_shares() -> None:
    empty = Log().agent("Hello?").end("abandoned").dialogue("d2")
    found = observe_conduct(empty)
    assert found.turns == 0
    assert found.features == {"messages": 0, "calls": 0}
    assert found.facts == ()
