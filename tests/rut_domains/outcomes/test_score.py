from __future__ import annotations

from typing import Any

from rut_domains.contract import Contract, Fact
from rut_domains.outcomes import SeatEffort, score
from rut_domains.task import Assertion, Forbidden, Step, Task
from tests.support.dialogues import Log, make_tool

BEFORE: dict[str, Any] = {"orders": {"W-1": "open", "W-2": "open"}, "stock": 3}
DONE: dict[str, Any] = {"orders": {"W-1": "closed", "W-2": "open"}, "stock": 4}
TOOLS = (make_tool("get_order"), make_tool("close_order", writes=True))
TASK = Task(
    id="t1",
    title="Close it",
    domain="shop",
    contract=Contract(facts=(Fact(id="order", text="It is W-1.", value="W-1"),)),
    assertions=(Assertion(path="orders.W-1", value="closed", message="W-1 is closed"),),
    forbidden=(Forbidden(tool="close_order", arguments={"order_id": "W-2"}, message="not W-2"),),
)


def played(order_id: str = "W-1", *, error: bool = False) -> Log:
    return (
        Log()
        .agent("Hello!")
        .user("Close it for me, please :)")
        .agent("Which one?")
        .user("W-1")
        .call("agent", "get_order", {"order_id": order_id})
        .call("agent", "close_order", {"order_id": order_id}, error=error)
        .agent("Done.")
        .end("satisfied")
    )


def test_a_solved_task_is_a_success_in_every_sense() -> None:
    got = score(TASK, played().events, BEFORE, DONE, TOOLS, expected_state=DONE)
    assert (got.success, got.relaxed, got.collateral_free) == (True, True, True)
    assert got.reasons == ()
    assert (got.end, got.ended_as_expected) == ("satisfied", True)


def test_effort_is_counted_for_each_seat_without_the_greeting() -> None:
    got = score(TASK, played().events, BEFORE, DONE, TOOLS)
    assert got.user == SeatEffort(turns=2, words=6)
    assert got.agent == SeatEffort(turns=2, words=3, calls=2, reads=1, writes=1)


def test_a_failed_call_is_an_error_and_neither_read_nor_write() -> None:
    got = score(TASK, played(error=True).events, BEFORE, BEFORE, TOOLS)
    assert got.agent == SeatEffort(turns=2, words=3, calls=2, reads=1, errors=1)


def test_a_failed_assertion_is_no_success_and_says_why() -> None:
    got = score(TASK, played(error=True).events, BEFORE, BEFORE, TOOLS, expected_state=DONE)
    assert (got.success, got.relaxed, got.collateral_free) == (False, False, True)
    assert got.reasons == (
        'does not hold: W-1 is closed; orders.W-1 is "open", should be "closed"',
    )


def test_a_forbidden_write_spoils_success_but_not_the_relaxed_one() -> None:
    both = {"orders": {"W-1": "closed", "W-2": "closed"}, "stock": 5}
    log = played()
    log.events.pop()
    log.call("agent", "close_order", {"order_id": "w-2"}).end("satisfied")
    got = score(TASK, log.events, BEFORE, both, TOOLS, expected_state=DONE)
    assert (got.success, got.relaxed, got.collateral_free) == (False, True, False)
    assert got.forbidden == ("event 9: close_order is forbidden: not W-2",)
    assert got.collateral == ("orders.W-2",)
    assert got.reasons == (*got.forbidden, "changed besides: orders.W-2")


def test_a_forbidden_call_that_failed_did_not_happen() -> None:
    got = score(TASK, played("W-2", error=True).events, BEFORE, DONE, TOOLS)
    assert got.forbidden == ()


def test_a_rule_without_arguments_forbids_the_tool_altogether() -> None:
    task = TASK.model_copy(update={"forbidden": (Forbidden(tool="close_order"),)})
    got = score(task, played().events, BEFORE, DONE, TOOLS)
    assert got.forbidden == ("event 6: close_order is forbidden",)


def test_a_list_of_a_rule_stands_for_every_list_with_its_elements() -> None:
    rule = Forbidden(tool="close_orders", arguments={"ids": ["W-2"]})
    task = TASK.model_copy(update={"forbidden": (rule,)})
    for ids, count in ((["W-1"], 0), (["W-2"], 1), (["W-3", "w-2"], 1), ("W-2", 0)):
        log = Log().call("agent", "close_orders", {"ids": ids})
        assert len(score(task, log.events, BEFORE, DONE, TOOLS).forbidden) == count


def test_without_the_oracle_collateral_is_undefined() -> None:
    got = score(TASK, played().events, BEFORE, DONE, TOOLS)
    assert got.success is True
    assert got.collateral_free is None
    assert got.reasons == ("collateral changes are undefined: the oracle was not replayed",)


def test_without_assertions_success_is_undefined() -> None:
    task = TASK.model_copy(update={"assertions": ()})
    got = score(task, played().events, BEFORE, DONE, TOOLS, expected_state=DONE)
    assert (got.success, got.relaxed) == (None, None)
    assert got.reasons == ("success is undefined: the task has no assertions",)


def test_another_end_is_not_the_expected_one_and_an_open_dialogue_has_none() -> None:
    log = Log().user("Forget it.").end("abandoned")
    assert score(TASK, log.events, BEFORE, BEFORE, TOOLS).ended_as_expected is False
    open_one = score(TASK, log.events[:1], BEFORE, BEFORE, TOOLS)
    assert (open_one.end, open_one.ended_as_expected) == (None, None)


def test_an_end_as_transferred_counts_once_somebody_handed_over() -> None:
    task = TASK.model_copy(
        update={
            "contract": TASK.contract.model_copy(update={"expects": "transferred"}),
            "oracle": (Step(tool="get_order"), Step(tool="close_order")),
            "ends": ("transferred",),
        }
    )
    said = Log().user("Somebody else, please.").agent("You are transferred.")
    alone = score(task, said.end("transferred").events, BEFORE, BEFORE, TOOLS, expected_state=DONE)
    assert alone.ended_as_expected is False
    assert alone.reasons[-1] == (
        "ended as transferred, but nobody handed the user over: no close_order went well"
    )
    for error in (True, False):
        log = Log().call("agent", "close_order", {"order_id": "W-9"}, error=error)
        got = score(task, log.end("transferred").events, BEFORE, BEFORE, TOOLS, expected_state=DONE)
        assert (got.success, got.ended_as_expected) == (False, not error)
    by_user = Log().call("user", "close_order", {}).end("transferred")
    assert score(task, by_user.events, BEFORE, DONE, TOOLS).ended_as_expected is False
    without = task.model_copy(update={"oracle": ()})
    assert score(without, said.events, BEFORE, DONE, TOOLS).ended_as_expected is True


def test_disclosure_of_each_fact_comes_along() -> None:
    (order,) = score(TASK, played().events, BEFORE, DONE, TOOLS).disclosure
    assert (order.fact, order.told_seq) == ("order", 3)


def test_an_outcome_survives_json() -> None:
    got = score(TASK, played().events, BEFORE, DONE, TOOLS, expected_state=DONE)
    assert type(got).model_validate_json(got.model_dump_json()) == got
